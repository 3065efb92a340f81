// SPDX-License-Identifier: MIT
//
// Binary property lists, and what NSKeyedArchiver makes of them.
#include <cstdint>

#include "unit/convert/cocoa_support.hpp"

namespace fastser::convert {
namespace {

// A property list of items that are spelled out, with numbers of `width` bytes; the first is the
// outermost.
Bytes plist(const std::vector<Bytes>& items, int width = 1) {
  Bytes out = bytes("bplist00");
  std::vector<std::size_t> offsets;
  for (const Bytes& item : items) {
    offsets.push_back(out.size());
    out.insert(out.end(), item.begin(), item.end());
  }
  const std::size_t table = out.size();
  for (const std::size_t offset : offsets) {
    testing::put(out, {static_cast<int>(offset >> 8), static_cast<int>(offset & 0xFF)});
  }
  testing::put(out, {0, 0, 0, 0, 0, 0, 2, width});
  for (const std::size_t number : {items.size(), std::size_t{0}, table}) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      testing::put(out, {static_cast<int>(std::uint64_t{number} >> shift & 0xFF)});
    }
  }
  return out;
}

// An archive: the objects behind "$null", of which the first is the root. Items 0 to 7 are the
// outside; object n is item 7 + n.
Bytes keyed(const std::vector<Bytes>& objects) {
  std::vector<Bytes> items = {
      bytes({0xD3, 1, 2, 3, 4, 5, 6}),
      bytes("\x59$archiver"),
      bytes("\x58$objects"),
      bytes("\x54$top"),
      bytes({0x5F, 0x10, 15}) + bytes("NSKeyedArchiver"),
      bytes({0xAF, 0x10, static_cast<int>(objects.size() + 1), 7}),
      bytes({0xD1, static_cast<int>(8 + objects.size()), static_cast<int>(9 + objects.size())}),
      bytes("\x55$null")};
  for (std::size_t i = 0; i < objects.size(); ++i) {
    testing::put(items[5], {static_cast<int>(8 + i)});
    items.push_back(objects[i]);
  }
  items.push_back(bytes("\x54root"));
  items.push_back(bytes({0x80, 1}));
  return plist(items);
}

std::string json(const Bytes& input) { return imported_json(input, Format::binary_plist); }

TEST(CocoaKeyed, ReadsWhatGnustepWrites) {
  const Bytes file = cocoa_vector("gnustep_values.keyed");
  EXPECT_EQ(detect_format(file), Format::keyed_archive);
  EXPECT_EQ(imported(file, Format::keyed_archive),
            "#0 List([\"text\", \"\xF0\x9F\x98\x80\", #1 MutableString(\"mutable\"), \"\", "
            "\"text\", -42, 1.5d, 0.25f, 1099511627776, 65535, decimal "
            "7d000000000000000000000000000180, data 61626364, #2 MutableData(data 6566), data , "
            "date 12345.5, uuid e621e1f8c36c495a93fc0c247a3e6e5f, <http://a.b/c>, #3 "
            "NSURL<NSObject(base: <http://a.b/c>, relative: \"d\"), null, #4 List([\"text\"]), #5 "
            "MutableList([]), #6 Map({\"key\", \"one\"}), #7 MutableMap({2, \"two\"}), #8 "
            "Set(set[\"lone\"]), #9 MutableSet(set[]), #10 OrderedSet([\"b\", \"a\"]), #11 "
            "CountedSet({\"twice\", 2u64})])");
}

TEST(CocoaKeyed, KeepsObjectsIdentitiesAndCycles) {
  const Bytes file = cocoa_vector("gnustep_graph.keyed");
  EXPECT_EQ(imported(file, Format::keyed_archive),
            "#0 List([#1 Circle<Shape<NSObject(unwritten: nil, half: 0.5f, $own: \"one\", me: @1, "
            "neighbour: #2 Circle<Shape<NSObject(unwritten: nil, half: 0.5f, $own: nil, me: @2, "
            "neighbour: @1, point: \"{1, 2}\", round: true, big: 1099511627776, sides: 6, bytes: "
            "data 616263, name: nil, radius: 0d), point: \"{1, 2}\", round: true, big: "
            "1099511627776, sides: 5, bytes: data 616263, name: \"one\", radius: 2.5d), @2, @1])");
}

TEST(CocoaKeyed, SurvivesDamage) {
  expect_survives_damage(cocoa_vector("gnustep_values.keyed"), Format::keyed_archive);
  expect_survives_damage(cocoa_vector("gnustep_graph.keyed"), Format::keyed_archive);
  expect_survives_damage(cocoa_vector("gnustep_graph.keyed"), Format::binary_plist);
}

TEST(CocoaKeyed, PlainPropertyListsArePlainValues) {
  EXPECT_EQ(json(plist({bytes({0xA8, 1, 2, 3, 4, 5, 6, 7, 8}), bytes({0x08}), bytes({0x09}),
                        bytes({0x10, 200}), bytes({0x13, 255, 255, 255, 255, 255, 255, 255, 254}),
                        bytes({0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0}),
                        bytes({0x33, 0, 0, 0, 0, 0, 0, 0, 0}), bytes({0x42, 1, 2}),
                        bytes({0x62, 0, 'a', 0x20, 0xAC})})),
            "[false,true,200,-2,1.5,\"2001-01-01T00:00:00Z\",\"AQI=\",\"a\xE2\x82\xAC\"]");
  const Bytes nested = plist({bytes({0xD2, 1, 2, 3, 4}), bytes("\x51k"), bytes("\x51l"),
                              bytes({0xA0}), bytes({0xD1, 1, 5}), bytes({0x00})});
  EXPECT_EQ(json(nested), R"({"k":[],"l":{"k":null}})");
  EXPECT_EQ(detect_format(nested), Format::binary_plist);
  EXPECT_EQ(
      imported(plist({bytes({0xC2, 1, 2}), bytes("\x51k"), bytes("\x51l")}), Format::binary_plist),
      "set[\"k\", \"l\"]");
}

TEST(CocoaKeyed, IntegersOfSixteenBytesFitOrAreRefused) {
  const Bytes most = bytes({0x14, 0, 0, 0, 0, 0, 0, 0, 0}) + fill(8, 0xFF);
  EXPECT_EQ(imported(plist({most}), Format::binary_plist), "18446744073709551615u64");
  EXPECT_EQ(imported(plist({bytes({0x14}) + fill(16, 0xFF)}), Format::binary_plist), "-1");
  const Status beyond =
      fails(plist({bytes({0x14, 1}) + fill(15, 0)}), Format::binary_plist, Format::archive);
  EXPECT_EQ(beyond.code(), Code::kTypeMismatch);
  EXPECT_EQ(beyond.offset(), 8U);
}

TEST(CocoaKeyed, WhatHoldsItselfIsRefusedOutsideOfArchives) {
  const Bytes cycle = plist({bytes({0xA1, 1}), bytes({0xD1, 2, 0}), bytes("\x51k")});
  const Status status = fails(cycle, Format::binary_plist, Format::json);
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_EQ(status.path(), "[0].k");
  EXPECT_EQ(status.offset(), 8U);
}

TEST(CocoaKeyed, BillionsOfLaughsEndInTheBudget) {
  std::vector<Bytes> items;
  for (int i = 0; i < 60; ++i) items.push_back(bytes({0xA2, i + 1, i + 1}));
  items.push_back(bytes({0x10, 1}));
  EXPECT_EQ(fails(plist(items), Format::binary_plist, Format::archive).code(), Code::kOverBudget);
}

TEST(CocoaKeyed, DepthIsLimited) {
  std::vector<Bytes> items;
  for (int i = 0; i < 200; ++i) items.push_back(bytes({0xA1, i + 1}));
  items.push_back(bytes({0x10, 1}));
  EXPECT_EQ(fails(plist(items), Format::binary_plist, Format::archive).code(), Code::kTooDeep);
}

TEST(CocoaKeyed, AChainOfObjectsMayBeAsDeepAsItLikes) {
  constexpr int kCount = 3000;
  const auto number = [](int n) { return bytes({n >> 8, n & 0xFF}); };
  // Behind the outside and "$null": the class, then the objects, which have the keys 10 and 11.
  const auto object = [](int n) { return 14 + n; };
  std::vector<Bytes> items = {bytes({0xD3, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6}),
                              bytes("\x59$archiver"),
                              bytes("\x58$objects"),
                              bytes("\x54$top"),
                              bytes("\x51?"),
                              bytes({0xAF, 0x11}) + number(kCount + 2) + number(7) + number(8),
                              bytes({0xD1, 0, 12, 0, 13}),
                              bytes("\x55$null"),
                              bytes({0xD1, 0, 9, 0, 4}),
                              bytes("\x5A$classname"),
                              bytes("\x51n"),
                              bytes("\x56$class"),
                              bytes("\x54root"),
                              bytes({0x81, 0, 2})};
  for (int i = 0; i < kCount; ++i) {
    testing::put(items[5], {object(2 * i) >> 8, object(2 * i) & 0xFF});
    items.push_back(bytes({0xD2, 0, 10, 0, 11}) + number(object(2 * i + 1)) + number(0));
    items.push_back(bytes({0x81}) + number(i + 1 == kCount ? 0 : i + 3));
  }
  const int of_class = static_cast<int>(items.size());
  items.push_back(bytes({0x80, 1}));
  for (int i = 0; i < kCount; ++i) {
    Bytes& item = items[static_cast<std::size_t>(object(2 * i))];
    item[7] = static_cast<std::byte>(of_class >> 8);
    item[8] = static_cast<std::byte>(of_class & 0xFF);
  }
  const std::string text = imported(plist(items, 2), Format::keyed_archive);
  EXPECT_TRUE(text.starts_with("#0 ?(n: #1 ?(n: ")) << text.substr(0, 80);
  EXPECT_NE(text.find("#2999 ?(n: nil)"), std::string::npos);
}

TEST(CocoaKeyed, TakenNamesAreRefused) {
  // The root, of a class called "List".
  const Bytes file = keyed({bytes({0xD1, 10, 11}), bytes({0xD1, 12, 13}), bytes("\x56$class"),
                            bytes({0x80, 2}), bytes("\x5A$classname"), bytes("\x54List")});
  const Status status = fails(file, Format::keyed_archive, Format::archive);
  EXPECT_EQ(status.code(), Code::kTypeMismatch) << status.to_string();
}

TEST(CocoaKeyed, AChainOfClassesIsAsLongAsReadersTake) {
  for (const int supers : {128, 129}) {
    Bytes classes = bytes({0xAF, 0x10, supers + 1});
    for (int i = 0; i <= supers; ++i) testing::put(classes, {15});
    const Bytes file = keyed({bytes({0xD1, 10, 11}), bytes({0xD2, 12, 14, 13, 16}),
                              bytes("\x56$class"), bytes({0x80, 2}), bytes("\x5A$classname"),
                              bytes("\x51"
                                    "A"),
                              bytes("\x58$classes"),
                              bytes("\x51"
                                    "B"),
                              classes});
    if (supers == 128) {
      const Bytes archive = must(file, Format::keyed_archive, Format::archive);
      EXPECT_TRUE(archive::verify(archive).ok());
    } else {
      EXPECT_EQ(fails(file, Format::keyed_archive, Format::archive).code(), Code::kTooDeep);
    }
  }
}

TEST(CocoaKeyed, ReferencesToNothingAreRefused) {
  const Bytes file = keyed({bytes({0xA1, 9}), bytes({0x80, 99})});
  const Status status = fails(file, Format::keyed_archive, Format::archive);
  EXPECT_EQ(status.code(), Code::kBadReference) << status.to_string();
  EXPECT_EQ(status.path(), "[0]");
}

TEST(CocoaKeyed, ImportedFormatsAreNotWritten) {
  for (const Format to : {Format::keyed_archive, Format::typedstream, Format::gnustep_archive,
                          Format::keyless_archive}) {
    EXPECT_EQ(fails(bytes("1"), Format::json, to).code(), Code::kUsage);
  }
}

TEST(CocoaPlist, OfAnotherVersionIsKnownAndRefused) {
  for (const char* const version : {"01", "15", "99"}) {
    Bytes other = plist({bytes({0x09})});
    other[6] = static_cast<std::byte>(version[0]);
    other[7] = static_cast<std::byte>(version[1]);
    EXPECT_EQ(detect_format(other), Format::binary_plist);
    for (const Format from : {Format::binary_plist, Format::keyed_archive}) {
      const Status status = fails(other, from, Format::json);
      EXPECT_EQ(status.code(), Code::kVersion);
      EXPECT_EQ(status.message(), "a binary property list of version " + std::string(version) +
                                      "; only version 00 is read");
    }
  }
  EXPECT_NE(detect_format(bytes("bplistxx")), Format::binary_plist);
  EXPECT_EQ(fails(bytes("bplistxx"), Format::binary_plist, Format::json).code(), Code::kMalformed);
}

}  // namespace
}  // namespace fastser::convert
