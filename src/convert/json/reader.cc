// SPDX-License-Identifier: MIT
//
// From the events of nlohmann's SAX parser (which keeps its own stack, so deep texts cost no
// recursion) to a Document. The parser tells its position only where it fails itself; for failures
// found behind it, it reads through iterators that note how far it has come.
#include "convert/json/reader.hpp"

#include <array>
#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "convert/document/builder.hpp"

namespace fastser::convert {
namespace {

constexpr std::size_t kMaxDetail = 200;  // of the parser's sentence, which may quote the text

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

bool is_of_integer(char c) { return c == '-' || (c >= '0' && c <= '9'); }
bool is_integer(std::string_view digits) {
  return digits.find_first_of(".eE") == std::string_view::npos;
}
// Whether a float is the very integer that the digits are.
bool is_exact(double value, std::string_view digits) {
  std::array<char, 330> exact{};  // the largest float has 309 digits
  const int size = std::snprintf(exact.data(), exact.size(), "%.0f", value);
  return size > 0 && std::string_view(exact.data(), static_cast<std::size_t>(size)) == digits;
}

class Events final : public nlohmann::json_sax<nlohmann::json> {
 public:
  Events(DocumentBuilder& builder, std::string_view json, bool round)
      : reached(json.data()), builder_(builder), begin_(json.data()), round_(round) {}

  Status status;
  const char* reached;  // what follows is not read yet

  bool null() override { return told(at().null()); }
  bool boolean(bool value) override { return told(at().boolean(value)); }
  bool number_integer(number_integer_t value) override {
    return told(at().integer(static_cast<std::uint64_t>(value), value < 0));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return told(at().integer(value, false));
  }
  bool number_float(number_float_t value, const string_t& digits) override {
    if (!round_ && is_integer(digits) && !is_exact(value, digits)) {
      std::size_t first = offset();
      while (first != 0 && is_of_integer(begin_[first - 1])) --first;
      status = Status(Code::kTypeMismatch,
                      "an integer of more than 64 bits, which would be rounded", first)
                   .with_path(builder_.path());
      return false;
    }
    return told(at().real(value));
  }
  bool string(string_t& value) override { return told(at().text(value)); }
  bool binary(binary_t&) override { return false; }  // JSON text has none
  bool key(string_t& value) override { return told(at().key(value)); }
  bool start_object(std::size_t) override { return told(at().begin_object(0, false)); }
  bool end_object() override { return told(at().end_object()); }
  bool start_array(std::size_t) override { return told(at().begin_list(0)); }
  bool end_array() override { return told(at().end_list()); }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // Positions count from 1 and point behind what was read.
    status = Status(Code::kMalformed, {}, position == 0 ? 0 : position - 1)
                 .with_detail("not JSON: " + sentence(error.what()))
                 .with_path(builder_.path());
    return false;
  }

 private:
  // Of the character that was read last.
  [[nodiscard]] std::size_t offset() const {
    return static_cast<std::size_t>(reached - begin_) - (reached == begin_ ? 0 : 1);
  }

  DocumentBuilder& at() {
    builder_.position = offset();
    return builder_;
  }

  bool told(bool go_on) {
    if (go_on) return true;
    const std::size_t where = builder_.position;  // of a key that comes twice, its closing quote
    status = Status(builder_.why)
                 .with_offset(where == offset() ? where : opening_quote(where))
                 .with_path(builder_.path());
    return false;
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

  DocumentBuilder& builder_;
  const char* begin_;
  bool round_;
};

}  // namespace

Status parse_json(std::string_view json, std::uint32_t depth, bool round_integers,
                  Document& document) {
  DocumentBuilder builder(document, depth);
  Events events(builder, json, round_integers);
  const char* const begin = json.data();
  const Reading first(begin, &events.reached);
  const Reading last(begin + json.size(), &events.reached);
  if (nlohmann::json::sax_parse(first, last, &events)) {
    // The parser takes a zero byte for the end.
    const std::size_t zero = json.find('\0');
    if (zero == std::string_view::npos) return {};
    return Status(Code::kTrailing, "a zero byte in the text", zero);
  }
  if (events.status.ok()) return Status(Code::kMalformed, "not JSON", 0);
  return events.status;
}

}  // namespace fastser::convert
