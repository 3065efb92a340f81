// SPDX-License-Identifier: MIT
//
// Data and extensions in JSON as msgpack-tools has them with -b (base64_prefix).
#include <string>

#include "unit/convert/flat_support.hpp"

namespace fastser::convert {
namespace {

const ConvertOptions kPrefix{.base64_prefix = true};

// The file tests/base64-prefix.json of msgpack-tools, and what json2msgpack -b makes of a part of
// it.
constexpr std::string_view kJson =
    R"({"empty":"base64:","short":"base64:Lg==","ext 127":"ext:127:base64:nhB9nTcrtoJr2B01QqQZ1g==",)"
    R"("ext -128":"ext:-128:base64:Lg=="})";
Bytes message() {
  Bytes out = bytes({0x84, 0xA5, 'e', 'm', 'p', 't', 'y', 0xC4, 0});
  out = out + bytes({0xA5, 's', 'h', 'o', 'r', 't', 0xC4, 1, '.'});
  out = out + bytes({0xA7, 'e',  'x',  't',  ' ',  '1',  '2',  '7',  0xD8, 0x7F, 0x9E, 0x10, 0x7D,
                     0x9D, 0x37, 0x2B, 0xB6, 0x82, 0x6B, 0xD8, 0x1D, 0x35, 0x42, 0xA4, 0x19, 0xD6});
  return out + bytes({0xA8, 'e', 'x', 't', ' ', '-', '1', '2', '8', 0xD4, 0x80, '.'});
}

TEST(Base64Texts, AreThoseOfMsgpackTools) {
  EXPECT_EQ(must(bytes(kJson), Format::json, Format::msgpack, kPrefix), message());
  EXPECT_EQ(text(must(message(), Format::msgpack, Format::json, kPrefix)), kJson);
  const std::string lines = text(must(message(), Format::msgpack, Format::json_lines, kPrefix));
  EXPECT_EQ(must(bytes(lines), Format::json_lines, Format::msgpack_stream, kPrefix), message());
}

TEST(Base64Texts, ComeBackFromEveryFormatThatHasWhatTheySay) {
  const Bytes data = bytes(R"({"a":["base64:AQI=","text"]})");
  for (const Format format : {Format::archive, Format::msgpack, Format::flexbuffers,
                              Format::binary_plist, Format::xml_plist}) {
    const Bytes made = must(data, Format::json, format, kPrefix);
    EXPECT_EQ(must(made, format, Format::json, kPrefix), data) << format_name(format);
  }
  const Flat flat = to_flat(data, Format::json, kPrefix);
  EXPECT_EQ(from_flat(flat, Format::json, kPrefix), data);
  const Bytes archive = must(bytes(kJson), Format::json, Format::archive, kPrefix);
  EXPECT_EQ(text(must(archive, Format::archive, Format::json, kPrefix)), kJson);
  const Status lacks = fails(bytes(kJson), Format::json, Format::flexbuffers, kPrefix);
  EXPECT_EQ(lacks.code(), Code::kTypeMismatch);
  EXPECT_EQ(lacks.path(), R"(["ext 127"])");
}

TEST(Base64Texts, TimestampsAreTheExtensionOfMessagePack) {
  for (const Bytes& moment :
       {bytes({0xD6, 0xFF, 0, 0, 0, 1}), bytes({0xD7, 0xFF, 0, 0, 0, 4, 0, 0, 0, 0}),
        bytes({0xC7, 12, 0xFF, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0})}) {
    const Bytes json = must(moment, Format::msgpack, Format::json, kPrefix);
    EXPECT_TRUE(text(json).starts_with("\"ext:-1:base64:")) << text(json);
    EXPECT_EQ(must(json, Format::json, Format::msgpack, kPrefix), moment) << text(json);
  }
}

TEST(Base64Texts, LineEndsInThemArePassedBy) {
  EXPECT_EQ(must(bytes(R"("base64:AQ\r\nI\n=")"), Format::json, Format::msgpack, kPrefix),
            bytes({0xC4, 2, 1, 2}));
}

TEST(Base64Texts, ThatAreNotSoundAreRefusedWithTheirPath) {
  for (const char* wrong :
       {"base64:!", "base64:A", "base64: AQI=", "ext:", "ext:5",
        "ext:5:", "ext:5:AQ==", "ext::base64:", "ext:x:base64:", "ext:128:base64:",
        "ext:-129:base64:", "ext:99999999999999999999:base64:", "ext:+5:base64:", "ext:5:base64:!",
        "ext:-1:base64:AQ==", "ext:-1:base64:AAAAAAAAAAAAAAAAAAAAAA==",
        "ext:-1:base64://////////8="}) {
    const std::string json = R"({"a":[0,")" + std::string(wrong) + "\"]}";
    for (const Format to : {Format::msgpack, Format::json, Format::flexbuffers}) {
      const Status status = fails(bytes(json), Format::json, to, kPrefix);
      EXPECT_EQ(status.code(), Code::kMalformed) << wrong;
      EXPECT_EQ(status.offset(), 8U) << wrong;
      EXPECT_EQ(status.path(), "a[1]") << wrong;
    }
    EXPECT_TRUE(convert(bytes(json), Format::json, Format::msgpack).ok()) << wrong;
  }
}

TEST(Base64Texts, ATextThatWouldBeReadAsDataIsRefused) {
  for (const char* one : {"base64:", "ext: 5"}) {
    const std::string json = R"({"a":[0,")" + std::string(one) + "\"]}";
    const Bytes packed = must(bytes(json), Format::json, Format::msgpack);
    const Status status = fails(packed, Format::msgpack, Format::json, kPrefix);
    EXPECT_EQ(status.code(), Code::kTypeMismatch);
    EXPECT_EQ(status.path(), "a[1]");
    EXPECT_EQ(text(must(packed, Format::msgpack, Format::json,
                        {.unsayable = ConvertOptions::Unsayable::kReplace, .base64_prefix = true})),
              json);
  }
}

TEST(Base64Texts, KeysAndNumbersAreAsWithoutThem) {
  const Bytes json =
      bytes(R"({"base64:!":1.5,"ext:":[1,-1,1e300,18446744073709551615,true,null]})");
  for (const Format to : {Format::msgpack, Format::archive, Format::flexbuffers}) {
    EXPECT_EQ(must(json, Format::json, to, kPrefix), must(json, Format::json, to));
  }
  const Bytes rounded = bytes("[123456789012345678901234567890]");
  EXPECT_EQ(fails(rounded, Format::json, Format::msgpack, kPrefix).code(), Code::kTypeMismatch);
  const ConvertOptions replace{.unsayable = ConvertOptions::Unsayable::kReplace,
                               .base64_prefix = true};
  EXPECT_EQ(must(rounded, Format::json, Format::msgpack, replace),
            must(rounded, Format::json, Format::msgpack,
                 {.unsayable = ConvertOptions::Unsayable::kReplace}));
  // A key that is data is text as ever.
  const Bytes map = bytes({0x81, 0xC4, 1, '.', 0xC4, 1, '.'});
  EXPECT_EQ(text(must(map, Format::msgpack, Format::json, replace)), R"({"Lg==":"base64:Lg=="})");
}

}  // namespace
}  // namespace fastser::convert
