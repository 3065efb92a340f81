// SPDX-License-Identifier: MIT
//
// Layout, the second half: which groups can be one, which have to be maps for the order of their
// keys, and where types would nest too deep.
#include <algorithm>
#include <map>

#include "convert/document/layout.hpp"

namespace fastser::convert {
namespace {

constexpr std::size_t kMaxGroupsToUnite = 500;  // looking for ancestors is quadratic
constexpr std::uint32_t kMaxNesting = 14;       // lists in lists; each takes up to 4 levels of type

// Orders lists of keys. Not vector's own operator: libstdc++ 12 compares too few bytes of vectors
// of unsigned numbers on big-endian machines.
struct KeysOrder {
  bool operator()(const std::vector<std::uint32_t>& left,
                  const std::vector<std::uint32_t>& right) const {
    const auto less = [](std::uint32_t a, std::uint32_t b) { return a < b; };
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end(), less);
  }
};

}  // namespace

// ---- order, union

// The slots below which one of these groups stands, at any depth.
std::vector<bool> Layout::slots_that_hold(const std::vector<std::uint32_t>& groups) {
  std::vector<std::vector<std::uint32_t>> holders(groups_.size());
  std::vector<std::uint32_t> inner;
  for (std::uint32_t i = 0; i < groups_.size(); ++i) {
    if (find_group(i) != i) continue;
    inner.clear();
    inner_groups(i, inner);
    for (const std::uint32_t one : inner) holders[one].push_back(i);
  }
  std::vector<bool> leads(groups_.size());  // the group is one of these, or holds one
  std::vector<std::uint32_t> stack = groups;
  while (!stack.empty()) {
    const std::uint32_t number = stack.back();
    stack.pop_back();
    if (leads[number]) continue;
    leads[number] = true;
    stack.insert(stack.end(), holders[number].begin(), holders[number].end());
  }
  std::vector<bool> found(slots_.size());
  for (std::uint32_t i = 0; i < slots_.size(); ++i) {
    inner.clear();
    groups_below(i, inner);
    found[i] =
        std::any_of(inner.begin(), inner.end(), [&](std::uint32_t one) { return leads[one]; });
  }
  return found;
}

// For each field of each group, its place in the order of the chain.
std::vector<std::vector<std::uint32_t>> Layout::ranks() const {
  std::vector<std::vector<std::uint32_t>> ranks(groups_.size());
  for (std::uint32_t i = 0; i < groups_.size(); ++i) {
    ranks[i].resize(groups_[i].fields.size());
    std::uint32_t rank = 0;
    for (std::uint32_t at = groups_[i].first; at != kNone && !groups_[i].map;) {
      if (at >= groups_[i].fields.size()) break;  // merged away
      ranks[i][at] = rank++;
      at = groups_[i].fields[at].next;
    }
  }
  return ranks;
}

// A record writes its fields in one order. Objects with another order make a map of their group.
// Most documents have none that could be one: their fields were met in the order of the chain,
// which never changes. In others only what may hold such objects is looked at.
bool Layout::find_order_conflicts() {
  std::vector<std::uint32_t> suspects;
  for (std::uint32_t i = 0; i < groups_.size(); ++i) {
    if (find_group(i) == i && !groups_[i].map && !groups_[i].in_order) suspects.push_back(i);
  }
  if (suspects.empty()) return false;
  const std::vector<bool> may_hold_one = slots_that_hold(suspects);
  const std::vector<std::vector<std::uint32_t>> place = ranks();
  std::vector<bool> conflict(groups_.size());
  // Visits every object with its slot: an explicit stack of (node, slot).
  std::vector<std::pair<std::uint32_t, std::uint32_t>> stack{{0, root()}};
  while (!stack.empty()) {
    const auto [node, where] = stack.back();
    stack.pop_back();
    const Node& what = document_.nodes[node];
    if (!what.is_container() || what.count == 0) continue;
    const std::uint32_t number =
        what.kind == NodeKind::kObject ? find_group(slot(where).group) : kNone;
    std::uint32_t last = 0;
    std::uint32_t previous = kNone;
    bool is_value = false;
    for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
      std::uint32_t inner = slot(where).element;
      if (what.kind == NodeKind::kMap) {
        inner = is_value ? slot(where).map_value : slot(where).map_key;
        is_value = !is_value;
      }
      if (number != kNone && groups_[number].map) inner = groups_[number].values;
      if (number != kNone && !groups_[number].map) {
        const std::uint32_t field = groups_[number].field_of(document_.nodes[at].key, previous);
        previous = field;
        inner = groups_[number].fields[field].slot;
        const std::uint32_t rank = place[number][field] + 1;
        if (rank <= last) conflict[number] = true;
        last = rank;
      }
      if (document_.nodes[at].is_container() && may_hold_one[inner]) stack.emplace_back(at, inner);
    }
  }
  bool found = false;
  for (std::uint32_t i = 0; i < groups_.size(); ++i) {
    if (conflict[i] && find_group(i) == i) {
      make_map(i);
      found = true;
    }
  }
  return found;
}

// The groups whose objects stand in objects of this one, with only lists and maps between.
void Layout::inner_groups(std::uint32_t group, std::vector<std::uint32_t>& out) {
  groups_below(groups_[group].values, out);
  for (const Field& field : groups_[group].fields) groups_below(field.slot, out);
}

void Layout::groups_below(std::uint32_t at, std::vector<std::uint32_t>& out) {
  for (; at != kNone; at = slot(at).element) {
    if (slot(at).group != kNone) out.push_back(find_group(slot(at).group));
    groups_below(slot(at).map_key, out);
    groups_below(slot(at).map_value, out);
  }
}

bool Layout::reaches(std::uint32_t from, std::uint32_t to) {
  std::vector<bool> seen(groups_.size());
  std::vector<std::uint32_t> stack{find_group(from)};
  to = find_group(to);
  while (!stack.empty()) {
    const std::uint32_t number = stack.back();
    stack.pop_back();
    if (number == to) return true;
    if (seen[number]) continue;
    seen[number] = true;
    inner_groups(number, stack);
  }
  return false;
}

// Takes away groups that nothing left holds, until none is left or all hold each other (Kahn).
bool Layout::acyclic() {
  std::vector<std::uint32_t> holders(groups_.size());
  std::vector<std::uint32_t> inner;
  std::size_t left = 0;
  for (std::uint32_t i = 0; i < groups_.size(); ++i) {
    if (find_group(i) != i) continue;
    ++left;
    inner.clear();
    inner_groups(i, inner);
    for (const std::uint32_t one : inner) ++holders[one];
  }
  std::vector<std::uint32_t> free;
  for (std::uint32_t i = 0; i < groups_.size(); ++i) {
    if (find_group(i) == i && holders[i] == 0) free.push_back(i);
  }
  while (!free.empty()) {
    const std::uint32_t number = free.back();
    free.pop_back();
    --left;
    inner.clear();
    inner_groups(number, inner);
    for (const std::uint32_t one : inner) {
      if (--holders[one] == 0) free.push_back(one);
    }
  }
  return left == 0;
}

// Records with the same keys become one shape, unless one is inside the other (a shape must not
// contain itself).
void Layout::unite_equal_groups() {
  if (groups_.size() > kMaxGroupsToUnite) return;
  std::map<std::vector<std::uint32_t>, std::uint32_t, KeysOrder> by_keys;
  for (std::uint32_t i = 0; i < groups_.size(); ++i) {
    if (find_group(i) != i || groups_[i].map || groups_[i].fields.size() < 2) continue;
    std::vector<std::uint32_t> keys;
    for (const Field& field : groups_[i].fields) keys.push_back(field.key);
    std::sort(keys.begin(), keys.end());
    const auto [it, is_new] = by_keys.emplace(std::move(keys), i);
    if (is_new) continue;
    const std::uint32_t other = find_group(it->second);
    if (other == find_group(i) || reaches(other, i) || reaches(i, other)) continue;
    merge_groups(other, i);
  }
}

void Layout::mark_absent() {
  for (std::uint32_t i = 0; i < groups_.size(); ++i) {
    if (find_group(i) != i || groups_[i].map) continue;
    for (const Field& field : groups_[i].fields) {
      if (field.present < groups_[i].objects) slot(field.slot).kinds |= kSawAbsent;
    }
  }
}

void Layout::mark_deep(std::uint32_t number, std::uint32_t nesting, std::vector<bool>& seen) {
  Slot& what = slot(number);
  if (nesting > kMaxNesting) {
    what.any = true;
    return;
  }
  for (const std::uint32_t inner : {what.element, what.map_key, what.map_value}) {
    if (inner != kNone) mark_deep(inner, nesting + 1, seen);
  }
  if (what.group == kNone) return;
  const std::uint32_t inner = find_group(what.group);
  if (groups_[inner].map) {
    if (groups_[inner].values != kNone) mark_deep(groups_[inner].values, nesting + 1, seen);
  } else if (!seen[inner]) {
    seen[inner] = true;
    for (const Field& field : groups_[inner].fields) mark_deep(field.slot, 0, seen);
  }
}

}  // namespace fastser::convert
