// SPDX-License-Identifier: MIT
//
// Little-endian loads and stores of scalars at any address. memcpy, never a cast (no alignment is
// demanded), and a byte swap on big-endian machines; compilers make one instruction of each.
// Floats travel as their bits, so that no NaN changes on the way.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "fastser/internal/base/compiler.hpp"

namespace fastser::wire {

inline constexpr bool kLittleHost = std::endian::native == std::endian::little;

/// Whether a scalar of `size` bytes has the same bytes in memory as in an archive.
[[nodiscard]] constexpr bool same_in_memory(std::size_t size) noexcept {
  return kLittleHost || size == 1;
}

/// The unsigned integer with the size of T.
template <std::size_t kSize>
using UnsignedOf = std::conditional_t<
    kSize == 1, std::uint8_t,
    std::conditional_t<kSize == 2, std::uint16_t,
                       std::conditional_t<kSize == 4, std::uint32_t, std::uint64_t>>>;

template <typename U>
[[nodiscard]] constexpr U byte_swap(U value) noexcept {
#if FASTSER_GNU  // g++ does not see the loop for what it is
  if constexpr (sizeof(U) == 2) return __builtin_bswap16(value);
  if constexpr (sizeof(U) == 4) return __builtin_bswap32(value);
  if constexpr (sizeof(U) == 8) return __builtin_bswap64(value);
#endif
  if constexpr (sizeof(U) == 1) {
    return value;
  } else {
    U out = 0;
    for (std::size_t i = 0; i < sizeof(U); ++i) {
      out = static_cast<U>((out << 8) | ((value >> (8 * i)) & 0xFF));
    }
    return out;
  }
}

/// Stores an arithmetic value at `to`, which has sizeof(T) bytes. By reference: an x87 register
/// makes another NaN of a signalling one, so floats move as bytes.
template <typename T>
inline void store_le(std::byte* to, const T& value) noexcept {
  static_assert(std::is_arithmetic_v<T>);
  if constexpr (kLittleHost) {
    std::memcpy(to, &value, sizeof(T));
  } else {
    UnsignedOf<sizeof(T)> bits;
    std::memcpy(&bits, &value, sizeof(T));
    bits = byte_swap(bits);
    std::memcpy(to, &bits, sizeof(T));
  }
}

/// Loads the bits of a scalar of sizeof(T) bytes from `from`; a NaN keeps them all.
template <typename T>
inline void load_le(const std::byte* from, T& value) noexcept {
  static_assert(std::is_arithmetic_v<T>);
  if constexpr (kLittleHost) {
    std::memcpy(&value, from, sizeof(T));
  } else {
    UnsignedOf<sizeof(T)> bits;
    std::memcpy(&bits, from, sizeof(T));
    bits = byte_swap(bits);
    std::memcpy(&value, &bits, sizeof(T));
  }
}
/// Big-endian, as MessagePack has it.
template <typename T>
inline void store_be(std::byte* to, const T& value) noexcept {
  static_assert(std::is_arithmetic_v<T>);
  UnsignedOf<sizeof(T)> bits;
  std::memcpy(&bits, &value, sizeof(T));
  if constexpr (kLittleHost) bits = byte_swap(bits);
  std::memcpy(to, &bits, sizeof(T));
}
template <typename T>
inline void load_be(const std::byte* from, T& value) noexcept {
  static_assert(std::is_arithmetic_v<T>);
  UnsignedOf<sizeof(T)> bits;
  std::memcpy(&bits, from, sizeof(T));
  if constexpr (kLittleHost) bits = byte_swap(bits);
  std::memcpy(&value, &bits, sizeof(T));
}

/// The same as a value: not for floats whose every bit counts.
template <typename T>
[[nodiscard]] inline T load_le(const std::byte* from) noexcept {
  T value;
  load_le(from, value);
  return value;
}

}  // namespace fastser::wire
