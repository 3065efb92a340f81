// SPDX-License-Identifier: MIT
#include "convert/plist/openstep_reader.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "convert/json/text.hpp"
#include "convert/plist/scalar_text.hpp"
#include "convert/plist/text_reader.hpp"
#include "fastser/internal/wire/utf16_to_utf8.hpp"
#include "fastser/internal/wire/utf8.hpp"

namespace fastser::convert {
namespace {

bool is_bare(char c) {
  constexpr std::string_view kOthers = "_$/:.-+";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kOthers.find(c) != std::string_view::npos;
}

class OpenstepReader : PlistText {
 public:
  OpenstepReader(std::string_view text, Sink& sink) : PlistText(text, sink) {}

  Status read();

 private:
  enum class Level : std::uint8_t {
    kArray,
    kDictionary,
    kStrings,  // a dictionary without braces
  };

  bool whole();
  bool step();
  bool pair();
  bool value();
  bool close();
  bool after_value();
  bool blanks_and_comments();
  bool string(std::string_view& out);
  bool quoted(char quote, std::string_view& out);
  bool escape(std::string& out);
  bool unit(std::string& out);
  bool hex_digits(char16_t& out);
  bool data();
  bool typed();

  [[nodiscard]] char here() const { return at_end() ? '\0' : text_[at_]; }
  bool malformed(std::string_view message) {
    if (at_end()) return fail(Code::kTruncated, "the property list is cut off", at_);
    return fail(Code::kMalformed, message, at_);
  }

  std::vector<Level> levels_;
};

// ---- blanks and strings

bool OpenstepReader::blanks_and_comments() {
  for (;;) {
    while (!at_end() && (here() == ' ' || (here() >= '\t' && here() <= '\r'))) ++at_;
    if (looking_at("//")) {
      at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
    } else if (looking_at("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      if (end == std::string_view::npos) {
        return fail(Code::kTruncated, "a comment without an end", at_);
      }
      at_ = end + 2;
    } else {
      return true;
    }
  }
}

bool OpenstepReader::hex_digits(char16_t& out) {
  unsigned number = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const int digit = hex_digit(here());
    if (digit < 0 && i != 0) break;
    if (digit < 0) return malformed("\\U without a hexadecimal digit behind it");
    number = number << 4 | static_cast<unsigned>(digit);
  }
  out = static_cast<char16_t>(number);
  return true;
}

// Behind \U: a unit of UTF-16, or both of a pair.
bool OpenstepReader::unit(std::string& out) {
  const std::size_t start = at_;
  char16_t units[2] = {};
  std::size_t count = 1;
  if (!hex_digits(units[0])) return false;
  const bool first_of_pair = units[0] >= 0xD800 && units[0] < 0xDC00;
  if (first_of_pair && (looking_at("\\U") || looking_at("\\u"))) {
    at_ += 2;
    if (!hex_digits(units[1])) return false;
    count = 2;
  }
  char utf8[6];
  const std::size_t size = wire::utf16_to_utf8(std::u16string_view(units, count), utf8);
  if (size == wire::kLoneSurrogate) {
    return fail(Code::kMalformed, "text with a surrogate that stands alone", start - 2);
  }
  out.append(utf8, size);
  return true;
}

// Behind a backslash.
bool OpenstepReader::escape(std::string& out) {
  constexpr std::string_view kLetters = "abfnrtv";
  constexpr std::string_view kMeant = "\a\b\f\n\r\t\v";
  const std::size_t start = at_ - 1;
  if (at_end()) return malformed("");
  const char c = text_[at_++];
  if (c == 'U' || c == 'u') return unit(out);
  if (c >= '0' && c <= '7') {
    unsigned number = static_cast<unsigned>(c - '0');
    for (int i = 0; i < 2 && here() >= '0' && here() <= '7'; ++i, ++at_) {
      number = number * 8 + static_cast<unsigned>(here() - '0');
    }
    if (number < 0x80) {
      out += static_cast<char>(number);
      return true;
    }
    return fail(Code::kTypeMismatch,
                "the number of a character of NeXTSTEP's encoding: only ASCII is read", start);
  }
  const std::size_t known = kLetters.find(c);
  out += known == std::string_view::npos ? c : kMeant[known];
  return true;
}

// Behind the quote.
bool OpenstepReader::quoted(char quote, std::string_view& out) {
  const char stops[] = {quote, '\\'};
  decoded_.clear();
  for (;;) {
    const std::size_t start = at_;
    at_ = std::min(text_.find_first_of(std::string_view(stops, 2), at_), text_.size());
    if (at_end()) return malformed("");
    const std::string_view plain = text_.substr(start, at_ - start);
    if (text_[at_++] == quote) {
      if (!decoded_.empty()) decoded_ += plain;
      out = decoded_.empty() ? plain : std::string_view(decoded_);
      return true;
    }
    decoded_ += plain;
    if (!escape(decoded_)) return false;
  }
}

bool OpenstepReader::string(std::string_view& out) {
  const char c = here();
  if (c == '"' || c == '\'') {
    ++at_;
    return quoted(c, out);
  }
  const std::size_t start = at_;
  while (!at_end() && is_bare(text_[at_])) ++at_;
  out = text_.substr(start, at_ - start);
  return !out.empty() || malformed("a character that only text in quotes can hold");
}

// ---- values

// Behind '<'.
bool OpenstepReader::data() {
  const std::size_t start = at_ - 1;
  if (here() == '*') return typed();
  const std::size_t end = text_.find('>', at_);
  if (end == std::string_view::npos) {
    at_ = text_.size();
    return malformed("");
  }
  const std::string digits = without_blanks(text_.substr(at_, end - at_));
  at_ = end + 1;
  bytes_.clear();
  if (digits.starts_with('[') && digits.ends_with(']')) {
    const std::string_view base64 = std::string_view(digits).substr(1, digits.size() - 2);
    if (digits.size() < 2 || !parse_base64(base64, bytes_)) {
      return fail(Code::kMalformed, "data that is no base64", start);
    }
  } else {
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
      const int high = hex_digit(digits[i]);
      const int low = hex_digit(digits[i + 1]);
      if (high < 0 || low < 0) break;
      bytes_.push_back(static_cast<std::uint8_t>(high << 4 | low));
    }
    if (2 * bytes_.size() != digits.size()) {
      return fail(Code::kMalformed, "data that is no pairs of hexadecimal digits", start);
    }
  }
  return told(at(start).data(std::as_bytes(std::span(bytes_))));
}

// GNUstep's, at '*'.
bool OpenstepReader::typed() {
  const std::size_t start = at_ - 1;
  const std::size_t end = text_.find('>', at_);
  if (end == std::string_view::npos || end - at_ < 3) {
    if (end == std::string_view::npos) at_ = text_.size();
    return malformed("a value of an unknown type");
  }
  const char type = text_[at_ + 1];
  std::string_view said = text_.substr(at_ + 2, end - at_ - 2);
  if (said.size() >= 2 && said.front() == '"' && said.back() == '"') {
    said = said.substr(1, said.size() - 2);
  }
  at_ = end + 1;
  switch (type) {
    case 'I': {
      std::uint64_t bits = 0;
      bool negative = false;
      return parsed(parse_plist_integer(said, bits, negative), start) &&
             told(at(start).integer(bits, negative));
    }
    case 'R': {
      double value = 0;
      return parsed(parse_plist_real(said, value), start) &&
             told(at(start).f64(std::bit_cast<std::uint64_t>(value)));
    }
    case 'D': {
      std::int64_t seconds = 0;
      return parsed(parse_gnustep_date(said, seconds), start) && told(at(start).moment(seconds, 0));
    }
    case 'B':
      if (said == "Y" || said == "N") return told(at(start).boolean(said == "Y"));
      break;
    default: break;
  }
  return fail(Code::kMalformed, "a value of an unknown type", start);
}

bool OpenstepReader::value() {
  const std::size_t start = at_;
  switch (here()) {
    case '{':
      ++at_;
      levels_.push_back(Level::kDictionary);
      return told(at(start).begin_object(0, false));
    case '(':
      ++at_;
      levels_.push_back(Level::kArray);
      return told(at(start).begin_list(0));
    case '<': ++at_; return data() && after_value();
    default: break;
  }
  std::string_view text;
  return string(text) && told(at(start).text(text)) && after_value();
}

// What stands behind a value, in what holds it.
bool OpenstepReader::after_value() {
  if (!blanks_and_comments()) return false;
  if (levels_.empty()) return true;
  if (levels_.back() == Level::kArray) {
    if (here() == ',') {
      ++at_;
      return true;
    }
    return here() == ')' || malformed("neither , nor ) behind an element");
  }
  if (here() == ';') {
    ++at_;
    return true;
  }
  // The last ; is often left out.
  const bool last = levels_.back() == Level::kDictionary ? here() == '}' : at_end();
  return last || malformed("no ; behind a value");
}

bool OpenstepReader::close() {
  const std::size_t start = at_;
  const bool list = levels_.back() == Level::kArray;
  if (levels_.back() != Level::kStrings) ++at_;
  levels_.pop_back();
  return told(list ? at(start).end_list() : at(start).end_object()) && after_value();
}

bool OpenstepReader::pair() {
  const std::size_t start = at_;
  std::string_view key;
  if (!string(key) || !told(at(start).key(key)) || !blanks_and_comments()) return false;
  if (here() == '=') {
    ++at_;
    return blanks_and_comments() && value();
  }
  // "key;" of a .strings file is "key = key;". The key is still in decoded_, or in the input.
  if (here() != ';') return malformed("no = behind a key");
  return told(at(start).text(key)) && after_value();
}

bool OpenstepReader::step() {
  if (!blanks_and_comments()) return false;
  if (levels_.back() == Level::kArray) return here() == ')' ? close() : value();
  const bool done = levels_.back() == Level::kDictionary ? here() == '}' : at_end();
  return done ? close() : pair();
}

// A value, or pairs without braces.
bool OpenstepReader::whole() {
  if (!start() || !blanks_and_comments()) return false;
  const std::size_t start = at_;
  bool pairs = at_end();  // an empty .strings file
  if (!pairs && here() != '{' && here() != '(' && here() != '<') {
    std::string_view first;
    if (!string(first) || !blanks_and_comments()) return false;
    pairs = here() == '=' || here() == ';';
    at_ = start;
  }
  if (pairs) {
    levels_.push_back(Level::kStrings);
    if (!told(at(start).begin_object(0, false))) return false;
  } else if (!value()) {
    return false;
  }
  while (!levels_.empty()) {
    if (!step()) return false;
  }
  if (!blanks_and_comments()) return false;
  return at_end() || fail(Code::kTrailing, "more behind the end of the property list", at_);
}

Status OpenstepReader::read() {
  if (whole()) return {};
  return std::move(why_);
}

}  // namespace

bool is_openstep_plist(std::string_view text) noexcept {
  constexpr std::string_view kBlanks = " \t\r\n";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const auto skip = [&] {  // blanks and comments
    for (;;) {
      text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
      const bool line = text.starts_with("//");
      if (!line && !text.starts_with("/*")) return;
      const std::string_view end = line ? "\n" : "*/";
      const std::size_t found = std::min(text.find(end, 2), text.size());
      text.remove_prefix(std::min(found + end.size(), text.size()));
    }
  };
  skip();
  if (text.starts_with('(')) return true;
  if (text.starts_with('{')) text.remove_prefix(1);
  skip();
  // A key, and what only stands behind one here.
  std::size_t size = 0;
  if (text.starts_with('"') || text.starts_with('\'')) {
    size = std::min(text.find(text[0], 1), text.size() - 1) + 1;
  } else {
    while (size < text.size() && is_bare(text[size])) ++size;
  }
  if (size == 0) return false;
  text.remove_prefix(size);
  skip();
  return text.starts_with('=') || text.starts_with(';');
}

Status tell_openstep_plist(std::string_view text, Sink& sink) {
  return OpenstepReader(text, sink).read();
}

}  // namespace fastser::convert
