// SPDX-License-Identifier: MIT
//
// What a version of a type reads of what another one wrote.
#pragma once

#include <gtest/gtest.h>

#include <utility>

#include "fastser/archive.hpp"

namespace fastser::testing {

template <typename To, typename From>
To read_as(const From& from) {
  const Result<Buffer> bytes = archive::encode(from);
  EXPECT_TRUE(bytes.ok());
  Result<To> read = archive::decode<To>(*bytes);
  EXPECT_TRUE(read.ok()) << read.status().to_string();
  return read.ok() ? std::move(*read) : To{};
}

}  // namespace fastser::testing
