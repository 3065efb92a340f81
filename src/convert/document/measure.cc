// SPDX-License-Identifier: MIT
//
// Measuring, in three rounds over the values as they will be written: (1) numbers, lengths, how
// often every string is met, and what would be saved by writing equal objects once; (2) and (3)
// what each slot would save by sharing its strings, given which strings come again in slots that
// share. Equal containers are entered once when sharing them saves, as in the archive.
#include "convert/document/measure.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "convert/document/empty_elements.hpp"
#include "convert/document/number_map.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::convert {
namespace {

using schema::TypeCode;

constexpr std::uint32_t kTinyWeight = 3;  // containers up to this are not worth a reference
constexpr double kReferenceBytes = 2.2;   // of a back-reference to a string, on average

struct SlotStats {
  std::uint64_t integers = 0;
  std::uint64_t largest = 0;       // of the numbers that are not negative
  std::int64_t smallest = 0;       // of the negative ones
  std::uint64_t plain_bytes = 0;   // as unsigned varints
  std::uint64_t zigzag_bytes = 0;  // as zigzag varints
  bool zigzag_fits = true;         // all below 2^63
  bool exact_reals = true;         // every integer is a double
  bool floats = true;              // every real (and integer) is a float
  std::uint64_t lists = 0;
  std::uint64_t saved_lists = 0;
  double saved_strings = 0;
};

struct GroupStats {
  std::uint64_t distinct = 0;
  std::uint64_t saved = 0;
  double saved_keys = 0;
};

bool is_double(std::int64_t value) {
  constexpr std::int64_t kExact = std::int64_t{1} << 53;
  return value >= -kExact && value <= kExact;
}

bool is_float(double value) { return static_cast<double>(static_cast<float>(value)) == value; }

class Measurer {
 public:
  Measurer(Layout& layout, bool share_objects)
      : layout_(layout),
        document_(layout.document()),
        share_objects_(share_objects),
        slots_(layout.slot_count()),
        groups_(layout.group_count()),
        uses_(document_.texts.size()),
        seen_(document_.number_hash()) {}

  void run() {
    visit(0, layout_.root());
    choose_codes();
    give_bytes_to_elements(layout_);
    for (std::uint32_t i = 0; i < slots_.size(); ++i) layout_.slot(i).share_strings = true;
    for (std::uint32_t i = 0; i < groups_.size(); ++i) layout_.group(i).share_keys = true;
    for (int round = 0; round < 2; ++round) {
      count_uses();
      weigh_strings();
    }
  }

 private:
  enum class Round : std::uint8_t { kNumbers, kUses, kWeigh };

  void visit(std::uint32_t node, std::uint32_t where) {
    const Node& what = document_.nodes[node];
    const std::uint32_t number = layout_.find_slot(where);
    Slot& slot = layout_.slot(number);
    if (slot.any) return;
    switch (what.kind) {
      case NodeKind::kNegative:
      case NodeKind::kUnsigned:
      case NodeKind::kReal:
        if (round_ == Round::kNumbers) count_number(what, slots_[number]);
        break;
      case NodeKind::kString:
        use(what.bits, slot.share_strings, slots_[number].saved_strings);
        break;
      case NodeKind::kList: visit_list(what, node, slot, number); break;
      case NodeKind::kObject: visit_object(what, node, layout_.find_group(slot.group)); break;
      case NodeKind::kMap: visit_map(what, node, slot); break;
      default: break;
    }
  }

  void visit_list(const Node& list, std::uint32_t node, Slot& slot, std::uint32_t number) {
    if (round_ == Round::kNumbers) {
      slot.least = std::min<std::uint64_t>(slot.least, list.count);
      slot.most = std::max<std::uint64_t>(slot.most, list.count);
    }
    const bool may = round_ == Round::kNumbers ? share_objects_ : slot.share_lists;
    if (may && list.weight > kTinyWeight && !seen_.emplace(key(list, number, 0), 0).second) {
      slots_[number].saved_lists += list.weight - 2;
      return;
    }
    ++slots_[number].lists;
    const std::uint32_t element = slot.element;
    for (std::uint32_t at = node + 1; at < list.end; at = document_.nodes[at].end) {
      visit(at, element);
    }
  }

  void visit_map(const Node& map, std::uint32_t node, const Slot& slot) {
    bool is_value = false;
    for (std::uint32_t at = node + 1; at < map.end; at = document_.nodes[at].end) {
      visit(at, is_value ? slot.map_value : slot.map_key);
      is_value = !is_value;
    }
  }

  void visit_object(const Node& object, std::uint32_t node, std::uint32_t number) {
    const bool may = round_ == Round::kNumbers ? share_objects_ : layout_.group(number).share;
    if (may && object.weight > kTinyWeight && !seen_.emplace(key(object, number, 1), 0).second) {
      groups_[number].saved += object.weight - 2;
      return;
    }
    ++groups_[number].distinct;
    for (std::uint32_t at = node + 1; at < object.end; at = document_.nodes[at].end) {
      const Group& group = layout_.group(number);
      const std::uint32_t name = document_.nodes[at].key;
      if (group.map) {
        use(name, group.share_keys, groups_[number].saved_keys);
        visit(at, group.values);
      } else {
        visit(at, group.fields[group.by_key.at(name)].slot);
      }
    }
  }

  // Containers of equal content in one slot or group; neither has more than 2^31 members.
  static std::uint64_t key(const Node& node, std::uint32_t owner, std::uint64_t kind) {
    return (std::uint64_t{node.same} << 32) | (std::uint64_t{owner} << 1) | kind;
  }

  void count_number(const Node& node, SlotStats& stats) {
    if (node.kind == NodeKind::kReal) {
      stats.floats = stats.floats && is_float(std::bit_cast<double>(node.bits));
      return;
    }
    ++stats.integers;
    const auto value = static_cast<std::int64_t>(node.bits);
    if (node.kind == NodeKind::kNegative) {
      stats.smallest = std::min(stats.smallest, value);
    } else {
      stats.largest = std::max(stats.largest, node.bits);
      stats.plain_bytes += wire::varint_size(node.bits);
    }
    if (node.kind == NodeKind::kUnsigned && value < 0) {  // 2^63 and more
      stats.zigzag_fits = false;
      stats.exact_reals = false;
    } else {
      stats.zigzag_bytes += wire::varint_size(wire::zigzag(value));
      stats.exact_reals = stats.exact_reals && is_double(value);
      stats.floats = stats.floats && is_float(static_cast<double>(value));
    }
  }

  void use(std::uint64_t text, bool shares, double& saved) {
    if (!shares || round_ == Round::kNumbers) return;
    const std::size_t size = document_.text(text).size();
    std::uint32_t& uses = uses_[static_cast<std::size_t>(text)];
    if (round_ == Round::kUses) {
      if (size != 0) ++uses;
      return;
    }
    const double length = static_cast<double>(wire::varint_size(size));
    const double doubled = static_cast<double>(wire::varint_size(2 * std::uint64_t{size}));
    const double again = uses > 1 ? static_cast<double>(uses - 1) / static_cast<double>(uses) : 0;
    saved += again * (static_cast<double>(size) + length - kReferenceBytes);
    saved -= (1 - again) * (doubled - length);
  }

  void choose_codes();
  static TypeCode choose_integer(const SlotStats& stats);

  void count_uses() {
    std::fill(uses_.begin(), uses_.end(), 0);
    for (SlotStats& stats : slots_) stats.saved_strings = 0;
    for (GroupStats& stats : groups_) stats.saved_keys = 0;
    again(Round::kUses);
  }

  void weigh_strings() {
    again(Round::kWeigh);
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      if (layout_.find_slot(i) == i) layout_.slot(i).share_strings = slots_[i].saved_strings > 0;
    }
    for (std::uint32_t i = 0; i < groups_.size(); ++i) {
      if (layout_.find_group(i) == i) layout_.group(i).share_keys = groups_[i].saved_keys > 0;
    }
  }

  void again(Round round) {
    round_ = round;
    seen_.clear();
    visit(0, layout_.root());
  }

  Layout& layout_;
  const Document& document_;
  bool share_objects_;
  Round round_ = Round::kNumbers;
  std::vector<SlotStats> slots_;
  std::vector<GroupStats> groups_;
  std::vector<std::uint32_t> uses_;  // of texts, in slots that share
  NumberMap seen_;
};

// The code that takes the fewest bytes in sum; of equals, the one of fixed width.
TypeCode Measurer::choose_integer(const SlotStats& stats) {
  struct Candidate {
    std::uint64_t bytes;
    TypeCode code;
  };
  const bool negative = stats.smallest < 0;
  std::uint64_t width = 8;
  const auto fits = [&](std::uint64_t most, std::int64_t least) {
    return stats.largest <= most && stats.smallest >= least;
  };
  Candidate fixed{};
  Candidate varying{};
  if (!negative) {
    width = stats.largest <= 0xFF         ? 1
            : stats.largest <= 0xFFFF     ? 2
            : stats.largest <= 0xFFFFFFFF ? 4
                                          : 8;
    const TypeCode codes[] = {TypeCode::kU8, TypeCode::kU16, TypeCode::kU32, TypeCode::kU64};
    fixed = {width * stats.integers, codes[std::bit_width(width) - 1]};
    varying = {stats.plain_bytes, width <= 2   ? TypeCode::kVarU16
                                  : width == 4 ? TypeCode::kVarU32
                                               : TypeCode::kVarU64};
  } else {
    width = fits(0x7F, -0x80)                 ? 1
            : fits(0x7FFF, -0x8000)           ? 2
            : fits(0x7FFFFFFF, -0x80000000LL) ? 4
                                              : 8;
    const TypeCode codes[] = {TypeCode::kI8, TypeCode::kI16, TypeCode::kI32, TypeCode::kI64};
    fixed = {width * stats.integers, codes[std::bit_width(width) - 1]};
    varying = {stats.zigzag_bytes, width <= 2   ? TypeCode::kVarI16
                                   : width == 4 ? TypeCode::kVarI32
                                                : TypeCode::kVarI64};
  }
  return fixed.bytes <= varying.bytes ? fixed.code : varying.code;
}

void Measurer::choose_codes() {
  for (std::uint32_t i = 0; i < slots_.size(); ++i) {
    if (layout_.find_slot(i) != i) continue;
    Slot& slot = layout_.slot(i);
    const SlotStats& stats = slots_[i];
    if ((slot.kinds & kSawInteger) != 0) slot.integer = choose_integer(stats);
    // Negative numbers beside numbers of 2^63 and more fit no integer: `any` takes them.
    if (stats.smallest < 0 && !stats.zigzag_fits) slot.any = true;
    if ((slot.kinds & kSawReal) != 0) {
      slot.real = stats.floats ? TypeCode::kF32 : TypeCode::kF64;
      if (stats.exact_reals) slot.kinds = static_cast<std::uint16_t>(slot.kinds & ~kSawInteger);
    }
    slot.share_lists = stats.saved_lists > stats.lists + 1;
  }
  for (std::uint32_t i = 0; i < groups_.size(); ++i) {
    if (layout_.find_group(i) != i) continue;
    layout_.group(i).share = groups_[i].saved > groups_[i].distinct + 1;
  }
}

}  // namespace

void measure(Layout& layout, bool share_objects) { Measurer(layout, share_objects).run(); }

}  // namespace fastser::convert
