// SPDX-License-Identifier: MIT
#include "convert/edit/copy.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "convert/document/replay.hpp"

namespace fastser::convert {
namespace {

// Recursion is bounded by the depth of the document.
class Copy {
 public:
  Copy(const Document& from, std::vector<Change> changes, const Document* value, Sink& to)
      : from_(from), changes_(std::move(changes)), value_(value), to_(to) {
    std::sort(changes_.begin(), changes_.end(),
              [](const Change& left, const Change& right) { return left.node < right.node; });
  }

  // A value without its key.
  bool value(std::uint32_t at) {
    const Node& node = from_.nodes[at];
    if (const Change* change = change_of(at); change != nullptr && replaces(*change)) return put();
    if (node.choice != 0 && !to_.choice(node.choice - std::uint64_t{1})) return false;
    const std::uint32_t type = from_.inline_type(at);
    if (type != kNoKey && !to_.inline_type(std::as_bytes(std::span(from_.text(type))))) {
      return false;
    }
    return node.is_container() ? container(at) : replay(from_, at, to_);
  }

 private:
  static bool replaces(const Change& change) { return change.what == Change::What::kReplace; }

  [[nodiscard]] const Change* change_of(std::uint32_t node) const {
    const auto at = std::lower_bound(
        changes_.begin(), changes_.end(), node,
        [](const Change& change, std::uint32_t wanted) { return change.node < wanted; });
    return at != changes_.end() && at->node == node ? &*at : nullptr;
  }
  bool put() { return replay(*value_, to_); }
  // Of a map: a name, or the integer in brackets.
  bool new_key(const PathStep& step) {
    if (step.may_be_key) return to_.text(step.key);
    const bool negative = step.takes == PathStep::Takes::kFromEnd;
    return to_.integer(negative ? ~step.index + 1 : step.index, negative);
  }

  bool container(std::uint32_t at) {
    const Node& node = from_.nodes[at];
    const bool is_list = node.kind == NodeKind::kList;
    const bool is_map = node.kind == NodeKind::kMap;
    const bool began = is_list  ? to_.begin_list(node.count)
                       : is_map ? to_.begin_map(node.count / 2)
                                : to_.begin_object(node.count, false);
    if (!began) return false;
    for (std::uint32_t child = at + 1; child != node.end; child = from_.nodes[child].end) {
      const std::uint32_t key = child;
      if (is_map) child = from_.nodes[child].end;
      const Change* const change = change_of(child);
      if (change != nullptr && change->what == Change::What::kRemove) continue;
      if (change != nullptr && change->what == Change::What::kInsert && !put()) return false;
      if (is_map && !value(key)) return false;
      if (!is_map && !is_list && !to_.key(from_.text(from_.nodes[child].key))) return false;
      if (!value(child)) return false;
    }
    const Change* const change = change_of(at);
    if (change != nullptr && change->what == Change::What::kAppend) {
      if (is_map && !new_key(change->step)) return false;
      if (!is_map && !is_list && !to_.key(change->step.key)) return false;
      if (!put()) return false;
    }
    if (is_list) return to_.end_list();
    return is_map ? to_.end_map() : to_.end_object();
  }

  const Document& from_;
  std::vector<Change> changes_;
  const Document* value_;
  Sink& to_;
};

}  // namespace

bool copy_changed(const Document& from, std::vector<Change> changes, const Document* value,
                  Sink& to) {
  return Copy(from, std::move(changes), value, to).value(0);
}

}  // namespace fastser::convert
