// SPDX-License-Identifier: MIT
#include "convert/plist/xml_reader.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "convert/json/text.hpp"
#include "convert/plist/scalar_text.hpp"
#include "convert/plist/text_reader.hpp"
#include "fastser/internal/wire/utf8.hpp"

namespace fastser::convert {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

bool is_above_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80U; }

std::string_view trimmed(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(kBlanks), text.size());
  text.remove_prefix(first);
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

struct Tag {
  std::string_view name;
  std::size_t at = 0;  // of '<'
  bool closes = false;
  bool empty = false;  // <name/>
};

class XmlReader : PlistText {
 public:
  XmlReader(std::string_view text, Sink& sink) : PlistText(text, sink) {}

  Status read();

 private:
  // What a container still has to have.
  struct Level {
    bool dictionary = false;
    bool key_told = false;
  };

  bool prolog();
  bool declaration();
  [[nodiscard]] std::size_t outside_quotes(const char* wanted, std::size_t from) const;
  bool doctype();
  bool blanks_and_comments();
  bool skip_past(std::string_view end, std::size_t from, std::string_view what);
  bool tag(Tag& out);
  bool plist();
  bool child(const Tag& tag);
  bool close(const Tag& tag);
  bool scalar(const Tag& tag);
  bool content(const Tag& tag, std::string_view& out);
  bool entity(std::string& out);
  bool number_of_character(std::string_view digits, std::size_t at, std::string& out);
  bool integer(std::string_view text, std::size_t at);
  bool real(std::string_view text, std::size_t at);
  bool date(std::string_view text, std::size_t at);
  bool data(std::string_view text, std::size_t at);
  bool done_with_value();

  bool malformed(std::string_view message, std::size_t at) {
    return fail(Code::kMalformed, message, at);
  }
  bool truncated() { return fail(Code::kTruncated, "the property list is cut off", at_); }

  std::vector<Level> levels_;
};

// ---- XML

bool XmlReader::skip_past(std::string_view end, std::size_t from, std::string_view what) {
  const std::size_t found = text_.find(end, from);
  if (found == std::string_view::npos) return fail(Code::kTruncated, what, at_);
  at_ = found + end.size();
  return true;
}

bool XmlReader::blanks_and_comments() {
  for (;;) {
    while (!at_end() && is_blank(text_[at_])) ++at_;
    if (looking_at("<!--")) {
      if (!skip_past("-->", at_ + 4, "a comment without an end")) return false;
    } else if (looking_at("<?")) {
      if (!skip_past("?>", at_ + 2, "a processing instruction without an end")) return false;
    } else {
      return true;
    }
  }
}

// <?xml version="1.0" encoding="UTF-8"?>
bool XmlReader::declaration() {
  if (!looking_at("<?xml")) return true;
  const std::size_t start = at_;
  if (!skip_past("?>", start, "an XML declaration without an end")) return false;
  std::string said(text_.substr(start, at_ - start));
  for (char& c : said) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const std::size_t encoding = said.find("encoding");
  if (encoding == std::string::npos) return true;
  const std::string_view name = std::string_view(said).substr(encoding);
  // The bytes are UTF-8; they may have been in UTF-16 when this was written.
  constexpr std::string_view kNames[] = {"utf-8", "utf8", "us-ascii", "utf-16", "ucs-2"};
  for (const std::string_view known : kNames) {
    if (name.find(known) != std::string_view::npos) return true;
  }
  if (std::none_of(text_.begin(), text_.end(), [](char c) { return is_above_ascii(c); })) {
    return true;
  }
  return fail(Code::kTypeMismatch, "XML in another encoding than UTF-8: convert it to UTF-8 first",
              start + encoding);
}

// The first of these characters that is in no value of an attribute.
std::size_t XmlReader::outside_quotes(const char* wanted, std::size_t from) const {
  const std::string any = std::string(wanted) + "\"'";
  for (;;) {
    const std::size_t at = text_.find_first_of(any, from);
    if (at == std::string_view::npos || (text_[at] != '"' && text_[at] != '\'')) return at;
    const std::size_t closing = text_.find(text_[at], at + 1);
    if (closing == std::string_view::npos) return closing;
    from = closing + 1;
  }
}

bool XmlReader::doctype() {
  if (!looking_at("<!DOCTYPE")) return true;
  const std::size_t start = at_;
  const std::size_t end = outside_quotes("[>", start);
  if (end == std::string_view::npos) return truncated();
  if (text_[end] == '[') {
    return malformed("a DOCTYPE with declarations of its own, which property lists do not have",
                     end);
  }
  at_ = end + 1;
  return blanks_and_comments();
}

bool XmlReader::prolog() { return start() && declaration() && blanks_and_comments() && doctype(); }

bool XmlReader::tag(Tag& out) {
  if (!blanks_and_comments()) return false;
  if (at_end()) return truncated();
  out = {};
  out.at = at_;
  if (text_[at_] != '<') return malformed("text that is in no <key> or <string>", at_);
  const std::size_t end = outside_quotes(">", at_);
  if (end == std::string_view::npos) return truncated();
  std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
  at_ = end + 1;
  out.closes = inside.starts_with('/');
  if (out.closes) inside.remove_prefix(1);
  out.empty = !out.closes && inside.ends_with('/');
  if (out.empty) inside.remove_suffix(1);
  out.name = inside.substr(0, inside.find_first_of(kBlanks));
  if (!out.name.empty()) return true;
  return malformed("an element without a name", out.at);
}

bool XmlReader::number_of_character(std::string_view digits, std::size_t at, std::string& out) {
  const bool hex = digits.starts_with('x');
  if (hex) digits.remove_prefix(1);
  std::uint32_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, number, hex ? 16 : 10);
  const bool surrogate = number >= 0xD800 && number <= 0xDFFF;
  if (read.ec != std::errc() || read.ptr != end || number == 0 || number > 0x10FFFF || surrogate) {
    return malformed("the number of a character that does not exist", at);
  }
  append_utf8(number, out);
  return true;
}

// At '&'.
bool XmlReader::entity(std::string& out) {
  constexpr std::pair<std::string_view, char> kKnown[] = {
      {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  constexpr std::size_t kLongest = 16;
  const std::size_t start = at_;
  const std::size_t size = text_.substr(start, kLongest).find(';');
  if (size == std::string_view::npos) return malformed("a & that begins no entity", start);
  const std::string_view name = text_.substr(start + 1, size - 1);
  at_ = start + size + 1;
  if (name.starts_with('#')) return number_of_character(name.substr(1), start, out);
  for (const auto& [known, c] : kKnown) {
    if (name != known) continue;
    out += c;
    return true;
  }
  return malformed("an entity that property lists do not have", start);
}

// The text up to the closing tag: a part of the input, or decoded.
bool XmlReader::content(const Tag& tag, std::string_view& out) {
  out = {};
  if (tag.empty) return true;
  constexpr std::string_view kCdata = "<![CDATA[";
  decoded_.clear();
  for (std::size_t start = at_;;) {
    const std::size_t stop = text_.find_first_of("<&", start);
    if (stop == std::string_view::npos) {
      at_ = text_.size();
      return truncated();
    }
    at_ = stop;
    if (text_[stop] == '<' && text_.substr(stop + 1, 1) == "/") {
      const std::string_view last = text_.substr(start, stop - start);
      if (!decoded_.empty()) decoded_ += last;
      out = decoded_.empty() ? last : std::string_view(decoded_);
      break;
    }
    decoded_ += text_.substr(start, stop - start);
    if (text_[stop] == '&') {
      if (!entity(decoded_)) return false;
    } else if (looking_at("<!--")) {
      if (!skip_past("-->", stop + 4, "a comment without an end")) return false;
    } else if (looking_at(kCdata)) {
      if (!skip_past("]]>", stop + kCdata.size(), "a CDATA section without an end")) return false;
      decoded_ += text_.substr(stop + kCdata.size(), at_ - stop - kCdata.size() - 3);
    } else {
      return malformed("an element in an element that holds text only", stop);
    }
    start = at_;
  }
  Tag end;
  if (!this->tag(end)) return false;
  return end.name == tag.name || malformed("a closing tag of another element", end.at);
}

// ---- values

bool XmlReader::integer(std::string_view text, std::size_t at) {
  std::uint64_t bits = 0;
  bool negative = false;
  return parsed(parse_plist_integer(text, bits, negative), at) &&
         told(this->at(at).integer(bits, negative));
}

bool XmlReader::real(std::string_view text, std::size_t at) {
  double value = 0;
  return parsed(parse_plist_real(text, value), at) &&
         told(this->at(at).f64(std::bit_cast<std::uint64_t>(value)));
}

bool XmlReader::date(std::string_view text, std::size_t at) {
  std::int64_t seconds = 0;
  return parsed(parse_plist_date(text, seconds), at) && told(this->at(at).moment(seconds, 0));
}

bool XmlReader::data(std::string_view text, std::size_t at) {
  bytes_.clear();
  if (!parse_base64(without_blanks(text), bytes_)) return malformed("<data> that is no base64", at);
  return told(this->at(at).data(std::as_bytes(std::span(bytes_))));
}

bool XmlReader::scalar(const Tag& tag) {
  const std::size_t start = at_;
  std::string_view text;
  if (!content(tag, text)) return false;
  if (tag.name == "string") return told(at(start).text(text));
  if (tag.name == "integer") return integer(trimmed(text), start);
  if (tag.name == "real") return real(trimmed(text), start);
  if (tag.name == "date") return date(trimmed(text), start);
  if (tag.name == "data") return data(text, start);
  if (!trimmed(text).empty()) return malformed("a truth value that holds text", start);
  return told(at(start).boolean(tag.name == "true"));
}

bool is_scalar(std::string_view name) {
  constexpr std::string_view kNames[] = {"string", "integer", "real", "true",
                                         "false",  "date",    "data"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

bool is_value(std::string_view name) {
  return name == "dict" || name == "array" || is_scalar(name);
}

bool XmlReader::close(const Tag& tag) {
  const Level level = levels_.back();
  if (tag.name != (level.dictionary ? "dict" : "array")) {
    return malformed("a closing tag of another element", tag.at);
  }
  if (level.key_told) return malformed("a <key> without a value", tag.at);
  levels_.pop_back();
  Sink& sink = at(tag.at);
  return told(level.dictionary ? sink.end_object() : sink.end_list()) && done_with_value();
}

bool XmlReader::done_with_value() {
  if (!levels_.empty()) levels_.back().key_told = false;
  return true;
}

// A value, a key, or the end of a container.
bool XmlReader::child(const Tag& tag) {
  if (tag.closes) {
    if (!levels_.empty()) return close(tag);
    return malformed("a property list without a value", tag.at);
  }
  const bool wants_key = !levels_.empty() && levels_.back().dictionary && !levels_.back().key_told;
  if ((tag.name == "key") != wants_key) {
    return malformed(
        wants_key ? "a value without a <key> in front of it" : "a <key> where a value must be",
        tag.at);
  }
  if (wants_key) {
    const std::size_t start = at_;
    std::string_view key;
    levels_.back().key_told = true;
    return content(tag, key) && told(at(start).key(key));
  }
  if (is_scalar(tag.name)) return scalar(tag) && done_with_value();
  const bool dictionary = tag.name == "dict";
  if (!dictionary && tag.name != "array") {
    return malformed("an element that property lists do not have", tag.at);
  }
  Sink& sink = at(tag.at);
  if (!told(dictionary ? sink.begin_object(0, false) : sink.begin_list(0))) return false;
  levels_.push_back({.dictionary = dictionary});
  return !tag.empty || close(tag);
}

bool XmlReader::plist() {
  Tag tag;
  if (!this->tag(tag)) return false;
  const bool wrapped = tag.name == "plist";
  if (tag.closes || (!wrapped && !is_value(tag.name))) {
    return malformed("this is no property list: <plist> is missing", tag.at);
  }
  if (wrapped && tag.empty) return malformed("a property list without a value", tag.at);
  if (wrapped && !this->tag(tag)) return false;
  if (!child(tag)) return false;
  while (!levels_.empty()) {
    if (!this->tag(tag) || !child(tag)) return false;
  }
  if (wrapped && !this->tag(tag)) return false;
  if (wrapped && (tag.name != "plist" || !tag.closes)) return malformed("a second value", tag.at);
  if (!blanks_and_comments()) return false;
  return at_end() || fail(Code::kTrailing, "more behind the end of the property list", at_);
}

Status XmlReader::read() {
  if (prolog() && plist()) return {};
  return std::move(why_);
}

}  // namespace

bool is_xml_plist(std::string_view text) noexcept {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    const bool comment = text.starts_with("<!--");
    if (!comment && !text.starts_with("<?")) break;
    const std::string_view end = comment ? "-->" : "?>";
    const std::size_t found = text.find(end, 2);
    if (found == std::string_view::npos) return false;
    text.remove_prefix(found + end.size());
  }
  if (text.starts_with("<!DOCTYPE plist")) return true;
  if (!text.starts_with('<')) return false;
  text.remove_prefix(1);
  const std::string_view name = text.substr(0, text.find_first_of(" \t\r\n/>"));
  return name == "plist" || is_value(name);
}

Status tell_xml_plist(std::string_view text, Sink& sink) { return XmlReader(text, sink).read(); }

}  // namespace fastser::convert
