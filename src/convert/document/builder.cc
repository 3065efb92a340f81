// SPDX-License-Identifier: MIT
//
// Building a Document: nodes are appended; when a container ends, its keys are compared, and some
// time later the first container of equal content is looked up. Readers keep their own stacks, so
// deep input costs no recursion here; the depth is limited because later passes do recurse.
#include "convert/document/builder.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>

#include "base/as_text.hpp"
#include "base/large_pages.hpp"
#include "base/path_text.hpp"
#include "convert/document/node_path.hpp"
#include "convert/json/number.hpp"
#include "convert/json/text.hpp"

namespace fastser::convert {
namespace {

constexpr std::uint32_t kMinusZero32 = std::uint32_t{1} << 31;
constexpr std::uint64_t kMinusZero64 = std::uint64_t{1} << 63;

}  // namespace

bool DocumentBuilder::data(BytesView data) { return content(NodeKind::kData, as_text(data), 0); }

bool DocumentBuilder::apple_date(double date) {
  const auto number = static_cast<std::uint32_t>(document_.nodes.size());
  if (!apple_date_as_moment(date) || !charge(sizeof(Document::AppleDate))) return false;
  document_.apple_dates.push_back({number, date});
  return true;
}

bool DocumentBuilder::ext(std::int8_t type, BytesView data) {
  return content(NodeKind::kExt, as_text(data), static_cast<std::uint8_t>(type));
}

bool DocumentBuilder::key(std::string_view text) {
  note_key();
  return intern(text, key_);
}

bool DocumentBuilder::choice(std::uint64_t index) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint16_t>::max() - 1;
  if (choice_ != 0) {
    return refuse(Code::kTypeMismatch,
                  "a variant whose value is a variant: one of the two indexes would be lost");
  }
  if (index >= kMost) return refuse(Code::kTypeMismatch, "a variant of more than 65,534 types");
  choice_ = static_cast<std::uint16_t>(index + 1);
  return true;
}

bool DocumentBuilder::inline_type(BytesView type) {
  const auto number = static_cast<std::uint32_t>(document_.nodes.size());
  std::vector<Document::InlineType>& all = document_.inline_types;
  if (!all.empty() && all.back().node == number) {
    return refuse(Code::kTypeMismatch,
                  "a value of any type in one of any type: one of the two types would be lost");
  }
  std::uint32_t text = 0;
  if (!charge(sizeof(Document::InlineType)) || !intern(as_text(type), text)) return false;
  all.push_back({number, text});
  return true;
}

bool DocumentBuilder::is_over_budget() {
  return refuse(Code::kOverBudget, "the values take more memory than allowed");
}

// At stop_: the most nodes, or as many as are read between two calls of progress_.
bool DocumentBuilder::may_go_on() {
  const std::size_t count = document_.nodes.size();
  if (count >= kMaxNodes) return refuse(Code::kOverBudget, "more than 2^32 values");
  if (progress_ != nullptr)
    progress_->tell(Progress::kStarted, Progress::kRead, position, input_size_);
  stop_ = std::min(count + Progress::kEach, kMaxNodes);
  return true;
}

bool DocumentBuilder::is_too_deep() {
  return refuse(Code::kTooDeep, "the values nest deeper than allowed");
}

std::string DocumentBuilder::path() const {
  std::string out;
  const auto piece = [&](std::uint32_t key, std::uint32_t parent, std::uint32_t index) {
    const NodeKind kind = document_.nodes[parent].kind;
    if (kind == NodeKind::kObject && key == kNoKey) return;  // between two of its members
    if (kind == NodeKind::kMap) {
      out += "[pair " + std::to_string(index / 2) + ']';
    } else if (kind == NodeKind::kList || document_.text(key).size() > kMaxKeyText) {
      append_index(out, index);
    } else {
      append_key(out, document_.text(key));
    }
  };
  for (std::size_t i = 1; i < open_.size(); ++i) {
    piece(document_.nodes[open_[i]].key, open_[i - 1], document_.nodes[open_[i - 1]].count - 1);
  }
  if (!open_.empty()) piece(key_, open_.back(), document_.nodes[open_.back()].count);
  if (out.size() > kMaxPath) out.erase(0, out.find_first_of(".[", out.size() - kMaxPath));
  return out;
}

bool DocumentBuilder::content(NodeKind kind, std::string_view text, std::uint32_t count) {
  std::uint32_t number = 0;
  return intern(text, number) && leaf(kind, number, count);
}

bool DocumentBuilder::intern(std::string_view text, std::uint32_t& number) {
  const std::size_t before = document_.texts.size();
  if (budget_ < text.size()) return charge(text.size());  // before it is copied
  number = document_.intern(text);
  // One that is known costs looking at it: a schema's key may be told for every few bytes of input.
  if (document_.texts.size() == before) return charge(text.size() / kTextShare);
  return charge(sizeof(std::string) + text.size());
}

// Every key of the object just read once: a stamp per text.
bool DocumentBuilder::check_keys() {
  const std::uint32_t object = open_.back();
  const auto last = static_cast<std::uint32_t>(document_.nodes.size());
  const std::size_t first_key = key_positions_.size() - document_.nodes[object].count;
  std::size_t index = 0;
  for (std::uint32_t at = object + 1; at < last; at = document_.nodes[at].end, ++index) {
    const std::uint32_t key = document_.nodes[at].key;
    if (key >= stamps_.size()) stamps_.resize(std::size_t{key} + 1, kNoKey);
    std::uint32_t& stamp = stamps_[key];
    if (stamp == object) {
      key_ = key;
      position = key_positions_[first_key + index];
      return refuse(Code::kMalformed, "a key that the object has twice");
    }
    stamp = object;
  }
  key_positions_.resize(first_key);
  return true;
}

bool DocumentBuilder::inexact(double value) {
  if (rounds_) return real(value);
  return refuse(Code::kTypeMismatch, "an integer of more than 64 bits, which would be rounded");
}

bool DocumentBuilder::decimal(BytesView bytes) {
  if (!decimals_are_numbers_) return decimal_as_text(bytes);
  std::string digits;
  append_decimal(digits, bytes);
  JsonNumber number;
  const char* wrong = nullptr;
  const char* const end = digits.data() + digits.size();
  if (parse_number(digits.data(), end, number, wrong) != end) return text(digits);
  if (number.kind == JsonNumber::Kind::kInteger) return integer(number.bits, number.negative);
  const bool is_kept = number.kind == JsonNumber::Kind::kReal &&
                       digits.size() <= std::numeric_limits<double>::digits10;
  return is_kept ? real(number.real) : text(digits);
}

bool DocumentBuilder::f32(std::uint32_t bits) {
  if (bits == kMinusZero32) minus_zero_ = static_cast<std::uint32_t>(document_.nodes.size());
  return leaf(NodeKind::kF32, bits);
}

bool DocumentBuilder::f64(std::uint64_t bits) {
  if (bits == kMinusZero64) minus_zero_ = static_cast<std::uint32_t>(document_.nodes.size());
  return leaf(NodeKind::kF64, bits);
}

// The same for keys of any kind, which are sorted by what makes them equal.
bool DocumentBuilder::check_map_keys() {
  settle();
  struct Key {
    std::uint32_t node;
    std::uint32_t index;
  };
  const std::vector<Node>& nodes = document_.nodes;
  const std::uint32_t map = open_.back();
  const auto last = static_cast<std::uint32_t>(nodes.size());
  const std::size_t first_key = key_positions_.size() - nodes[map].count / 2;
  std::vector<Key> keys;
  for (std::uint32_t at = map + 1; at < last; at = nodes[nodes[at].end].end) {
    keys.push_back({at, static_cast<std::uint32_t>(keys.size())});
  }
  // 0 and -0 are equal keys, in containers too, and yet are not the same content.
  const bool deep = minus_zero_ > map;
  const auto compare = [&](std::uint32_t left, std::uint32_t right) {
    if (deep) return compare_keys(left, right);
    const auto content = [&](const Node& node) {
      const bool inner = node.is_container();
      return std::tuple(node.kind, inner ? node.same() : node.bits, inner ? 0 : node.count,
                        node.choice);
    };
    const auto one = content(nodes[left]);
    const auto other = content(nodes[right]);
    return one < other ? -1 : one == other ? 0 : 1;
  };
  std::sort(keys.begin(), keys.end(), [&](const Key& left, const Key& right) {
    const int order = compare(left.node, right.node);
    return order != 0 ? order < 0 : left.index < right.index;
  });
  const auto twice = std::adjacent_find(
      keys.begin(), keys.end(),
      [&](const Key& left, const Key& right) { return compare(left.node, right.node) == 0; });
  if (twice != keys.end()) {
    position = key_positions_[first_key + std::next(twice)->index];
    return refuse(Code::kMalformed, "a key that the map has twice");
  }
  key_positions_.resize(first_key);
  return true;
}

// Nodes lie in order with all they hold: as long as they are the same, the two go in step.
int DocumentBuilder::compare_keys(std::uint32_t left, std::uint32_t right) const {
  const std::vector<Node>& nodes = document_.nodes;
  const auto content = [](const Node& node) {
    const bool is_zero = (node.kind == NodeKind::kF32 && node.bits == kMinusZero32) ||
                         (node.kind == NodeKind::kF64 && node.bits == kMinusZero64);
    const bool is_equal = is_zero || node.is_container();  // what is in those is compared itself
    return std::tuple(node.kind, node.count, is_equal ? 0 : node.bits, node.choice);
  };
  const std::uint32_t first = left;
  for (const std::uint32_t end = nodes[left].end; left != end; ++left, ++right) {
    const auto one = content(nodes[left]);
    const auto other = content(nodes[right]);
    if (one != other) return one < other ? -1 : 1;
    // The key of a field; the map's own have none.
    if (left != first && nodes[left].key != nodes[right].key) {
      return nodes[left].key < nodes[right].key ? -1 : 1;
    }
  }
  return 0;
}

bool DocumentBuilder::end() {
  const std::uint32_t at = open_.back();
  open_.pop_back();
  document_.nodes[at].end = static_cast<std::uint32_t>(document_.nodes.size());
  if (!is_large()) {
    document_.nodes[at].set_same(find_same(at, sum_up(at)));
    return true;
  }
  if (late_end_count_ == kLate) settle();
  late_ends_[late_end_count_++] = at;
  if (open_.empty()) settle();
  return true;
}

void DocumentBuilder::settle_texts() {
  Texts& texts = document_.texts;
  const std::span<const LateText> late(late_texts_.data(), late_text_count_);
  for (const LateText& one : late) texts.fetch_entry(one.hash);
  for (const LateText& one : late) texts.fetch_bytes(one.hash);
  for (const LateText& one : late) {
    document_.nodes[one.node].bits = texts.intern_lasting(one.text, one.hash);
  }
  late_text_count_ = 0;
}

// Containers end from the inside out. One is summed up when those inside it are settled; those that
// were summed up wait together for their places among the known ones.
void DocumentBuilder::settle() {
  settle_texts();
  std::array<std::uint32_t, kLate> hashes;
  std::size_t settled = 0;
  const auto settle_until = [&](std::size_t until) {
    for (; settled != until; ++settled) {
      const std::uint32_t at = late_ends_[settled];
      document_.nodes[at].set_same(find_same(at, hashes[settled]));
    }
  };
  for (std::size_t i = 0; i != late_end_count_; ++i) {
    const std::uint32_t at = late_ends_[i];
    if (settled != i && late_ends_[i - 1] > at) settle_until(i);  // that one may lie in this one
    hashes[i] = sum_up(at);
    if (!known_.empty()) FASTSER_PREFETCH(&known_[hashes[i] & (known_.size() - 1)]);
  }
  settle_until(late_end_count_);
  late_end_count_ = 0;
}

std::uint32_t DocumentBuilder::weight_of(const Node& node) const {
  const auto with_bytes = [&](std::uint32_t head) {
    constexpr std::size_t kMost = std::size_t{1} << 20;
    return head + static_cast<std::uint32_t>(std::min(document_.text(node.bits).size(), kMost));
  };
  switch (node.kind) {
    case NodeKind::kNull:
    case NodeKind::kBool: return 1;
    case NodeKind::kNegative:
    case NodeKind::kUnsigned: return 3;
    case NodeKind::kReal: return 6;
    case NodeKind::kString: return 2;
    case NodeKind::kF32: return 4;
    case NodeKind::kF64: return 8;
    case NodeKind::kMoment: return 12;
    case NodeKind::kData: return with_bytes(1);
    case NodeKind::kExt: return with_bytes(2);
    case NodeKind::kList:
    case NodeKind::kObject:
    case NodeKind::kMap: break;
  }
  return node.weight();
}

// A hash of its content; notes its weight.
std::uint32_t DocumentBuilder::sum_up(std::uint32_t container) {
  Node& node = document_.nodes[container];
  std::uint64_t hash = static_cast<std::uint64_t>(node.kind) + 1;
  std::uint64_t weight = 1;
  for (std::uint32_t child = container + 1; child < node.end; child = document_.nodes[child].end) {
    const Node& one = document_.nodes[child];
    const std::uint64_t value = one.is_container() ? one.same() : one.bits;
    hash = wire::hash_detail::fold(hash ^ seed_.first ^ value,
                                   seed_.second ^ one.key ^ (std::uint64_t{one.count} << 36) ^
                                       (std::uint64_t{one.choice} << 48) ^
                                       (static_cast<std::uint64_t>(one.kind) << 32));
    weight += weight_of(one);
  }
  node.set_weight(static_cast<std::uint32_t>(std::min<std::uint64_t>(weight, 1U << 30)));
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

void DocumentBuilder::grow_known() {
  constexpr std::size_t kFirst = 64;
  const std::vector<Known> old = std::move(known_);
  const std::size_t size = std::max(kFirst, old.size() * 2);
  known_.clear();
  reserve_in_large_pages(known_, size);
  known_.assign(size, {0, kNoKey});
  const std::size_t mask = known_.size() - 1;
  for (const Known& one : old) {
    if (one.node == kNoKey) continue;
    std::size_t at = one.hash & mask;
    while (known_[at].node != kNoKey) at = (at + 1) & mask;
    known_[at] = one;
  }
}

std::uint32_t DocumentBuilder::find_same(std::uint32_t at, std::uint32_t hash) {
  if (2 * known_count_ >= known_.size()) grow_known();
  const std::size_t mask = known_.size() - 1;
  std::size_t place = hash & mask;
  for (; known_[place].node != kNoKey; place = (place + 1) & mask) {
    if (known_[place].hash != hash || !equal(known_[place].node, at)) continue;
    document_.nodes[known_[place].node].comes_again = true;
    return known_[place].node;
  }
  known_[place] = {hash, at};
  ++known_count_;
  return at;
}

// Children compared one by one; containers among them by what they are the same as, which with the
// weight is all of their bits.
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
    if (x.choice != y.choice) return false;
    a = x.end;
    b = y.end;
  }
  return true;
}

}  // namespace fastser::convert
