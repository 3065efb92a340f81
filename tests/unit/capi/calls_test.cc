// SPDX-License-Identifier: MIT
//
// The C interface from C (calls.c): every kind of value, graphs, callbacks; and C beside C++'s
// typed encode and decode.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/describe.hpp"
#include "unit/capi/calls.h"

namespace fastser {
namespace {

void expect_none(const char* failed) { EXPECT_EQ(failed, nullptr) << failed; }

TEST(CapiFromC, EveryKindOfValueComesBackWithKeys) { expect_none(c_every_kind(1)); }
TEST(CapiFromC, EveryKindOfValueComesBackWithoutKeys) { expect_none(c_every_kind(0)); }
TEST(CapiFromC, ACycleOfObjectsIsReadWithoutRecursion) { expect_none(c_graph()); }
TEST(CapiFromC, ABodyThatFailsFailsTheArchiveAndNotTheNextOne) { expect_none(c_failing_body()); }

struct Home {
  std::string city;
};
struct Person {
  std::string name;
  std::int16_t age = 0;
  std::vector<double> scores;
  Home home;
  static constexpr std::uint32_t fastser_version = 2;
};

TEST(CapiAndTyped, WhatCWritesATypedDecodeReads) {
  fastser_bytes bytes{};
  fastser_error error = FASTSER_ERROR_INIT;
  ASSERT_EQ(c_write_person(&bytes, &error), FASTSER_OK) << error.message;
  const auto person =
      archive::decode<Person>({reinterpret_cast<const std::byte*>(bytes.data), bytes.size});
  fastser_bytes_release(&bytes);
  ASSERT_TRUE(person.ok()) << person.status().to_string();
  EXPECT_EQ(person->name, "Zoe");
  EXPECT_EQ(person->age, -2);
  EXPECT_EQ(person->scores, (std::vector<double>{0.5, 1.5}));
  EXPECT_EQ(person->home.city, "Bern");
}

TEST(CapiAndTyped, WhatATypedEncodeWritesCReads) {
  const auto bytes = archive::encode(Person{"Zoe", -2, {0.5, 1.5}, {"Bern"}});
  ASSERT_TRUE(bytes.ok());
  expect_none(c_read_person(bytes->data(), bytes->size()));
}

}  // namespace
}  // namespace fastser
