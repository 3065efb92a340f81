// SPDX-License-Identifier: MIT
//
// Scalars, enums, characters, varints, atomics, chrono, bitset: there and back, bit for bit.
#include <gtest/gtest.h>

#include <atomic>
#include <bitset>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "unit/archive/round_trip.hpp"

namespace fastser::testing {
namespace {

enum class Color : std::uint8_t { red, green, blue = 200 };
enum Plain : std::int16_t { kLow = -30000, kHigh = 30000 };

struct Scalars {
  bool yes = true;
  bool no = false;
  char letter = 'x';
  signed char small = -128;
  unsigned char byte = 255;
  char8_t utf8 = u8'a';
  char16_t utf16 = u'\u20AC';
  char32_t utf32 = U'\U0001F600';
  std::int16_t i16 = std::numeric_limits<std::int16_t>::min();
  std::uint16_t u16 = std::numeric_limits<std::uint16_t>::max();
  std::int32_t i32 = std::numeric_limits<std::int32_t>::min();
  std::uint32_t u32 = std::numeric_limits<std::uint32_t>::max();
  std::int64_t i64 = std::numeric_limits<std::int64_t>::min();
  std::uint64_t u64 = std::numeric_limits<std::uint64_t>::max();
  long machine = -5;
  float f32 = -0.0F;
  double f64 = std::numeric_limits<double>::denorm_min();
  Color color = Color::blue;
  Plain plain = kLow;
  std::byte raw{0xA5};
};

TEST(TypedScalars, ComeBackInAllHeaders) { expect_round_trip(Scalars{}); }

TEST(TypedScalars, ComeBackAsRoots) {
  expect_round_trip(true);
  expect_round_trip('c');
  expect_round_trip(std::int8_t{-1});
  expect_round_trip(std::uint64_t{0x0123456789ABCDEF});
  expect_round_trip(3.25F);
  expect_round_trip(Color::green);
}

template <typename T>
void expect_extremes() {
  for (const T value : {std::numeric_limits<T>::min(), static_cast<T>(0), static_cast<T>(1),
                        static_cast<T>(127), std::numeric_limits<T>::max()}) {
    expect_round_trip(value);
    expect_round_trip(varint<T>(value));
  }
}

TEST(TypedScalars, ExtremesComeBackFixedAndAsVarints) {
  expect_extremes<std::int16_t>();
  expect_extremes<std::uint16_t>();
  expect_extremes<std::int32_t>();
  expect_extremes<std::uint32_t>();
  expect_extremes<std::int64_t>();
  expect_extremes<std::uint64_t>();
}

TEST(TypedScalars, VarintsTakeTheLeastBytes) {
  const archive::EncodeOptions bare{.header = archive::Header::bare};
  const auto size = [&](auto value) { return *archive::encoded_size(varint(value), bare); };
  EXPECT_EQ(size(std::uint64_t{127}), 1U);
  EXPECT_EQ(size(std::uint64_t{128}), 2U);
  EXPECT_EQ(size(std::uint64_t{1} << 35), 6U);
  EXPECT_EQ(size(std::numeric_limits<std::uint64_t>::max()), 10U);
  EXPECT_EQ(size(std::int64_t{-64}), 1U);
  EXPECT_EQ(size(std::int64_t{64}), 2U);
  EXPECT_EQ(size(std::numeric_limits<std::int64_t>::min()), 10U);
}

// Never as a value: a signalling NaN does not survive an x87 register.
template <typename F, typename Bits>
void expect_bits_back(Bits bits) {
  F value{};
  F again{};
  std::memcpy(&value, &bits, sizeof value);
  const Result<Buffer> bytes = archive::encode(value);
  ASSERT_TRUE(bytes.ok());
  ASSERT_TRUE(archive::decode_into(*bytes, again).ok());
  EXPECT_EQ(std::memcmp(&value, &again, sizeof value), 0) << std::hex << bits;
}

TEST(TypedScalars, KeepEveryBitOfANan) {
  for (const std::uint64_t bits :
       {0x7FF0000000000001U, 0x7FF8000000000000U, 0xFFF8DEADBEEF1234U, 0xFFFFFFFFFFFFFFFFU}) {
    expect_bits_back<double>(bits);
  }
  for (const std::uint32_t bits : {0x7F800001U, 0x7FC00000U, 0xFFC12345U, 0xFFFFFFFFU}) {
    expect_bits_back<float>(bits);
  }
}

TEST(TypedScalars, KeepTheSignOfZero) {
  EXPECT_TRUE(std::signbit(there_and_back(-0.0)));
  EXPECT_FALSE(std::signbit(there_and_back(0.0)));
}

TEST(TypedScalars, RefuseABoolThatIsNeither) {
  const std::byte two[] = {std::byte{2}};
  const Result<bool> value = archive::decode<bool>(two, {.header = archive::Header::bare});
  EXPECT_EQ(value.status().code(), Code::kMalformed);
  EXPECT_EQ(value.status().offset(), 0U);
}

struct Atomics {
  std::atomic<std::int32_t> number = 0;
  std::atomic<bool> flag = false;
  std::atomic<double> real = 0;
};

TEST(TypedScalars, AtomicsComeBackByValue) {
  Atomics atomics;
  atomics.number = -77;
  atomics.flag = true;
  atomics.real = 2.5;
  expect_round_trip(atomics);
}

struct Times {
  std::chrono::nanoseconds nano{-1};
  std::chrono::seconds seconds{90};
  std::chrono::duration<double, std::milli> real{1.5};
  std::chrono::duration<std::int32_t, std::ratio<60>> minutes{-3};
  std::chrono::sys_time<std::chrono::nanoseconds> moment{std::chrono::nanoseconds(-1)};
  std::chrono::sys_seconds whole{std::chrono::seconds(1700000000)};
  std::chrono::sys_days day{std::chrono::days(-719468)};
  std::chrono::steady_clock::time_point steady{std::chrono::steady_clock::duration(42)};
};

TEST(TypedScalars, TimesComeBack) { expect_round_trip(Times{}); }

using UnsignedNanos = std::chrono::duration<std::uint64_t, std::nano>;
struct Unsigned {
  UnsignedNanos plain{5};
  UnsignedNanos varint{6};
  static constexpr auto fastser_options = fastser::options(fastser::as_varint("varint"));
};

TEST(TypedScalars, UnsignedNanosecondsComeBackWhereADurationHoldsThem) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  expect_round_trip(Unsigned{});
  expect_round_trip(Unsigned{UnsignedNanos(kMost), UnsignedNanos::max()});
  expect_round_trip(std::vector<UnsignedNanos>{UnsignedNanos(0), UnsignedNanos(kMost)});
  const auto signed_bytes = archive::encode(std::chrono::nanoseconds(kMost));
  const auto unsigned_bytes = archive::encode(UnsignedNanos(kMost));
  ASSERT_TRUE(signed_bytes.ok() && unsigned_bytes.ok());
  EXPECT_TRUE(same_bytes(*signed_bytes, *unsigned_bytes));

  EXPECT_EQ(archive::encode(UnsignedNanos(kMost + 1)).status().code(), Code::kUsage);
  EXPECT_EQ(archive::encode(std::vector{UnsignedNanos::max()}).status().code(), Code::kUsage);
  const auto negative = archive::encode(std::chrono::nanoseconds(-1));
  EXPECT_EQ(archive::decode<UnsignedNanos>(*negative).status().code(), Code::kTypeMismatch);
}

TEST(TypedScalars, DatesBeforeTheEpochComeBackToTheNanosecond) {
  using Moment = std::chrono::sys_time<std::chrono::nanoseconds>;
  for (const std::int64_t count : {std::int64_t{-1}, std::int64_t{-999999999},
                                   std::int64_t{-1000000001}, std::int64_t{1700000000123456789}}) {
    expect_round_trip(Moment(std::chrono::nanoseconds(count)));
  }
}

TEST(TypedScalars, TheFirstAndLastNanosecondOfAClockComeBack) {
  using Moment = std::chrono::sys_time<std::chrono::nanoseconds>;
  expect_round_trip(Moment::min());
  expect_round_trip(Moment::max());
}

struct Bits {
  std::bitset<1> one{1};
  std::bitset<8> eight{0xA5};
  std::bitset<13> thirteen{0x1555};
  std::bitset<200> many;
};

TEST(TypedScalars, BitsetsComeBack) {
  Bits bits;
  for (std::size_t i = 0; i < 200; i += 7) bits.many.set(i);
  expect_round_trip(bits);
}

TEST(TypedScalars, RefuseSpareBitsThatAreSet) {
  const std::byte bytes[] = {std::byte{0xFF}, std::byte{0x20}};
  const auto value = archive::decode<std::bitset<13>>(bytes, {.header = archive::Header::bare});
  EXPECT_EQ(value.status().code(), Code::kMalformed);
}

TEST(TypedScalars, RefuseAVarintBeyondItsWidth) {
  const std::byte bytes[] = {std::byte{0x80}, std::byte{0x80}, std::byte{0x04}};  // 65536
  const auto value =
      archive::decode<varint<std::uint16_t>>(bytes, {.header = archive::Header::bare});
  EXPECT_EQ(value.status().code(), Code::kMalformed);
  EXPECT_EQ(value.status().offset(), 0U);
}

#if defined(__SIZEOF_INT128__)
TEST(TypedScalars, IntegersOf128BitsAreNone) {
  __extension__ using Wide = __int128;  // integral with libc++, and with libstdc++ and -std=gnu++20
  EXPECT_FALSE(archive::ScalarType<Wide>);
  EXPECT_TRUE(archive::Codec<Wide>::kIsMissing);
}
#endif

}  // namespace
}  // namespace fastser::testing
