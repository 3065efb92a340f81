// SPDX-License-Identifier: MIT
//
// Every value of both documents gets a hash of its content, so that equal values are told at once.
// Where hashes differ, the two are gone through together. Of lists, the equal ends are cut off, and
// what is left in between is lined up by its longest common subsequence.
#include "convert/diff/diff.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "base/path_text.hpp"
#include "fastser/internal/wire/content_hash.hpp"

namespace fastser::convert {
namespace {

constexpr std::size_t kMaxCells = std::size_t{4} << 20;   // of one table of two lists
constexpr std::size_t kAllCells = std::size_t{64} << 20;  // of all of them
constexpr double kTwoTo63 = 9223372036854775808.0;
constexpr double kTwoTo64 = 18446744073709551616.0;

// A scalar as what makes it equal to others: a float that is an integer is that integer.
struct Scalar {
  NodeKind kind;
  std::uint64_t bits;
  std::uint32_t count;
};

Scalar float_scalar(double value) {
  if (value == std::floor(value) && value < kTwoTo64 && value >= -kTwoTo63) {
    if (value >= 0) return {NodeKind::kUnsigned, static_cast<std::uint64_t>(value), 0};
    const auto below = static_cast<std::int64_t>(value);
    return {NodeKind::kNegative, static_cast<std::uint64_t>(below), 0};
  }
  return {NodeKind::kF64, std::bit_cast<std::uint64_t>(value), 0};
}

Scalar scalar_of(const Node& node) {
  switch (node.kind) {
    case NodeKind::kF32:
      return float_scalar(
          static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(node.bits))));
    case NodeKind::kReal:
    case NodeKind::kF64: return float_scalar(std::bit_cast<double>(node.bits));
    default: return {node.kind, node.bits, node.count};
  }
}

bool is_content(NodeKind kind) {
  return kind == NodeKind::kString || kind == NodeKind::kData || kind == NodeKind::kExt;
}

// A document with the hash of each node.
class Hashed {
 public:
  Hashed(const Document& document, wire::HashSeed seed) : document_(document), seed_(seed) {
    texts_.reserve(document.texts.size());
    for (std::size_t i = 0; i < document.texts.size(); ++i) {
      const std::string_view text = document.text(i);
      texts_.push_back(wire::content_hash(text.data(), text.size(), seed));
    }
    hashes_.resize(document.nodes.size());
    for (std::size_t i = document.nodes.size(); i-- > 0;) hashes_[i] = hash(i);
  }

  [[nodiscard]] const Document& document() const { return document_; }
  [[nodiscard]] const Node& node(std::uint32_t at) const { return document_.nodes[at]; }
  [[nodiscard]] std::uint64_t at(std::uint32_t node) const { return hashes_[node]; }
  // As the key of a map: 1 and 1.0 are two keys, though as values they are equal.
  [[nodiscard]] std::uint64_t at_key(std::uint32_t node) const {
    const NodeKind kind = document_.nodes[node].kind;
    const bool is_float =
        kind == NodeKind::kF32 || kind == NodeKind::kF64 || kind == NodeKind::kReal;
    return is_float ? mix(hashes_[node], 1) : hashes_[node];
  }
  [[nodiscard]] std::vector<std::uint32_t> children(std::uint32_t of) const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t at = of + 1; at < node(of).end; at = node(at).end) out.push_back(at);
    return out;
  }

 private:
  [[nodiscard]] std::uint64_t mix(std::uint64_t a, std::uint64_t b) const {
    return wire::hash_detail::fold(a ^ seed_.first, b ^ seed_.second);
  }
  [[nodiscard]] std::uint64_t hash(std::size_t i) const {
    const Node& node = document_.nodes[i];
    const auto kind = static_cast<std::uint64_t>(node.kind) + 1;
    if (!node.is_container()) {
      const Scalar scalar = scalar_of(node);
      const auto own = static_cast<std::uint64_t>(scalar.kind) + 1;
      const std::uint64_t value =
          is_content(node.kind) ? texts_[static_cast<std::size_t>(node.bits)] : scalar.bits;
      return mix(mix(own, value), scalar.count);
    }
    std::uint64_t sum = mix(kind, node.count);
    std::uint64_t key = 0;
    bool is_key = true;
    for (std::size_t at = i + 1; at < node.end; at = document_.nodes[at].end) {
      const std::uint64_t value = hashes_[at];
      const auto own = static_cast<std::uint32_t>(at);
      switch (node.kind) {
        case NodeKind::kList: sum = mix(sum, value); break;
        case NodeKind::kObject: sum += mix(texts_[document_.nodes[at].key], value); break;
        default:
          if (!is_key) sum += mix(key, value);
          if (is_key) key = at_key(own);
          is_key = !is_key;
      }
    }
    return sum;
  }

  const Document& document_;
  wire::HashSeed seed_;
  std::vector<std::uint64_t> texts_;
  std::vector<std::uint64_t> hashes_;
};

class Comparing {
 public:
  Comparing(const Document& left, const Document& right,
            const std::function<bool(const Difference&)>& told)
      : left_(left, wire::HashSeed::from(left.seed)),
        right_(right, wire::HashSeed::from(left.seed)),
        told_(told) {}

  bool run() {
    compare(0, 0);
    return none_;
  }

 private:
  using What = Difference::What;
  using Nodes = std::vector<std::uint32_t>;

  void compare(std::uint32_t left, std::uint32_t right) {
    if (stopped_ || left_.at(left) == right_.at(right)) return;
    const NodeKind kind = left_.node(left).kind;
    if (kind != right_.node(right).kind || !left_.node(left).is_container()) {
      tell({What::kChanged, path_, left, right});
      return;
    }
    if (kind == NodeKind::kList) return lists(left_.children(left), right_.children(right));
    if (kind == NodeKind::kObject) return objects(left, right);
    maps(left_.children(left), right_.children(right));
  }

  void removed(std::uint32_t node) { tell({What::kRemoved, path_, node, 0}); }
  void added(std::uint32_t node) { tell({What::kAdded, path_, 0, node}); }
  void tell(const Difference& one) {
    none_ = false;
    if (!stopped_) stopped_ = !told_(one);
  }

  // `work` with one more step in the path.
  template <typename Step, typename Work>
  void inside(Step&& step, Work&& work) {
    const std::size_t before = path_.size();
    step(path_);
    work();
    path_.resize(before);
  }
  template <typename Work>
  void at_index(std::size_t index, Work&& work) {
    inside([&](std::string& path) { append_index(path, index); }, work);
  }

  void objects(std::uint32_t left, std::uint32_t right) {
    const Nodes of_right = right_.children(right);
    const TextHash hash{wire::HashSeed::from(right_.document().seed)};
    std::unordered_map<std::string_view, std::uint32_t, TextHash> others(of_right.size(), hash);
    for (const std::uint32_t at : of_right) {
      others.emplace(right_.document().text(right_.node(at).key), at);
    }
    for (const std::uint32_t at : left_.children(left)) {
      const std::string_view key = left_.document().text(left_.node(at).key);
      const auto found = others.find(key);
      inside([&](std::string& path) { append_key(path, key); },
             [&] { found == others.end() ? removed(at) : compare(at, found->second); });
      if (found != others.end()) others.erase(found);
    }
    for (const std::uint32_t at : of_right) {
      const std::string_view key = right_.document().text(right_.node(at).key);
      if (!others.contains(key)) continue;
      inside([&](std::string& path) { append_key(path, key); }, [&] { added(at); });
    }
  }

  // Of maps: a key, as get takes it; others than text and integers by their place.
  static void append_map_key(const Hashed& in, std::uint32_t key, std::size_t place,
                             std::string& path) {
    const Node& node = in.node(key);
    if (node.kind == NodeKind::kString) {
      append_key(path, in.document().text(node.bits));
    } else if (node.kind == NodeKind::kUnsigned) {
      append_index(path, node.bits);
    } else {
      path += "[pair " + std::to_string(place) + ']';
    }
  }

  void maps(const Nodes& left, const Nodes& right) {
    std::unordered_map<std::uint64_t, std::size_t> others;
    for (std::size_t i = 0; i < right.size(); i += 2) others.emplace(right_.at_key(right[i]), i);
    for (std::size_t i = 0; i < left.size(); i += 2) {
      const auto found = others.find(left_.at_key(left[i]));
      inside([&](std::string& path) { append_map_key(left_, left[i], i / 2, path); },
             [&] {
               found == others.end() ? removed(left[i + 1])
                                     : compare(left[i + 1], right[found->second + 1]);
             });
      if (found != others.end()) others.erase(found);
    }
    for (std::size_t i = 0; i < right.size(); i += 2) {
      if (!others.contains(right_.at_key(right[i]))) continue;
      inside([&](std::string& path) { append_map_key(right_, right[i], i / 2, path); },
             [&] { added(right[i + 1]); });
    }
  }

  [[nodiscard]] bool same(std::uint32_t left, std::uint32_t right) const {
    return left_.at(left) == right_.at(right);
  }

  void lists(const Nodes& left, const Nodes& right) {
    std::size_t first = 0;
    const std::size_t shorter = std::min(left.size(), right.size());
    while (first < shorter && same(left[first], right[first])) ++first;
    std::size_t last = 0;  // equal ones at the end
    while (last < shorter - first &&
           same(left[left.size() - 1 - last], right[right.size() - 1 - last])) {
      ++last;
    }
    const Range range = {first, left.size() - last, first, right.size() - last};
    const std::size_t rows = range.left_end - first + 1;
    const std::size_t columns = range.right_end - first + 1;
    // One in place of one has changed, and there is nothing to line up with nothing.
    if (rows > 1 && columns > 1 && rows + columns > 4 && columns <= kMaxCells / rows &&
        rows * columns <= kAllCells - cells_) {
      cells_ += rows * columns;
      return line_up(left, right, range);
    }
    replaced(left, right, range);
  }

  struct Range {
    std::size_t left, left_end, right, right_end;
  };

  // Elements in place of others: as many as there are of both have changed.
  void replaced(const Nodes& left, const Nodes& right, const Range& range) {
    std::size_t i = range.left;
    std::size_t j = range.right;
    for (; i < range.left_end && j < range.right_end; ++i, ++j) {
      at_index(i, [&] { compare(left[i], right[j]); });
    }
    for (; i < range.left_end; ++i) at_index(i, [&] { removed(left[i]); });
    for (; j < range.right_end; ++j) at_index(j, [&] { added(right[j]); });
  }

  // By a table of how much of what lies behind two places can be lined up.
  void line_up(const Nodes& left, const Nodes& right, const Range& range) {
    const std::size_t rows = range.left_end - range.left;
    const std::size_t columns = range.right_end - range.right;
    std::vector<std::uint32_t> table((rows + 1) * (columns + 1));
    const auto cell = [&](std::size_t i, std::size_t j) -> std::uint32_t& {
      return table[i * (columns + 1) + j];
    };
    for (std::size_t i = rows; i-- > 0;) {
      for (std::size_t j = columns; j-- > 0;) {
        cell(i, j) = same(left[range.left + i], right[range.right + j])
                         ? cell(i + 1, j + 1) + 1
                         : std::max(cell(i + 1, j), cell(i, j + 1));
      }
    }
    Range gap = {range.left, range.left, range.right, range.right};
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < rows && j < columns) {
      if (same(left[range.left + i], right[range.right + j])) {
        replaced(left, right, gap);
        ++i;
        ++j;
        gap = {range.left + i, range.left + i, range.right + j, range.right + j};
      } else if (cell(i + 1, j) >= cell(i, j + 1)) {
        gap.left_end = range.left + ++i;
      } else {
        gap.right_end = range.right + ++j;
      }
    }
    gap.left_end = range.left_end;
    gap.right_end = range.right_end;
    replaced(left, right, gap);
  }

  Hashed left_;
  Hashed right_;
  std::string path_;
  std::size_t cells_ = 0;  // of tables that were made
  const std::function<bool(const Difference&)>& told_;
  bool none_ = true;
  bool stopped_ = false;
};

}  // namespace

bool differences(const Document& left, const Document& right,
                 const std::function<bool(const Difference&)>& told) {
  return Comparing(left, right, told).run();
}

}  // namespace fastser::convert
