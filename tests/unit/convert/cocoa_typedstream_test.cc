// SPDX-License-Identifier: MIT
//
// What NSArchiver of macOS and NeXTSTEP wrote.
#include "unit/convert/cocoa_support.hpp"

namespace fastser::convert {
namespace {

constexpr Format kFrom = Format::typedstream;

Bytes stream(const Bytes& values, bool little = true) {
  const Bytes version = little ? bytes({0x81, 0xE8, 0x03}) : bytes({0x81, 0x03, 0xE8});
  return bytes({4, 11}) + bytes(little ? "streamtyped" : "typedstream") + version + values;
}
// One new string of types, as the first of the stream.
Bytes types(std::string_view text) {
  return bytes({0x84, static_cast<int>(text.size())}) + bytes(text);
}
Bytes name(std::string_view text) { return types(text); }

TEST(CocoaTypedstream, ReadsThePublishedSample) {
  const Bytes file = cocoa_vector("typedstream_message");
  ASSERT_EQ(file.size(), 181U);
  EXPECT_EQ(detect_format(file), kFrom);
  EXPECT_EQ(imported(file, kFrom),
            "#0 NSAttributedString<NSObject(\"Fesker\", 1i32, 6u32, #1 "
            "Map({\"__kIMMessagePartAttributeName\", 0i32}))");
  EXPECT_EQ(imported_json(file, kFrom),
            R"({"0":"Fesker","1":1,"2":6,"3":{"__kIMMessagePartAttributeName":0}})");
}

TEST(CocoaTypedstream, SurvivesDamage) {
  expect_survives_damage(cocoa_vector("typedstream_message"), kFrom);
}

TEST(CocoaTypedstream, ReadsNumbersOfAllTypesAndWidths) {
  const Bytes numbers =
      types("cCsSiIlLqQB") +
      bytes({0xFF, 0xFF, 0xF0, 0x81, 0xF0, 0xFF, 0x81, 0x00, 0x80, 0x82, 0x00, 0x00,
             0x00, 0x80, 5,    0x82, 0xFF, 0xFF, 0xFF, 0xFF, 0x92, 0x92, 1});
  EXPECT_EQ(imported(stream(numbers), kFrom),
            "(-1i8, 255u8, -16i16, 65520u16, -32768i32, 2147483648u32, 5i32, 4294967295u32, -110, "
            "146u64, true)");
}

TEST(CocoaTypedstream, ReadsBothByteOrders) {
  const Bytes little = types("id") + bytes({0x82, 1, 2, 3, 4, 0x83, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F});
  const Bytes big = types("id") + bytes({0x82, 4, 3, 2, 1, 0x83, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(imported(stream(little), kFrom), "(67305985i32, 1.5d)");
  EXPECT_EQ(imported(stream(big, false), kFrom), "(67305985i32, 1.5d)");
  EXPECT_EQ(detect_format(stream(big, false)), kFrom);
}

TEST(CocoaTypedstream, ReadsFloatsThatAreWholeAsIntegers) {
  EXPECT_EQ(imported(stream(types("fd") + bytes({3, 0x81, 0xE8, 0x03})), kFrom), "(3f, 1000d)");
}

TEST(CocoaTypedstream, ReadsStructuresAndArrays) {
  const Bytes values = types("{_NSRect={_NSPoint=ff}{_NSSize=ff}}[3i][2c][2@]") +
                       bytes({1, 2, 3, 4, 5, 6, 7, 8, 9, 0x85, 0x85});
  EXPECT_EQ(imported(stream(values), kFrom),
            "([[1f, 2f], [3f, 4f]], [5i32, 6i32, 7i32], data 0809, [nil, nil])");
}

TEST(CocoaTypedstream, ReadsTextsSelectorsAndClasses) {
  const Bytes values = types("**:#%") + bytes({0x84}) + name("ab") + bytes({0x92}) + name("len") +
                       bytes({0x84}) + name("NSObject") + bytes({0, 0x85, 0x85});
  EXPECT_EQ(imported(stream(values), kFrom), "(\"ab\", \"ab\", \"len\", class NSObject, nil)");
}

// An object of a class of its own that holds itself.
TEST(CocoaTypedstream, KeepsIdentitiesVersionsAndCycles) {
  const Bytes values = types("@") + bytes({0x84, 0x84}) + name("Node") + bytes({7, 0x84}) +
                       name("Base") + bytes({2, 0x85, 0x92, 0x92, 0x92, 0x85, 0x86});
  EXPECT_EQ(imported(stream(values), kFrom), "#0 Node:7<Base:2(@0, nil)");
}

TEST(CocoaTypedstream, ReadsFoundation) {
  const auto object = [](std::string_view of, const Bytes& rest) {
    return types("@") + bytes({0x84, 0x84}) + name(of) + bytes({0, 0x85}) + rest + bytes({0x86});
  };
  const auto import = [&](std::string_view of, const Bytes& rest) {
    return imported(stream(object(of, rest)), kFrom);
  };
  EXPECT_EQ(import("NSMutableString", types("+") + bytes({2, 'h', 'i'})),
            "#0 MutableString(\"hi\")");
  EXPECT_EQ(import("NSDate", types("d") + bytes({5})), "date 5");
  EXPECT_EQ(import("NSNull", {}), "null");
  EXPECT_EQ(import("NSArray", types("i") + bytes({1}) + types("@") + bytes({0x85})),
            "#0 List([nil])");
  EXPECT_EQ(import("NSMutableSet", types("I") + bytes({1}) + types("@") + bytes({0x85})),
            "#0 MutableSet(set[nil])");
  EXPECT_EQ(import("NSData", types("i") + bytes({2}) + types("[2c]") + bytes({1, 2})), "data 0102");
  EXPECT_EQ(import("NSMutableData", types("i") + bytes({0}) + types("[0c]")),
            "#0 MutableData(data )");
  EXPECT_EQ(import("NSURL", types("c") + bytes({0}) + types("@") + bytes({0x84, 0x84}) +
                                name("NSString") + bytes({1, 0x85}) + types("+") +
                                bytes({3, 'a', ':', 'b', 0x86})),
            "<a:b>");
  // Relative to a URL that is itself relative.
  const auto string = [](char c) {
    return bytes({0x84, 0x84}) + name("NSString") + bytes({1, 0x85}) + types("+") +
           bytes({1, static_cast<unsigned char>(c), 0x86});
  };
  const Bytes whole = bytes({0x84, 0x84}) + name("NSURL") + bytes({0, 0x85}) + types("c") +
                      bytes({0}) + types("@") + string('a') + bytes({0x86});
  const Bytes relative = bytes({0x84, 0x84}) + name("NSURL") + bytes({0, 0x85}) + types("c") +
                         bytes({1}) + types("@") + whole + types("@") + string('b') + bytes({0x86});
  EXPECT_EQ(
      import("NSURL", types("c") + bytes({1}) + types("@") + relative + types("@") + string('c')),
      "#0 NSURL(base: #1 NSURL(base: <a>, relative: \"b\"), relative: \"c\")");
}

TEST(CocoaTypedstream, WhatDoesNotLookAsItShouldIsAnObjectLikeOthers) {
  const auto import = [&](std::string_view of, const Bytes& rest) {
    return imported(stream(types("@") + bytes({0x84, 0x84}) + name(of) + bytes({0, 0x85}) + rest +
                           bytes({0x86})),
                    kFrom);
  };
  EXPECT_EQ(import("NSDate", types("i") + bytes({5})), "#0 NSDate(5i32)");
  EXPECT_EQ(import("NSArray", types("i") + bytes({2}) + types("@") + bytes({0x85})),
            "#0 NSArray(2i32, nil)");
}

TEST(CocoaTypedstream, RefusesWhatIsWrong) {
  const auto code = [](const Bytes& values) {
    return fails(stream(values), kFrom, Format::archive).code();
  };
  EXPECT_EQ(code({}), Code::kTruncated);
  EXPECT_EQ(code(types("i")), Code::kTruncated);
  EXPECT_EQ(code(types("i") + bytes({0x84})), Code::kMalformed);
  EXPECT_EQ(code(types("?") + bytes({0x84})), Code::kMalformed);
  EXPECT_EQ(code(types("{a=i") + bytes({1})), Code::kMalformed);
  EXPECT_EQ(code(types("@") + bytes({0x99})), Code::kBadReference);
  EXPECT_EQ(code(types("*@") + bytes({0x84, 0x92, 0x92})), Code::kBadReference);
  EXPECT_EQ(code(types("[4000000000c]") + bytes({1})), Code::kTruncated);
  EXPECT_EQ(code(types("[4000000000!]") + bytes({1})), Code::kOverBudget);
  EXPECT_EQ(code(types("s") + bytes({0x82, 0, 0, 1, 0})), Code::kMalformed);
}

TEST(CocoaTypedstream, OfAnotherVersionIsKnownAndRefused) {
  for (const bool little : {false, true}) {
    for (const int version : {3, 5, 200}) {
      Bytes other = stream(types("i") + bytes({1}), little);
      other[0] = static_cast<std::byte>(version);
      EXPECT_EQ(detect_format(other), kFrom);
      const Status status = fails(other, kFrom, Format::archive);
      EXPECT_EQ(status.code(), Code::kVersion);
      EXPECT_EQ(status.offset(), 0U);
      EXPECT_EQ(status.message(),
                "a typedstream of version " + std::to_string(version) + "; only version 4 is read");
    }
  }
}

TEST(CocoaTypedstream, AChainOfObjectsMayBeAsDeepAsItLikes) {
  constexpr int kCount = 5000;
  Bytes values = types("@") + bytes({0x84, 0x84}) + name("Node") + bytes({0, 0x85});
  for (int i = 1; i < kCount; ++i) values = values + bytes({0x92, 0x84, 0x93});
  values = values + bytes({0x92, 0x85}) + fill(kCount, 0x86);
  const std::string text = imported(stream(values), kFrom);
  EXPECT_TRUE(text.starts_with("#0 Node(#1 Node(")) << text.substr(0, 80);
  EXPECT_NE(text.find("#4999 Node(nil)"), std::string::npos);
}

TEST(CocoaTypedstream, ListsInListsAreLimited) {
  std::string type = "i";
  for (int i = 0; i < 60; ++i) type = "[1" + type + "]";
  EXPECT_TRUE(
      imported(stream(types(type) + bytes({7})), kFrom).ends_with("[7i32" + std::string(60, ']')));
  ConvertOptions shallow;
  shallow.limits.depth = 20;
  EXPECT_EQ(fails(stream(types(type) + bytes({7})), kFrom, Format::archive, shallow).code(),
            Code::kTooDeep);
}

}  // namespace
}  // namespace fastser::convert
