// SPDX-License-Identifier: MIT
//
// One value and all encodings that MessagePack has for it: each is sound and is read as the value,
// and the value is written as one of them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fastser/msgpack.hpp"
#include "support/hex.hpp"

namespace fastser::testing {

/// Hex digits of encodings of the same value.
using Forms = std::vector<std::string>;

template <typename T>
void expect_read(const T& value, const Forms& forms) {
  for (const std::string& form : forms) {
    EXPECT_TRUE(msgpack::verify(message(form)).ok()) << form;
    const Result<T> back = msgpack::decode<T>(message(form));
    ASSERT_TRUE(back.ok()) << form << ": " << back.status().to_string();
    EXPECT_TRUE(*back == value) << form;
  }
}

template <typename T>
void expect_written(const T& value, const std::string& form) {
  const Result<Buffer> bytes = msgpack::encode(value);
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  EXPECT_EQ(hex_of(*bytes), form);
}

/// The first form is the one that is written.
template <typename T>
void expect_forms(const T& value, const Forms& forms) {
  ASSERT_FALSE(forms.empty());
  expect_read(value, forms);
  expect_written(value, forms.front());
}

}  // namespace fastser::testing
