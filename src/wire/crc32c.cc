// SPDX-License-Identifier: MIT
//
// By the processor's instruction: on x86-64 where the program finds it when it runs, on 64-bit ARM
// where the compiler may use it (every Mac). Elsewhere slicing by eight (Kounavis and Berry, Intel,
// 2005): eight bytes a step through eight tables that the compiler computes.
#include "fastser/internal/wire/crc32c.hpp"

#include <array>

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

#if !FASTSER_CRC32C_ARM
using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82F63B78U : 0U);
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

#if FASTSER_CRC32C_X86
[[gnu::target("sse4.2")]] std::uint32_t by_instruction(BytesView bytes) noexcept {
  std::uint64_t crc = 0xFFFFFFFFU;  // as the instruction has it: the upper half is 0
  const std::byte* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; at += 8, left -= 8) {
    crc = __builtin_ia32_crc32di(crc, load_le<std::uint64_t>(at));
  }
  auto narrow = static_cast<std::uint32_t>(crc);
  for (; left > 0; ++at, --left) {
    narrow = __builtin_ia32_crc32qi(narrow, static_cast<std::uint8_t>(*at));
  }
  return ~narrow;
}
#elif FASTSER_CRC32C_ARM
std::uint32_t by_instruction(BytesView bytes) noexcept {
  std::uint32_t crc = 0xFFFFFFFFU;
  const std::byte* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; at += 8, left -= 8) crc = __crc32cd(crc, load_le<std::uint64_t>(at));
  for (; left > 0; ++at, --left) crc = __crc32cb(crc, static_cast<std::uint8_t>(*at));
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
