// SPDX-License-Identifier: MIT
//
// Values of every type are passed by with what follows kept right, and bits whose spare ones are
// set are malformed to the coder too, read or passed by.
#include <gtest/gtest.h>

#include <bitset>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/coder.hpp"

namespace fastser {
namespace {

enum class Kind : std::uint8_t { kOne = 1 };

// Each field is followed by its number.
struct Everything {
  bool truth = true;
  std::int32_t n0 = 0;
  std::int16_t number = -3;
  std::int32_t n1 = 1;
  Kind choice = Kind::kOne;
  std::int32_t n2 = 2;
  std::bitset<17> bits{0x15555};
  std::int32_t n3 = 3;
  std::optional<std::string> text = "text";
  std::int32_t n4 = 4;
  std::optional<std::string> none;
  std::int32_t n5 = 5;
  std::vector<std::bitset<3>> lists = std::vector<std::bitset<3>>(5, 7);
  std::int32_t n6 = 6;
  std::set<std::string> words{"text", "b"};
  std::int32_t n7 = 7;
  std::map<std::string, std::vector<bool>> truths{{"text", {true, false, true}}};
  std::int32_t n8 = 8;
  std::variant<std::int32_t, std::bitset<5>> either = std::bitset<5>(21);
  std::int32_t n9 = 9;
  std::chrono::seconds time{5};
  std::int32_t n10 = 10;
  std::shared_ptr<std::bitset<9>> object = std::make_shared<std::bitset<9>>(511);
  std::int32_t n11 = 11;
};

TEST(PassedBy, EveryTypeKeepsWhatFollowsRight) {
  const Result<Buffer> bytes = archive::encode(Everything(), {.sharing = archive::Sharing::on});
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  CoderReader reader;
  ASSERT_TRUE(reader.open(*bytes).ok()) << reader.status().to_string();
  ASSERT_TRUE(reader.begin_record());
  for (std::int32_t number = 0; number < 12; ++number) {
    reader.skip();
    EXPECT_EQ(reader.i32(), number) << reader.status().to_string();
  }
  reader.end_record();
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

// {bits 3, u8} as the fields of the root.
Buffer three_bits(int bits) {
  Buffer archive;
  for (const int byte : {0x46, 0x53, 0x52, 1, 0,    0, 0, 0,    0,    12, 1,    0,
                         0,    0,    2,    2, 0x2E, 3, 2, 0x03, 0x28, 0,  bits, 9}) {
    const auto one = static_cast<std::byte>(byte);
    EXPECT_TRUE(archive.append({&one, 1}));
  }
  return archive;
}

TEST(PassedBy, SpareBitsThatAreSetAreMalformed) {
  for (const bool skipped : {true, false}) {
    for (const int bits : {0x07, 0x08}) {
      CoderReader reader;
      const Buffer bytes = three_bits(bits);
      ASSERT_TRUE(reader.open(bytes).ok()) << reader.status().to_string();
      if (skipped) {
        reader.skip();
      } else {
        EXPECT_EQ(reader.data().size(), bits == 7 ? 1U : 0U);
      }
      EXPECT_EQ(reader.u8(), bits == 7 ? 9 : 0);
      EXPECT_EQ(reader.finish().code(), bits == 7 ? Code::kOk : Code::kMalformed);
    }
  }
}

}  // namespace
}  // namespace fastser
