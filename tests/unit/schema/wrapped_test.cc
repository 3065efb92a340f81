// SPDX-License-Identifier: MIT
//
// Types that are written as the value that they wrap (wrapped.hpp): in every format they are that
// value.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "fastser/archive.hpp"
#include "fastser/flat.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/msgpack.hpp"

namespace fastser {
namespace {

struct Lights {
  std::atomic_flag green;
  std::atomic_flag red;
};
struct Bools {
  bool green = false;
  bool red = false;
};

// The bytes are those of bools, and what is read replaces what was there.
template <typename Encode, typename DecodeInto>
void expect_bools(const Encode& encode, const DecodeInto& decode_into) {
  Lights lights;
  lights.green.test_and_set();
  const Result<Buffer> bytes = encode(lights);
  const Result<Buffer> plain = encode(Bools{true, false});
  ASSERT_TRUE(bytes.ok() && plain.ok());
  EXPECT_TRUE(std::ranges::equal(*bytes, *plain));

  Lights again;
  again.red.test_and_set();
  ASSERT_TRUE(decode_into(*bytes, again).ok());
  EXPECT_TRUE(again.green.test());
  EXPECT_FALSE(again.red.test());
}

TEST(Wrapped, AnAtomicFlagIsABoolInAnArchive) {
  const archive::EncodeOptions bare{.header = archive::Header::bare};
  expect_bools([&](const auto& value) { return archive::encode(value, bare); },
               [](const Buffer& bytes, Lights& lights) {
                 return archive::decode_into(bytes, lights, {.header = archive::Header::bare});
               });
}

TEST(Wrapped, AnAtomicFlagIsABoolInMessagePack) {
  expect_bools(
      [](const auto& value) { return msgpack::encode(value); },
      [](const Buffer& bytes, Lights& lights) { return msgpack::decode_into(bytes, lights); });
}

TEST(Wrapped, AnAtomicFlagIsABoolInFlatBuffers) {
  expect_bools(
      [](const auto& value) { return flat::encode(value); },
      [](const Buffer& bytes, Lights& lights) { return flat::decode_into(bytes, lights); });
}

TEST(Wrapped, AnAtomicFlagIsABoolInFlexBuffers) {
  expect_bools(
      [](const auto& value) { return flexbuffers::encode(value); },
      [](const Buffer& bytes, Lights& lights) { return flexbuffers::decode_into(bytes, lights); });
}

}  // namespace
}  // namespace fastser
