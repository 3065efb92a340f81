// SPDX-License-Identifier: MIT
#include "convert/path/select.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace fastser::convert {
namespace {

bool is_key(const Document& document, const Node& key, const PathStep& step) {
  if (key.kind == NodeKind::kString) return step.may_be_key && document.text(key.bits) == step.key;
  if (key.kind == NodeKind::kNegative) {
    return step.takes == PathStep::Takes::kFromEnd && ~key.bits + 1 == step.index;
  }
  return key.kind == NodeKind::kUnsigned && step.may_be_index && key.bits == step.index;
}

// The place in a list of `count` that a bound means.
std::size_t place(std::int64_t bound, std::size_t count) {
  const auto size = static_cast<std::int64_t>(count);
  return static_cast<std::size_t>(
      std::clamp<std::int64_t>(bound < 0 ? bound + size : bound, 0, size));
}

void take_elements(const std::vector<std::uint32_t>& elements, const PathStep& step,
                   std::vector<std::uint32_t>& out) {
  const std::size_t count = elements.size();
  std::size_t first = count;
  std::size_t behind = count;
  if (step.takes == PathStep::Takes::kRange) {
    first = place(step.first, count);
    behind = place(step.behind, count);
  } else if (step.takes == PathStep::Takes::kFromEnd) {
    if (step.index <= count) first = count - static_cast<std::size_t>(step.index);
    behind = std::min(first + 1, count);
  } else if (step.may_be_index && step.index < count) {
    first = static_cast<std::size_t>(step.index);
    behind = first + 1;
  }
  for (std::size_t i = first; i < behind; ++i) out.push_back(elements[i]);
}

void take_value(const Document& document, std::uint32_t node, const PathStep& step,
                std::vector<std::uint32_t>& out) {
  const std::vector<Node>& nodes = document.nodes;
  const bool is_map = nodes[node].kind == NodeKind::kMap;
  for (std::uint32_t child = node + 1; child != nodes[node].end; child = nodes[child].end) {
    const std::uint32_t key = child;
    if (is_map) child = nodes[child].end;
    const bool matches = is_map ? is_key(document, nodes[key], step)
                                : step.may_be_key && document.text(nodes[child].key) == step.key;
    if (!matches) continue;
    out.push_back(child);
    return;
  }
}

// Whether the step is about what the node is.
bool take(const Document& document, std::uint32_t node, const PathStep& step,
          std::vector<std::uint32_t>& out) {
  const Node& in = document.nodes[node];
  if (!in.is_container()) return false;
  if (in.kind == NodeKind::kList) {
    take_elements(values_of(document, node), step, out);
    return true;
  }
  if (step.takes != PathStep::Takes::kRange) {
    take_value(document, node, step, out);
  } else if (step.takes_all()) {
    const std::vector<std::uint32_t> all = values_of(document, node);
    out.insert(out.end(), all.begin(), all.end());
  }
  return step.takes_all();
}

}  // namespace

std::vector<std::uint32_t> values_of(const Document& document, std::uint32_t node) {
  std::vector<std::uint32_t> values;
  const std::vector<Node>& nodes = document.nodes;
  if (!nodes[node].is_container()) return values;
  const bool is_map = nodes[node].kind == NodeKind::kMap;
  for (std::uint32_t child = node + 1; child != nodes[node].end; child = nodes[child].end) {
    if (is_map) child = nodes[child].end;
    values.push_back(child);
  }
  return values;
}

bool select(const Document& document, std::span<const PathStep> steps,
            std::vector<std::uint32_t>& nodes) {
  for (const PathStep& step : steps) {
    if (nodes.empty()) return true;
    std::vector<std::uint32_t> next;
    bool fits = false;
    for (const std::uint32_t node : nodes) fits = take(document, node, step, next) || fits;
    nodes = std::move(next);
    if (nodes.empty()) return fits && step.takes == PathStep::Takes::kRange;
  }
  return true;
}

}  // namespace fastser::convert
