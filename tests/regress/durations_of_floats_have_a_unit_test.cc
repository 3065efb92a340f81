// SPDX-License-Identifier: MIT
//
// Durations of floats were written as plain numbers: 1,500 ms came back as 1,500 s. And plans took
// the ticks of every duration for ticks of their own.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/internal/archive/plan/form_of.hpp"
#include "fastser/plan.hpp"
#include "fastser/verify.hpp"

namespace fastser {
namespace {

namespace ch = std::chrono;
using Seconds = ch::duration<double>;
using Millis = ch::duration<double, std::milli>;
using Minutes32 = ch::duration<float, std::ratio<60>>;

template <typename T>
struct Field {
  T field{};
  std::int32_t behind = 7;
  static constexpr std::string_view fastser_name = "Field";
};

template <typename From, typename To>
Result<To> read_as(const From& value) {
  const Result<Buffer> bytes = archive::encode(Field<From>{value});
  EXPECT_TRUE(bytes.ok() && archive::verify(*bytes).ok());
  const Result<Field<To>> read = archive::decode<Field<To>>(*bytes);
  if (!read.ok()) return read.status();
  EXPECT_EQ(read->behind, 7);
  return read->field;
}

TEST(DurationsOfFloats, AreReadAsTheSameTimeInAnyUnit) {
  EXPECT_EQ((read_as<Millis, Millis>(Millis(1.5))->count()), 1.5);
  EXPECT_EQ((read_as<Millis, Seconds>(Millis(1500))->count()), 1.5);
  EXPECT_EQ((read_as<Seconds, Millis>(Seconds(-0.25))->count()), -250);
  EXPECT_EQ((read_as<Minutes32, Seconds>(Minutes32(1.5F))->count()), 90);
  EXPECT_EQ((read_as<ch::seconds, Millis>(ch::seconds(2))->count()), 2000);
  EXPECT_TRUE(std::isnan(
      read_as<Millis, Seconds>(Millis(std::numeric_limits<double>::quiet_NaN()))->count()));
  using Many = std::vector<Millis>;
  EXPECT_EQ((read_as<Many, std::vector<Seconds>>({Millis(1000), Millis(500)})->at(1).count()), 0.5);
  using Choice = std::variant<std::string, Millis>;
  using Other = std::variant<Seconds, std::string>;
  EXPECT_EQ(std::get<Seconds>(*read_as<Choice, Other>(Millis(1500))).count(), 1.5);
}

TEST(DurationsOfFloats, AreTicksToPlainNumbersAndFromThem) {
  EXPECT_EQ((*read_as<Millis, double>(Millis(1.5))), 1.5);
  EXPECT_EQ((read_as<double, Millis>(1.5)->count()), 1.5);
  EXPECT_EQ((*read_as<Minutes32, double>(Minutes32(1.5F))), 1.5);
}

TEST(DurationsOfFloats, AreRefusedWhereTheReaderHasLessRoom) {
  const Status whole = read_as<Millis, ch::milliseconds>(Millis(1)).status();
  EXPECT_EQ(whole.code(), Code::kTypeMismatch);
  EXPECT_NE(whole.message().find("the archive has record duration 1/1000, the reader wants"),
            std::string::npos)
      << whole.to_string();
  EXPECT_EQ((read_as<Millis, Minutes32>(Millis(1)).status().code()), Code::kTypeMismatch);
  EXPECT_EQ((read_as<Millis, int>(Millis(1)).status().code()), Code::kTypeMismatch);
}

template <typename From, typename To>
To planned(const From& value) {
  const Result<Plan> plan = archive::plan_of<Field<To>>();
  EXPECT_TRUE(plan.ok()) << plan.status().to_string();
  Field<To> read{};
  const Status status = plan->decode(*archive::encode(Field<From>{value}), &read);
  EXPECT_TRUE(status.ok()) << status.to_string();
  EXPECT_EQ(read.behind, 7);
  return read.field;
}

TEST(DurationsOfFloats, AreTheSameTimeToPlans) {
  EXPECT_EQ((planned<Millis, Millis>(Millis(1.5)).count()), 1.5);
  EXPECT_EQ((planned<Millis, Seconds>(Millis(1500)).count()), 1.5);
  EXPECT_EQ((planned<ch::seconds, ch::milliseconds>(ch::seconds(2)).count()), 2000);
  EXPECT_EQ((planned<ch::milliseconds, ch::seconds>(ch::milliseconds(2000)).count()), 2);
  EXPECT_EQ((planned<ch::seconds, Millis>(ch::seconds(2)).count()), 2000);
}

}  // namespace
}  // namespace fastser
