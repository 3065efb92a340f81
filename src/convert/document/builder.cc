// SPDX-License-Identifier: MIT
//
// Building a Document: nodes are appended; when a container ends, its keys are compared and the
// first container of equal content is looked up. Readers keep their own stacks, so deep input costs
// no recursion here; the depth is limited because later passes do recurse.
#include "convert/document/builder.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace fastser::convert {
namespace {

constexpr std::size_t kMaxNodes = std::numeric_limits<std::uint32_t>::max() - 1;
constexpr std::size_t kMaxKeyText = 40;  // longer keys are shown by their position, as in archives
constexpr std::size_t kMaxPath = 1000;   // outer pieces before this are left out
constexpr std::size_t kTextShare = 4;    // bytes of text that are looked at for one that is charged
constexpr std::size_t kContainer = 64;   // bytes of its entry among the known ones

std::string_view as_text(BytesView bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

bool DocumentBuilder::real(double value) {
  return leaf(NodeKind::kReal, std::bit_cast<std::uint64_t>(value), 6);
}

bool DocumentBuilder::data(BytesView data) {
  const std::size_t weight = 1 + std::min<std::size_t>(data.size(), 1U << 20);
  return content(NodeKind::kData, as_text(data), 0, static_cast<std::uint32_t>(weight));
}

bool DocumentBuilder::ext(std::int8_t type, BytesView data) {
  const std::size_t weight = 2 + std::min<std::size_t>(data.size(), 1U << 20);
  return content(NodeKind::kExt, as_text(data), static_cast<std::uint8_t>(type),
                 static_cast<std::uint32_t>(weight));
}

bool DocumentBuilder::key(std::string_view text) {
  note_key();
  return intern(text, key_);
}

bool DocumentBuilder::charge(std::size_t bytes) {
  if (bytes > budget_) {
    return refuse(Code::kOverBudget, "the values take more memory than allowed");
  }
  budget_ -= bytes;
  return true;
}

std::string DocumentBuilder::path() const {
  std::string out;
  const auto piece = [&](std::uint32_t key, std::uint32_t parent, std::uint32_t index) {
    const NodeKind kind = document_.nodes[parent].kind;
    if (kind == NodeKind::kObject && key == kNoKey) return;  // between two of its members
    if (kind == NodeKind::kMap) {
      out += "[pair " + std::to_string(index / 2) + ']';
    } else if (kind == NodeKind::kList || document_.text(key).size() > kMaxKeyText) {
      out += '[' + std::to_string(index) + ']';
    } else {
      if (!out.empty()) out += '.';
      out += document_.text(key);
    }
  };
  for (std::size_t i = 1; i < open_.size(); ++i) {
    piece(document_.nodes[open_[i]].key, open_[i - 1], document_.nodes[open_[i - 1]].count - 1);
  }
  if (!open_.empty()) piece(key_, open_.back(), document_.nodes[open_.back()].count);
  if (out.size() > kMaxPath) out.erase(0, out.find_first_of(".[", out.size() - kMaxPath));
  return out;
}

bool DocumentBuilder::add(NodeKind kind) {
  if (document_.nodes.size() >= kMaxNodes) {
    return refuse(Code::kOverBudget, "more values than 32 bits can number");
  }
  if (!charge(sizeof(Node))) return false;
  if (!open_.empty()) {
    Node& parent = document_.nodes[open_.back()];
    if (parent.kind == NodeKind::kMap && parent.count % 2 == 0) note_key();
    ++parent.count;
  }
  Node node;
  node.kind = kind;
  node.key = key_;
  node.end = static_cast<std::uint32_t>(document_.nodes.size() + 1);
  key_ = kNoKey;
  document_.nodes.push_back(node);
  return true;
}

bool DocumentBuilder::leaf(NodeKind kind, std::uint64_t bits, std::uint32_t weight,
                           std::uint32_t count) {
  if (!add(kind)) return false;
  document_.nodes.back().bits = bits;
  document_.nodes.back().weight = weight;
  document_.nodes.back().count = count;
  return true;
}

bool DocumentBuilder::content(NodeKind kind, std::string_view text, std::uint32_t count,
                              std::uint32_t weight) {
  std::uint32_t number = 0;
  return intern(text, number) && leaf(kind, number, weight, count);
}

bool DocumentBuilder::intern(std::string_view text, std::uint32_t& number) {
  const std::size_t before = document_.texts.size();
  if (budget_ < text.size()) return charge(text.size());  // before it is copied
  number = document_.intern(text);
  // One that is known costs looking at it: a schema's key may be told for every few bytes of input.
  if (document_.texts.size() == before) return charge(text.size() / kTextShare);
  return charge(sizeof(std::string) + text.size());
}

bool DocumentBuilder::start(NodeKind kind) {
  if (open_.size() >= max_depth_) {
    return refuse(Code::kTooDeep, "the values nest deeper than allowed");
  }
  if (!charge(kContainer) || !add(kind)) return false;
  open_.push_back(static_cast<std::uint32_t>(document_.nodes.size() - 1));
  return true;
}

// Every key of the object just read once: a stamp per text.
bool DocumentBuilder::check_keys() {
  stamps_.resize(document_.texts.size(), kNoKey);
  const std::uint32_t object = open_.back();
  const auto last = static_cast<std::uint32_t>(document_.nodes.size());
  const std::size_t first_key = key_positions_.size() - document_.nodes[object].count;
  std::size_t index = 0;
  for (std::uint32_t at = object + 1; at < last; at = document_.nodes[at].end, ++index) {
    std::uint32_t& stamp = stamps_[document_.nodes[at].key];
    if (stamp == object) {
      key_ = document_.nodes[at].key;
      position = key_positions_[first_key + index];
      return refuse(Code::kMalformed, "a key that the object has twice");
    }
    stamp = object;
  }
  key_positions_.resize(first_key);
  return true;
}

// The same for keys of any kind, which are sorted by what makes them equal.
bool DocumentBuilder::check_map_keys() {
  using Key = std::tuple<NodeKind, std::uint64_t, std::uint32_t, std::size_t>;
  const std::uint32_t map = open_.back();
  const auto last = static_cast<std::uint32_t>(document_.nodes.size());
  const std::size_t pairs = document_.nodes[map].count / 2;
  const std::size_t first_key = key_positions_.size() - pairs;
  std::vector<Key> keys;
  for (std::uint32_t at = map + 1; at < last;) {
    const Node& node = document_.nodes[at];
    const bool inner = node.is_container();
    keys.emplace_back(node.kind, inner ? node.same : node.bits, inner ? 0 : node.count,
                      keys.size());
    at = document_.nodes[node.end].end;
  }
  std::sort(keys.begin(), keys.end());
  const auto twice =
      std::adjacent_find(keys.begin(), keys.end(), [](const Key& left, const Key& right) {
        return std::get<0>(left) == std::get<0>(right) && std::get<1>(left) == std::get<1>(right) &&
               std::get<2>(left) == std::get<2>(right);
      });
  if (twice != keys.end()) {
    position = key_positions_[first_key + std::get<3>(*(twice + 1))];
    return refuse(Code::kMalformed, "a key that the map has twice");
  }
  key_positions_.resize(first_key);
  return true;
}

bool DocumentBuilder::end() {
  const std::uint32_t at = open_.back();
  open_.pop_back();
  Node& node = document_.nodes[at];
  node.end = static_cast<std::uint32_t>(document_.nodes.size());
  std::uint64_t hash = static_cast<std::uint64_t>(node.kind) + 1;
  std::uint64_t weight = 1;
  for (std::uint32_t child = at + 1; child < node.end; child = document_.nodes[child].end) {
    const Node& one = document_.nodes[child];
    const std::uint64_t value = one.is_container() ? one.same : one.bits;
    hash = wire::hash_detail::fold(hash ^ seed_.first ^ value,
                                   seed_.second ^ one.key ^ (std::uint64_t{one.count} << 36) ^
                                       (static_cast<std::uint64_t>(one.kind) << 32));
    weight += one.weight;
  }
  node.weight = static_cast<std::uint32_t>(std::min<std::uint64_t>(weight, 1U << 30));
  node.same = find_same(at, hash);
  return true;
}

std::uint32_t DocumentBuilder::find_same(std::uint32_t at, std::uint64_t hash) {
  const auto [first, last] = known_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    if (equal(it->second, at)) return it->second;
  }
  known_.emplace(hash, at);
  return at;
}

// Children compared one by one; containers among them by what they are the same as.
bool DocumentBuilder::equal(std::uint32_t left, std::uint32_t right) const {
  const std::vector<Node>& nodes = document_.nodes;
  if (nodes[left].kind != nodes[right].kind || nodes[left].count != nodes[right].count) {
    return false;
  }
  std::uint32_t a = left + 1;
  std::uint32_t b = right + 1;
  for (std::uint32_t n = nodes[left].count; n != 0; --n) {
    const Node& x = nodes[a];
    const Node& y = nodes[b];
    if (x.kind != y.kind || x.key != y.key || x.bits != y.bits || x.count != y.count) return false;
    if (x.is_container() && x.same != y.same) return false;
    a = x.end;
    b = y.end;
  }
  return true;
}

}  // namespace fastser::convert
