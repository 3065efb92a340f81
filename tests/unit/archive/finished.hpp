// SPDX-License-Identifier: MIT
//
// The archive of a CoderWriter, verified: every archive that a test of the coder makes is sound.
#pragma once

#include <gtest/gtest.h>

#include <utility>

#include "fastser/coder.hpp"
#include "fastser/verify.hpp"

namespace fastser::testing {

inline Buffer finished(CoderWriter& writer) {
  Result<Buffer> bytes = writer.finish();
  EXPECT_TRUE(bytes.ok()) << bytes.status().to_string();
  if (!bytes.ok()) return {};
  const Status status = archive::verify(*bytes);
  EXPECT_TRUE(status.ok()) << status.to_string();
  return std::move(*bytes);
}

}  // namespace fastser::testing
