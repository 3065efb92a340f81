// SPDX-License-Identifier: MIT
#include "fastser/internal/wire/crc32c.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fastser::wire {
namespace {

// By its definition, bit by bit.
std::uint32_t by_bits(BytesView bytes) {
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const std::byte byte : bytes) {
    crc ^= static_cast<std::uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82F63B78U : 0U);
  }
  return ~crc;
}

std::vector<std::byte> noise(std::size_t size) {
  std::vector<std::byte> bytes(size);
  std::uint32_t state = 1;
  for (std::byte& byte : bytes) {
    state = state * 1664525U + 1013904223U;
    byte = static_cast<std::byte>(state >> 24);
  }
  return bytes;
}

TEST(Crc32c, IsTheOneThatIsPublished) {
  constexpr std::string_view kDigits = "123456789";
  EXPECT_EQ(crc32c({reinterpret_cast<const std::byte*>(kDigits.data()), kDigits.size()}),
            0xE3069283U);
  EXPECT_EQ(crc32c({}), 0U);
  EXPECT_EQ(crc32c(std::vector<std::byte>(32)), 0x8A9136AAU);  // RFC 3720, B.4
}

// Long inputs are taken in pieces: sizes around one, two and many of them, wherever they start.
TEST(Crc32c, IsTheSameForEverySizeAndAddress) {
  const std::vector<std::byte> bytes = noise(20000);
  const BytesView all(bytes);
  for (std::size_t size = 0; size < 100; ++size) {
    EXPECT_EQ(crc32c(all.first(size)), by_bits(all.first(size))) << size;
  }
  for (const std::size_t pieces : {1U, 2U, 3U, 6U}) {
    for (std::size_t size = pieces * 3072 - 9; size <= pieces * 3072 + 9; ++size) {
      const BytesView some = all.subspan(size % 8, size);
      EXPECT_EQ(crc32c(some), by_bits(some)) << size;
    }
  }
  for (std::size_t size = 1000; size < bytes.size(); size += 997) {
    EXPECT_EQ(crc32c(all.last(size)), by_bits(all.last(size))) << size;
  }
}

}  // namespace
}  // namespace fastser::wire
