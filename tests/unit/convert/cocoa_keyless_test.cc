// SPDX-License-Identifier: MIT
//
// What NSKeylessArchiver wrote.
#include "unit/convert/cocoa_support.hpp"

namespace fastser::convert {
namespace {

constexpr Format kFrom = Format::keyless_archive;

// Pieces of an archive with references of `width` bytes.
class Maker {
 public:
  explicit Maker(int width, std::int64_t base = 0) : width_(width), base_(base) {}

  Bytes reference(int number) const {
    Bytes out =
        number == 0 ? fill(static_cast<std::size_t>(width_ - 1), 0) : base() + bytes({0x10, 0});
    testing::put(out, {number});
    return out;
  }
  // A text that is new.
  Bytes text(int number, std::string_view characters) const {
    return reference(number) + bytes(characters) + bytes({0});
  }
  // A root object of a class of its own.
  Bytes file(const Bytes& rest, std::string_view of = "Item", int version = 2) const {
    return bytes("~V1~") + bytes({0, 0, 0, 0, 1, 0, 0, 0, width_ == 8 ? 1 : 0}) + text(1, "@") +
           reference(2) + reference(3) + text(4, of) + bytes({0, 0, 0, version}) + reference(0) +
           rest;
  }

 private:
  Bytes base() const {
    return width_ == 4 ? bytes({1}) : bytes({0, 0, static_cast<int>(base_), 1, 1});
  }
  int width_;
  std::int64_t base_;
};

TEST(CocoaKeyless, ReadsFoundation) {
  const Bytes file = cocoa_vector("keyless_values");
  EXPECT_EQ(detect_format(file), kFrom);
  EXPECT_EQ(imported(file, kFrom),
            "#0 List([\"text\", #1 MutableString(\"m\"), -42i32, 1.5d, date 5.5, null, #2 "
            "Map({\"k\", \"v\"}), #3 Set(set[\"s\"]), uuid e621e1f8c36c495a93fc0c247a3e6e5f, "
            "<http://a.b/c>])");
}

// nil is in 4 bytes there, and in 8 where somebody has mended that.
TEST(CocoaKeyless, KeepsObjectsIdentitiesCyclesAndNil) {
  EXPECT_EQ(imported(cocoa_vector("keyless_graph"), kFrom),
            "#0 List([#1 Item<Base:3<NSObject(5i32, 2.5d, 0.5f, 1099511627776, \"word\", \"word\", "
            "\"length\", -3i8, 65535u16, [1f, 2f], data 010203, \"one\", #2 Item<Base:3<NSObject("
            "6i32, 2.5d, 0.5f, 1099511627776, \"word\", \"word\", \"length\", -3i8, 65535u16, "
            "[1f, 2f], data 010203, nil, @1, data 78797a), data 78797a), @2, @1])");
}

TEST(CocoaKeyless, SurvivesDamage) {
  expect_survives_damage(cocoa_vector("keyless_values"), kFrom);
  expect_survives_damage(cocoa_vector("keyless_graph"), kFrom);
}

TEST(CocoaKeyless, ReadsReferencesOfBothWidths) {
  const Maker narrow(4);
  const Bytes rest4 = narrow.text(5, "i") + bytes({0, 0, 0, 7}) + narrow.reference(1) +
                      narrow.reference(0) + narrow.reference(1) + narrow.reference(2);
  EXPECT_EQ(imported(narrow.file(rest4), kFrom), "#0 Item:2<NSObject(7i32, nil, @0)");
  const Maker wide(8, 0x7F);
  const Bytes rest8 = wide.text(5, "i") + bytes({0, 0, 0, 7}) + wide.reference(1) +
                      wide.reference(0) + wide.reference(1) + wide.reference(2);
  EXPECT_EQ(imported(wide.file(rest8), kFrom), "#0 Item:2<NSObject(7i32, nil, @0)");
}

TEST(CocoaKeyless, ReadsNilInFourBytesWhereItCanBeTold) {
  const Maker wide(8, 0x7F);
  const Bytes rest = wide.reference(1) + bytes({0, 0, 0, 0}) + wide.text(5, "i") +
                     bytes({0, 0, 0, 7}) + wide.reference(1) + bytes({0, 0, 0, 0});
  EXPECT_EQ(imported(wide.file(rest), kFrom), "#0 Item:2<NSObject(nil, 7i32, nil)");
}

TEST(CocoaKeyless, ReadsStructuresArraysTextsAndBytes) {
  const Maker maker(4);
  const Bytes rest = maker.text(5, "{?=II}") + bytes({0, 0, 0, 3, 0, 0, 0, 4}) +
                     maker.text(6, "{CGPoint=ff}") + bytes({0x3F, 0x80, 0, 0, 0x40, 0, 0, 0}) +
                     maker.text(7, "[2s]") + bytes({0, 1, 0xFF, 0xFF}) + maker.text(8, "*") +
                     maker.text(9, "word") + maker.text(10, ":") + maker.reference(9) +
                     bytes({0, 0, 0, 2, 'h', 'i'});
  EXPECT_EQ(imported(maker.file(rest), kFrom),
            "#0 Item:2<NSObject([3u32, 4u32], [1f, 2f], [1i16, -1i16], \"word\", \"word\", data "
            "6869)");
}

TEST(CocoaKeyless, ReadsStringsThatAreBytes) {
  const Maker maker(4);
  EXPECT_EQ(imported(maker.file(bytes({0, 0, 0, 2, 'h', 'i'}), "NSString", 1), kFrom), "\"hi\"");
}

TEST(CocoaKeyless, RefusesWhatIsWrong) {
  const Maker maker(4);
  const auto code = [&](const Bytes& file) { return fails(file, kFrom, Format::archive).code(); };
  EXPECT_EQ(code(bytes("~V1~") + bytes({0, 0, 0, 0, 2, 0, 0, 0, 0})), Code::kVersion);
  EXPECT_EQ(code(bytes("~V1~") + bytes({0, 0, 0, 0, 1})), Code::kTruncated);
  EXPECT_EQ(code(maker.file({}, "NSDate")), Code::kTruncated);
  EXPECT_EQ(code(maker.file(bytes({1}), "NSNull")), Code::kTrailing);
  EXPECT_EQ(code(maker.file({}, "Set")), Code::kTypeMismatch);
  EXPECT_EQ(code(maker.file(bytes({0, 0, 1, 0}))), Code::kTruncated);
  EXPECT_EQ(code(maker.file(maker.text(5, "^v"))), Code::kTruncated);
}

}  // namespace
}  // namespace fastser::convert
