// SPDX-License-Identifier: MIT
#include "convert/document/sort_keys.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "convert/document/key_order.hpp"

namespace fastser::convert {
namespace {

// Sorting keeps how many nodes a value has, so `end` moves with it. Of containers of equal content
// another one may come first.
class Sorted {
 public:
  explicit Sorted(Document& document)
      : document_(document),
        from_(document.nodes),
        order_(document, 0),
        firsts_(from_.size(), kNone) {
    nodes_.reserve(from_.size());
  }

  void run() {
    std::vector<std::uint32_t> next = {0};  // a stack
    while (!next.empty()) {
      const std::uint32_t at = next.back();
      next.pop_back();
      put(at);
      push_children(at, next);
    }
    document_.nodes = std::move(nodes_);
    document_.apple_dates = std::move(apple_dates_);
  }

 private:
  static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

  void put(std::uint32_t at) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    Node& node = nodes_.emplace_back(from_[at]);
    node.end = number + (node.end - at);
    if (!node.is_container()) {
      const double* const date =
          node.kind == NodeKind::kMoment ? document_.apple_date(at) : nullptr;
      if (date != nullptr) apple_dates_.push_back({number, *date});
      return;
    }
    std::uint32_t& first = firsts_[node.same()];
    if (first == kNone) {
      first = number;
    } else {
      nodes_[first].comes_again = true;
    }
    node.set_same(first);
    node.comes_again = false;
  }

  // The first on top.
  void push_children(std::uint32_t at, std::vector<std::uint32_t>& next) const {
    const Node& node = from_[at];
    if (!node.is_container()) return;
    const auto start = static_cast<std::ptrdiff_t>(next.size());
    for (std::uint32_t child = at + 1; child != node.end; child = from_[child].end) {
      next.push_back(child);
    }
    const auto children = std::next(next.begin(), start);
    if (node.kind == NodeKind::kObject) {
      std::sort(children, next.end(), [this](std::uint32_t left, std::uint32_t right) {
        return order_.rank(from_[left].key) < order_.rank(from_[right].key);
      });
    }
    std::reverse(children, next.end());
  }

  Document& document_;
  const std::vector<Node>& from_;
  KeyOrder order_;
  std::vector<std::uint32_t> firsts_;  // of containers, by the first of equal content: its number
  std::vector<Node> nodes_;
  std::vector<Document::AppleDate> apple_dates_;
};

}  // namespace

void sort_keys(Document& document) { Sorted(document).run(); }

}  // namespace fastser::convert
