// SPDX-License-Identifier: MIT
//
// Building a Document from the events of nlohmann's SAX parser (which keeps its own stack, so deep
// texts cost no recursion here; the depth is limited because later passes do recurse).
#include "convert/dom.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

namespace fastser::convert {
namespace {

constexpr std::size_t kMaxNodes = std::numeric_limits<std::uint32_t>::max() - 1;

std::uint64_t random_seed() {
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32) | device();
}

class Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(Document& document, std::uint32_t depth)
      : document_(document), seed_(archive::HashSeed::from(document.seed)), max_depth_(depth) {}

  Status status;

  bool null() override { return leaf(NodeKind::kNull, 0, 1); }
  bool boolean(bool value) override { return leaf(NodeKind::kBool, value ? 1 : 0, 1); }
  bool number_integer(number_integer_t value) override {
    const NodeKind kind = value < 0 ? NodeKind::kNegative : NodeKind::kUnsigned;
    return leaf(kind, static_cast<std::uint64_t>(value), 3);
  }
  bool number_unsigned(number_unsigned_t value) override {
    return leaf(NodeKind::kUnsigned, value, 3);
  }
  bool number_float(number_float_t value, const string_t&) override {
    return leaf(NodeKind::kReal, std::bit_cast<std::uint64_t>(value), 6);
  }
  bool string(string_t& value) override {
    return leaf(NodeKind::kString, document_.intern(value), 2);
  }
  bool binary(binary_t&) override { return false; }  // JSON text has none
  bool key(string_t& value) override {
    key_ = document_.intern(value);
    return true;
  }
  bool start_object(std::size_t) override { return start(NodeKind::kObject); }
  bool end_object() override { return check_keys() && end(); }
  bool start_array(std::size_t) override { return start(NodeKind::kList); }
  bool end_array() override { return end(); }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // Positions count from 1 and point behind what was read.
    status = Status(Code::kMalformed, {}, position == 0 ? 0 : position - 1)
                 .with_detail("not JSON: " + std::string(error.what()));
    return false;
  }

 private:
  bool refuse(Code code, std::string_view message) {
    status = Status(code, message);
    return false;
  }

  bool add(NodeKind kind) {
    if (document_.nodes.size() >= kMaxNodes) {
      return refuse(Code::kOverBudget, "more values than 32 bits can number");
    }
    if (!open_.empty()) ++document_.nodes[open_.back()].count;
    Node node;
    node.kind = kind;
    node.key = key_;
    node.end = static_cast<std::uint32_t>(document_.nodes.size() + 1);
    key_ = kNoKey;
    document_.nodes.push_back(node);
    return true;
  }

  bool leaf(NodeKind kind, std::uint64_t bits, std::uint32_t weight) {
    if (!add(kind)) return false;
    document_.nodes.back().bits = bits;
    document_.nodes.back().weight = weight;
    return true;
  }

  bool start(NodeKind kind) {
    if (open_.size() >= max_depth_) return refuse(Code::kTooDeep, "the JSON text nests too deep");
    if (!add(kind)) return false;
    open_.push_back(static_cast<std::uint32_t>(document_.nodes.size() - 1));
    return true;
  }

  // Every key of the object just read once: a stamp per text.
  bool check_keys() {
    stamps_.resize(document_.texts.size(), kNoKey);
    const std::uint32_t object = open_.back();
    const auto last = static_cast<std::uint32_t>(document_.nodes.size());
    for (std::uint32_t at = object + 1; at < last; at = document_.nodes[at].end) {
      std::uint32_t& stamp = stamps_[document_.nodes[at].key];
      if (stamp == object) return refuse(Code::kMalformed, "a key that an object has twice");
      stamp = object;
    }
    return true;
  }

  bool end() {
    const std::uint32_t at = open_.back();
    open_.pop_back();
    Node& node = document_.nodes[at];
    node.end = static_cast<std::uint32_t>(document_.nodes.size());
    std::uint64_t hash = static_cast<std::uint64_t>(node.kind) + 1;
    std::uint64_t weight = 1;
    for (std::uint32_t child = at + 1; child < node.end; child = document_.nodes[child].end) {
      const Node& one = document_.nodes[child];
      const std::uint64_t value = one.is_container() ? one.same : one.bits;
      hash = archive::hash_detail::fold(hash ^ seed_.first ^ value,
                                        seed_.second ^ one.key ^ (std::uint64_t{one.count} << 36) ^
                                            (static_cast<std::uint64_t>(one.kind) << 32));
      weight += one.weight;
    }
    node.weight = static_cast<std::uint32_t>(std::min<std::uint64_t>(weight, 1U << 30));
    node.same = find_same(at, hash);
    return true;
  }

  std::uint32_t find_same(std::uint32_t at, std::uint64_t hash) {
    const auto [first, last] = known_.equal_range(hash);
    for (auto it = first; it != last; ++it) {
      if (equal(it->second, at)) return it->second;
    }
    known_.emplace(hash, at);
    return at;
  }

  // Children compared one by one; containers among them by what they are the same as.
  [[nodiscard]] bool equal(std::uint32_t left, std::uint32_t right) const {
    const std::vector<Node>& nodes = document_.nodes;
    if (nodes[left].kind != nodes[right].kind || nodes[left].count != nodes[right].count) {
      return false;
    }
    std::uint32_t a = left + 1;
    std::uint32_t b = right + 1;
    for (std::uint32_t n = nodes[left].count; n != 0; --n) {
      const Node& x = nodes[a];
      const Node& y = nodes[b];
      if (x.kind != y.kind || x.key != y.key || x.bits != y.bits) return false;
      if (x.is_container() && x.same != y.same) return false;
      a = x.end;
      b = y.end;
    }
    return true;
  }

  Document& document_;
  archive::HashSeed seed_;
  std::uint32_t max_depth_;
  std::uint32_t key_ = kNoKey;
  std::vector<std::uint32_t> open_;
  std::vector<std::uint32_t> stamps_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> known_;
};

}  // namespace

Document::Document() : seed(random_seed()), numbers_(64, TextHash{archive::HashSeed::from(seed)}) {}

std::uint32_t Document::intern(std::string_view text) {
  const auto found = numbers_.find(text);
  if (found != numbers_.end()) return found->second;
  const auto number = static_cast<std::uint32_t>(texts.size());
  texts.emplace_back(text);
  numbers_.emplace(texts.back(), number);
  return number;
}

Status parse_json(std::string_view json, std::uint32_t depth, Document& document) {
  Builder builder(document, depth);
  if (nlohmann::json::sax_parse(json.begin(), json.end(), &builder)) return {};
  if (builder.status.ok()) return Status(Code::kMalformed, "not JSON", 0);
  return builder.status;
}

}  // namespace fastser::convert
