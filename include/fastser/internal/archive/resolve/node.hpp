// SPDX-License-Identifier: MIT
//
// Node: what a value is in memory, as data: how archives of other versions get into C++ objects (or
// into memory that only a program run by somebody else knows) without code for every pair of types.
//
// There is one node for each type of value in memory. For C++ types node_of<T>() (codec/core.hpp)
// gives it, a constant of the program; a run-time description with offsets and accessor functions
// builds the same nodes. resolve() (resolve.hpp) reads what a writer wrote as some type expression
// into memory that a node describes.
//
//   scalar, duration, date, text, bits     leaves
//   optional, list, set, array, map        hold one type (a map two), any number of times
//   variant, tuple, record                 hold given types
//   pointer                                objects with identity: shared, weak, raw
//   owned                                  a unique owner of a polymorphic class
//   wrapped                                behind accessors: atomics, fields got at by functions
//
// Rules for who builds nodes at run time:
// - A node, its arrays and its names outlive every decode that uses it, and do not change. Nodes
//   may refer to each other in cycles; a cycle goes through an optional, list, set, map, variant or
//   pointer (else no value of the type could end).
// - Every function gets its own node first, so that `context` tells it what it works on. It may not
//   throw but for want of memory; the decode ends then with Code::kNoMemory.
// - Whatever allocates charges the Decoder's budget first, and does not where that says no (B1-B3).
// - Depth is counted by resolve(), not by nodes (B5).
// Thread rule: immutable, share freely.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "fastser/internal/archive/depth_rule.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/internal/wire/input.hpp"
#include "fastser/type/code.hpp"

namespace fastser::archive {

using schema::TypeCode;
using schema::TypeExpr;
using wire::Cursor;

class Decoder;
struct ObjectClass;

struct Node {
  enum class Kind : std::uint8_t {
    kNull,
    kScalar,
    kDuration,
    kDate,
    kText,
    kBits,
    kOptional,
    kList,
    kSet,
    kArray,
    kMap,
    kVariant,
    kTuple,
    kRecord,
    kPointer,
    kOwned,
    kWrapped,
  };
  Kind kind;
  TypeCode code;                  ///< first byte of its own type expression
  const void* context = nullptr;  ///< for the functions of the node
};

/// bool, integers, floats, enums: the number itself lies in memory, in the machine's byte order.
struct ScalarNode : Node {
  TypeCode memory;             ///< kBool to kF64: how it lies there
  std::string_view enum_name;  ///< of an enum
};

/// How long a tick of a duration is: num / den seconds, in lowest terms.
struct TickLength {
  std::intmax_t num;
  std::intmax_t den;
};
/// A count of ticks lies in memory.
struct DurationNode : Node {
  TypeCode memory;  ///< kI8 to kF64
  TickLength tick;
};

/// A point in time of the system's clock.
struct DateNode : Node {
  /// False when the memory cannot hold that very moment; nanoseconds are below 1e9.
  bool (*set)(const DateNode& node, void* value, std::int64_t seconds, std::uint32_t nanoseconds);
};

/// Text, or data (code kData).
struct TextNode : Node {
  /// Copies, or refers to the bytes, which lie in the input. False when the budget is used up.
  bool (*assign)(const TextNode& node, void* value, const char* bytes, std::size_t size,
                 Decoder& decoder);
};

struct BitsNode : Node {
  std::uint64_t count;
  /// From the bytes as they are on the wire; the spare bits are 0.
  void (*assign)(const BitsNode& node, void* value, const std::byte* bytes);
};

/// A value that may be missing: std::optional, a unique owner.
struct OptionalNode : Node {
  const Node* element;
  /// Makes it nothing. May fail the decoder.
  void (*reset)(const OptionalNode& node, void* value, Decoder& decoder);
  /// Makes the inner value unless it is there, and calls resolve() with `type` for it, as
  /// Inside::kBody.
  Cursor (*read)(const OptionalNode& node, void* value, TypeExpr type, Cursor cur,
                 Decoder& decoder);
};

/// Lists and sets.
struct ListNode : Node {
  const Node* element;
  /// Makes the list what comes: calls resolve() with `type` for each of `count` elements, as
  /// Inside::kElement. The count
  /// is no more than the input has bytes for, or the budget units.
  Cursor (*read)(const ListNode& node, void* list, std::size_t count, TypeExpr type, Cursor cur,
                 Decoder& decoder);
};

/// Always as many elements, side by side.
struct ArrayNode : Node {
  const Node* element;
  std::size_t count;
  std::size_t stride;  ///< bytes from one to the next
};

/// What keys and values of a map are for the writer. `inside`: what they lie in, which may be a
/// list of tuples.
struct EntryTypes {
  TypeExpr key;
  TypeExpr mapped;
  Inside inside;
};
struct MapNode : Node {
  const Node* key;
  const Node* mapped;
  bool takes_pairs;  ///< reads a list of pairs too: its keys may be equal
  /// As ListNode::read: resolve() with the types of `entries`, key and value for each.
  Cursor (*read)(const MapNode& node, void* map, std::size_t count, const EntryTypes& entries,
                 Cursor cur, Decoder& decoder);
};

struct VariantNode : Node {
  std::span<const Node* const> alternatives;
  /// Makes the value an alternative, unless it is that one: where it lies; null when the budget is
  /// used up.
  void* (*make)(const VariantNode& node, void* value, std::size_t index, Decoder& decoder);
};

struct TupleNode : Node {
  std::span<const Node* const> elements;
  void* (*at)(const TupleNode& node, void* value, std::size_t index);
};

struct FieldNode {
  std::string_view name;
  const Node* node = nullptr;
  std::uint32_t level = 0;  ///< index in RecordNode::levels
  /// Moves a field over another; for who resets by move_missing, else null.
  void (*move)(void* to, void* from) = nullptr;
};
/// Archives may call a field by a name that it had once.
struct OldName {
  std::string_view name;
  std::uint32_t field = 0;
};
struct RecordNode;

/// Reads a record that has hooks; what a hook calls when what it wants to be given is there.
class UpgradeReading {
 public:
  virtual Cursor read(void* removed) = 0;

 protected:
  ~UpgradeReading() = default;
};
/// What a class wants to be told when an older version of it was read.
struct UpgradeHook {
  std::uint32_t level;        ///< of the class, index in RecordNode::levels
  std::uint32_t version;      ///< called for versions before this one
  const RecordNode* removed;  ///< also found in the archive, for the hook alone; null: nothing
  /// The distances of the fields of `removed` from their object.
  void (*offsets)(std::ptrdiff_t* to);
  /// Makes what is removed, has `reading` read the record, then calls the hook; null: it failed.
  Cursor (*run)(void* object, std::uint32_t from, UpgradeReading& reading);
};

struct RecordNode : Node {
  std::string_view name;
  std::span<const std::string_view> levels;  ///< names of the base classes, then its own
  std::span<const FieldNode> fields;         ///< those of the base classes first
  std::span<const OldName> old_names;
  /// Where the fields of an object lie: as many as `fields`. Their distances from the object are
  /// the same in all objects; what has none is a field of kind wrapped, which is given the object.
  void (*addresses)(const RecordNode& node, void* object, void** fields);
  /// Gives the fields that are missing (one flag each) what a new object has; null: they stay. May
  /// fail the decoder.
  void (*reset)(const RecordNode& node, void* object, const bool* missing, Decoder& decoder);
  std::size_t new_heap;                  ///< bytes on the heap of the new object that `reset` makes
  std::span<const UpgradeHook> hooks{};  ///< those of base classes first
};

/// RecordNode::reset, given a new object: the fields that are missing are moved `from` there.
/// `fields` is memory for as many addresses as the record has fields.
void move_missing(const RecordNode& node, void* to, void* from, void** fields, const bool* missing);

/// A pointer to objects with identity.
struct PointerNode : Node {
  bool weak;  ///< does not own
  bool raw;   ///< the decode's Arena owns
  /// Of the objects; null: they are of any class that the Registry links `base` to.
  const ObjectClass* key = nullptr;
  const void* base = nullptr;  ///< schema::type_key of the class pointed to
  std::size_t memory = 0;      ///< of a new object, what is around it included
  /// Null when it failed, which the decoder then knows.
  std::shared_ptr<void> (*make)(const PointerNode& node, Decoder& decoder) = nullptr;
  void (*clear)(const PointerNode& node, void* pointer, Decoder& decoder) = nullptr;
  /// `target` is the object as `base`.
  void (*set)(const PointerNode& node, void* pointer, const std::shared_ptr<void>& owner,
              void* target, Decoder& decoder) = nullptr;
};

/// A unique owner of an object of any class that the Registry links `base` to.
struct OwnedNode : Node {
  const void* base;
  /// Owns `object` (as `base`; made by Registry::Class::make_raw), or nothing.
  void (*set)(const OwnedNode& node, void* owner, void* object);
};

/// A value that only functions get at.
struct WrappedNode : Node {
  const Node* inner;
  /// Calls resolve() with `type` for a value of its own, as Inside::kBody, then puts that where it
  /// belongs.
  Cursor (*read)(const WrappedNode& node, void* value, TypeExpr type, Cursor cur, Decoder& decoder);
};

/// The node as what its kind says it is.
template <typename N>
[[nodiscard]] const N& as(const Node& node) noexcept {
  return static_cast<const N&>(node);
}

}  // namespace fastser::archive
