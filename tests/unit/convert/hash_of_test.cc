// SPDX-License-Identifier: MIT
#include "convert/flat/hash_of.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

namespace fastser::convert {
namespace {

using flat::BaseType;

// The bits; 0 where there is no such hash.
std::uint64_t hash(std::string_view text, std::string_view name, BaseType base) {
  std::uint64_t bits = 0;
  return hash_of(text, name, base, bits) ? bits : 0;
}

// The test vectors that the authors of FNV publish; 16 bits are those of 32, folded.
TEST(HashOf, IsFnv) {
  EXPECT_EQ(hash("", "fnv1a_32", BaseType::UInt), 0x811C9DC5U);
  EXPECT_EQ(hash("a", "fnv1a_32", BaseType::UInt), 0xE40C292CU);
  EXPECT_EQ(hash("foobar", "fnv1a_32", BaseType::Int), 0xBF9CF968U);
  EXPECT_EQ(hash("a", "fnv1_32", BaseType::UInt), 0x050C5D7EU);
  EXPECT_EQ(hash("foobar", "fnv1_32", BaseType::UInt), 0x31F0B262U);
  EXPECT_EQ(hash("a", "fnv1a_16", BaseType::UShort), 0xE40CU ^ 0x292CU);
  EXPECT_EQ(hash("a", "fnv1_16", BaseType::Short), 0x050CU ^ 0x5D7EU);
}

// FlatBuffers have another basis for 64 bits. As flatc 2.0.8 writes them.
TEST(HashOf, Of64BitsIsThatOfFlatBuffers) {
  EXPECT_EQ(hash("", "fnv1a_64", BaseType::Long), 0xCBF29CE484222645U);
  EXPECT_EQ(hash("x", "fnv1a_64", BaseType::ULong), 12639023928904710567U);
  EXPECT_EQ(hash("x", "fnv1_64", BaseType::ULong), 0xAF66DD4C86070747U);
}

TEST(HashOf, EndsAtAZeroByteAsInFlatc) {
  EXPECT_EQ(hash(std::string_view("a\0b", 3), "fnv1a_32", BaseType::UInt), 0xE40C292CU);
}

TEST(HashOf, HasTheWidthOfTheInteger) {
  EXPECT_EQ(hash("a", "fnv1a_64", BaseType::UInt), 0U);
  EXPECT_EQ(hash("a", "fnv1a_32", BaseType::ULong), 0U);
  EXPECT_EQ(hash("a", "fnv1a_32", BaseType::UShort), 0U);
  EXPECT_EQ(hash("a", "fnv1a_32", BaseType::UByte), 0U);
  EXPECT_EQ(hash("a", "fnv1a_32", BaseType::Float), 0U);
  EXPECT_EQ(hash("a", "md5_32", BaseType::UInt), 0U);
  EXPECT_EQ(hash("a", "fnv1a_", BaseType::UInt), 0U);
  EXPECT_EQ(hash("a", "", BaseType::UInt), 0U);
}

}  // namespace
}  // namespace fastser::convert
