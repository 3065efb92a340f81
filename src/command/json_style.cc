// SPDX-License-Identifier: MIT
//
// Outside of strings, the text has only what JSON is made of, so the first character of a value
// says what it is. A string in front of a colon is a key.
#include "command/json_style.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "base/as_text.hpp"
#include "command/terminal.hpp"

namespace fastser::command {
namespace {

void append_unit(std::string& out, std::uint32_t unit) {
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += "0123456789abcdef"[unit >> shift & 15U];
}

// As one escape, or as two for what UTF-16 has two units for.
void append_escaped(std::string& out, std::uint32_t code) {
  constexpr std::uint32_t kFirstPair = 0x10000;
  if (code < kFirstPair) return append_unit(out, code);
  append_unit(out, 0xD800 + ((code - kFirstPair) >> 10));
  append_unit(out, 0xDC00 + ((code - kFirstPair) & 0x3FF));
}

// UTF-8, which writers have checked.
void append_ascii(std::string& out, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at++]);
    if (first < 0x80) {
      out += static_cast<char>(first);
      continue;
    }
    std::uint32_t code = first >= 0xF0 ? first & 7U : first >= 0xE0 ? first & 15U : first & 31U;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) {
      code = code << 6 | (static_cast<unsigned char>(text[at++]) & 0x3FU);
    }
    append_escaped(out, code);
  }
}

// Behind the closing quote of the string that starts at `at`.
std::size_t string_end(std::string_view json, std::size_t at) {
  for (++at; at < json.size() && json[at] != '"'; ++at) {
    if (json[at] == '\\') ++at;
  }
  return std::min(at + 1, json.size());
}

class Styler {
 public:
  Styler(std::string_view json, const JsonStyle& style) : json_(json), style_(style) {}

  std::string run() {
    out_.reserve(json_.size() + json_.size() / 4);
    std::size_t at = indentation(0);
    while (at < json_.size()) at = next(at);
    return std::move(out_);
  }

 private:
  std::size_t indentation(std::size_t at) {
    const std::size_t end = std::min(json_.find_first_not_of(' ', at), json_.size());
    out_.append(end - at, style_.tabs ? '\t' : ' ');
    return end;
  }
  std::size_t next(std::size_t at) {
    const char c = json_[at];
    if (c == '"') return string(at);
    const bool is_word = c == '-' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
    if (is_word) {
      const std::size_t end = std::min(json_.find_first_of(",]}\n", at), json_.size());
      put(kYellow, json_.substr(at, end - at));
      return end;
    }
    out_ += c;
    return c == '\n' ? indentation(at + 1) : at + 1;
  }
  std::size_t string(std::size_t at) {
    const std::size_t end = string_end(json_, at);
    const bool is_key = end < json_.size() && json_[end] == ':';
    put(is_key ? kBlue : kGreen, json_.substr(at, end - at));
    return end;
  }
  void put(std::string_view colour, std::string_view text) {
    if (style_.colour) out_ += colour;
    if (style_.ascii) {
      append_ascii(out_, text);
    } else {
      out_ += text;
    }
    if (style_.colour) out_ += kPlain;
  }

  std::string_view json_;
  const JsonStyle& style_;
  std::string out_;
};

}  // namespace

bool read_style(const Arguments& arguments, JsonStyle& style) {
  style.ascii = arguments.has("--ascii");
  style.tabs = arguments.has("--tab");
  return wants_colour(arguments, style.colour);
}

std::string styled(std::string_view json, const JsonStyle& style) {
  return style.is_plain() ? std::string(json) : Styler(json, style).run();
}

Status restyle(Buffer& json, const JsonStyle& style) {
  if (style.is_plain()) return {};
  const std::string out = styled(as_text(json), style);
  json.clear();
  if (json.append(std::as_bytes(std::span(out)))) return {};
  return Status(Code::kNoMemory, "no memory for the JSON text");
}

}  // namespace fastser::command
