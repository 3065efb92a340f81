// SPDX-License-Identifier: MIT
//
// Floats there and back by their bits, through every way a float may take: a block of elements, a
// record with padding (field by field), a map, a list of another width's neighbour, adoption.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <vector>

#include "fastser/archive.hpp"

namespace fastser::testing {

template <typename F>
struct Padded {
  bool before = true;
  F value{};
  std::uint8_t behind = 1;
  static constexpr std::string_view fastser_name = "Padded";
};
/// Another version of it, so that values are read by the writer's shape.
template <typename F>
struct PaddedAgain {
  F value{};
  bool before = true;
  static constexpr std::string_view fastser_name = "Padded";
};

template <typename F>
bool same_bits(const std::vector<F>& left, const std::vector<F>& right) {
  return left.size() == right.size() &&
         std::memcmp(left.data(), right.data(), left.size() * sizeof(F)) == 0;
}

/// Expects that all of `values` come back with every bit.
template <typename F>
void expect_bits_kept(const std::vector<F>& values, bool field_by_field) {
  const Result<Buffer> block = archive::encode(values);
  ASSERT_TRUE(block.ok());
  const Result<std::vector<F>> again = archive::decode<std::vector<F>>(*block);
  ASSERT_TRUE(again.ok());
  ASSERT_TRUE(same_bits(values, *again));
  if (!field_by_field) return;
  std::vector<Padded<F>> records(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::memcpy(&records[i].value, &values[i], sizeof(F));
  }
  const Result<Buffer> fields = archive::encode(records);
  ASSERT_TRUE(fields.ok());
  const auto same = archive::decode<std::vector<Padded<F>>>(*fields);
  const auto adopted = archive::decode<std::vector<PaddedAgain<F>>>(*fields);
  ASSERT_TRUE(same.ok() && adopted.ok());
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(std::memcmp(&values[i], &(*same)[i].value, sizeof(F)), 0) << i;
    ASSERT_EQ(std::memcmp(&values[i], &(*adopted)[i].value, sizeof(F)), 0) << i;
  }
}

/// The f32 NaNs with the given sign, every `step`-th payload, in blocks.
inline void expect_f32_nans_kept(std::uint32_t step, bool field_by_field) {
  std::vector<float> block;
  for (const std::uint32_t sign : {0U, 0x80000000U}) {
    for (std::uint32_t payload = 1; payload <= 0x7FFFFF; payload += step) {
      block.push_back(std::bit_cast<float>(sign | 0x7F800000U | payload));
      if (block.size() < 65536 && payload + step <= 0x7FFFFF) continue;
      expect_bits_kept(block, field_by_field);
      if (::testing::Test::HasFailure()) return;
      block.clear();
    }
  }
}

}  // namespace fastser::testing
