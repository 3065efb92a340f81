// SPDX-License-Identifier: MIT
//
// One pass over the values, by slot. Recursion is bounded by the depth of the document.
#include "convert/flat/slot.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace fastser::convert {

using flat::BaseType;

namespace {

bool is_double(std::int64_t value) {
  constexpr std::int64_t kExact = std::int64_t{1} << 53;
  return value >= -kExact && value <= kExact;
}
bool is_float(double value) {
  return std::fabs(value) <= static_cast<double>(std::numeric_limits<float>::max()) &&
         static_cast<double>(static_cast<float>(value)) == value;
}

void note_number(const Node& node, FlatSlot& slot) {
  if (node.kind == NodeKind::kReal) {
    slot.floats = slot.floats && is_float(std::bit_cast<double>(node.bits));
    return;
  }
  const auto value = static_cast<std::int64_t>(node.bits);
  if (node.kind == NodeKind::kNegative) {
    slot.negative = true;
    slot.smallest = std::min(slot.smallest, value);
  } else {
    slot.largest = std::max(slot.largest, node.bits);
  }
  const bool exact = (node.kind == NodeKind::kNegative || value >= 0) && is_double(value);
  slot.exact_reals = slot.exact_reals && exact;
  slot.floats = slot.floats && exact && is_float(static_cast<double>(value));
}

// The narrowest type that holds all; None: there is none.
BaseType narrowest(const FlatSlot& slot) {
  if (!slot.negative) {
    if (slot.largest <= 0xFF) return BaseType::UByte;
    if (slot.largest <= 0xFFFF) return BaseType::UShort;
    return slot.largest <= 0xFFFFFFFF ? BaseType::UInt : BaseType::ULong;
  }
  const auto fits = [&](std::int64_t least, std::int64_t most) {
    return slot.smallest >= least && slot.largest <= static_cast<std::uint64_t>(most);
  };
  if (fits(-0x80, 0x7F)) return BaseType::Byte;
  if (fits(-0x8000, 0x7FFF)) return BaseType::Short;
  if (fits(-0x80000000LL, 0x7FFFFFFF)) return BaseType::Int;
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  return fits(kLeast, kMost) ? BaseType::Long : BaseType::None;
}

class FlatMeasurer {
 public:
  explicit FlatMeasurer(Layout& layout)
      : layout_(layout), document_(layout.document()), slots_(layout.slot_count()) {}

  std::vector<FlatSlot> run() {
    measure(0, layout_.root());
    choose_numbers();
    return std::move(slots_);
  }

 private:
  bool measure(std::uint32_t node, std::uint32_t where);
  bool measure_object(const Node& object, std::uint32_t node, std::uint32_t number);
  void choose_numbers();

  Layout& layout_;
  const Document& document_;
  std::vector<FlatSlot> slots_;
};

// Notes what the value says of its slot, and whether FlexBuffers can say it.
bool FlatMeasurer::measure(std::uint32_t node, std::uint32_t where) {
  const Node& what = document_.nodes[node];
  const std::uint32_t number = layout_.find_slot(where);
  const Slot& slot = layout_.slot(number);
  bool flexible = true;
  switch (what.kind) {
    case NodeKind::kNegative:
    case NodeKind::kUnsigned:
    case NodeKind::kReal: note_number(what, slots_[number]); break;
    case NodeKind::kMoment:
    case NodeKind::kExt: flexible = false; break;
    case NodeKind::kList:
      for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
        flexible = measure(at, slot.element) && flexible;
      }
      break;
    case NodeKind::kObject:
      flexible = measure_object(what, node, layout_.find_group(slot.group));
      break;
    case NodeKind::kMap: {
      flexible = false;
      bool is_value = false;
      for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
        measure(at, is_value ? slot.map_value : slot.map_key);
        is_value = !is_value;
      }
      break;
    }
    default: break;
  }
  slots_[number].flexible = slots_[number].flexible && flexible;
  return flexible;
}

bool FlatMeasurer::measure_object(const Node& object, std::uint32_t node, std::uint32_t number) {
  bool flexible = true;
  const Group& group = layout_.group(number);
  for (std::uint32_t at = node + 1; at < object.end; at = document_.nodes[at].end) {
    const std::uint32_t key = document_.nodes[at].key;
    flexible = flexible && document_.text(key).find('\0') == std::string_view::npos;
    const std::uint32_t inner = group.map ? group.values : group.fields[group.by_key.at(key)].slot;
    flexible = measure(at, inner) && flexible;
  }
  return flexible;
}

void FlatMeasurer::choose_numbers() {
  for (std::uint32_t i = 0; i < slots_.size(); ++i) {
    if (layout_.find_slot(i) != i) continue;
    FlatSlot& slot = slots_[i];
    slot.kinds = layout_.slot(i).kinds;
    if ((slot.kinds & kSawInteger) != 0) slot.integer = narrowest(slot);
    if ((slot.kinds & kSawReal) == 0) continue;
    slot.real = slot.floats ? BaseType::Float : BaseType::Double;
    if (slot.exact_reals) slot.kinds = static_cast<std::uint16_t>(slot.kinds & ~kSawInteger);
  }
}

}  // namespace

std::vector<FlatSlot> measure_flat(Layout& layout) { return FlatMeasurer(layout).run(); }

flat::BaseType scalar_type(const FlatSlot& slot, const Node& node) {
  switch (node.kind) {
    case NodeKind::kBool: return BaseType::Bool;
    case NodeKind::kF32: return BaseType::Float;
    case NodeKind::kF64: return BaseType::Double;
    case NodeKind::kReal: return slot.real;
    default: break;
  }
  if ((slot.kinds & kSawInteger) == 0) return slot.real;
  if (slot.integer != BaseType::None) return slot.integer;
  return node.kind == NodeKind::kNegative ? BaseType::Long : BaseType::ULong;
}

std::size_t either_field(const FlatSlot& slot, const Node& node) {
  switch (node.kind) {
    case NodeKind::kNull: return kEitherFields;
    case NodeKind::kBool: return kBoolean;
    case NodeKind::kReal: return kRealNumber;
    case NodeKind::kNegative:
    case NodeKind::kUnsigned:
      if ((slot.kinds & kSawInteger) == 0) return kRealNumber;
      return slot.integer == BaseType::None && node.kind == NodeKind::kUnsigned ? kNatural
                                                                                : kInteger;
    case NodeKind::kString: return kText;
    case NodeKind::kList: return kListOf;
    case NodeKind::kObject: return kObjectOf;
    case NodeKind::kF32: return kNumber32;
    case NodeKind::kF64: return kNumber64;
    case NodeKind::kData: return kBytes;
    case NodeKind::kMoment: return kMomentOf;
    case NodeKind::kExt: return kExtOf;
    case NodeKind::kMap: return kMapOf;
  }
  return kEitherFields;
}

}  // namespace fastser::convert
