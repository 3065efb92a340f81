// SPDX-License-Identifier: MIT
//
// Encoder: a wire::Output that knows how MessagePack begins a value: always in the smallest form.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/msgpack/format.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/faults.hpp"
#include "fastser/internal/wire/output.hpp"
#include "fastser/limits.hpp"

namespace fastser::msgpack {

inline std::byte* put_tag(std::byte* cur, unsigned tag) noexcept {
  *cur = static_cast<std::byte>(tag);
  return cur + 1;
}
/// A tag and a big-endian number behind it.
template <typename U>
FASTSER_INLINE inline std::byte* put_tagged(std::byte* cur, unsigned tag, const U& value) noexcept {
  *cur = static_cast<std::byte>(tag);
  wire::store_be(cur + 1, value);
  return cur + 1 + sizeof(U);
}

/// Bytes that an integer type takes at most.
template <typename I>
inline constexpr std::size_t kMostInteger = 1 + sizeof(I);

/// An integer below 0, from 0 on, in its smallest form; kMostInteger<I> bytes must be there.
template <typename I>
FASTSER_INLINE inline std::byte* put_negative(std::byte* cur, I value) noexcept {
  if (value >= -32) return put_tag(cur, static_cast<std::uint8_t>(value));
  if constexpr (sizeof(I) > 1) {
    if (value >= INT8_MIN) return put_tagged(cur, kI8, static_cast<std::int8_t>(value));
  }
  if constexpr (sizeof(I) > 2) {
    if (value >= INT16_MIN) return put_tagged(cur, kI16, static_cast<std::int16_t>(value));
  }
  if constexpr (sizeof(I) > 4) {
    if (value >= INT32_MIN) return put_tagged(cur, kI32, static_cast<std::int32_t>(value));
  }
  constexpr auto kTag = static_cast<unsigned>(kI8 + std::countr_zero(sizeof(I)));
  return put_tagged(cur, kTag, static_cast<wire::UnsignedOf<sizeof(I)>>(value));
}
template <typename I>
FASTSER_INLINE inline std::byte* put_natural(std::byte* cur, I value) noexcept {
  if (value < 0x80) return put_tag(cur, static_cast<unsigned>(value));
  if constexpr (sizeof(I) > 1) {
    if (value <= UINT8_MAX) return put_tagged(cur, kU8, static_cast<std::uint8_t>(value));
  }
  if constexpr (sizeof(I) > 2) {
    if (value <= UINT16_MAX) return put_tagged(cur, kU16, static_cast<std::uint16_t>(value));
  }
  if constexpr (sizeof(I) > 4) {
    if (value <= static_cast<I>(UINT32_MAX)) {
      return put_tagged(cur, kU32, static_cast<std::uint32_t>(value));
    }
  }
  constexpr auto kTag = static_cast<unsigned>(kU8 + std::countr_zero(sizeof(I)));
  return put_tagged(cur, kTag, static_cast<wire::UnsignedOf<sizeof(I)>>(value));
}
/// Best where most are small, as fields are.
template <typename I>
FASTSER_INLINE inline std::byte* put_integer(std::byte* cur, I value) noexcept {
  if constexpr (std::is_signed_v<I>) {
    if (value < 0) return put_negative(cur, value);
  }
  return put_natural(cur, value);
}

/// The same without a branch on its sign and width, which in a list nothing could predict; kMaxHead
/// bytes must be there.
template <typename I>
FASTSER_INLINE inline std::byte* put_any_integer(std::byte* cur, I value) noexcept {
  struct Form {
    std::uint8_t tag;
    std::uint8_t size;
    std::uint8_t shift;  // what brings the number to the front of 8 bytes
  };
  struct Forms {
    Form of[2][65];
  };
  // By the sign, and by the bits that the number takes without it.
  static constexpr Forms kForms = [] {
    Forms forms{};
    for (const unsigned sign : {0U, 1U}) {
      for (unsigned bits = 0; bits <= 64; ++bits) {
        const unsigned all = bits + sign;
        const unsigned step = all <= 8 ? 0 : all <= 16 ? 1 : all <= 32 ? 2 : 3;
        forms.of[sign][bits] = {static_cast<std::uint8_t>((sign != 0 ? kI8 : kU8) + step),
                                static_cast<std::uint8_t>(1U << step),
                                static_cast<std::uint8_t>(64 - (8U << step))};
      }
    }
    return forms;
  }();
  const auto wide = static_cast<std::int64_t>(value);
  const auto number = static_cast<std::uint64_t>(wide);
  constexpr std::uint64_t kBelow = std::is_signed_v<I> ? 32 : 0;  // -32 to -1 are one byte too
  if (number + kBelow < 0x80 + kBelow) return put_tag(cur, static_cast<std::uint8_t>(number));
  const std::uint64_t signs = std::is_signed_v<I> ? static_cast<std::uint64_t>(wide >> 63) : 0;
  const auto bits = static_cast<unsigned>(64 - std::countl_zero((number ^ signs) | 1));
  const Form form = kForms.of[signs & 1][bits];
  *cur = static_cast<std::byte>(form.tag);
  wire::store_be(cur + 1, number << form.shift);
  return cur + 1 + form.size;
}

class Encoder : public wire::Output {
 public:
  using wire::Output::Output;

  /// The start of a map of `count` pairs; of an array of `count` values.
  [[nodiscard]] std::byte* put_map(std::byte* cur, std::size_t count) noexcept {
    return put_container(cur, count, kFixMap, kMap16);
  }
  [[nodiscard]] std::byte* put_array(std::byte* cur, std::size_t count) noexcept {
    return put_container(cur, count, kFixArray, kArray16);
  }
  /// A text, of whatever length; data.
  [[nodiscard]] std::byte* put_str(std::byte* cur, const char* from, std::size_t size) noexcept;
  [[nodiscard]] std::byte* put_bin(std::byte* cur, const void* from, std::size_t size) noexcept;
  [[nodiscard]] std::byte* put_ext(std::byte* cur, std::int8_t type, const void* from,
                                   std::size_t size) noexcept;

  /// Entering what the caller's type may nest without end. False, and failed, when too deep.
  [[nodiscard]] bool enter(std::byte*& cur) noexcept {
    if (++depth_ <= max_depth_) [[likely]] {
      return true;
    }
    fail(cur, Code::kTooDeep, wire::kNestsTooDeep);
    return false;
  }
  void leave() noexcept { --depth_; }
  /// How deep values may nest, before the first is entered.
  void limit_depth(std::uint32_t most) noexcept {
    max_depth_ = most < kMaxDepth ? most : kMaxDepth;
  }
  /// Pays for one more object behind a shared pointer.
  [[nodiscard]] bool expand(std::byte*& cur) noexcept {
    if (expansions != 0) [[likely]] {
      --expansions;
      return true;
    }
    fail(cur, Code::kOverBudget,
         "shared objects written more often than EncodeOptions::expanded_objects allows");
    return false;
  }

  std::size_t expansions = 0;  ///< objects behind shared pointers that may still be written

 private:
  [[nodiscard]] std::byte* put_container(std::byte* cur, std::size_t count, unsigned fix,
                                         unsigned wide) noexcept {
    cur = ensure(cur, kMaxHead);
    if (count <= kFixMapMost) return put_tag(cur, fix | static_cast<unsigned>(count));
    if (count <= UINT16_MAX) return put_tagged(cur, wide, static_cast<std::uint16_t>(count));
    if (count > UINT32_MAX) [[unlikely]] {
      fail(cur, Code::kUsage, "more elements than MessagePack can count");
    }
    return put_tagged(cur, wide + 1, static_cast<std::uint32_t>(count));
  }
  [[nodiscard]] std::byte* put_size(std::byte* cur, std::size_t size, unsigned tag) noexcept;

  std::uint32_t depth_ = 0;
  std::uint32_t max_depth_ = kMaxDepth;
};

/// Bytes of a moment's contents: 4, 8 or 12, the smallest form that holds it.
[[nodiscard]] std::byte* put_timestamp(std::byte* cur, const Timestamp& moment) noexcept;
/// The most that put_timestamp writes.
inline constexpr std::size_t kMostTimestamp = 15;

}  // namespace fastser::msgpack
