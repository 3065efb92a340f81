// SPDX-License-Identifier: MIT
//
// MessagePack through the hub: every kind comes back byte for byte by way of an archive; what is
// refused, and where; messages that are cut off, bombs, and archives that would be bombs.
#include <chrono>
#include <map>
#include <optional>
#include <random>

#include "fastser/archive.hpp"
#include "fastser/msgpack.hpp"
#include "fastser/verify.hpp"
#include "support/alloc_counter.hpp"
#include "support/effort.hpp"
#include "unit/convert/convert_support.hpp"

namespace fastser::convert {
namespace {

// One value of every kind and size class, each in its smallest form.
std::vector<Bytes> every_kind() {
  std::vector<Bytes> all = common_kinds();
  const Bytes more[] = {
      bytes({0xDB, 0, 1, 0, 0}) + fill(65536),
      bytes({0xC6, 0, 1, 0, 0}) + fill(65536, 0xFF),
      // Extensions of every size, the application's and reserved ones.
      bytes({0xC7, 0, 5}),
      bytes({0xD4, 5, 1}),
      bytes({0xD5, 0xFE, 1, 2}),
      bytes({0xC7, 3, 5, 1, 2, 3}),
      bytes({0xD6, 5, 1, 2, 3, 4}),
      bytes({0xD7, 0x7F}) + fill(8),
      bytes({0xD8, 0x80}) + fill(16),
      bytes({0xC8, 1, 0, 9}) + fill(256),
      bytes({0xC9, 0, 1, 0, 0, 9}) + fill(65536),
      // Timestamps 32, 64, 96.
      bytes({0xD6, 0xFF, 0x5E, 0, 0, 0}),
      bytes({0xD7, 0xFF, 0, 0, 0, 4, 0x5E, 0, 0, 0}),
      bytes({0xC7, 12, 0xFF, 0, 0, 0, 1, 255, 255, 255, 255, 255, 255, 255, 0}),
      bytes({0x93, 1, 2, 3}),
      bytes({0xDC, 0, 16}) + fill(16, 1),
      bytes({0xDD, 0, 1, 0, 0}) + fill(65536, 0xC0),
      bytes({0x81, 0xA1, 'a', 1}),
      // Maps with keys that are not text, and with some that are.
      bytes({0x81, 1, 2}),
      bytes({0x82, 1, 2, 0xA1, 'a', 0xC0}),
      bytes({0x81, 0xC0, 0xC2}),
      bytes({0x81, 0x91, 1, 0x80}),
      bytes({0x82, 0x80, 1, 0x90, 2}),
      bytes({0x82, 0xCA, 0x3F, 0x80, 0, 0, 1, 1, 2}),
      bytes({0x81, 0xC4, 1, 0xFF, 0x92, 1, 0xA0}),
      bytes({0x82, 0xFF, 1, 1, 2}),
      bytes({0x81, 0xD4, 1, 2, 3}),
  };
  all.insert(all.end(), std::begin(more), std::end(more));
  Bytes wide = bytes({0xDE, 0, 16});
  for (int i = 0; i < 16; ++i) wide = wide + bytes({i, 0xA1, 'a' + i});
  all.push_back(wide);
  return all;
}

TEST(MessagePackThroughAnArchive, IsTheSameToTheByte) {
  std::vector<Bytes> all = every_kind();
  // All of them in one list, and beside each other under the keys of a map.
  Bytes list = bytes({0xDC, 0, static_cast<int>(all.size())});
  Bytes map = bytes({0xDE, 0, static_cast<int>(all.size())});
  Bytes maps = bytes({0xDC, 0, static_cast<int>(all.size())});
  for (std::size_t i = 0; i < all.size(); ++i) {
    list = list + all[i];
    map = map + bytes({static_cast<int>(i)}) + all[i];
    maps = maps + bytes({0x82, 0xA1, 'k'}) + all[i] + bytes({0xA1, 'n', 0xC0});
  }
  all.insert(all.end(), {list, map, maps});
  for (const Bytes& message : all) {
    const Bytes archive = must(message, Format::msgpack, Format::archive);
    const Status sound = archive::verify(archive, {.utf8 = true});
    EXPECT_TRUE(sound.ok()) << sound.to_string();
    EXPECT_EQ(must(archive, Format::archive, Format::msgpack), message)
        << msgpack::path_of(message, 0) << "first byte " << static_cast<int>(message[0]);
    EXPECT_EQ(must(message, Format::msgpack, Format::msgpack), message);
    EXPECT_TRUE(check_msgpack(message).ok());
    // The archive's own layout is found again.
    EXPECT_EQ(must(archive, Format::archive, Format::archive), archive);
  }
}

// Beside an extension, and maps that are no records since their keys come in different orders.
TEST(MessagePackThroughAnArchive, ObjectsLikeAnExtensionStayObjects) {
  const Bytes ext = bytes({0xD4, 5, 'a'});
  const Bytes one_way = bytes({0x82, 0xA1, 'a', 1, 0xA1, 'b', 2});
  const Bytes other_way = bytes({0x82, 0xA1, 'b', 1, 0xA1, 'a', 1});
  const Bytes type = bytes({0xA4, 't', 'y', 'p', 'e'});
  const Bytes data = bytes({0xA4, 'd', 'a', 't', 'a'});
  for (const Bytes& object : {bytes({0x80}), bytes({0x81}) + type + bytes({1}),
                              bytes({0x81}) + data + bytes({0xC4, 1, 9}),
                              bytes({0x82}) + type + bytes({1}) + data + bytes({0xC4, 1, 9}),
                              bytes({0x81}) + type + bytes({0xA1, 's'})}) {
    const Bytes message = bytes({0x94}) + one_way + object + ext + other_way;
    const Bytes archive = must(message, Format::msgpack, Format::archive);
    EXPECT_EQ(must(archive, Format::archive, Format::msgpack), message);
  }
}

TEST(MessagePackThroughAnArchive, IsTheSameWhereTypesNestTooDeepToBeWritten) {
  for (const Bytes& inner : every_kind()) {
    Bytes message = inner;
    for (int i = 0; i < 60; ++i)
      message = bytes({i % 2 == 0 ? 0x91 : 0x81}) +
                (i % 2 == 0 ? Bytes() : bytes({i % 3 == 0 ? 7 : 0xC0})) + message;
    const Bytes archive = must(message, Format::msgpack, Format::archive);
    EXPECT_TRUE(archive::verify(archive).ok());
    EXPECT_EQ(must(archive, Format::archive, Format::msgpack), message);
  }
}

TEST(MessagePackThroughAnArchive, IsTheSameForMessagesMadeAtRandom) {
  std::mt19937 random(3);
  const std::vector<Bytes> leaves = [] {
    std::vector<Bytes> small;
    for (const Bytes& one : every_kind()) {
      if (one.size() < 20) small.push_back(one);
    }
    return small;
  }();
  const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const auto make = [&](const auto& self, unsigned depth) -> Bytes {
    if (depth > 4 || pick(3) == 0) return leaves[pick(leaves.size())];
    const std::size_t count = pick(6);
    const std::size_t kind = pick(3);
    Bytes out = bytes({static_cast<int>((kind == 0 ? 0x90U : 0x80U) | count)});
    for (std::size_t i = 0; i < count; ++i) {
      const auto letter = static_cast<int>('a' + i);
      if (kind == 1) out = out + bytes({0xA1, letter});
      if (kind == 2) out = out + (pick(2) == 0 ? bytes({letter}) : bytes({0xC4, 1, letter}));
      out = out + self(self, depth + 1);
    }
    return out;
  };
  for (int i = 0; i < 2000; ++i) {
    const Bytes message = make(make, 0);
    const Bytes archive = must(message, Format::msgpack, Format::archive);
    ASSERT_EQ(must(archive, Format::archive, Format::msgpack), message) << i;
  }
}

TEST(MessagePackToJson, RefusesWhatJsonLacksAndNamesIt) {
  const Unsayable cases[] = {
      {bytes({0xC4, 2, 'M', 'a'}), "\"TWE=\""},
      {bytes({0xD6, 0xFF, 0, 0, 0, 0}), "\"1970-01-01T00:00:00Z\""},
      {bytes({0xD4, 5, 0}), R"({"ext":5,"data":"AA=="})"},
      {bytes({0xD4, 0x80, 0}), R"({"ext":-128,"data":"AA=="})"},
      {bytes({0x81, 1, 2}), R"({"1":2})"},
      {bytes({0x83, 0xC0, 1, 0xC3, 2, 0xCA, 0x3F, 0xC0, 0, 0, 3}),
       R"({"null":1,"true":2,"1.5":3})"},
      {bytes({0x81, 0xC4, 1, 0, 1}), R"({"AA==":1})"},
      {bytes({0x81, 0x90, 1}), nullptr},
      {bytes({0x82, 1, 0, 0xA1, '1', 0}), nullptr},
  };
  for (const Unsayable& one : cases) {
    const Status refused = expect_unsayable(one, Format::json);
    EXPECT_EQ(refused.path(), "a[1]") << refused.to_string();
    EXPECT_EQ(refused.offset(), 5U) << refused.to_string();
  }
}

TEST(MessagePackToJson, RefusesNumbersThatAreNotFiniteUnlessAsked) {
  const Bytes message = bytes({0x91, 0xCA, 0x7F, 0xC0, 0, 0});
  const Status refused = fails(message, Format::msgpack, Format::json);
  EXPECT_EQ(refused.code(), Code::kTypeMismatch);
  EXPECT_EQ(refused.path(), "[0]");
  EXPECT_EQ(text(must(message, Format::msgpack, Format::json,
                      {.not_finite = JsonOptions::NotFinite::kNull})),
            "[null]");
}

TEST(MessagePackReader, SaysWhereAMessageIsWrong) {
  const WrongMessage cases[] = {
      {bytes({0x92, 1, 0xC1}), Code::kMalformed, 2, "[1]"},
      {bytes({0x92, 1}), Code::kTruncated, 0, ""},
      {bytes({1, 2}), Code::kTrailing, 1, ""},
      {bytes({0x81, 0xA1, 'a', 0xA1, 0xFF}), Code::kMalformed, 4, "a"},
      {bytes({0x82, 0xA1, 'a', 1, 0xA1, 'a', 2}), Code::kMalformed, 4, "a"},
      {bytes({0x91, 0x82, 1, 1, 1, 2}), Code::kMalformed, 4, "[0][1]"},
      {bytes({0x82, 0x91, 1, 1, 0x91, 1, 2}), Code::kMalformed, 4, "[pair 1]"},
      {bytes({0x91, 0xD4, 0xFF, 0}), Code::kMalformed, 1, "[0]"},
      {bytes({0x91, 0xD7, 0xFF, 255, 255, 255, 255, 0, 0, 0, 0}), Code::kMalformed, 1, "[0]"},
      {Bytes(), Code::kTruncated, 0, ""},
  };
  for (const WrongMessage& one : cases) {
    expect_refused(one, Format::msgpack, {Format::archive, Format::msgpack});
    EXPECT_EQ(check_msgpack(one.message).code(), one.code);
  }
}

TEST(MessagePackReader, RefusesEveryMessageThatIsCutOff) {
  Bytes all = bytes({0xDC, 0, static_cast<int>(every_kind().size())});
  for (const Bytes& one : every_kind()) {
    if (one.size() < 100) {
      all = all + one;
    } else {
      all = all + bytes({0xC0});
    }
  }
  ASSERT_TRUE(check_msgpack(all).ok());
  for (std::size_t size = 0; size < all.size(); ++size) {
    const BytesView part = BytesView(all).first(size);
    for (const Format to : kFormats) {
      EXPECT_EQ(fails(part, Format::msgpack, to).code(), Code::kTruncated) << size;
    }
  }
}

TEST(MessagePackReader, BoundsDepth) {
  const auto nested = [](std::size_t depth) { return fill(depth - 1, 0x91) + bytes({0x90}); };
  for (const Format to : kFormats) {
    EXPECT_FALSE(must(nested(128), Format::msgpack, to).empty());
    EXPECT_EQ(fails(nested(129), Format::msgpack, to).code(), Code::kTooDeep);
    EXPECT_EQ(fails(nested(1000000), Format::msgpack, to).code(), Code::kTooDeep);
    Bytes maps;
    for (int i = 0; i < 100000; ++i) maps = std::move(maps) + bytes({0x81, 1});
    EXPECT_EQ(fails(maps + bytes({1}), Format::msgpack, to).code(), Code::kTooDeep);
    // As keys.
    EXPECT_EQ(fails(fill(1000, 0x81) + fill(1001, 0xC0), Format::msgpack, to).code(),
              Code::kTooDeep);
  }
  const ConvertOptions deep{.limits = {.depth = 512}};
  EXPECT_EQ(must(must(nested(512), Format::msgpack, Format::archive, deep), Format::archive,
                 Format::msgpack, deep),
            nested(512));
}

TEST(MessagePackReader, AllocatesNothingForCountsThatAreNotThere) {
  const testing::AllocScope scope;
  for (const Bytes& message :
       {bytes({0xDD, 255, 255, 255, 255}), bytes({0xDF, 255, 255, 255, 255}),
        bytes({0xC6, 255, 255, 255, 255}), bytes({0xDB, 255, 255, 255, 255})}) {
    EXPECT_EQ(fails(message, Format::msgpack, Format::archive).code(), Code::kTruncated);
  }
  EXPECT_LT(scope.peak(), 64U * 1024);
}

// ---- archives

TEST(ArchiveToMessagePack, WritesEveryTypeAsDocsSay) {
  struct Case {
    std::initializer_list<int> table;
    Bytes payload;
    Bytes message;
  };
  const Bytes zeros = fill(8, 0);
  const Case cases[] = {
      {{0, 0x18}, zeros + bytes({1, 0, 0, 0}), bytes({0xD7, 0xFF, 0, 0, 0, 4, 0, 0, 0, 0})},
      {{0, 0x1E}, zeros, bytes({0xD6, 0xFF, 0x3A, 0x4F, 0xC8, 0x80})},
      {{0, 0x19}, bytes({1}) + fill(7, 0), bytes({1})},
      {{0, 0x15}, bytes({2, 1, 2}), bytes({0xC4, 2, 1, 2})},
      {{0, 0x1A}, zeros + zeros, bytes({0xD9, 36}) + bytes("00000000-0000-0000-0000-000000000000")},
      {{0, 0x1B}, bytes({150}) + fill(13, 0) + bytes({2, 0x80}), bytes({0xA5}) + bytes("-1.50")},
      {{0, 0x1C}, bytes({1, 'u'}), bytes({0xA1, 'u'})},
      {{0, 0x2E, 3}, bytes({5}), bytes({0xA3}) + bytes("101")},
      {{0, 0x27, 1, 'E', 3}, bytes({5}), bytes({5})},
      {{0, 0x20, 3}, bytes({0}), bytes({0xC0})},
      {{0, 0x20, 3}, bytes({1, 9}), bytes({9})},
      {{0, 0x2D, 2, 3, 1}, bytes({9, 1}), bytes({0x92, 9, 0xC3})},
      {{0, 0x23, 3}, bytes({2, 9, 8}), bytes({0x92, 9, 8})},
      {{0, 0x24, 3, 1}, bytes({2, 1, 0, 2, 1}), bytes({0x82, 1, 0xC2, 2, 0xC3})},
      {{0, 0x24, 0x14, 1}, bytes({1, 1, 'a', 0}), bytes({0x81, 0xA1, 'a', 0xC2})},
      {{0, 0x26, 2, 3, 1}, bytes({1, 1}), bytes({0xC3})},
      // {u8, n: u8}, without a name and with one
      {{1, 0, 0, 0, 2, 2, 3, 3, 1, 'n', 3, 0x28, 0},
       bytes({1, 2}),
       bytes({0x82, 0xA1, '0', 1, 0xA1, 'n', 2})},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(must(archive_of(one.table, one.payload), Format::archive, Format::msgpack),
              one.message);
  }
}

TEST(ArchiveToMessagePack, SurvivesEveryCutAndEveryByteSetToEveryValue) {
  const Bytes message =
      bytes({0x84, 0xA1, 'a',  0x92, 1,    0xD4, 5, 9, 2, 0xC4, 1,    7,    0xA1, 'b', 0x82, 0xA1,
             'x',  0xC0, 0xA1, 'y',  0xCA, 0,    0, 0, 0, 0xC3, 0xD6, 0xFF, 0,    0,   0,    1});
  const Bytes archive = must(message, Format::msgpack, Format::archive);
  ASSERT_EQ(must(archive, Format::archive, Format::msgpack), message);
  for (std::size_t size = 0; size < archive.size(); ++size) {
    EXPECT_FALSE(fails(BytesView(archive).first(size), Format::archive, Format::msgpack).ok());
  }
  for (std::size_t at = 0; at < archive.size(); ++at) {
    for (std::size_t value = at % testing::kSweepStep; value < 256; value += testing::kSweepStep) {
      Bytes changed = archive;
      changed[at] = static_cast<std::byte>(value);
      const Result<Buffer> out = convert(changed, Format::archive, Format::msgpack);
      if (out.ok()) {
        EXPECT_TRUE(check_msgpack(*out).ok())
            << at << ", " << value << ": " << check_msgpack(*out).to_string();
      }
    }
  }
}

TEST(ArchiveToMessagePack, RefusesATimestampThatPosesAsAnExtension) {
  Bytes archive = must(bytes({0xD4, 5, 7}), Format::msgpack, Format::archive);
  ASSERT_EQ(archive[archive.size() - 3], std::byte{5});
  archive[archive.size() - 3] = std::byte{0xFF};
  for (const Format to : kFormats) {
    const Status status = fails(archive, Format::archive, to);
    EXPECT_EQ(status.code(), Code::kTypeMismatch);
    EXPECT_EQ(status.path(), "type");
  }
}

TEST(ArchiveToMessagePack, RefusesEqualKeysOfAMap) {
  const Status status =
      fails(archive_of({0, 0x24, 3, 1}, bytes({2, 1, 0, 1, 1})), Format::archive, Format::msgpack);
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.offset(), 10U + 4 + 3) << status.to_string();
}

// Node {a: ref Node, b: ref Node}, each level holding the next twice.
Bytes doubled(int levels) {
  Bytes payload = fill(static_cast<std::size_t>(levels), 1) + bytes({0, 0});
  for (int i = levels - 1; i > 0; --i) payload.push_back(static_cast<std::byte>(6 + i));
  return archive_of(
      {1, 0, 0, 0, 2, 3, 1, 'a', 0x29, 0x28, 0, 3, 1, 'b', 0x29, 0x28, 0, 0x29, 0x28, 0}, payload);
}

TEST(ArchiveToMessagePack, ExpandsSharedObjectsWithinABudget) {
  ASSERT_TRUE(archive::verify(doubled(60)).ok());
  EXPECT_GT(must(doubled(8), Format::archive, Format::msgpack).size(), 256U);
  for (const Format to : kFormats) {
    const testing::AllocScope scope;
    EXPECT_EQ(fails(doubled(60), Format::archive, to).code(), Code::kOverBudget);
    EXPECT_LT(scope.peak(), 16U << 20);
    const Status refused =
        fails(doubled(8), Format::archive, to, {.shared = JsonOptions::Shared::kRefuse});
    EXPECT_EQ(refused.code(), Code::kTypeMismatch) << refused.to_string();
  }
}

TEST(ArchiveToMessagePack, RefusesCycles) {
  // Node {n: ref Node}, whose n is itself.
  const Bytes cycle =
      archive_of({1, 0, 0, 0, 1, 3, 1, 'n', 0x29, 0x28, 0, 0x29, 0x28, 0}, bytes({1, 6}));
  ASSERT_TRUE(archive::verify(cycle).ok());
  for (const Format to : kFormats) {
    const Status status = fails(cycle, Format::archive, to);
    EXPECT_EQ(status.code(), Code::kTypeMismatch);
    EXPECT_EQ(status.path(), "n");
  }
}

TEST(ArchiveToMessagePack, BoundsListsOfNothing) {
  // list<list<null>>: the inner count asks for elements that take no bytes.
  const Bytes many = archive_of({0, 0x21, 0}, bytes({0xFF, 0xFF, 0xFF, 0xFF, 0x0F}));
  const testing::AllocScope scope;
  EXPECT_EQ(fails(many, Format::archive, Format::msgpack).code(), Code::kOverBudget);
  EXPECT_LT(scope.peak(), 16U << 20);
}

struct Thing {
  std::string name;
  std::vector<std::uint8_t> data;
  std::chrono::sys_seconds when{};
  std::map<int, float> floats;
  msgpack::Ext ext;
  std::optional<double> price;
  friend bool operator==(const Thing&, const Thing&) = default;
};

// A message that C++ wrote, by way of an archive, is one that C++ reads.
TEST(MessagePackThroughAnArchive, KeepsTypedValues) {
  const std::vector<Thing> things = {{"a",
                                      {1, 2, 255},
                                      std::chrono::sys_seconds(std::chrono::seconds(-5)),
                                      {{1, 1.5F}, {-2, 0.1F}},
                                      {7, {}},
                                      2.5},
                                     {"b", {}, {}, {}, {-9, {std::byte{1}}}, std::nullopt}};
  const Result<Buffer> message = msgpack::encode(things);
  const Bytes archive = must(*message, Format::msgpack, Format::archive);
  const Bytes back = must(archive, Format::archive, Format::msgpack);
  EXPECT_EQ(back, Bytes(message->begin(), message->end()));
  const Result<std::vector<Thing>> again = msgpack::decode<std::vector<Thing>>(back);
  ASSERT_TRUE(again.ok()) << again.status().to_string();
  EXPECT_EQ(*again, things);
}

}  // namespace
}  // namespace fastser::convert
