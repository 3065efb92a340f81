// SPDX-License-Identifier: MIT
//
// Finding slots and groups. One pass over the document gathers them by position; then groups are
// turned into maps or united, which merges the slots below them (union-find: numbers stay valid).
#include "convert/document/layout.hpp"

#include <algorithm>
#include <iterator>

namespace fastser::convert {
namespace {

constexpr std::size_t kManyKeys = 24;          // above: maybe keys are data
constexpr std::uint64_t kSparse = 4;           // ... if objects have less than 1 / kSparse of them
constexpr std::size_t kDictionaryEntries = 8;  // objects of one kind under this many keys

bool is_number(std::string_view text) {
  if (text.empty()) return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// In the order of the kinds of nodes.
constexpr SlotKind kKinds[] = {kSawNull,   kSawBool,   kSawInteger, kSawInteger, kSawReal,
                               kSawString, kSawList,   kSawObject,  kSawF32,     kSawF64,
                               kSawData,   kSawMoment, kSawExt,     kSawMap};
static_assert(std::size(kKinds) == static_cast<std::size_t>(NodeKind::kMap) + 1);

SlotKind kind_of(NodeKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

}  // namespace

Layout::Layout(const Document& document, const LayoutRules& rules)
    : document_(document), rules_(rules) {
  new_slot();
  gather(0, root());
  choose_maps();
  if (rules.unite) unite_equal_groups();
  while (rules.keep_order && find_order_conflicts()) choose_maps();
  const bool limited = rules.most_fields != LayoutRules{}.most_fields;
  while (limited && choose_maps()) {  // what was merged may have too many by now
  }
  mark_absent();
  std::vector<bool> seen(groups_.size());
  mark_deep(root(), 0, seen);
}

std::uint32_t Layout::new_slot() {
  const auto number = static_cast<std::uint32_t>(slots_.size());
  slots_.push_back(Slot{.parent = number});
  return number;
}

std::uint32_t Layout::new_group() {
  const auto number = static_cast<std::uint32_t>(groups_.size());
  groups_.emplace_back(document_.number_hash());
  groups_.back().parent = number;
  return number;
}

// ---- gathering

void Layout::gather(std::uint32_t node, std::uint32_t slot) {
  const Node& what = document_.nodes[node];
  slots_[slot].kinds |= kind_of(what.kind);
  if (what.kind == NodeKind::kList && what.count != 0) {
    if (slots_[slot].element == kNone) {
      const std::uint32_t element = new_slot();
      slots_[slot].element = element;
    }
    const std::uint32_t element = slots_[slot].element;
    for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
      const Node& inner = document_.nodes[at];
      if (inner.is_container()) {
        gather(at, element);
      } else {
        slots_[element].kinds |= kind_of(inner.kind);
      }
    }
  } else if (what.kind == NodeKind::kObject) {
    if (slots_[slot].group == kNone) {
      const std::uint32_t group = new_group();
      slots_[slot].group = group;
    }
    gather_object(what, node, slots_[slot].group);
  } else if (what.kind == NodeKind::kMap && what.count != 0) {
    gather_map(what, node, slot);
  }
}

void Layout::gather_map(const Node& map, std::uint32_t node, std::uint32_t slot) {
  if (slots_[slot].map_key == kNone) {
    const std::uint32_t key = new_slot();
    slots_[slot].map_key = key;
    slots_[slot].map_value = key + 1;
    new_slot();
  }
  std::uint32_t inner = slots_[slot].map_key;
  const std::uint32_t both = inner ^ slots_[slot].map_value;
  for (std::uint32_t at = node + 1; at < map.end; at = document_.nodes[at].end) {
    gather(at, inner);
    inner ^= both;  // key, value, key ...
  }
}

void Layout::gather_object(const Node& object, std::uint32_t node, std::uint32_t group) {
  ++groups_[group].objects;
  std::uint32_t previous = kNone;
  for (std::uint32_t at = node + 1; at < object.end; at = document_.nodes[at].end) {
    const Node& inner = document_.nodes[at];
    std::uint32_t field = groups_[group].behind(previous);  // mostly it is
    if (field == kNone || groups_[group].fields[field].key != inner.key) {
      field = field_for(group, inner.key, previous);
    }
    Field& what = groups_[group].fields[field];
    ++what.present;
    if (inner.is_container()) {
      gather(at, what.slot);
    } else {
      slots_[what.slot].kinds |= kind_of(inner.kind);
    }
    previous = field;
  }
}

// The position of the field; a new one is chained in behind `after`.
std::uint32_t Layout::field_for(std::uint32_t group, std::uint32_t key, std::uint32_t after) {
  const std::uint32_t next = groups_[group].next_field(key, after);
  if (next != kNone) return next;
  if (const auto found = groups_[group].by_key.find(key); found != groups_[group].by_key.end()) {
    if (groups_[group].next_field(key, after, Group::kFar) == kNone) {
      groups_[group].in_order = false;
    }
    return found->second;
  }
  const std::uint32_t slot = new_slot();
  Group& what = groups_[group];
  const auto position = static_cast<std::uint32_t>(what.fields.size());
  std::uint32_t& link = after == kNone ? what.first : what.fields[after].next;
  const Field field{key, slot, link, 0};
  link = position;
  what.fields.push_back(field);
  what.by_key.emplace(key, position);
  return position;
}

// ---- merging
//
// To merge two slots or groups is to merge what is in them, and that can lead back to one of the
// two. So nothing is merged while something else is looked at: what has to be merged is put on a
// stack.

void Layout::merge_groups(std::uint32_t left, std::uint32_t right) {
  pending_.push_back({left, right, true});
  merge_pending();
}

void Layout::merge_pending() {
  while (!pending_.empty()) {
    const Pair next = pending_.back();
    pending_.pop_back();
    const std::size_t begin = pending_.size();
    if (next.are_groups) {
      unite_groups(find_group(next.left), find_group(next.right));
    } else {
      unite_slots(find_slot(next.left), find_slot(next.right));
    }
    // What was found first is merged first.
    std::reverse(pending_.begin() + static_cast<std::ptrdiff_t>(begin), pending_.end());
  }
}

// One of the two where there are both, and they are to be merged.
std::uint32_t Layout::one_of(std::uint32_t left, std::uint32_t right, bool are_groups) {
  if (left == kNone) return right;
  if (right != kNone) pending_.push_back({left, right, are_groups});
  return left;
}

void Layout::unite_slots(std::uint32_t left, std::uint32_t right) {
  if (left == right) return;
  Slot& mine = slots_[left];
  Slot& other = slots_[right];
  other.parent = left;
  mine.kinds |= other.kinds;
  mine.element = one_of(mine.element, other.element, false);
  mine.map_key = one_of(mine.map_key, other.map_key, false);
  mine.map_value = one_of(mine.map_value, other.map_value, false);
  mine.group = one_of(mine.group, other.group, true);
}

void Layout::unite_groups(std::uint32_t left, std::uint32_t right) {
  if (left == right) return;
  if (groups_[left].map != groups_[right].map) {
    turn_into_map(left);
    turn_into_map(right);
  }
  groups_[right].parent = left;
  groups_[left].objects += groups_[right].objects;
  if (groups_[left].map) {
    groups_[left].values = one_of(groups_[left].values, groups_[right].values, false);
    return;
  }
  // Two orders that are kept are one, if no field has to be looked for.
  groups_[left].in_order = groups_[left].in_order && groups_[right].in_order;
  const std::vector<Field> theirs = std::move(groups_[right].fields);
  groups_[right].fields.clear();
  std::uint32_t previous = kNone;
  for (std::uint32_t at = groups_[right].first; at != kNone; at = theirs[at].next) {
    const std::uint32_t field = field_for(left, theirs[at].key, previous);
    groups_[left].fields[field].present += theirs[at].present;
    pending_.push_back({groups_[left].fields[field].slot, theirs[at].slot, false});
    previous = field;
  }
}

// ---- maps

// Objects under every key, all with the same keys: a dictionary of records.
bool Layout::same_records(const Group& group) {
  const Group* first = nullptr;
  for (const Field& field : group.fields) {
    const Slot& what = slot(field.slot);
    if (what.kinds != kSawObject) return false;
    const Group& inner = groups_[find_group(what.group)];
    if (first == nullptr) first = &inner;
    if (inner.fields.size() != first->fields.size() || inner.fields.size() < 2) return false;
    for (const Field& one : inner.fields) {
      if (first->by_key.find(one.key) == first->by_key.end()) return false;
    }
  }
  return true;
}

bool Layout::looks_like_data(std::uint32_t number) {
  const Group& what = groups_[number];
  if (what.fields.empty()) return false;
  const auto numeric = [this](const Field& field) { return is_number(document_.text(field.key)); };
  if (std::all_of(what.fields.begin(), what.fields.end(), numeric)) return true;
  std::uint64_t present = 0;
  for (const Field& field : what.fields) present += field.present;
  const std::uint64_t keys = what.fields.size();
  if (keys > rules_.most_fields) return true;
  if (keys > kManyKeys && present / keys < what.objects / kSparse) return true;
  return keys >= kDictionaryEntries && same_records(what);
}

void Layout::make_map(std::uint32_t number) {
  turn_into_map(find_group(number));
  merge_pending();
}

// All its fields become one slot, once what is pending is merged.
void Layout::turn_into_map(std::uint32_t number) {
  Group& what = groups_[number];
  if (what.map) return;
  what.map = true;
  for (const Field& field : what.fields) {
    what.values = one_of(what.values, field.slot, false);
  }
  what.fields.clear();
  what.by_key.clear();
}

// Outer groups first: their values, once merged, may be records that unite well.
bool Layout::choose_maps() {
  bool found = false;
  for (std::uint32_t i = 0; i < groups_.size(); ++i) {
    if (find_group(i) != i || groups_[i].map || !looks_like_data(i)) continue;
    make_map(i);
    found = true;
  }
  return found;
}

}  // namespace fastser::convert
