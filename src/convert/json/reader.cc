// SPDX-License-Identifier: MIT
//
// One pass over the text, with a byte for each open list or object: deep texts cost no recursion.
// Text without escapes is told as it lies; with escapes it is put together first. What is checked
// here is all of RFC 8259 and that text is UTF-8; keys that come twice are the sink's duty.
//
// The reader is a template over what it tells, so that a DocumentBuilder, which gets most of all
// texts, is called directly; and over the dialect, so that what JSON does not have costs nothing
// where it is not asked for.
#include "convert/json/reader.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "base/large_pages.hpp"
#include "convert/document/builder.hpp"
#include "convert/json/lax.hpp"
#include "convert/json/number.hpp"
#include "convert/json/scan.hpp"
#include "convert/json/text.hpp"
#include "fastser/internal/wire/content_hash.hpp"
#include "fastser/internal/wire/utf8.hpp"

namespace fastser::convert {
namespace {

// About how many values there are, judged by the first part of the text. No more than texts of the
// usual kind have: what is wrong here costs address space or a few copies.
std::size_t about_values(std::string_view json) {
  constexpr std::size_t kPart = std::size_t{1} << 14;
  constexpr std::size_t kBytesPerValue = 8;
  const std::string_view part = json.substr(0, kPart);
  const auto count = [&](char c) {
    return static_cast<std::size_t>(std::count(part.begin(), part.end(), c));
  };
  const std::size_t found = 1 + count(',') + count('[') + count('{');
  const std::size_t about = part.size() < kPart ? found : json.size() / kPart * (found + found / 8);
  return std::min(about, json.size() / kBytesPerValue + 1);
}

void make_room(Document& document, std::string_view json) {
  reserve_in_large_pages(document.nodes, about_values(json));
}

std::string path_of(const DocumentBuilder& builder) { return builder.path(); }
std::string path_of(const Sink&) { return {}; }

template <typename To, bool kLax = false>
class Reader {
 public:
  Reader(std::string_view text, To& to, bool names_are_text = false)
      : begin_(text.data()),
        at_(begin_),
        end_(begin_ + text.size()),
        to_(to),
        names_are_text_(names_are_text) {}

  Status whole() {
    pass_mark();
    if (!value()) return status_;
    blanks();
    if (at_ == end_) return {};
    if (*at_ == '\0') return Status(Code::kTrailing, "a zero byte in the text", offset());
    wrong(instead_of(
        *at_, "text after the value; a file with one value per line has the format jsonl", kLax));
    return status_;
  }

  Status lines() {
    pass_mark();
    const char* const end = end_;
    if (!told(to_.begin_list(0))) return status_;
    while (at_ != end) {
      const void* const found = std::memchr(at_, '\n', static_cast<std::size_t>(end - at_));
      end_ = found != nullptr ? static_cast<const char*>(found) : end;
      blanks();
      if (at_ != end_) {
        if (!value()) return status_;
        blanks();
        if (at_ != end_) {
          wrong(kMoreInLine);
          return status_;
        }
      }
      if (end_ != end) ++at_;
    }
    to_.position = offset();
    told(to_.end_list());
    return status_;
  }

  // A list of values with any white space between them. None is needed where a bracket or quotation
  // mark says where a value ends, or begins.
  Status texts() {
    constexpr std::string_view kEnds = "]}\"'";
    constexpr std::string_view kBegins = "[{\"'";
    pass_mark();
    if (!told(to_.begin_list(0))) return status_;
    for (blanks(); at_ != end_;) {
      if (!value()) return status_;
      const char* const behind = at_;
      blanks();
      const bool touches = at_ == behind && at_ != end_;
      if (touches && kEnds.find(at_[-1]) == kEnds.npos && kBegins.find(*at_) == kBegins.npos) {
        wrong("a space or the end of the line was expected behind the value");
        return status_;
      }
    }
    to_.position = offset();
    told(to_.end_list());
    return status_;
  }

 private:
  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  [[nodiscard]] std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }

  void pass_mark() {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (std::string_view(at_, left()).starts_with(kMark)) at_ += kMark.size();
  }
  void blanks() {
    if (at_ != end_ && *at_ <= ' ' && is_blank(*at_)) at_ = blanks_end(at_ + 1, end_);
    if constexpr (kLax) pass_comments();
  }
  // Comments, and the blanks between and behind them. One without an end stays: it is no value.
  void pass_comments() {
    for (;;) {
      const bool slash = left() >= 2 && at_[0] == '/';
      if (at_ != end_ && (*at_ == '#' || (slash && at_[1] == '/'))) {
        at_ = std::find(at_, end_, '\n');
      } else if (slash && at_[1] == '*') {
        const std::size_t close = std::string_view(at_, left()).find("*/", 2);
        if (close == std::string_view::npos) return;
        at_ += close + 2;
      } else {
        return;
      }
      at_ = blanks_end(at_, end_);
    }
  }

  bool told(bool go_on) { return go_on || refused(); }
  FASTSER_COLD bool refused() {
    status_ = Status(to_.why).with_offset(to_.position).with_path(path_of(to_));
    return false;
  }
  To& to(const char* where) {
    to_.position = static_cast<std::size_t>(where - begin_);
    return to_;
  }
  // At at_.
  FASTSER_COLD bool wrong(std::string_view what) {
    const std::string_view before(begin_, offset());
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n') + 1;
    std::string said = "not JSON: line " + std::to_string(line) + ", column " +
                       std::to_string(before.size() - start + 1) + ": ";
    said += at_ == end_ ? "the text ends too early: it was cut off, or a bracket or "
                          "quotation mark is not closed"
                        : what;
    status_ = Status(Code::kMalformed, {}, offset()).with_detail(std::move(said));
    status_ = std::move(status_).with_path(path_of(to_));
    return false;
  }
  bool is_next(char c) {
    if (at_ == end_ || *at_ != c) {
      blanks();
      if (at_ == end_ || *at_ != c) return false;
    }
    ++at_;
    return true;
  }

  // A value with all it holds.
  bool value() {
    const std::size_t floor = open_.size();
    for (;;) {
      opened_ = false;
      if (!one()) return false;
      // Behind a value: what it ends, and what comes next.
      while (!opened_) {
        if (open_.size() == floor) return true;
        if (is_next(',') && !(kLax && is_closed())) {
          if (in_object_ && !key()) return false;
          break;
        }
        if (!close()) return false;
      }
    }
  }

  // Behind a comma.
  bool is_closed() {
    blanks();
    return at_ != end_ && *at_ == (in_object_ ? '}' : ']');
  }
  bool close() {
    const char bracket = in_object_ ? '}' : ']';
    if (!is_next(bracket)) {
      const char found = at_ == end_ ? bracket : *at_;
      if (!kLax && at_[-1] == '0' && found >= '0' && found <= '9') return wrong(kZeroInFront);
      if (!kLax && at_[-1] == '0' && (found == 'x' || found == 'X')) return wrong(kNoHex);
      return wrong(instead_of(
          found, in_object_ ? "a comma or } was expected" : "a comma or ] was expected", kLax));
    }
    const bool was_object = in_object_;
    open_.pop_back();
    in_object_ = !open_.empty() && open_.back() != 0;
    To& sink = to(at_ - 1);
    return told(was_object ? sink.end_object() : sink.end_list());
  }

  // A leaf, or the start of a list or object up to its first value.
  bool one() {
    blanks();
    if (at_ == end_) return wrong({});
    const char* const start = at_;
    switch (*at_) {
      case '{':
        if (!told(to(start).begin_object(0, false))) return false;
        ++at_;
        return opened(true, '}');
      case '[':
        if (!told(to(start).begin_list(0))) return false;
        ++at_;
        return opened(false, ']');
      case '"': {
        std::string_view text;
        return string(text) && told(tell_text(start, text));
      }
      case 't':
        if (kLax && !is_word("true")) return lax_value();
        return word("true") && told(to(start).boolean(true));
      case 'f':
        if (kLax && !is_word("false")) return lax_value();
        return word("false") && told(to(start).boolean(false));
      case 'n':
        if (kLax && !is_word("null")) return lax_value();
        return word("null") && told(to(start).null());
      default: return kLax ? lax_value() : number();
    }
  }

  // ---- what only the lax dialect has

  // The letters and digits from `at` on.
  std::string_view name_at(const char* at) const {
    const char* const end =
        std::find_if_not(at, end_, [](char c) { return is_name(c) || (c >= '0' && c <= '9'); });
    return {at, static_cast<std::size_t>(end - at)};
  }
  [[nodiscard]] bool is_word(std::string_view word) const { return name_at(at_) == word; }

  bool lax_value() {
    const char* const start = at_;
    if (*at_ == '\'') {
      std::string_view text;
      return single_quoted(text) && told(to(start).text(text));
    }
    const bool has_sign = *at_ == '-' || *at_ == '+';
    const std::string_view name = name_at(has_sign ? at_ + 1 : at_);
    if (name.empty() || !is_name(name.front())) return number();
    double value = 0;
    if (not_finite_at(name, value)) return tell_real(start, value);
    if (function_in({at_, left()}) != nullptr) return function();
    if (has_sign) return wrong("a digit was expected after the sign");
    if (left() > name.size() && at_[name.size()] == '(') {
      return wrong("this function is not known: deg, rad, sin, cos, tan, asin, acos and atan are");
    }
    if (!names_are_text_) return wrong("no JSON value begins with this character");
    at_ += name.size();
    return told(to(start).text(name));
  }
  // NaN or an infinity. `name` is at at_, perhaps behind a sign. It is passed by.
  bool not_finite_at(std::string_view name, double& value) {
    if (!not_finite(name, *at_ == '-', value)) return false;
    at_ = name.data() + name.size();
    return true;
  }
  bool tell_real(const char* start, double value) {
    return std::isfinite(value) ? told(to(start).real(value))
                                : told(to(start).f64(std::bit_cast<std::uint64_t>(value)));
  }
  // A function, perhaps of a function, of a number.
  bool function() {
    const char* const start = at_;
    std::vector<const LaxFunction*> open;
    while (const LaxFunction* const which = function_in({at_, left()})) {
      open.push_back(which);
      at_ += which->name.size() + 1;
      blanks();
    }
    double value = 0;
    if (!argument(value)) return false;
    for (; !open.empty(); open.pop_back()) {
      if (!is_next(')')) return wrong("a closing ) was expected");
      value = open.back()->of(value);
    }
    return tell_real(start, value);
  }
  bool argument(double& value) {
    if (at_ == end_) return wrong({});
    const bool has_sign = *at_ == '-' || *at_ == '+';
    const std::string_view name = name_at(has_sign ? at_ + 1 : at_);
    if (not_finite_at(name, value)) return true;
    if (name.empty() && !has_sign && *at_ != '.') return wrong("a number was expected");
    JsonNumber number;
    if (!parse(number)) return false;
    value = number.real;
    if (number.kind == JsonNumber::Kind::kInteger) {
      value = number.negative ? static_cast<double>(static_cast<std::int64_t>(number.bits))
                              : static_cast<double>(number.bits);
    }
    return true;
  }
  bool single_quoted(std::string_view& out) {
    const char* const start = ++at_;
    at_ = text_end('\'');
    return long_string(start, out, '\'');
  }
  bool single_quoted_key() {
    const char* const start = at_;
    std::string_view text;
    if (!single_quoted(text) || !told(to(start).key(text))) return false;
    return is_next(':') || wrong("a colon was expected after the key");
  }

  bool opened(bool is_object, char bracket) {
    if (is_next(bracket)) {
      To& sink = to(at_ - 1);
      return told(is_object ? sink.end_object() : sink.end_list());
    }
    open_.push_back(is_object ? 1 : 0);
    in_object_ = is_object;
    opened_ = true;
    return !is_object || key();
  }

  bool key() {
    blanks();
    const char* const start = at_;
    if constexpr (kLax) {
      if (at_ != end_ && is_name(*at_)) return bare_key();
      if (at_ != end_ && *at_ == '\'') return single_quoted_key();
    }
    if (at_ == end_ || *at_ != '"') {
      if (at_ == end_) return wrong({});
      switch (*at_) {
        case '}': return wrong(kLastPair);  // else the object would be closed: it follows a comma
        case '\'': return wrong(kSingleQuotedKey);
        default:
          return wrong(instead_of(
              *at_, is_name(*at_) ? kNoQuotes : "a key in double quotes was expected", kLax));
      }
    }
    if (!likely_key(start) && !any_key(start)) return false;
    return is_next(':') || wrong("a colon was expected after the key");
  }
  static bool is_name(char c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return is_letter || c == '_' || c == '$';
  }
  // A name without quotes.
  bool bare_key() {
    const std::string_view name = name_at(at_);
    at_ += name.size();
    if (!told(to(name.data()).key(name))) return false;
    return is_next(':') || wrong("a colon was expected after the key");
  }
  bool any_key(const char* start) {
    std::string_view text;
    if (!string(text) || !told(to(start).key(text))) return false;
    if constexpr (kLearns) {
      if (text.data() == start + 1) to_.learn_key();  // as it stands in the text, without escapes
    }
    return true;
  }
  // Mostly the key is the one that came here the last time.
  bool likely_key([[maybe_unused]] const char* start) {
    if constexpr (kLearns) {
      const std::string_view likely = to_.likely_key();
      const std::size_t size = likely.size();
      if (size == 0 || left() < size + 2 || start[size + 1] != '"') return false;
      if (!wire::same_content(start + 1, likely.data(), size)) return false;
      if (!to(start).key_as_likely()) return false;
      at_ += size + 2;
      return true;
    }
    return false;
  }

  bool word(std::string_view text) {
    for (const char c : text) {
      if (at_ == end_ || *at_ != c) return wrong("true, false or null was expected");
      ++at_;
    }
    return true;
  }

  // At a sign or a digit; in the lax dialect also at a point.
  bool parse(JsonNumber& number) {
    const char c = *at_;
    const bool is_number = c == '-' || (c >= '0' && c <= '9') || (kLax && (c == '+' || c == '.'));
    if (!is_number) return wrong(no_value({at_, left()}, kLax));
    const char* stopped = nullptr;
    std::string_view why = "a digit was expected";
    const char* const behind = kLax ? parse_lax_number(at_, end_, number, stopped, why)
                                    : parse_number(at_, end_, number, stopped);
    if (behind == nullptr) {
      at_ = stopped;
      return wrong(why);
    }
    if (number.kind == JsonNumber::Kind::kNotFinite) {
      return wrong("a number that is too large for a float of 64 bits");
    }
    at_ = behind;
    return true;
  }
  bool number() {
    const char* const start = at_;
    JsonNumber number;
    if (!parse(number)) return false;
    To& sink = to(start);
    switch (number.kind) {
      case JsonNumber::Kind::kInteger: return told(sink.integer(number.bits, number.negative));
      case JsonNumber::Kind::kInexact: return told(sink.inexact(number.real));
      default: break;
    }
    return told(sink.real(number.real));
  }

  bool tell_text(const char* start, std::string_view text) {
    if constexpr (requires { to_.lasting_text(text); }) {
      const bool is_in_input = text.data() == start + 1;
      if (is_in_input && left() >= Texts::kMargin) return to(start).lasting_text(text);
    }
    return to(start).text(text);
  }

  // Behind the opening quote up to the closing one. `out` lies in the text, or in made_.
  bool string(std::string_view& out) {
    const char* const start = ++at_;
    bool ascii = true;
    at_ = plain_end(at_, end_, ascii);
    if (at_ == end_ || *at_ != '"') return long_string(start, out);
    out = {start, static_cast<std::size_t>(at_ - start)};
    if (!ascii && !is_utf8(start)) return false;
    ++at_;
    return true;
  }
  bool is_utf8(const char* start) {
    const std::string_view text(start, static_cast<std::size_t>(at_ - start));
    const std::size_t sound = wire::utf8_prefix(text);
    if (sound == text.size()) return true;
    at_ = start + sound;
    return wrong("text that is not UTF-8");
  }
  // The first byte from at_ on that ends plain text in these quotes.
  const char* text_end(char quote) {
    if (kLax && quote == '\'') {
      return std::find_if(at_, end_, [](char c) {
        return c == '\'' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
      });
    }
    bool ascii = true;
    return plain_end(at_, end_, ascii);
  }
  bool long_string(const char* start, std::string_view& out, char quote = '"') {
    has_bytes_ = false;
    made_.clear();
    for (;;) {
      if (!is_utf8(start)) return false;
      made_.append(start, at_);
      if (at_ == end_) return wrong({});
      if (*at_ == quote) break;
      if (*at_ != '\\') {
        return wrong("a control character in text: write it as \\n, \\t or \\u...");
      }
      ++at_;
      if (!escape()) return false;
      start = at_;
      at_ = text_end(quote);
    }
    if (kLax && has_bytes_ && wire::utf8_prefix(made_) != made_.size()) {
      return wrong("text that is not UTF-8, by its \\x");
    }
    ++at_;
    out = made_;
    return true;
  }
  bool escape() {
    if (at_ == end_) return wrong({});
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
    const std::size_t which = kNames.find(*at_);
    if (which != std::string_view::npos) {
      ++at_;
      made_ += kMeant[which];
      return true;
    }
    if constexpr (kLax) {
      if (*at_ == '\'') {
        made_ += *at_++;
        return true;
      }
      if (*at_ == 'x') return byte();
    }
    if (*at_ != 'u') return wrong("this escape does not exist in JSON");
    ++at_;
    std::uint32_t code = 0;
    if (!unit(code)) return false;
    if (code >= 0xDC00 && code < 0xE000) return wrong("the second half of a surrogate pair alone");
    if (code >= 0xD800 && code < 0xDC00) {
      constexpr std::string_view kHalf = "the first half of a surrogate pair alone";
      if (left() < 2 || at_[0] != '\\' || at_[1] != 'u') return wrong(kHalf);
      at_ += 2;
      std::uint32_t low = 0;
      if (!unit(low)) return false;
      if (low < 0xDC00 || low >= 0xE000) return wrong(kHalf);
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    append_utf8(code, made_);
    return true;
  }
  // A byte of UTF-8, at the x.
  bool byte() {
    ++at_;
    int code = 0;
    for (int i = 0; i < 2; ++i, ++at_) {
      const int digit = at_ == end_ ? -1 : hex_digit(*at_);
      if (digit < 0) return wrong("two hexadecimal digits were expected");
      code = code << 4 | digit;
    }
    made_ += static_cast<char>(code);
    has_bytes_ = true;
    return true;
  }
  bool unit(std::uint32_t& code) {
    for (int i = 0; i < 4; ++i, ++at_) {
      const int digit = at_ == end_ ? -1 : hex_digit(*at_);
      if (digit < 0) return wrong("four hexadecimal digits were expected");
      code = code << 4 | static_cast<std::uint32_t>(digit);
    }
    return true;
  }

  static constexpr bool kLearns = requires(To & to) { to.learn_key(); };

  const char* begin_;
  const char* at_;
  const char* end_;
  To& to_;
  std::vector<std::uint8_t> open_;  // lists and objects: whether it is an object
  bool in_object_ = false;          // the last of them
  bool opened_ = false;             // the last one was opened just now: its first value comes
  bool names_are_text_;             // values without quotes
  bool has_bytes_ = false;          // of the text with escapes: some were given by \x
  std::string made_;                // text with escapes
  Status status_;
};

template <typename To>
Status read(std::string_view json, To& to, JsonDialect dialect) {
  if (dialect == JsonDialect::kStrict) return Reader<To>(json, to).whole();
  return Reader<To, true>(json, to, dialect == JsonDialect::kLaxNames).whole();
}
template <typename To>
Status read_lines(std::string_view lines, To& to, JsonDialect dialect) {
  if (dialect == JsonDialect::kStrict) return Reader<To>(lines, to).lines();
  return Reader<To, true>(lines, to, dialect == JsonDialect::kLaxNames).texts();
}

}  // namespace

Status parse_json(std::string_view json, std::uint32_t depth, bool round_integers,
                  Document& document, const Progress& progress, JsonDialect dialect) {
  DocumentBuilder builder(document, depth);
  builder.watch(progress, json.size());
  if (!round_integers) builder.refuse_rounding();
  make_room(document, json);
  return read(json, builder, dialect);
}

Status parse_json_lines(std::string_view lines, std::uint32_t depth, bool round_integers,
                        Document& document, const Progress& progress, JsonDialect dialect) {
  DocumentBuilder builder(document, depth);
  builder.watch(progress, lines.size());
  if (!round_integers) builder.refuse_rounding();
  make_room(document, lines);
  return read_lines(lines, builder, dialect);
}

Status tell_json(std::string_view json, Sink& sink, JsonDialect dialect) {
  return read(json, sink, dialect);
}

Status tell_json_lines(std::string_view lines, Sink& sink, JsonDialect dialect) {
  return read_lines(lines, sink, dialect);
}

}  // namespace fastser::convert
