// SPDX-License-Identifier: MIT
//
// std::u8string, std::u16string, std::u32string and std::wstring in every format: text, in UTF-8.
//
// What is no text comes back all the same: a surrogate that stands alone (and, in UTF-32, a number
// that is no character) is written as the bytes that it would have in UTF-8, which JSON and others
// that want UTF-8 refuse. Reading refuses other bytes that are not UTF-8. Cost: a copy.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fastser/internal/schema/wrapped.hpp"

namespace fastser::schema {

namespace detail {

inline void append_utf8(std::string& to, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { to += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  } else if (code <= 0x10FFFF) {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {  // no character: as UTF-8 would go on
    put(0xFE);
    put(0x80 | code >> 30);
    for (int shift = 24; shift >= 0; shift -= 6) put(0x80 | (code >> shift & 0x3F));
  }
}

/// How many bytes the number has that begins with this one; 0: none begins so.
inline std::size_t utf8_size(std::uint8_t first) {
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  if (first < 0xF5) return 4;
  return first == 0xFE ? 7 : 0;
}
/// Takes the number at `at`, which goes behind it; false where there is none.
inline bool take_utf8(std::string_view text, std::size_t& at, std::uint32_t& code) {
  const auto first = static_cast<std::uint8_t>(text[at]);
  const std::size_t size = utf8_size(first);
  if (size == 0 || text.size() - at < size) return false;
  std::uint64_t wide = size == 1 ? first : first & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    const auto byte = static_cast<std::uint8_t>(text[at + i]);
    if ((byte & 0xC0) != 0x80) return false;
    wide = wide << 6 | (byte & 0x3F);
  }
  if (size == 7 ? wide <= 0x10FFFF || wide > 0xFFFFFFFF : wide > 0x10FFFF) return false;
  if ((size == 3 && wide < 0x800) || (size == 4 && wide < 0x10000)) return false;
  code = static_cast<std::uint32_t>(wide);
  at += size;
  return true;
}

/// What a string has on the heap that has room for as many units as the text has bytes.
template <typename T>
std::size_t heap_units(std::string_view text) {
  constexpr std::size_t kRounded = 16 / sizeof(typename T::value_type);
  return text.size() <= T().capacity() ? 0 : text.size() + kRounded;
}

}  // namespace detail

template <typename Char, typename Traits, typename Allocator>
requires(sizeof(Char) == 2 ||
         sizeof(Char) == 4) struct Wrapped<std::basic_string<Char, Traits, Allocator>> {
  using T = std::basic_string<Char, Traits, Allocator>;
  using Inner = std::string;
  static constexpr std::size_t kHeapElement = sizeof(Char);
  static std::size_t heap_elements(const Inner& text) { return detail::heap_units<T>(text); }
  static Inner to(const T& value) {
    std::string text;
    text.reserve(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) {
      auto code = static_cast<std::uint32_t>(value[i]);
      if constexpr (sizeof(Char) == 2) {
        if (is_high(code) && i + 1 < value.size() && is_low(value[i + 1])) {
          code =
              0x10000 + ((code - 0xD800) << 10) + (static_cast<std::uint32_t>(value[++i]) - 0xDC00);
        }
      }
      detail::append_utf8(text, code);
    }
    return text;
  }
  static bool from(T& value, const Inner& text) {
    value.clear();
    value.reserve(text.size());
    std::uint32_t code = 0;
    for (std::size_t at = 0; at < text.size();) {
      if (!detail::take_utf8(text, at, code)) return false;
      if (sizeof(Char) == 2 && code >= 0x10000) {
        if (code > 0x10FFFF) return false;
        value += static_cast<Char>(0xD800 + ((code - 0x10000) >> 10));
        code = 0xDC00 + (code & 0x3FF);
      }
      value += static_cast<Char>(code);
    }
    return true;
  }

 private:
  static bool is_high(std::uint32_t code) { return code >= 0xD800 && code < 0xDC00; }
  static bool is_low(Char unit) {
    const auto code = static_cast<std::uint32_t>(unit);
    return code >= 0xDC00 && code < 0xE000;
  }
};

/// UTF-8 already.
template <>
struct Wrapped<std::u8string> {
  using Inner = std::string;
  static constexpr std::size_t kHeapElement = 1;
  static std::size_t heap_elements(const Inner& text) {
    return detail::heap_units<std::u8string>(text);
  }
  static Inner to(const std::u8string& value) { return {value.begin(), value.end()}; }
  static void from(std::u8string& value, const Inner& text) {
    value.assign(text.begin(), text.end());
  }
};

}  // namespace fastser::schema
