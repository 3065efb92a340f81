// SPDX-License-Identifier: MIT
//
// Slicing by eight (Kounavis and Berry, Intel, 2005): eight bytes a step through eight tables that
// the compiler computes. Byte loads only, so the machine's order does not matter.
#include "fastser/internal/wire/crc32c.hpp"

#include <array>

#include "fastser/internal/wire/endian.hpp"

namespace fastser::wire {
namespace {

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

}  // namespace

std::uint32_t crc32c(BytesView bytes) noexcept {
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

}  // namespace fastser::wire
