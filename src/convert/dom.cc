// SPDX-License-Identifier: MIT
//
// Building a Document from the events of nlohmann's SAX parser (which keeps its own stack, so deep
// texts cost no recursion here; the depth is limited because later passes do recurse). The parser
// tells its position only where it fails itself; for failures found here, it reads through
// iterators that note how far it has come.
#include "convert/dom.hpp"

#include <algorithm>
#include <bit>
#include <exception>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "fastser/archive/string_table.hpp"

namespace fastser::convert {
namespace {

constexpr std::size_t kMaxNodes = std::numeric_limits<std::uint32_t>::max() - 1;

constexpr std::size_t kMaxKeyText = 40;  // longer keys are shown by their position, as in archives
constexpr std::size_t kMaxPath = 1000;   // outer pieces before this are left out
constexpr std::size_t kMaxDetail = 200;  // of the parser's sentence, which may quote the text

std::uint64_t random_seed() {
  try {
    std::random_device device;
    return (static_cast<std::uint64_t>(device()) << 32) | device();
  } catch (const std::exception&) {  // a system without one
    return archive::StringTable::random_seed();
  }
}

// Reads a text and notes how far it has been read.
class Reading {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Reading() = default;
  Reading(const char* at, const char** reached) : at_(at), reached_(reached) {}
  reference operator*() const { return *at_; }
  Reading& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  Reading operator++(int) {
    const Reading before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const Reading& left, const Reading& right) {
    return left.at_ == right.at_;
  }

 private:
  const char* at_ = nullptr;
  const char** reached_ = nullptr;
};

// "line 1, column 3: syntax error ...", without the parser's name for it.
std::string sentence(std::string_view what) {
  if (const std::size_t name = what.find("] "); what.starts_with('[') && name != what.npos) {
    what.remove_prefix(name + 2);
  }
  constexpr std::string_view kSyntax = "parse error at ";
  if (what.starts_with(kSyntax)) what.remove_prefix(kSyntax.size());
  if (what.size() <= kMaxDetail) return std::string(what);
  std::size_t size = kMaxDetail;
  while (size != 0 && (static_cast<unsigned char>(what[size]) & 0xC0U) == 0x80U) --size;
  return std::string(what.substr(0, size)) + "...";
}

class Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(Document& document, std::uint32_t depth, std::string_view json)
      : reached(json.data()),
        document_(document),
        begin_(json.data()),
        seed_(archive::HashSeed::from(document.seed)),
        max_depth_(depth) {}

  Status status;
  const char* reached;  // what follows is not read yet

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
    key_ends_.push_back(offset());
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
                 .with_detail("not JSON: " + sentence(error.what()))
                 .with_path(path());
    return false;
  }

 private:
  bool refuse(Code code, std::string_view message, std::size_t where) {
    status = Status(code, message, where).with_path(path());
    return false;
  }

  // Of the character that was read last.
  [[nodiscard]] std::size_t offset() const {
    return static_cast<std::size_t>(reached - begin_) - (reached == begin_ ? 0 : 1);
  }

  // Of the value that is being read, or is about to be.
  [[nodiscard]] std::string path() const {
    std::string out;
    const auto piece = [&](std::uint32_t key, std::uint32_t parent, std::uint32_t index) {
      const bool is_list = document_.nodes[parent].kind == NodeKind::kList;
      if (!is_list && key == kNoKey) return;  // between two of its members
      if (is_list || document_.text(key).size() > kMaxKeyText) {
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

  bool add(NodeKind kind) {
    if (document_.nodes.size() >= kMaxNodes) {
      return refuse(Code::kOverBudget, "more values than 32 bits can number", offset());
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
    if (open_.size() >= max_depth_) {
      return refuse(Code::kTooDeep, "the JSON text nests too deep", offset());
    }
    if (!add(kind)) return false;
    open_.push_back(static_cast<std::uint32_t>(document_.nodes.size() - 1));
    return true;
  }

  // Every key of the object just read once: a stamp per text.
  bool check_keys() {
    stamps_.resize(document_.texts.size(), kNoKey);
    const std::uint32_t object = open_.back();
    const auto last = static_cast<std::uint32_t>(document_.nodes.size());
    const std::size_t first_key = key_ends_.size() - document_.nodes[object].count;
    std::size_t index = 0;
    for (std::uint32_t at = object + 1; at < last; at = document_.nodes[at].end, ++index) {
      std::uint32_t& stamp = stamps_[document_.nodes[at].key];
      if (stamp == object) {
        key_ = document_.nodes[at].key;
        const std::size_t quote = opening_quote(key_ends_[first_key + index]);
        return refuse(Code::kMalformed, "a key that the object has twice", quote);
      }
      stamp = object;
    }
    key_ends_.resize(first_key);
    return true;
  }

  // Of a string whose closing quote is at `end`: quotes inside of it have a backslash before them.
  [[nodiscard]] std::size_t opening_quote(std::size_t end) const {
    for (std::size_t at = end; at-- > 0;) {
      if (begin_[at] != '"') continue;
      std::size_t first = at;
      while (first != 0 && begin_[first - 1] == '\\') --first;
      if ((at - first) % 2 == 0) return at;
    }
    return 0;
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
  const char* begin_;
  archive::HashSeed seed_;
  std::uint32_t max_depth_;
  std::uint32_t key_ = kNoKey;
  std::vector<std::uint32_t> open_;
  std::vector<std::size_t> key_ends_;  // closing quotes of the keys of open objects
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
  Builder builder(document, depth, json);
  const char* const begin = json.data();
  const Reading first(begin, &builder.reached);
  const Reading last(begin + json.size(), &builder.reached);
  if (nlohmann::json::sax_parse(first, last, &builder)) return {};
  if (builder.status.ok()) return Status(Code::kMalformed, "not JSON", 0);
  return builder.status;
}

}  // namespace fastser::convert
