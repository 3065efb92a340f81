// SPDX-License-Identifier: MIT
//
// Messages that said little or the wrong thing: "a value that no writer produces" for a bool of 2,
// a field's path for a root of another type, an offset from the table instead of the archive; no
// class, field and types for a date that the reader cannot hold and an object it has as another.
#include <gtest/gtest.h>

#include <bitset>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "support/bytes.hpp"

namespace fastser {
namespace {

using testing::archive_of;
using testing::Bytes;

struct Switches {
  std::uint8_t before = 0;
  bool on = false;
  std::bitset<3> bits;
  std::chrono::sys_time<std::chrono::nanoseconds> since;
};

Bytes changed(std::size_t from_the_end, int value) {
  const Result<Buffer> written = archive::encode(Switches{});
  EXPECT_TRUE(written.ok());
  Bytes bytes(written->begin(), written->end());
  bytes[bytes.size() - from_the_end] = static_cast<std::byte>(value);
  return bytes;
}

TEST(WhatIsWrongIsSaid, AboutAFieldThatIsMalformed) {
  const Status on = archive::decode<Switches>(changed(14, 2)).status();
  EXPECT_EQ(on.code(), Code::kMalformed);
  EXPECT_EQ(on.message(), "a bool that is neither 0 nor 1");
  EXPECT_EQ(on.path(), "on");
  const Status bits = archive::decode<Switches>(changed(13, 8)).status();
  EXPECT_EQ(bits.message(), "unused bits that are not 0");
  EXPECT_EQ(bits.path(), "bits");
  const Status since = archive::decode<Switches>(changed(1, 0xFF)).status();
  EXPECT_EQ(since.message(), "a date with a second or more of nanoseconds");
  EXPECT_EQ(since.path(), "since");
  EXPECT_EQ(archive::decode<bool>(archive_of({0, 1}, {2})).status().message(),
            "a bool that is neither 0 nor 1");
}

TEST(WhatIsWrongIsSaid, WithThePathOfTheRootForTheRoot) {
  const Result<Buffer> written = archive::encode(Switches{});
  ASSERT_TRUE(written.ok());
  const Status status = archive::decode<std::string>(*written).status();
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_EQ(status.path(), "");
  // A first field of another type has its path.
  struct Other {
    std::string before;
  };
  const Status field = archive::decode<Other>(*written).status();
  EXPECT_EQ(field.code(), Code::kTypeMismatch);
  EXPECT_EQ(field.path(), "before");
}

TEST(WhatIsWrongIsSaid, ByVerifyAboutAnotherType) {
  const Result<Buffer> written = archive::encode(Switches{});
  ASSERT_TRUE(written.ok());
  EXPECT_TRUE(archive::verify<Switches>(*written).ok());
  const Status status = archive::verify<std::string>(*written);
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_NE(status.message().find("the archive has record "), std::string::npos)
      << status.to_string();
  // An older version is no other type.
  struct Older {
    std::uint8_t before = 0;
  };
  const Result<Buffer> older = archive::encode(Older{});
  ASSERT_TRUE(older.ok());
  EXPECT_TRUE(archive::verify<Switches>(*older).ok());
}

TEST(WhatIsWrongIsSaid, ByVerifyWithTheOffsetInTheArchive) {
  const Bytes wrong = archive_of({0, 0x55}, {});
  EXPECT_EQ(archive::verify<int>(wrong).offset(), 11U);
  EXPECT_EQ(archive::verify<int>(wrong).offset(), archive::verify(wrong).offset());
}

struct Meeting {
  std::int32_t number = 0;
  std::chrono::sys_seconds begin;
  std::chrono::sys_seconds end;
};

TEST(WhatIsWrongIsSaid, AboutADateThatTheFieldCannotHold) {
  const Result<Buffer> written = archive::encode(Meeting{});
  ASSERT_TRUE(written.ok());
  Bytes bytes(written->begin(), written->end());
  bytes[bytes.size() - 4] = std::byte{1};  // a nanosecond
  const Status status = archive::decode<Meeting>(bytes).status();
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_NE(status.message().find("class Meeting, field end: the archive has date"),
            std::string::npos)
      << status.to_string();
  EXPECT_EQ(status.path(), "end");
  EXPECT_EQ(status.offset(), bytes.size() - 12);
}

struct Node {
  std::int32_t value = 0;
};
struct Twin {
  std::int32_t value = 0;
};
struct Pair {
  std::shared_ptr<Node> first, second;
};
namespace reader {
struct Pair {
  std::shared_ptr<Node> first;
  std::shared_ptr<Twin> second;
};
}  // namespace reader

TEST(WhatIsWrongIsSaid, AboutAnObjectThatAnotherFieldHasAsAnotherClass) {
  const auto node = std::make_shared<Node>();
  const Result<Buffer> written = archive::encode(Pair{node, node});
  ASSERT_TRUE(written.ok());
  const Status status = archive::decode<reader::Pair>(*written).status();
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_EQ(status.message(),
            "class Pair, field second: the archive has one object of record Node, the reader wants "
            "record Twin, and elsewhere record Node");
}

}  // namespace
}  // namespace fastser
