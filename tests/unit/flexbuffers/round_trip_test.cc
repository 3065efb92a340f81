// SPDX-License-Identifier: MIT
//
// Random values of every kind of field, there and back: the same bytes again, whatever was in the
// value that is read over, with and without shared texts; and memory that runs out is an answer.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

#include "fastser/flexbuffers.hpp"
#include "props/random_value.hpp"
#include "support/alloc_counter.hpp"
#include "support/hex.hpp"

namespace fastser {
namespace {

using testing::AllocFault;
using testing::hex_of;
using testing::Random;

enum class Color : std::uint8_t { red, green };
struct Inner {
  std::string name;
  double weight = 0;
  Color color = Color::red;
};
struct Scalars {
  bool flag = false;
  char letter = 'a';
  std::int8_t small = 0;
  std::uint16_t medium = 0;
  std::int64_t large = 0;
  std::uint64_t natural = 0;
  float single = 0;
  double real = 0;
  std::string text;
};
struct Outer {
  Scalars scalars;
  std::vector<std::int32_t> numbers;
  std::vector<bool> flags;
  std::vector<float> singles;
  std::deque<double> reals;
  std::list<std::string> texts;
  std::vector<Inner> inner;
  std::array<std::int16_t, 3> point{};
  std::set<std::int64_t> ordered;
  std::map<std::string, Inner> by_name;
  std::map<std::int32_t, std::vector<std::string>> by_number;
  std::optional<std::optional<std::int32_t>> maybe;
  std::variant<std::monostate, bool, std::int64_t, std::string, Inner> either;
  std::tuple<std::uint8_t, std::string, double> three;
  std::pair<std::int32_t, std::int32_t> pair;
  std::unique_ptr<Outer> own;
};

TEST(FlexBuffersRoundTrip, AnyValueComesBackAsTheSameBytes) {
  Random random(5);
  Outer used;
  for (int i = 0; i < 500; ++i) {
    const Outer value = testing::random_value<Outer>(random);
    for (const bool share : {false, true}) {
      const flexbuffers::EncodeOptions options{.share_strings = share};
      const Result<Buffer> bytes = flexbuffers::encode(value, options);
      ASSERT_TRUE(bytes.ok());
      const Status read = flexbuffers::decode_into(*bytes, used);
      ASSERT_TRUE(read.ok()) << read.to_string();
      ASSERT_EQ(hex_of(*flexbuffers::encode(used, options)), hex_of(*bytes)) << i;
      ASSERT_TRUE(flexbuffers::verify(*bytes).ok());
      ASSERT_EQ(*flexbuffers::encoded_size(value, options), bytes->size());
      std::vector<std::byte> memory(bytes->size());
      ASSERT_EQ(*flexbuffers::encode_to(memory, value, options), bytes->size());
      ASSERT_EQ(hex_of(memory), hex_of(*bytes));
    }
  }
}

TEST(FlexBuffersRoundTrip, MemoryThatRunsOutIsAnAnswer) {
  Random random(6);
  const Outer value = testing::random_value<Outer>(random);
  const Result<Buffer> bytes = flexbuffers::encode(value);
  for (std::size_t k = 1; k < 2'000; ++k) {
    bool fired = false;
    {
      const AllocFault fault(k, true);
      const Result<Buffer> again = flexbuffers::encode(value, {.share_strings = true});
      fired = fault.fired();
      ASSERT_EQ(again.ok(), !fired);
    }
    const AllocFault fault(k, true);
    const Result<Outer> back = flexbuffers::decode<Outer>(*bytes);
    ASSERT_EQ(back.ok(), !fault.fired());
    if (!fired && !fault.fired()) return;
  }
  FAIL() << "never enough";
}

}  // namespace
}  // namespace fastser
