// SPDX-License-Identifier: MIT
#include "convert/json_schema/schema_text.hpp"

#include <utility>

#include "fastser/internal/wire/utf8.hpp"

namespace fastser::convert {

// A JSON Pointer (RFC 6901) as a fragment of a URI (RFC 3986).
std::string SchemaText::pointer(std::string_view name) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:";
  std::string out = "#/$defs/";
  for (const char c : name) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else if (kPlain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += '%';
      out += "0123456789ABCDEF"[byte >> 4U];
      out += "0123456789ABCDEF"[byte & 0xFU];
    }
  }
  return out;
}

bool SchemaText::is_sound(std::string_view text) {
  if (wire::is_utf8(text)) return true;
  writer_.why = Status(Code::kMalformed, "a name in the schema is not UTF-8");
  return false;
}

Result<std::string> SchemaText::take() {
  if (!ok_) return writer_.why;
  return writer_.take();
}

void DefinitionNames::add(std::string_view name, std::string_view if_empty) {
  std::string own(name.empty() ? if_empty : name);
  std::size_t& number = taken_[own];
  if (++number != 1) {
    const std::string stem = own + '_';
    for (;; ++number) {  // references into the map stay valid
      own = stem + std::to_string(number);
      if (taken_.emplace(own, 1).second) break;
    }
  }
  names_.push_back(std::move(own));
}

}  // namespace fastser::convert
