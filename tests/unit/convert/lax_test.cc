// SPDX-License-Identifier: MIT
//
// JSON as other programs take it (lax_json): what is read, as what, and what stays an error. Strict
// JSON takes none of it.
#include <cmath>
#include <limits>
#include <string>

#include "convert/json/lax.hpp"
#include "convert/json/reader.hpp"
#include "unit/convert/flat_support.hpp"

namespace fastser::convert {
namespace {

std::string lax(std::string_view json) {
  return text(must(bytes(json), Format::json, Format::json,
                   {.not_finite = JsonOptions::NotFinite::kNull, .lax_json = true}));
}
Status lax_fails(std::string_view json) {
  return fails(bytes(json), Format::json, Format::json, {.lax_json = true});
}

struct Case {
  const char* text;
  const char* meant;
};

TEST(LaxJson, TextMayBeInSingleQuotes) {
  for (const Case& one : {Case{"'a'", R"("a")"}, Case{"''", R"("")"}, Case{R"('"')", R"("\"")"},
                          Case{R"("'")", R"("'")"}, Case{R"('it\'s')", R"("it's")"},
                          Case{R"("it\'s")", R"("it's")"}, Case{R"({'a b':'c'})", R"({"a b":"c"})"},
                          Case{R"({'a':1,"b":2,c:3})", R"({"a":1,"b":2,"c":3})"},
                          Case{R"('\n\u00e9é')", R"("\néé")"}}) {
    EXPECT_EQ(lax(one.text), one.meant);
  }
  for (const char* wrong : {"'", "'a", "'a\"", "{'a\":1}", "'\n'", R"('\q')", "'\xFF'"}) {
    EXPECT_EQ(lax_fails(wrong).code(), Code::kMalformed) << wrong;
  }
}

TEST(LaxJson, BytesOfTextMayBeHexadecimalIfTheyAreUtf8) {
  EXPECT_EQ(lax(R"(["\x41", '\xc3\xA9', "\xC3\xA9\n"])"), R"(["A","é","é\n"])");
  EXPECT_EQ(lax(R"({"\x41":1})"), R"({"A":1})");
  for (const char* wrong : {R"("\xff")", R"("\xC3")", R"('\xC3x\xA9')", R"("\x4")", R"("\x4g")"}) {
    EXPECT_EQ(lax_fails(wrong).code(), Code::kMalformed) << wrong;
  }
  // A text behind it is not looked at as that one was.
  EXPECT_EQ(lax(R"(["\x41","\n\xC3\xA9"])"), R"(["A","\né"])");
}

TEST(LaxJson, NumbersAreThoseOfFlatc) {
  for (const Case& one : {Case{"0x1F", "31"},
                          Case{"-0x1f", "-31"},
                          Case{"+0X10", "16"},
                          Case{"0x0", "0"},
                          Case{"0xFFFFFFFFFFFFFFFF", "18446744073709551615"},
                          Case{"0x00000000000000000001", "1"},
                          Case{"-0x8000000000000000", "-9223372036854775808"},
                          Case{"0x1.8p3", "12.0"},
                          Case{"-0x.8p1", "-1.0"},
                          Case{"0x1.P-1", "0.5"},
                          Case{"0x1p-1074", "5e-324"},
                          Case{"-0x0p0", "-0.0"},
                          Case{"+5", "5"},
                          Case{".5", "0.5"},
                          Case{"-.5", "-0.5"},
                          Case{"+.5e1", "5.0"},
                          Case{"5.", "5.0"},
                          Case{"5.e2", "500.0"},
                          Case{"007", "7"},
                          Case{"-007", "-7"},
                          Case{"00.5", "0.5"},
                          Case{"00", "0"},
                          Case{"[1,-1.5,1e2]", "[1,-1.5,100.0]"}}) {
    EXPECT_EQ(lax(one.text), one.meant) << one.text;
  }
  for (const char* wrong : {"0x",
                            "0x.p1",
                            "0x1.8",
                            "0x1p",
                            "0x1p+",
                            "0xG",
                            "0x10000000000000000",
                            "-0x8000000000000001",
                            "0x1p1024",
                            "+",
                            "-",
                            ".",
                            "-.",
                            "+.",
                            ".e1",
                            "++1",
                            "+-1",
                            "1.2.3",
                            "1e",
                            "+1e",
                            "5.e",
                            "0x1F.",
                            "1x",
                            "--0x1"}) {
    EXPECT_EQ(lax_fails(wrong).code(), Code::kMalformed) << wrong;
  }
  EXPECT_EQ(lax_fails("[0x1.8]").offset(), 1U);
  EXPECT_EQ(lax_fails("[+1e+]").offset(), 5U);
}

TEST(LaxJson, TextsMayTouchWhereTheirEndsAreMarked) {
  const ConvertOptions options{.lax_json = true};
  const auto lines = [&](std::string_view text) {
    return convert::text(must(bytes(text), Format::json_lines, Format::json, options));
  };
  EXPECT_EQ(lines("1[2]{a:3}\"b\"'c'4/**/5\ntrue[]"), R"([1,[2],{"a":3},"b","c",4,5,true,[]])");
  for (const char* const wrong :
       {"2024-01-02", "1+1", "1.2.3", "5.5.", "0x1F+1", "sin(0)1", "1true"}) {
    const Status status = fails(bytes(wrong), Format::json_lines, Format::json, options);
    EXPECT_EQ(status.code(), Code::kMalformed) << wrong;
  }
  EXPECT_EQ(fails(bytes("2024-01-02"), Format::json_lines, Format::json, options).offset(), 4U);
}

TEST(LaxJson, FunctionsAreCalculated) {
  for (const Case& one :
       {Case{"rad(180)", "3.141592653589793"}, Case{"deg(0)", "0.0"}, Case{"cos(0)", "1.0"},
        Case{"acos(1)", "0.0"}, Case{"atan( -0x0p0 )", "-0.0"}, Case{"tan(0)", "0.0"},
        Case{"asin(2)", "null"}, Case{"sin(-inf)", "null"}, Case{"[sin(rad(30.)),1]", "[0.5,1]"},
        Case{"{sin:sin(/* zero */ 0)}", R"({"sin":0.0})"}, Case{"deg(rad(90))", "90.0"},
        Case{"cos(cos( acos(1) ))", "0.5403023058681398"}}) {
    const std::string is = lax(one.text);
    if (std::string_view(one.text).starts_with('[')) {
      EXPECT_TRUE(is == "[0.5,1]" || is == "[0.49999999999999994,1]") << is;
    } else {
      EXPECT_EQ(is, one.meant) << one.text;
    }
  }
  for (const char* wrong :
       {"sin", "sin(", "sin()", "sin(1", "sin(1,2)", "sin (1)", "-sin(1)", "log(1)", "sin(x)",
        "sin([1])", "sin(log(1))", "sin(1e999)", "Sin(1)"}) {
    EXPECT_EQ(lax_fails(wrong).code(), Code::kMalformed) << wrong;
  }
}

TEST(LaxJson, ManyFunctionsInEachOtherTakeNoRecursion) {
  constexpr std::size_t kMany = 100000;
  std::string json;
  for (std::size_t i = 0; i < kMany; ++i) json += "sin(";
  json += '0' + std::string(kMany, ')');
  EXPECT_EQ(lax(json), "0.0");
}

TEST(LaxJson, NamesAreNoTextWithoutASchema) {
  for (const char* wrong : {"Red", "[ture]", "{a:Red}", "nul", "truex", "t"}) {
    EXPECT_EQ(lax_fails(wrong).code(), Code::kMalformed) << wrong;
  }
  EXPECT_EQ(lax("[true,false,null,nan,-Infinity]"), "[true,false,null,null,null]");
}

TEST(LaxJson, StrictJsonHasNoneOfItAndSaysWhichHas) {
  for (const char* one :
       {"'a'", "{'a':1}", "[0x1F]", "+1", ".5", "[007]", "sin(1)", "{\"a\":-01}"}) {
    const Status status = fails(bytes(one), Format::json, Format::json);
    EXPECT_EQ(status.code(), Code::kMalformed) << one;
    EXPECT_TRUE(is_lax(status.message())) << status.to_string();
  }
  for (const char* one : {"+", ".", "5.", R"("\x41")", R"("\'")", "-.5", "Red", "0b1", "+a"}) {
    const Status status = fails(bytes(one), Format::json, Format::json);
    EXPECT_EQ(status.code(), Code::kMalformed) << one;
    EXPECT_FALSE(is_lax(status.message())) << status.to_string();
  }
}

TEST(LaxJson, EveryPartOfADocumentIsReadOrRefused) {
  const std::string all = R"({'a':"\x41\'",b:[+.5e1,0x1.8p3,-0x1F,sin(rad(90)),nan],})";
  for (std::size_t size = 0; size < all.size(); ++size) {
    EXPECT_FALSE(lax_fails(all.substr(0, size)).ok()) << size;
  }
  EXPECT_EQ(lax(all), R"({"a":"A'","b":[5.0,12.0,-31,1.0,null]})");
}

}  // namespace
}  // namespace fastser::convert
