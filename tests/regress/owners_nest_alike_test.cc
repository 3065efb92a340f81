// SPDX-License-Identifier: MIT
//
// A typed encode wrote owners 512 deep, a typed decode read 128: what default options wrote,
// default options refused.
#include <gtest/gtest.h>

#include <memory>

#include "fastser/archive.hpp"

namespace fastser {
namespace {

struct Owner {
  std::unique_ptr<Owner> next;
};

Owner owners(std::size_t nested) {
  Owner root;
  for (std::size_t i = 0; i < nested; ++i) {
    auto outer = std::make_unique<Owner>();
    outer->next = std::move(root.next);
    root.next = std::move(outer);
  }
  return root;
}

TEST(OwnersNestAlike, WhatDefaultOptionsWriteDefaultOptionsRead) {
  const Result<Buffer> most = archive::encode(owners(Limits{}.depth));
  ASSERT_TRUE(most.ok()) << most.status().to_string();
  EXPECT_TRUE(archive::decode<Owner>(*most).ok());
  const Status deeper = archive::encode(owners(Limits{}.depth + 1)).status();
  EXPECT_EQ(deeper.code(), Code::kTooDeep);
}

TEST(OwnersNestAlike, WhereMoreIsAskedForItIsWrittenAndRead) {
  const Result<Buffer> bytes = archive::encode(owners(400), {.depth = 400});
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  EXPECT_EQ(archive::decode<Owner>(*bytes).status().code(), Code::kTooDeep);
  EXPECT_TRUE(archive::decode<Owner>(*bytes, {.limits = Limits::unlimited()}).ok());
  EXPECT_EQ(archive::encode(owners(600), {.depth = 600}).status().code(), Code::kTooDeep);
}

}  // namespace
}  // namespace fastser
