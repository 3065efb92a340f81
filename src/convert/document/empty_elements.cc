// SPDX-License-Identifier: MIT
//
// How many values there are in a value that takes no bytes: found bottom-up, each slot once.
#include "convert/document/empty_elements.hpp"

#include <algorithm>

#include "convert/archive/layout_type.hpp"

namespace fastser::convert {
namespace {

// A reader grants at least 32 values for each byte; lists may have a count of one byte and stand
// for themselves as well.
constexpr std::uint64_t kMany = 16;
constexpr std::uint64_t kMost = std::uint64_t{1} << 32;  // so that products fit

class Counter {
 public:
  explicit Counter(Layout& layout)
      : layout_(layout), known_(layout.slot_count()), values_(layout.slot_count()) {}

  /// Values in each value of the slot; 0: they take bytes.
  std::uint64_t values(std::uint32_t where) {
    const std::uint32_t number = layout_.find_slot(where);
    if (known_[number]) return values_[number];
    known_[number] = true;
    const std::uint64_t found = std::min(count(layout_.slot(number)), kMost);
    return values_[number] = found;
  }

 private:
  std::uint64_t count(Slot& slot) {
    const std::uint64_t inner = slot.element == kNone ? 0 : values(slot.element);
    if (inner != 0 && slot.most * inner > kMany) layout_.slot(slot.element).any = true;
    for (const std::uint32_t one : {slot.map_key, slot.map_value}) {
      if (one != kNone) values(one);
    }
    const std::uint64_t fields = slot.group == kNone ? 0 : in_group(slot.group);
    if (form_of(slot) != Form::kSingle) return 0;
    if (slot.kinds == kSawNull) return 1;
    if (slot.kinds == kSawObject && !layout_.group(slot.group).share) return fields;
    if (slot.kinds != kSawList || !is_array(slot) || slot.share_lists) return 0;
    if (slot.most == 0) return 1;
    return inner != 0 && !layout_.slot(slot.element).any ? 1 + slot.most * inner : 0;
  }

  // Of a record with its fields; 0 for those that take bytes, and for maps.
  std::uint64_t in_group(std::uint32_t number) {
    Group& group = layout_.group(number);
    if (group.map) {
      if (group.values != kNone) values(group.values);
      return 0;
    }
    std::uint64_t sum = 1;
    bool empty = true;
    for (const Field& field : group.fields) {
      const std::uint64_t inner = values(field.slot);
      empty = empty && inner != 0;
      sum += inner;
    }
    return empty ? sum : 0;
  }

  Layout& layout_;
  std::vector<bool> known_;
  std::vector<std::uint64_t> values_;
};

}  // namespace

void give_bytes_to_elements(Layout& layout) { Counter(layout).values(layout.root()); }

}  // namespace fastser::convert
