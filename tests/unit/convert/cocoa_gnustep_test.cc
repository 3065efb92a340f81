// SPDX-License-Identifier: MIT
//
// What NSArchiver of GNUstep wrote.
#include "unit/convert/cocoa_support.hpp"

namespace fastser::convert {
namespace {

constexpr Format kFrom = Format::gnustep_archive;

// With the class NSObject as the first one, which `of` begins.
Bytes archive(const Bytes& root) {
  return bytes("GNUstep archive000f4240:00000001:00000001:00000000:") + root;
}
// A new object of a new class, both with these numbers.
Bytes object(int number, int of, std::string_view name, int version = 0) {
  return bytes({0x30, number, 0x31, of, 0, static_cast<int>(name.size())}) + bytes(name) +
         bytes({0, 0, 0, version, 0});
}
Bytes again(int number, int of) { return bytes({0x30, number, 0xB1, of}); }
Bytes integer(int value) { return bytes({0x25, 0, 0, 0, value}); }

std::string text(const Bytes& root, std::span<const ClassValues> classes = {}) {
  ConvertOptions options;
  options.classes = classes;
  return imported(archive(root), kFrom, options);
}

TEST(CocoaGnustep, ReadsFoundation) {
  const Bytes file = cocoa_vector("gnustep_values.archive");
  EXPECT_EQ(detect_format(file), kFrom);
  EXPECT_EQ(imported(file, kFrom),
            "#0 List([\"text\", \"\xF0\x9F\x98\x80\", #1 MutableString(\"mutable\"), \"\", "
            "\"text\", -42i32, 1.5d, 0.25f, 1099511627776, 65535i32, decimal "
            "7d000000000000000000000000000180, data 61626364, #2 MutableData(data 6566), data , "
            "date 12345.5, uuid e621e1f8c36c495a93fc0c247a3e6e5f, <http://a.b/c>, #3 "
            "NSURL(base: <http://a.b/c>, relative: \"d\"), null, #4 List([\"text\"]), #5 "
            "MutableList([]), #6 Map({\"key\", \"one\"}), #7 MutableMap({2i32, \"two\"}), #8 "
            "Set(set[\"lone\"]), #9 MutableSet(set[]), #10 OrderedSet([\"b\", \"a\"]), #11 "
            "CountedSet({\"twice\", 2u64})])");
}

// The class above Shape was written before, so its name is not there again. A structure is its
// members. Where each Circle ends is found out.
TEST(CocoaGnustep, KeepsObjectsIdentitiesAndCycles) {
  EXPECT_EQ(
      imported(cocoa_vector("gnustep_graph.archive"), kFrom),
      "#0 List([#1 Circle<Shape:3(\"one\", 5i32, 2.5d, 0.5f, 1099511627776, #2 "
      "Circle<Shape:3(nil, 6i32, 0d, 0.5f, 1099511627776, @1, @2, nil, [7i16, -8i16], 1d, 2d, "
      "\"word\", \"word\", \"length\", class NSString), @1, nil, [7i16, -8i16], 1d, 2d, "
      "\"word\", \"word\", \"length\", class NSString), @2, @1])");
}

TEST(CocoaGnustep, SurvivesDamage) {
  expect_survives_damage(cocoa_vector("gnustep_values.archive"), kFrom);
  expect_survives_damage(cocoa_vector("gnustep_graph.archive"), kFrom);
}

TEST(CocoaGnustep, FindsOutWhereObjectsEnd) {
  // A list of three objects with an integer and nil each.
  const Bytes rest = integer(5) + bytes({0x90});
  const Bytes list = object(1, 1, "NSArray") + bytes({0x26, 0, 0, 0, 3, 0x15, 0, 0, 0, 3}) +
                     object(2, 2, "Item", 4) + rest + again(3, 2) + rest + again(4, 2) + rest;
  EXPECT_EQ(text(list),
            "#0 List([#1 Item:4(5i32, nil), #2 Item:4(5i32, nil), #3 Item:4(5i32, nil)])");
}

TEST(CocoaGnustep, FindsOutWhereALinkedListEnds) {
  constexpr int kCount = 3000;
  Bytes chain = object(1, 1, "Node");
  for (int i = 2; i <= kCount; ++i) {
    chain = chain + integer(7) + bytes({0x50, i >> 8, i & 0xFF, 0xB1, 1});
  }
  const std::string found = text(chain + integer(7) + bytes({0x90}));
  EXPECT_TRUE(found.starts_with("#0 Node(7i32, #1 Node(7i32, ")) << found.substr(0, 80);
  EXPECT_NE(found.find("#2999 Node(7i32, nil)"), std::string::npos);
}

TEST(CocoaGnustep, WhereMoreThanOneEndFitsTheCallerHasToSay) {
  // Outer [Inner [1] 2], or [Inner [1 2]], or [Inner [] 1 2].
  const Bytes root = object(1, 1, "Outer") + object(2, 2, "Inner") + integer(1) + integer(2);
  const Status status = fails(archive(root), kFrom, Format::archive);
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_NE(status.message().find("Inner"), std::string::npos) << status.to_string();
  const ClassValues inner[] = {{"Inner", 1}};
  EXPECT_EQ(text(root, inner), "#0 Outer(#1 Inner(1i32), 2i32)");
  const ClassValues outer[] = {{"Inner", 2}, {"Unknown", 5}};
  EXPECT_EQ(text(root, outer), "#0 Outer(#1 Inner(1i32, 2i32))");
  const ClassValues wrong[] = {{"Inner", 3}};
  ConvertOptions options;
  options.classes = wrong;
  EXPECT_FALSE(convert(archive(root), kFrom, Format::archive, options).ok());
}

// A store of items by name, as applications have one: what the store has behind the dictionary is
// not taken for a part of the last item.
TEST(CocoaGnustep, FindsOutWhereItemsInADictionaryEnd) {
  Bytes file =
      object(1, 1, "Store") + object(2, 2, "NSMutableDictionary") + bytes({0x26, 0, 0, 0, 20});
  for (int i = 0; i < 20; ++i) {
    const Bytes key = bytes({0x26, 0, 0, 0, 1, 0x25, 0, 0, 0, 5, 0x15, 0, 0, 0, 1, 0x02, 'a' + i});
    const Bytes nil_or_key = i % 2 == 0 ? bytes({0x90}) : bytes({0xB0, 3});
    file = file + (i == 0 ? object(3, 3, "NSString", 1) : again(2 * i + 3, 3)) + key;
    file = file + (i == 0 ? object(4, 4, "Item") : again(2 * i + 4, 4)) + bytes({0xB0, 3}) +
           integer(i) + nil_or_key;
  }
  const std::string found = text(file + integer(9));
  EXPECT_TRUE(
      found.starts_with("#0 Store(#1 MutableMap({\"a\", #2 Item(\"a\", 0i32, nil), \"b\", "
                        "#3 Item(\"a\", 1i32, \"a\"), "))
      << found.substr(0, 100);
  EXPECT_TRUE(found.ends_with("#21 Item(\"a\", 19i32, \"a\")}), 9i32)")) << found;
}

TEST(CocoaGnustep, ReadsArraysOfAllKinds) {
  const Bytes root = object(1, 1, "Holder") + bytes({0x15, 0, 0, 0, 2, 0x03, 0, 7, 0xFF, 0xF8}) +
                     bytes({0x15, 0x15, 0, 0, 0, 1, 0x0D, 1}) +
                     bytes({0x15, 0, 0, 0, 2, 0x90, 0x90}) + bytes({0x15, 0, 0, 0, 2, 0x02, 8, 9});
  EXPECT_EQ(text(root), "#0 Holder([7i16, -8i16], [true], [nil, nil], data 0809)");
}

// After the count comes how the bytes are packed, which is no element.
TEST(CocoaGnustep, DataOfOneByteEndBehindIt) {
  for (const std::string_view name : {"NSData", "NSMutableData"}) {
    const Bytes data = object(2, 2, name) + bytes({0x26, 0, 0, 0, 1, 0x02, 0}) +
                       bytes({0x15, 0, 0, 0, 1, 0x02, 'x'});
    const std::string read = text(object(1, 1, "Holder") + data + integer(7));
    EXPECT_NE(read.find("data 78"), std::string::npos) << read;
    EXPECT_TRUE(read.ends_with(", 7i32)")) << read;
  }
}

// Since version 12402 a count has as few bytes as it needs, and 21 is the tag of an array.
TEST(CocoaGnustep, ListsAndTextsMayHaveTwentyOneElements) {
  const Bytes head = bytes("GNUstep archive00003072:00000001:00000001:00000000:");
  const Bytes data =
      object(1, 1, "NSData") + bytes({0x26, 0, 0, 0, 21, 0x02, 0, 0x15, 21, 0x02}) + fill(21, 'H');
  EXPECT_NE(imported(head + data, kFrom).find("data 4848"), std::string::npos);
}

TEST(CocoaGnustep, RefusesWhatIsWrong) {
  const auto code = [](const Bytes& root) {
    return fails(archive(root), kFrom, Format::archive).code();
  };
  EXPECT_EQ(code({}), Code::kTruncated);
  EXPECT_EQ(code(object(1, 1, "NSNull") + bytes({0})), Code::kTrailing);
  EXPECT_EQ(code(bytes({0xB0, 1})), Code::kBadReference);
  EXPECT_EQ(code(bytes({0x30, 1, 0xB1, 3})), Code::kBadReference);
  EXPECT_EQ(code(object(2, 1, "NSNull")), Code::kMalformed);
  EXPECT_EQ(code(object(1, 1, "NSDate") + bytes({0x0C, 1})), Code::kTruncated);
  EXPECT_EQ(code(object(1, 1, "List") + bytes({0x02, 1})), Code::kTypeMismatch);
  EXPECT_EQ(code(object(1, 1, "NSString") + bytes({0x26, 255, 255, 255, 255})), Code::kMalformed);
  EXPECT_EQ(code(object(1, 1, "A") + bytes({0x15, 255, 255, 255, 0, 0x02})), Code::kTruncated);
  EXPECT_EQ(code(object(1, 1, "A") + bytes({0x1F})), Code::kMalformed);
  EXPECT_EQ(fails(bytes("GNUstep archive000f4240;"), kFrom, Format::archive).code(),
            Code::kMalformed);
}

}  // namespace
}  // namespace fastser::convert
