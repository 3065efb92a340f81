// SPDX-License-Identifier: MIT
//
// Options are given by name, in the order in which the headers have them: all of them together
// here, so that a member that moves, or that comes in between, is seen.
#include <gtest/gtest.h>

#include <string>

#include "fastser/archive.hpp"
#include "fastser/arena.hpp"
#include "fastser/flat.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/msgpack.hpp"
#include "fastser/registry.hpp"

namespace fastser::testing {
namespace {

TEST(DesignatedOptions, OfArchivesAreInTheOrderOfTheHeader) {
  Registry registry;
  archive::Workspace workspace;
  Arena arena;
  std::uint32_t version = 0;
  const archive::EncodeOptions writing{.header = archive::Header::self_described,
                                       .sharing = archive::Sharing::on,
                                       .user_version = 3,
                                       .checksum = true,
                                       .canonical = true,
                                       .registry = &registry,
                                       .workspace = &workspace,
                                       .depth = 100};
  const archive::DecodeOptions reading{
      .header = archive::Header::self_described,
      .sharing = archive::Sharing::off,
      .limits = {.depth = 10, .memory_factor = 20, .memory_base = 30000},
      .registry = &registry,
      .workspace = &workspace,
      .arena = &arena,
      .user_version = &version};
  const Buffer bytes = archive::encode(std::string("text"), writing).value();
  EXPECT_EQ(archive::decode<std::string>(bytes, reading).value(), "text");
  EXPECT_EQ(version, 3U);
  EXPECT_TRUE(archive::verify(bytes, {.limits = {}, .utf8 = true}).ok());
}

TEST(DesignatedOptions, OfMessagesAreInTheOrderOfTheHeader) {
  const Buffer packed =
      msgpack::encode(7, {.keys = msgpack::Keys::array, .expanded_objects = 5}).value();
  EXPECT_EQ(msgpack::decode<int>(packed, {.limits = {}}).value(), 7);
  const Buffer flex =
      flexbuffers::encode(7, {.share_strings = true, .expanded_objects = 5}).value();
  EXPECT_EQ(flexbuffers::decode<int>(flex, {.limits = {}}).value(), 7);
  const Buffer flat =
      flat::encode(7, {.share_texts = true, .share_objects = false, .identifier = "ABCD"}).value();
  EXPECT_EQ(flat::decode<int>(flat, {.limits = {}, .identifier = "ABCD"}).value(), 7);
}

TEST(DesignatedOptions, OfFilesAreInTheOrderOfTheHeader) {
  const file::LoadOptions options{.max_bytes = 5};
  EXPECT_EQ(options.max_bytes, 5U);
}

}  // namespace
}  // namespace fastser::testing
