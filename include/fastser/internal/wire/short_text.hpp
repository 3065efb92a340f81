// SPDX-License-Identifier: MIT
//
// Copying short texts without a branch on their length, which nothing could predict.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "fastser/internal/base/compiler.hpp"

// Is every std::string backed by 16 bytes that may be read and written? So with libstdc++'s strings
// (15 characters inside the object, at least 17 bytes on the heap) and with libc++'s where a
// pointer has 64 bits (22 inside, at least 24 on the heap). A sanitized build does without.
#if ((defined(__GLIBCXX__) && _GLIBCXX_USE_CXX11_ABI) ||      \
     (defined(_LIBCPP_VERSION) && SIZE_MAX > 0xFFFFFFFFU)) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(FASTSER_PLAIN)
#if defined(__has_feature)
#if !__has_feature(address_sanitizer)
#define FASTSER_PADDED_STRINGS 1
#endif
#else
#define FASTSER_PADDED_STRINGS 1
#endif
#endif
#ifndef FASTSER_PADDED_STRINGS
#define FASTSER_PADDED_STRINGS 0
#endif

namespace fastser::wire {

/// Longest text that copy_short copies; so much may be written behind `to`.
inline constexpr std::size_t kShortText = 32;

/// Copies 16 to 32 bytes: the first 16, and the last 16 over them. No branch.
FASTSER_INLINE inline void copy_middle(void* to, const void* from, std::size_t size) noexcept {
#if FASTSER_GNU
  using Block [[gnu::vector_size(16)]] = std::uint64_t;  // clang keeps an array in memory
#else
  struct Block {
    char bytes[16];
  };
#endif
  Block head;
  Block tail;
  std::memcpy(&head, from, 16);
  std::memcpy(&tail, static_cast<const char*>(from) + size - 16, 16);
  std::memcpy(to, &head, 16);
  std::memcpy(static_cast<char*>(to) + size - 16, &tail, 16);
}

/// Copies at most kShortText characters. Sixteen must be there to read in any case; where fewer are
/// wanted, what follows is overwritten.
FASTSER_INLINE inline void copy_short(void* to, const void* from, std::size_t size) noexcept {
  copy_middle(to, from, size > 16 ? size : 16);
}

}  // namespace fastser::wire
