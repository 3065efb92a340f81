// SPDX-License-Identifier: MIT
//
// Measuring. The values are walked once, as they would be written if all equal containers were
// written once: numbers, lengths, what that saves, and the strings that are met. If then some
// containers are not shared after all, the strings are walked again. From the uses of each string
// two rounds find what each slot would save by sharing its strings, given which strings come again
// in slots that share.
//
// Most strings are met in one slot only. So the uses are an array by the numbers of the texts,
// which were given in the order of this walk, and a list of the uses in a second slot, which is
// short.
#include "convert/document/measure.hpp"

#include <algorithm>
#include <bit>

#include "convert/document/empty_elements.hpp"
#include "convert/document/number_map.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::convert {
namespace {

using schema::TypeCode;

constexpr std::uint32_t kTinyWeight = 3;  // containers up to this are not worth a reference
constexpr double kReferenceBytes = 2.2;   // of a back-reference to a string, on average
constexpr std::size_t kFetched = 32;      // nodes whose texts' uses are fetched together
constexpr std::size_t kManyTexts = std::size_t{1} << 16;  // with uses that no cache holds

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
};

struct GroupStats {
  std::uint64_t distinct = 0;
  std::uint64_t saved = 0;
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
        has_texts_(layout.slot_count()),
        uses_(document_.texts.size()),
        fetch_at_(uses_.size() >= kManyTexts ? 0 : kNone),
        seen_(document_.number_hash()) {}

  void run() {
    const std::vector<bool> any = any_slots();
    visit(0, layout_.find_slot(layout_.root()));
    choose_codes();
    give_bytes_to_elements(layout_);
    if (is_other_walk(any)) {
      round_ = Round::kTexts;
      std::fill(uses_.begin(), uses_.end(), Uses{});
      if (fetch_at_ != kNone) fetch_at_ = 0;
      other_uses_.clear();
      seen_.clear();
      find_texts(layout_.root());
      visit(0, layout_.find_slot(layout_.root()));
    }
    for (std::uint32_t i = 0; i < slots_.size(); ++i) layout_.slot(i).share_strings = true;
    for (std::uint32_t i = 0; i < groups_.size(); ++i) layout_.group(i).share_keys = true;
    for (int round = 0; round < 2; ++round) weigh_strings();
  }

 private:
  enum class Round : std::uint8_t { kAll, kTexts };
  enum class Texts : std::uint8_t { kUnknown, kNone, kSome };

  // Every slot that is handed on is the one that stands for all it was merged with.
  void visit(std::uint32_t node, std::uint32_t number) {
    const Node& what = document_.nodes[node];
    const Slot& slot = layout_.slot_at(number);
    if (slot.any || (round_ == Round::kTexts && has_texts_[number] == Texts::kNone)) return;
    switch (what.kind) {
      case NodeKind::kList: visit_list(what, node, number); break;
      case NodeKind::kObject: visit_object(what, node, layout_.find_group(slot.group)); break;
      case NodeKind::kMap: visit_map(what, node, slot); break;
      default: leaf(what, number); break;
    }
  }

  void inner(std::uint32_t node, std::uint32_t number) {
    if (node >= fetch_at_) fetch(node);
    const Node& what = document_.nodes[node];
    if (what.is_container()) {
      visit(node, number);
    } else if (!layout_.slot_at(number).any) {
      leaf(what, number);
    }
  }

  // Texts that come again have their uses anywhere. Those of the next nodes but a few are fetched.
  void fetch(std::uint32_t node) {
    const std::vector<Node>& nodes = document_.nodes;
    const std::size_t first = std::min<std::size_t>(std::size_t{node} + kFetched, nodes.size());
    const std::size_t last = std::min<std::size_t>(first + kFetched, nodes.size());
    for (std::size_t at = first; at != last; ++at) {
      if (nodes[at].kind != NodeKind::kString) continue;
      FASTSER_PREFETCH_WRITE(&uses_[static_cast<std::size_t>(nodes[at].bits)]);
    }
    fetch_at_ = static_cast<std::uint32_t>(first);
  }

  void leaf(const Node& what, std::uint32_t number) {
    if (what.kind == NodeKind::kString) {
      meet(static_cast<std::uint32_t>(what.bits), number << 1);
    } else if (round_ == Round::kAll && what.kind >= NodeKind::kNegative &&
               what.kind <= NodeKind::kReal) {
      count_number(what, slots_[number]);
    }
  }

  void visit_list(const Node& list, std::uint32_t node, std::uint32_t number) {
    Slot& slot = layout_.slot_at(number);
    if (round_ == Round::kAll) {
      slot.least = std::min<std::uint64_t>(slot.least, list.count);
      slot.most = std::max<std::uint64_t>(slot.most, list.count);
    }
    const bool may = round_ == Round::kAll ? share_objects_ : slot.share_lists;
    if (may && list.weight() > kTinyWeight && is_again(list, node, number, 0)) {
      slots_[number].saved_lists += list.weight() - 2;
      return;
    }
    ++slots_[number].lists;
    if (list.count == 0) return;
    const std::uint32_t element = layout_.find_slot(slot.element);
    for (std::uint32_t at = node + 1; at < list.end; at = document_.nodes[at].end) {
      inner(at, element);
    }
  }

  void visit_map(const Node& map, std::uint32_t node, const Slot& slot) {
    if (map.count == 0) return;
    std::uint32_t next = layout_.find_slot(slot.map_key);
    const std::uint32_t both = next ^ layout_.find_slot(slot.map_value);
    for (std::uint32_t at = node + 1; at < map.end; at = document_.nodes[at].end) {
      inner(at, next);
      next ^= both;  // key, value, key ...
    }
  }

  void visit_object(const Node& object, std::uint32_t node, std::uint32_t number) {
    const Group& group = layout_.group_at(number);
    const bool may = round_ == Round::kAll ? share_objects_ : group.share;
    if (may && object.weight() > kTinyWeight && is_again(object, node, number, 1)) {
      groups_[number].saved += object.weight() - 2;
      return;
    }
    ++groups_[number].distinct;
    std::uint32_t field = kNone;
    for (std::uint32_t at = node + 1; at < object.end; at = document_.nodes[at].end) {
      const std::uint32_t name = document_.nodes[at].key;
      if (group.map) {
        meet(name, number << 1 | 1);
        inner(at, layout_.find_slot(group.values));
      } else {
        field = group.field_of(name, field);
        inner(at, layout_.find_slot(group.fields[field].slot));
      }
    }
  }

  // Whether a container of equal content was met in this slot or group; neither has more than 2^31
  // members. One that is the first and the last of its content needs no entry.
  bool is_again(const Node& container, std::uint32_t node, std::uint32_t owner,
                std::uint64_t kind) {
    if (container.same() == node && !container.comes_again) return false;
    const std::uint64_t key = (std::uint64_t{container.same()} << 32) | (owner << 1) | kind;
    return !seen_.emplace(key, 0).second;
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

  void choose_codes();
  static TypeCode choose_integer(const SlotStats& stats);

  [[nodiscard]] std::vector<bool> any_slots() {
    std::vector<bool> any(slots_.size());
    for (std::uint32_t i = 0; i < slots_.size(); ++i) any[i] = layout_.slot(i).any;
    return any;
  }

  // Whether what was left out as equal is written after all, or slots became `any`, in which no
  // strings count.
  bool is_other_walk(const std::vector<bool>& any) {
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i].saved_lists != 0 && !layout_.slot_at(i).share_lists) return true;
    }
    for (std::uint32_t i = 0; i < groups_.size(); ++i) {
      if (groups_[i].saved != 0 && !layout_.group_at(i).share) return true;
    }
    return any_slots() != any;
  }

  // Finds out which slots have strings or keys of maps below; each once.
  bool find_texts(std::uint32_t where) {
    const std::uint32_t number = layout_.find_slot(where);
    if (has_texts_[number] != Texts::kUnknown) return has_texts_[number] == Texts::kSome;
    has_texts_[number] = Texts::kNone;
    const Slot& slot = layout_.slot_at(number);
    bool found = (slot.kinds & kSawString) != 0;
    for (const std::uint32_t one : {slot.element, slot.map_key, slot.map_value}) {
      if (one != kNone && find_texts(one)) found = true;
    }
    if (slot.group != kNone) {
      const Group& group = layout_.group(slot.group);
      if (group.map) found = true;
      if (group.map && group.values != kNone) find_texts(group.values);
      for (const Field& field : group.fields) {
        if (find_texts(field.slot)) found = true;
      }
    }
    if (found) has_texts_[number] = Texts::kSome;
    return found;
  }

  // Slots are even, groups are odd.
  [[nodiscard]] bool shares(std::uint32_t owner) {
    return owner % 2 == 0 ? layout_.slot_at(owner >> 1).share_strings
                          : layout_.group_at(owner >> 1).share_keys;
  }

  // A string that will be written, in a slot or a group.
  void meet(std::uint32_t text, std::uint32_t owner) {
    Uses& uses = uses_[text];
    if (uses.count == 0) uses.owner = owner;
    if (uses.owner == owner) {
      ++uses.count;
    } else {
      other_uses_.push_back({text, owner});
    }
  }

  // What sharing saves, by each of so many uses of a text: a reference takes the place of all but
  // the first, whose size is written doubled.
  [[nodiscard]] double saved_by_each(std::uint32_t text, std::uint32_t uses) const {
    const std::size_t size = document_.text(text).size();
    if (size == 0) return 0;
    const auto length = static_cast<double>(wire::varint_size(size));
    const auto doubled = static_cast<double>(wire::varint_size(2 * std::uint64_t{size}));
    const double again = static_cast<double>(uses - 1) / static_cast<double>(uses);
    return again * (static_cast<double>(size) + length - kReferenceBytes) -
           (1 - again) * (doubled - length);
  }

  void weigh_strings() {
    // Of each text, in slots and groups that share.
    std::vector<std::uint32_t> shared_uses(uses_.size());
    for (std::size_t i = 0; i < uses_.size(); ++i) {
      if (uses_[i].count != 0 && shares(uses_[i].owner)) shared_uses[i] = uses_[i].count;
    }
    for (const OtherUse& one : other_uses_) shared_uses[one.text] += shares(one.owner) ? 1U : 0U;
    std::vector<double> saved_strings(slots_.size());
    std::vector<double> saved_keys(groups_.size());
    const auto add = [&](std::uint32_t owner, std::uint32_t text, std::uint32_t times) {
      if (times == 0 || !shares(owner)) return;
      const double saved = saved_by_each(text, shared_uses[text]);
      (owner % 2 == 0 ? saved_strings : saved_keys)[owner >> 1] += times * saved;
    };
    for (std::uint32_t i = 0; i < uses_.size(); ++i) add(uses_[i].owner, i, uses_[i].count);
    for (const OtherUse& one : other_uses_) add(one.owner, one.text, 1);
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      if (layout_.find_slot(i) == i) layout_.slot(i).share_strings = saved_strings[i] > 0;
    }
    for (std::uint32_t i = 0; i < groups_.size(); ++i) {
      if (layout_.find_group(i) == i) layout_.group(i).share_keys = saved_keys[i] > 0;
    }
  }

  // How often a text is met in the first slot or group that has it, and what that is.
  struct Uses {
    std::uint32_t owner = 0;
    std::uint32_t count = 0;
  };
  // In another one.
  struct OtherUse {
    std::uint32_t text;
    std::uint32_t owner;
  };

  Layout& layout_;
  const Document& document_;
  bool share_objects_;
  Round round_ = Round::kAll;
  std::vector<SlotStats> slots_;
  std::vector<GroupStats> groups_;
  std::vector<Texts> has_texts_;
  std::vector<Uses> uses_;  // by the numbers of the texts
  std::vector<OtherUse> other_uses_;
  std::uint32_t fetch_at_;  // the node at which uses are fetched
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
