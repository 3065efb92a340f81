// SPDX-License-Identifier: MIT
//
// By the processor's instruction: on x86-64 where the program finds it when it runs, on 64-bit ARM
// where the compiler may use it (every Mac). Elsewhere slicing by eight (Kounavis and Berry, Intel,
// 2005): eight bytes a step through eight tables that the compiler computes.
//
// The instruction waits for the one before it, but three can be under way: long inputs are taken as
// three lanes side by side, whose remainders are joined through four tables (Adler, crc32c.c,
// 2013).
#include "fastser/internal/wire/crc32c.hpp"

#include <array>
#include <bit>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/wire/endian.hpp"

#if FASTSER_GNU && defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)
#define FASTSER_CRC32C_ARM 1
#include <arm_acle.h>
#else
#define FASTSER_CRC32C_ARM 0
#endif
// On Apple's systems the question which processor it is needs a library that not all programs link.
#if FASTSER_GNU && defined(__x86_64__) && !defined(__APPLE__)
#define FASTSER_CRC32C_X86 1
#else
#define FASTSER_CRC32C_X86 0
#endif

namespace fastser::wire {
namespace {

// A remainder when one bit of zero follows: times x, as polynomials.
constexpr std::uint32_t times_x(std::uint32_t crc) {
  return (crc >> 1) ^ ((crc & 1) != 0 ? 0x82F63B78U : 0U);
}

#if !FASTSER_CRC32C_ARM
using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = times_x(crc);
    tables[0][i] = crc;
  }
  for (std::size_t t = 1; t < 8; ++t) {
    for (std::size_t i = 0; i < 256; ++i) {
      const std::uint32_t crc = tables[t - 1][i];
      tables[t][i] = (crc >> 8) ^ tables[0][crc & 0xFF];
    }
  }
  return tables;
}

constexpr Tables kTables = make_tables();

std::uint32_t by_tables(BytesView bytes) noexcept {
  std::uint32_t crc = 0xFFFFFFFFU;
  const std::byte* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; at += 8, left -= 8) {
    const std::uint64_t word = load_le<std::uint64_t>(at) ^ crc;
    crc = 0;
    for (std::size_t i = 0; i < 8; ++i) crc ^= kTables[7 - i][(word >> (8 * i)) & 0xFF];
  }
  for (; left > 0; ++at, --left) {
    crc = (crc >> 8) ^ kTables[0][(crc ^ static_cast<std::uint8_t>(*at)) & 0xFF];
  }
  return ~crc;
}
#endif

#if FASTSER_CRC32C_X86 || FASTSER_CRC32C_ARM
constexpr std::size_t kLane = 1024;

// What a remainder becomes when so many bytes of zeros follow, by each of its four bytes.
using Shifts = std::array<std::array<std::uint32_t, 256>, 4>;

constexpr Shifts make_shifts() {
  // Of one bit each; a remainder's is the sum of its bits'. The highest bit is 1 as a polynomial,
  // and each lower one is x times the one above.
  std::array<std::uint32_t, 32> of_bit{};
  std::uint32_t crc = 0x80000000U;
  for (std::size_t step = 0; step < kLane * 8; ++step) crc = times_x(crc);
  for (std::size_t bit = 32; bit-- > 0; crc = times_x(crc)) of_bit[bit] = crc;
  Shifts shifts{};
  for (std::size_t byte = 0; byte < 4; ++byte) {
    for (std::size_t value = 1; value < 256; ++value) {
      const auto low = static_cast<std::size_t>(std::countr_zero(value));
      shifts[byte][value] = shifts[byte][value & (value - 1)] ^ of_bit[8 * byte + low];
    }
  }
  return shifts;
}

constexpr Shifts kShifts = make_shifts();

std::uint32_t shifted(std::uint32_t crc) noexcept {
  return kShifts[0][crc & 0xFF] ^ kShifts[1][crc >> 8 & 0xFF] ^ kShifts[2][crc >> 16 & 0xFF] ^
         kShifts[3][crc >> 24];
}

#if FASTSER_CRC32C_X86
#define FASTSER_CRC32C_TARGET [[gnu::target("sse4.2")]]
FASTSER_CRC32C_TARGET inline std::uint32_t add(std::uint32_t crc, std::uint64_t word) noexcept {
  return static_cast<std::uint32_t>(__builtin_ia32_crc32di(crc, word));
}
FASTSER_CRC32C_TARGET inline std::uint32_t add(std::uint32_t crc, std::uint8_t byte) noexcept {
  return __builtin_ia32_crc32qi(crc, byte);
}
#else
#define FASTSER_CRC32C_TARGET
inline std::uint32_t add(std::uint32_t crc, std::uint64_t word) noexcept {
  return __crc32cd(crc, word);
}
inline std::uint32_t add(std::uint32_t crc, std::uint8_t byte) noexcept {
  return __crc32cb(crc, byte);
}
#endif

FASTSER_CRC32C_TARGET std::uint32_t by_instruction(BytesView bytes) noexcept {
  std::uint32_t crc = 0xFFFFFFFFU;
  const std::byte* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 3 * kLane; at += 3 * kLane, left -= 3 * kLane) {
    std::uint32_t second = 0;
    std::uint32_t third = 0;
    for (std::size_t in = 0; in < kLane; in += 8) {
      crc = add(crc, load_le<std::uint64_t>(at + in));
      second = add(second, load_le<std::uint64_t>(at + kLane + in));
      third = add(third, load_le<std::uint64_t>(at + 2 * kLane + in));
    }
    crc = shifted(shifted(crc) ^ second) ^ third;
  }
  for (; left >= 8; at += 8, left -= 8) crc = add(crc, load_le<std::uint64_t>(at));
  for (; left > 0; ++at, --left) crc = add(crc, static_cast<std::uint8_t>(*at));
  return ~crc;
}
#endif

}  // namespace

std::uint32_t crc32c(BytesView bytes) noexcept {
#if FASTSER_CRC32C_ARM
  return by_instruction(bytes);
#else
#if FASTSER_CRC32C_X86
  if (__builtin_cpu_supports("sse4.2")) return by_instruction(bytes);
#endif
  return by_tables(bytes);
#endif
}

}  // namespace fastser::wire
