// SPDX-License-Identifier: MIT
//
// How the bytes of a text, or of data, get into the value that holds them. Plain and shared strings
// (string.hpp, shared_string.hpp) differ in where the bytes lie, not in this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/base/string_resize.hpp"
#include "fastser/internal/schema/assign_bytes.hpp"
#include "fastser/internal/wire/padded_text.hpp"
#include "fastser/internal/wire/short_text.hpp"

namespace fastser::archive {

using wire::copy_padded;

/// Whether short texts of a T are copied 32 bytes at a time, whatever their length.
template <typename T>
inline constexpr bool kPaddedText = FASTSER_PADDED_STRINGS&& std::is_same_v<T, std::string>;

/// wire::copy_padded in new memory; false where the budget has none.
[[nodiscard]] inline bool renew_padded(std::string& value, std::string_view text,
                                       Decoder& decoder) {
  if (!decoder.charge(text.size() + 16)) return false;
  renew_string(value, text.data(), text.size(),
               [&](char* to) { wire::copy_short(to, text.data(), text.size()); });
  return true;
}

/// A text of at most kTextInPlace bytes, of which no more are read: it may be the last of an input.
FASTSER_INLINE inline void copy_exactly(std::string& value, const char* from, std::size_t size) {
  if (value.size() != size) set_string_size(value, size);
  char* const to = value.data();
  if (kTextInPlace > 16 && size > 16) {
    wire::copy_short(to, from, size);
  } else if (size >= 8) {  // two copies that overlap
    std::uint64_t head;
    std::uint64_t tail;
    std::memcpy(&head, from, 8);
    std::memcpy(&tail, from + size - 8, 8);
    std::memcpy(to, &head, 8);
    std::memcpy(to + size - 8, &tail, 8);
  } else {
    for (std::size_t i = 0; i < size; ++i) to[i] = from[i];
  }
}

/// Text or data of any size; false where the budget has no memory for it.
template <typename T>
[[nodiscard]] FASTSER_INLINE inline bool assign_text(T& value, const char* from, std::size_t size,
                                                     Decoder& decoder) {
  if (!decoder.charge(schema::bytes_memory<T>(size))) return false;
  schema::assign_bytes(value, from, size);
  return true;
}

}  // namespace fastser::archive
