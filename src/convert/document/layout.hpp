// SPDX-License-Identifier: MIT
//
// Layout: the types that a document is written with, found from its values.
//
// A *slot* is a place where values of one type stand: a field of some shape, the elements of some
// lists. It gathers the kinds of values seen there. A *group* gathers the objects of a slot; it
// becomes a shape (fields that some objects lack can be left out) or an ordered map (keys that
// look like data). Groups whose objects have the same keys become one, wherever they stand. Maps
// with keys of other kinds have a slot for all keys and one for all values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "convert/document/dom.hpp"
#include "fastser/type/code.hpp"

namespace fastser::convert {

inline constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

/// What a slot has seen. JSON's real numbers and integers are one kind where that loses nothing.
enum SlotKind : std::uint16_t {
  kSawAbsent = 1,
  kSawNull = 2,
  kSawBool = 4,
  kSawInteger = 8,
  kSawReal = 16,
  kSawString = 32,
  kSawList = 64,
  kSawObject = 128,
  kSawF32 = 256,
  kSawF64 = 512,
  kSawData = 1024,
  kSawMoment = 2048,
  kSawExt = 4096,
  kSawMap = 8192,
};

struct Slot {
  std::uint32_t parent;           // of the union-find; itself at the root
  std::uint32_t element = kNone;  // slot of the elements of lists
  std::uint32_t group = kNone;    // of the objects
  std::uint32_t map_key = kNone;  // slots of the maps
  std::uint32_t map_value = kNone;
  std::uint16_t kinds = 0;
  bool any = false;  // nests too deep for type expressions: written with inline types

  // Found by measuring.
  schema::TypeCode integer = schema::TypeCode::kVarU64;
  schema::TypeCode real = schema::TypeCode::kF64;
  bool share_strings = false;
  bool share_lists = false;
  std::uint64_t least = static_cast<std::uint64_t>(-1);  // lengths of lists
  std::uint64_t most = 0;
};

struct Field {
  std::uint32_t key;
  std::uint32_t slot;
  std::uint32_t next;  // in the order of keys; kNone at the end
  std::uint64_t present;
};

struct Group {
  explicit Group(const NumberHash& hash) : by_key(0, hash) {}

  std::uint32_t parent = 0;
  std::uint32_t first = kNone;   // of the chain of fields
  std::uint32_t values = kNone;  // maps: slot of the values
  std::vector<Field> fields;
  std::unordered_map<std::uint32_t, std::uint32_t, NumberHash> by_key;  // key -> position in fields
  std::uint64_t objects = 0;
  bool map = false;
  bool in_order = true;  // no object was seen whose fields may not come in the order of the chain
  bool share = false;    // write equal objects once
  bool share_keys = false;  // maps: keys as shared strings

  /// How many fields next_field looks at: mostly no key is looked up then.
  static constexpr unsigned kFew = 4;
  /// For a field that was looked up: is it not far behind? No order of keys makes this slow.
  static constexpr unsigned kFar = 64;
  /// The field right behind `after` in the chain (kNone: the first), if there is one.
  [[nodiscard]] std::uint32_t behind(std::uint32_t after) const {
    return after == kNone ? first : fields[after].next;
  }
  /// The field right behind `after` in the chain (kNone: the first), or one of the `most` that
  /// follow, if it has this key; else kNone.
  [[nodiscard]] std::uint32_t next_field(std::uint32_t key, std::uint32_t after,
                                         unsigned most = kFew) const {
    std::uint32_t at = behind(after);
    for (unsigned i = 0; i < most && at != kNone; ++i, at = fields[at].next) {
      if (fields[at].key == key) return at;
    }
    return kNone;
  }
  /// The field with this key, which there is.
  [[nodiscard]] std::uint32_t field_of(std::uint32_t key, std::uint32_t after) const {
    const std::uint32_t next = next_field(key, after);
    return next != kNone ? next : by_key.at(key);
  }
};

/// What a format wants of a layout.
struct LayoutRules {
  /// Make one group of those with the same keys. Where that would make a shape contain itself,
  /// acyclic() is false, and only a layout without it will do.
  bool unite = true;
  /// Fields stand in one order: objects with another make a map of their group.
  bool keep_order = true;
  /// A group with more fields becomes a map.
  std::size_t most_fields = static_cast<std::size_t>(-1);
};

class Layout {
 public:
  Layout(const Document& document, const LayoutRules& rules);
  [[nodiscard]] bool acyclic();

  [[nodiscard]] Slot& slot(std::uint32_t number) { return slots_[find_slot(number)]; }
  [[nodiscard]] Group& group(std::uint32_t number) { return groups_[find_group(number)]; }
  [[nodiscard]] std::uint32_t find_slot(std::uint32_t number) { return find(slots_, number); }
  [[nodiscard]] std::uint32_t find_group(std::uint32_t number) { return find(groups_, number); }
  /// By a number that find_slot gave.
  [[nodiscard]] Slot& slot_at(std::uint32_t number) { return slots_[number]; }
  [[nodiscard]] Group& group_at(std::uint32_t number) { return groups_[number]; }
  [[nodiscard]] std::uint32_t root() const { return 0; }
  [[nodiscard]] std::size_t slot_count() const { return slots_.size(); }
  [[nodiscard]] std::size_t group_count() const { return groups_.size(); }
  [[nodiscard]] const Document& document() const { return document_; }

 private:
  template <typename Members>
  static std::uint32_t find(Members& members, std::uint32_t number) {
    while (members[number].parent != number) {
      members[number].parent = members[members[number].parent].parent;
      number = members[number].parent;
    }
    return number;
  }
  std::uint32_t new_slot();
  std::uint32_t new_group();
  void gather(std::uint32_t node, std::uint32_t slot);
  void gather_object(const Node& object, std::uint32_t node, std::uint32_t group);
  void gather_map(const Node& map, std::uint32_t node, std::uint32_t slot);
  std::uint32_t field_for(std::uint32_t group, std::uint32_t key, std::uint32_t after);
  void merge_groups(std::uint32_t left, std::uint32_t right);
  void merge_pending();
  void unite_slots(std::uint32_t left, std::uint32_t right);
  void unite_groups(std::uint32_t left, std::uint32_t right);
  [[nodiscard]] std::uint32_t one_of(std::uint32_t left, std::uint32_t right, bool are_groups);
  [[nodiscard]] bool looks_like_data(std::uint32_t group);
  [[nodiscard]] bool same_records(const Group& group);
  void make_map(std::uint32_t group);
  void turn_into_map(std::uint32_t group);
  bool choose_maps();
  bool find_order_conflicts();
  void unite_equal_groups();
  [[nodiscard]] std::vector<bool> slots_that_hold(const std::vector<std::uint32_t>& groups);
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> ranks() const;
  void inner_groups(std::uint32_t group, std::vector<std::uint32_t>& out);
  void groups_below(std::uint32_t slot, std::vector<std::uint32_t>& out);
  [[nodiscard]] bool reaches(std::uint32_t from, std::uint32_t to);
  void mark_absent();
  void mark_deep(std::uint32_t slot, std::uint32_t nesting, std::vector<bool>& seen);

  const Document& document_;
  LayoutRules rules_;
  std::vector<Slot> slots_;
  std::vector<Group> groups_;
  struct Pair {  // of slots or groups that have to be merged
    std::uint32_t left, right;
    bool are_groups;
  };
  std::vector<Pair> pending_;
};

}  // namespace fastser::convert
