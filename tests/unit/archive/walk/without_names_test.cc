// SPDX-License-Identifier: MIT
//
// without_names: smaller tables, the same values.
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/inspect.hpp"
#include "fastser/verify.hpp"
#include "support/bytes.hpp"

namespace fastser::archive {
namespace {

using testing::archive_of;
using testing::bytes;
using testing::Bytes;

struct Line {
  std::int32_t from = 0;
  std::int32_t to = 0;
};
struct Drawing {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::string title;
  std::vector<Line> lines;
};
// A later version, whose first fields have other names and wider types.
struct LaterDrawing {
  std::int64_t w = 0;
  std::int64_t h = 0;
  std::string heading;
  std::vector<Line> strokes;
  double scale = 2;
};
struct Choice;
struct Leaf {
  std::uint8_t value = 0;
};
struct Choice {
  std::variant<Leaf, std::string> what;
};
struct Ring {
  std::vector<Ring> inner;
};

const Drawing kDrawing{3, 4, "plan", {{1, 2}, {-1, -2}}};

Bytes copy(const Buffer& buffer) { return {buffer.begin(), buffer.end()}; }

Bytes table_of_archive(const Buffer& archive) { return read_type(archive)->table(); }

bool names(const Buffer& archive, const std::string& word) {
  std::string text;
  EXPECT_TRUE(convert::inspect(archive, convert::Format::archive, text).ok());
  return text.find(word) != std::string::npos;
}

TEST(WithoutNames, GivesTheBytesThatThePageOfTheFormatSays) {
  const Bytes payload = bytes({1, 0, 0, 0, 1, 'x', 0, 0});
  const Bytes named = archive_of(
      {1,   6,    'P', 'l', 'a', 'c', 'e', 'd',  0,   0,    4,    3,   3,    'A', 'g', 'e',
       6,   3,    4,   'N', 'a', 'm', 'e', 0x14, 3,   7,    'N',  'u', 'm',  'b', 'e', 'r',
       's', 0x21, 4,   3,   4,   'N', 'e', 'x',  't', 0x20, 0x28, 0,   0x28, 0},
      payload);
  const Bytes nameless = archive_of({1, 6, 'P',  'l', 'a',  'c', 'e', 'd',  0,    0, 4,    2,
                                     6, 2, 0x14, 2,   0x21, 4,   2,   0x20, 0x28, 0, 0x28, 0},
                                    payload);
  EXPECT_EQ(copy(*without_names(named)), nameless);
  EXPECT_EQ(copy(*without_names(nameless)), nameless);
}

TEST(WithoutNames, MakesOneEntryOfEqualFieldsAndHidesTheClassOfTheRoot) {
  const Buffer archive = *without_names(*encode(kDrawing));
  EXPECT_EQ(table_of_archive(archive),
            bytes({2,    0,    0,   0,   3,   4, 8, 2, 0x14, 2,
                   0x21, 0x28, 1,                                // two i64, string, list<Line>
                   4,    'L',  'i', 'n', 'e', 0, 0, 1, 4,    6,  // two i32
                   0x28, 0}));
  EXPECT_TRUE(verify(archive).ok());
  EXPECT_FALSE(names(archive, "width"));
  EXPECT_TRUE(names(archive, "plan"));
}

TEST(WithoutNames, IsReadByTheSameTypeAndByALaterOne) {
  for (const Sharing sharing : {Sharing::off, Sharing::on}) {
    const Buffer archive = *without_names(
        *encode(kDrawing, {.sharing = sharing, .user_version = 7, .checksum = true}));
    std::uint32_t user_version = 0;
    const auto again = decode<Drawing>(archive, {.user_version = &user_version});
    ASSERT_TRUE(again.ok()) << again.status().message();
    EXPECT_EQ(copy(*encode(*again)), copy(*encode(kDrawing)));
    EXPECT_EQ(user_version, 7U);
    const auto later = decode<LaterDrawing>(archive);
    ASSERT_TRUE(later.ok()) << later.status().message();
    EXPECT_EQ(later->heading, "plan");
    EXPECT_EQ(later->strokes[1].to, -2);
    EXPECT_EQ(later->scale, 2);
    const auto older = decode<Drawing>(*without_names(*encode(LaterDrawing{1, 2, "new", {}, 3})));
    ASSERT_TRUE(older.ok()) << older.status().message();
    EXPECT_EQ(older->title, "new");
  }
}

TEST(WithoutNames, KeepsNamesThatTellClassesApart) {
  const Buffer choice = *without_names(*encode(Choice{Leaf{5}}));
  EXPECT_TRUE(names(choice, "Leaf"));
  EXPECT_EQ(std::get<Leaf>(decode<Choice>(choice)->what).value, 5);
  EXPECT_TRUE(names(*without_names(*encode(Ring{{Ring{}, Ring{}}})), "Ring"));
  // A root that a field of any type may be; a root that another shape derives from.
  EXPECT_TRUE(
      names(*without_names(archive_of({1, 4, 'R', 'o', 'o', 't', 0, 0, 1, 2, 0x2C, 0x28, 0}, {0})),
            "Root"));
  EXPECT_TRUE(names(
      *without_names(archive_of({2, 4, 'B', 'a', 's', 'e', 0, 0, 0, 0, 0, 1, 0, 0x28, 0}, Bytes{})),
      "Base"));
}

TEST(WithoutNames, TakesATableBehind) {
  const Bytes table = bytes({1, 1, 'R', 0, 0, 1, 3, 1, 'a', 3, 0x28, 0});
  Bytes archive = bytes({'F', 'S', 'R', 1, 1, 0, 0, 0, 0, 9});
  archive.insert(archive.end(), table.begin(), table.end());
  testing::put(archive, {12, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(copy(*without_names(archive)), archive_of({1, 0, 0, 0, 1, 2, 3, 0x28, 0}, {9}));
}

TEST(WithoutNames, RefusesWhatHasNoSoundTable) {
  EXPECT_EQ(without_names(*encode(kDrawing, {.header = Header::fingerprint})).status().code(),
            Code::kUsage);
  EXPECT_EQ(without_names(archive_of({1, 1, 'R', 0, 0, 1, 2}, Bytes{})).status().code(),
            Code::kTruncated);
  const Buffer archive = *encode(kDrawing);
  for (std::size_t size = 0; size < 12; ++size) {
    EXPECT_EQ(without_names(BytesView(archive).first(size)).status().code(), Code::kTruncated);
  }
}

struct Timed {
  std::chrono::duration<double> takes{};
  std::int32_t count = 0;
};

TEST(WithoutNames, DurationsThatCountInFloatsStayDurations) {
  const Result<Buffer> bytes = encode(Timed{std::chrono::duration<double>(1.5), 7});
  ASSERT_TRUE(bytes.ok());
  const Result<Buffer> nameless = without_names(*bytes);
  ASSERT_TRUE(nameless.ok());
  EXPECT_LT(nameless->size(), bytes->size());
  const Result<Timed> again = decode<Timed>(*nameless);
  ASSERT_TRUE(again.ok()) << again.status().to_string();
  EXPECT_EQ(again->takes.count(), 1.5);
  EXPECT_EQ(again->count, 7);

  const Result<Buffer> root = encode(std::chrono::duration<float>(2.5F));
  ASSERT_TRUE(root.ok());
  const Result<Buffer> bare = without_names(*root);
  ASSERT_TRUE(bare.ok());
  const auto same = decode<std::chrono::duration<float>>(*bare);
  ASSERT_TRUE(same.ok()) << same.status().to_string();
  EXPECT_EQ(same->count(), 2.5F);
}

}  // namespace
}  // namespace fastser::archive
