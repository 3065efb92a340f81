// SPDX-License-Identifier: MIT
//
// Property lists that are written, and those of text that are read.
#include <bit>
#include <string>

#include "convert/edit/edit.hpp"
#include "unit/convert/cocoa_support.hpp"

namespace fastser::convert {
namespace {

constexpr ConvertOptions kReplace{.unsayable = ConvertOptions::Unsayable::kReplace};

std::string xml(std::string_view value) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
         "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n" +
         std::string(value) + "</plist>\n";
}

std::string json_of_xml(std::string_view value, const ConvertOptions& options = kReplace) {
  return text(must(bytes(xml(value)), Format::xml_plist, Format::json, options));
}

std::string xml_of_json(std::string_view json, const ConvertOptions& options = {}) {
  return text(must(bytes(json), Format::json, Format::xml_plist, options));
}

// ---- as others write them

TEST(Plist, IsWrittenByteForByteAsByPythonsPlistlib) {
  const Bytes binary = cocoa_vector("plistlib_values.binary");
  const Bytes text_form = cocoa_vector("plistlib_values.xml");
  EXPECT_EQ(detect_format(binary), Format::binary_plist);
  EXPECT_EQ(detect_format(text_form), Format::xml_plist);
  EXPECT_EQ(must(binary, Format::binary_plist, Format::binary_plist), binary);
  EXPECT_EQ(must(text_form, Format::xml_plist, Format::xml_plist), text_form);
  EXPECT_EQ(must(binary, Format::binary_plist, Format::xml_plist), text_form);
  EXPECT_EQ(must(text_form, Format::xml_plist, Format::binary_plist), binary);
}

TEST(Plist, BecomesTheSameArchiveFromBothForms) {
  const Bytes binary = cocoa_vector("plistlib_values.binary");
  const Bytes text_form = cocoa_vector("plistlib_values.xml");
  EXPECT_EQ(imported(text_form, Format::xml_plist), imported(binary, Format::binary_plist));
}

TEST(Plist, ComesBackFromEveryFormatThatHasItsValues) {
  const Bytes binary = cocoa_vector("plistlib_values.binary");
  for (const Format by : {Format::archive, Format::msgpack}) {
    const Bytes there = must(binary, Format::binary_plist, by);
    EXPECT_EQ(must(there, by, Format::binary_plist), binary) << format_name(by);
  }
}

TEST(Plist, OfManyItemsHasWiderNumbers) {
  std::string json = "[";
  for (int i = 0; i < 70000; ++i) json += std::to_string(i) + ",";
  json += "70000]";
  const Bytes binary = must(bytes(json), Format::json, Format::binary_plist);
  EXPECT_EQ(static_cast<int>(binary[binary.size() - 25]), 4);  // bytes of the number of an item
  EXPECT_EQ(text(must(binary, Format::binary_plist, Format::json)), json);
}

// ---- values that it lacks

TEST(Plist, HasNoNull) {
  for (const Format to : {Format::xml_plist, Format::binary_plist}) {
    const Status refused = fails(bytes(R"({"a":[1,null]})"), Format::json, to);
    EXPECT_EQ(refused.code(), Code::kTypeMismatch);
    EXPECT_EQ(refused.path(), "a[1]");
    EXPECT_EQ(refused.message(), "null: property lists have none");
    for (const char* const json : {R"(["$null",null,null])", R"([null,"$null",null])"}) {
      const Bytes made = must(bytes(json), Format::json, to, kReplace);
      EXPECT_EQ(text(must(made, to, Format::json)), R"(["$null","$null","$null"])");
    }
  }
}

TEST(Plist, HasNoExtensionsAndOnlyTextsAsKeys) {
  for (const Format to : {Format::xml_plist, Format::binary_plist}) {
    const Bytes ext = bytes({0x81, 0xA1, 'a', 0x92, 0, 0xD4, 5, 7});
    const Status refused = fails(ext, Format::msgpack, to);
    EXPECT_EQ(refused.code(), Code::kTypeMismatch);
    EXPECT_EQ(refused.path(), "a[1]");
    const Bytes made = must(ext, Format::msgpack, to, kReplace);
    EXPECT_EQ(text(must(made, to, Format::json, kReplace)), R"({"a":[0,{"ext":5,"data":"Bw=="}]})");

    const Bytes numbers = bytes({0x82, 1, 0xA1, 'x', 2, 0xA1, 'y'});
    EXPECT_EQ(fails(numbers, Format::msgpack, to).code(), Code::kTypeMismatch);
    EXPECT_EQ(text(must(must(numbers, Format::msgpack, to, kReplace), to, Format::json)),
              R"({"1":"x","2":"y"})");
  }
}

// 2014-08-31T00:29:15 and 500,000,000 nanoseconds; with 1 nanosecond.
const Bytes kHalf = bytes({0xD7, 0xFF, 0x77, 0x35, 0x94, 0x00, 0x54, 0x02, 0x6C, 0x5B});
const Bytes kOne = bytes({0xD7, 0xFF, 0x00, 0x00, 0x00, 0x04, 0x54, 0x02, 0x6C, 0x5B});

TEST(Plist, KeepsTimestampsThatItCanHoldExactly) {
  const Bytes half = must(kHalf, Format::msgpack, Format::binary_plist);
  EXPECT_EQ(must(half, Format::binary_plist, Format::msgpack), kHalf);
  const Status refused = fails(kOne, Format::msgpack, Format::binary_plist);
  EXPECT_EQ(refused.code(), Code::kTypeMismatch);
  EXPECT_EQ(refused.message(), "a timestamp, which would be rounded");
  EXPECT_EQ(fails(kHalf, Format::msgpack, Format::xml_plist).code(), Code::kTypeMismatch);
  EXPECT_NE(text(must(kHalf, Format::msgpack, Format::xml_plist, kReplace))
                .find("<date>2014-08-31T00:29:16Z</date>"),
            std::string::npos);
}

TEST(Plist, KeepsEveryBitOfItsDates) {
  for (const double date : {1.9, 86400.7, 0.3, -0.0, 1e-10, -1e-10, 431136000.123456, 1e11}) {
    // An array of one date: the container takes two bytes.
    Bytes file = must(bytes("[1.5]"), Format::json, Format::binary_plist);
    file[10] = std::byte{0x33};
    const auto bits = std::bit_cast<std::uint64_t>(date);
    for (std::size_t i = 0; i < 8; ++i) {
      file[11 + i] = static_cast<std::byte>(bits >> (56 - 8 * i) & 0xFF);
    }
    EXPECT_EQ(must(file, Format::binary_plist, Format::binary_plist), file) << date;
  }
}

TEST(Plist, IsRoundedToTheNearestSecondInXml) {
  // 1700000000.999999999
  const Bytes late = bytes({0xD7, 0xFF, 0xEE, 0x6B, 0x27, 0xFC, 0x65, 0x53, 0xF1, 0x00});
  EXPECT_NE(text(must(late, Format::msgpack, Format::xml_plist, kReplace)).find("22:13:21Z"),
            std::string::npos);
}

TEST(Plist, RefusesTimestampsThatNoReaderTakes) {
  // 2^62 seconds.
  const Bytes far = bytes({0xC7, 12, 0xFF, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0});
  for (const Format to : {Format::xml_plist, Format::binary_plist}) {
    EXPECT_EQ(fails(far, Format::msgpack, to, kReplace).code(), Code::kTypeMismatch);
  }
}

TEST(Plist, OfXmlHasNoControlCharacters) {
  const Status refused =
      fails(bytes(R"({"a":"x\u0001"})"), Format::json, Format::xml_plist, kReplace);
  EXPECT_EQ(refused.code(), Code::kTypeMismatch);
  EXPECT_EQ(refused.path(), "a");
  EXPECT_EQ(fails(bytes("{\"\\u0000\":1}"), Format::json, Format::xml_plist).code(),
            Code::kTypeMismatch);
  const Bytes binary = must(bytes(R"({"a\u0000b":"x\u0001"})"), Format::json, Format::binary_plist);
  EXPECT_EQ(text(must(binary, Format::binary_plist, Format::json)), R"({"a\u0000b":"x\u0001"})");
}

TEST(Plist, KeepsEveryFloat) {
  const std::string json = "[1.5,-0.0,5e-324,1.7976931348623157e308,0.1]";
  for (const Format to : {Format::xml_plist, Format::binary_plist}) {
    const Bytes made = must(bytes(json), Format::json, to);
    EXPECT_EQ(text(must(made, to, Format::json)), "[1.5,-0.0,5e-324,1.7976931348623157e+308,0.1]");
  }
  const Bytes odd =
      bytes({0x93, 0xCB, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0,  // infinity
             0xCB, 0xFF, 0xF0, 0,    0, 0, 0, 0, 0, 0xCB, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0});
  const Bytes made = must(odd, Format::msgpack, Format::xml_plist);
  EXPECT_NE(text(made).find("<real>+infinity</real>\n\t<real>-infinity</real>\n\t<real>nan</real>"),
            std::string::npos);
  EXPECT_EQ(must(made, Format::xml_plist, Format::msgpack), odd);
}

TEST(Plist, OfXmlKeepsLineEnds) {
  const std::string made = xml_of_json(R"(["a\rb\r\nc\n\t"])");
  EXPECT_EQ(made, xml("<array>\n\t<string>a&#13;b&#13;\nc\n\t</string>\n</array>\n"));
  EXPECT_EQ(text(must(bytes(made), Format::xml_plist, Format::json)), R"(["a\rb\r\nc\n\t"])");
}

TEST(Plist, OfXmlIsNotLongerThanAllowed) {
  const Status status = fails(bytes("[1,2,3]"), Format::json, Format::xml_plist, {.max_text = 100});
  EXPECT_EQ(status.code(), Code::kOverBudget);
}

// ---- XML

TEST(XmlPlist, IsReadWithEverythingThatXmlAllowsInIt) {
  EXPECT_EQ(json_of_xml("<!-- a -->\n<array><!-- > --><string>a&amp;&#65;&#x1F600;&lt;<!-- x -->b"
                        "<![CDATA[<&amp;>]]>c\r\nd</string ><true></true><false />"
                        "<string/><dict/><array></array></array>"),
            "[\"a&A\xF0\x9F\x98\x80<b<&amp;>c\\r\\nd\",true,false,\"\",{},[]]");
  EXPECT_EQ(text(must(bytes("\xEF\xBB\xBF <plist><string> a </string></plist> <!-- x --> "),
                      Format::xml_plist, Format::json)),
            "\" a \"");
}

TEST(XmlPlist, QuotesMayHoldTheEndOfATag) {
  EXPECT_EQ(json_of_xml("<array><string a=\"x>y\" b='>\"'>t</string></array>"), "[\"t\"]");
  EXPECT_EQ(text(must(bytes("<!DOCTYPE plist PUBLIC \"a>[b\" 'c'><plist><true/></plist>"),
                      Format::xml_plist, Format::json)),
            "true");
}

TEST(XmlPlist, ReadsNumbersAndDatesInEveryFormOfFoundation) {
  EXPECT_EQ(json_of_xml("<array><integer> -7\n</integer><integer>+8</integer>"
                        "<integer>0x1F</integer><integer>-9223372036854775808</integer>"
                        "<integer>18446744073709551615</integer><real>.5</real><real>5.</real>"
                        "<real>-005e1</real><real>1E3</real>"
                        "<date>1969-12-31T23:59:59Z</date><data> A Q\n==</data></array>"),
            "[-7,8,31,-9223372036854775808,18446744073709551615,0.5,5.0,-50.0,1000.0,"
            "\"1969-12-31T23:59:59Z\",\"AQ==\"]");
}

TEST(XmlPlist, NeedsNoPlistAroundItsValueAndNoRightNameOfItsEncoding) {
  for (const char* const one :
       {"<dict><key>a</key><true/></dict>",
        "<?xml version=\"1.0\" "
        "encoding=\"UTF-16\"?><plist><dict><key>a</key><true/></dict></plist>",
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><dict><key>a</key><true/></dict>"}) {
    EXPECT_EQ(detect_format(bytes(one)), Format::xml_plist) << one;
    EXPECT_EQ(text(must(bytes(one), Format::xml_plist, Format::json)), R"({"a":true})") << one;
  }
}

TEST(XmlPlist, IsToldByItsFirstElement) {
  const std::string comment = "<!-- <plist> " + std::string(5000, 'x') + "-->";
  EXPECT_EQ(detect_format(bytes("<?xml version=\"1.0\"?>" + comment + "<plist>")),
            Format::xml_plist);
  EXPECT_EQ(detect_format(bytes("<?xml version=\"1.0\"?>" + comment + "<svg/>")), std::nullopt);
  const Bytes flex =
      must(bytes(R"({"<plist":1,"<?xml <plist":2})"), Format::json, Format::flexbuffers);
  EXPECT_EQ(detect_format(flex), Format::flexbuffers);
}

TEST(XmlPlist, ReadsYearsOfAnySizeThatFoundationWrites) {
  EXPECT_EQ(json_of_xml("<array><date>-0001-01-01T00:00:00Z</date>"
                        "<date>12345-01-01T00:00:00Z</date></array>"),
            R"(["-000001-01-01T00:00:00Z","+012345-01-01T00:00:00Z"])");
}

struct Wrong {
  const char* value;  // between the lines of xml()
  Code code;
  const char* message;
  std::size_t offset;  // behind the lines in front
  const char* path;
};

TEST(XmlPlist, SaysWhatIsWrongAndWhere) {
  const std::size_t front = xml("").find("</plist>");
  for (const Wrong& one : {
           Wrong{"<array><integer>x</integer></array>", Code::kMalformed, "an integer that is none",
                 16, "[0]"},
           Wrong{"<integer/>", Code::kMalformed, "an integer that is none", 10, ""},
           Wrong{"<integer>18446744073709551616</integer>", Code::kTypeMismatch,
                 "an integer beyond 64 bits", 9, ""},
           Wrong{"<integer>-9223372036854775809</integer>", Code::kTypeMismatch,
                 "an integer beyond 64 bits", 9, ""},
           Wrong{"<real>.</real>", Code::kMalformed, "a real number that is none", 6, ""},
           Wrong{"<real>.e5</real>", Code::kMalformed, "a real number that is none", 6, ""},
           Wrong{"<real>--5</real>", Code::kMalformed, "a real number that is none", 6, ""},
           Wrong{"<real>0-5</real>", Code::kMalformed, "a real number that is none", 6, ""},
           Wrong{"<real>1e999</real>", Code::kTypeMismatch,
                 "a real number that is too large for a double", 6, ""},
           Wrong{"<date>2014-02-30T00:00:00Z</date>", Code::kMalformed,
                 "a date that is not like 2014-08-31T00:29:15Z", 6, ""},
           Wrong{"<data>A</data>", Code::kMalformed, "<data> that is no base64", 6, ""},
           Wrong{"<dict><key>a</key></dict>", Code::kMalformed, "a <key> without a value", 18, "a"},
           Wrong{"<dict><true/></dict>", Code::kMalformed, "a value without a <key> in front of it",
                 6, ""},
           Wrong{"<array><key>a</key></array>", Code::kMalformed, "a <key> where a value must be",
                 7, "[0]"},
           Wrong{"<dict><key>a</key><true/><key>a</key><true/></dict>", Code::kMalformed,
                 "a key that the object has twice", 30, "a"},
           Wrong{"<set/>", Code::kMalformed, "an element that property lists do not have", 0, ""},
           Wrong{"<true/><true/>", Code::kMalformed, "a second value", 7, ""},
           Wrong{"<true>1</true>", Code::kMalformed, "a truth value that holds text", 6, ""},
           Wrong{"text", Code::kMalformed, "text that is in no <key> or <string>", 0, ""},
           Wrong{"<array></dict>", Code::kMalformed, "a closing tag of another element", 7, "[0]"},
           Wrong{"<string>a</key>", Code::kMalformed, "a closing tag of another element", 9, ""},
           Wrong{"<string>a<true/></string>", Code::kMalformed,
                 "an element in an element that holds text only", 9, ""},
           Wrong{"<string>&nbsp;</string>", Code::kMalformed,
                 "an entity that property lists do not have", 8, ""},
           Wrong{"<string>&#xD800;</string>", Code::kMalformed,
                 "the number of a character that does not exist", 8, ""},
           Wrong{"<string>a & b</string>", Code::kMalformed, "a & that begins no entity", 10, ""},
           Wrong{"", Code::kMalformed, "a property list without a value", 0, ""},
       }) {
    const Status status = fails(bytes(xml(one.value)), Format::xml_plist, Format::json);
    EXPECT_EQ(status.code(), one.code) << one.value << ": " << status.to_string();
    EXPECT_EQ(status.message(), one.message) << one.value;
    EXPECT_EQ(status.offset(), front + one.offset) << one.value;
    EXPECT_EQ(status.path(), one.path) << one.value;
  }
}

TEST(XmlPlist, RefusesWhatIsNoPropertyListOrCouldGrow) {
  const auto refused = [](std::string_view whole) {
    return std::string(fails(bytes(whole), Format::xml_plist, Format::json).message());
  };
  EXPECT_EQ(refused("<html/>"), "this is no property list: <plist> is missing");
  EXPECT_EQ(refused("<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>"),
            "a DOCTYPE with declarations of its own, which property lists do not have");
  EXPECT_EQ(refused("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"
                    "<plist><string>\xC3\xA9</string></plist>"),
            "XML in another encoding than UTF-8: convert it to UTF-8 first");
  EXPECT_EQ(refused("<plist><true/></plist>x"), "more behind the end of the property list");
  EXPECT_EQ(refused("<plist><string>\xFF</string></plist>"), "text that is not UTF-8");
  EXPECT_EQ(refused("<plist><!-- "), "a comment without an end");
  EXPECT_EQ(refused("<plist/>"), "a property list without a value");
}

// Of NSKeyedArchiver: an object (1) of a class (2) with these fields, and other objects (from 3
// on).
std::string keyed_xml(const std::string& name, const std::string& fields,
                      const std::string& others = "") {
  return xml(
      "<dict><key>$archiver</key><string>NSKeyedArchiver</string>"
      "<key>$objects</key><array><string>$null</string>"
      "<dict><key>$class</key><dict><key>CF$UID</key><integer>2</integer></dict>" +
      fields + "</dict><dict><key>$classes</key><array><string>" + name +
      "</string><string>NSObject</string></array><key>$classname</key><string>" + name +
      "</string></dict>" + others +
      "</array><key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer>"
      "</dict></dict><key>$version</key><integer>100000</integer></dict>");
}
std::string keyed_person() {
  return keyed_xml("Person",
                   "<key>name</key><dict><key>CF$UID</key><integer>3</integer></dict>"
                   "<key>me</key><dict><key>CF$UID</key><integer>1</integer></dict>",
                   "<string>Ada</string>");
}
std::string imported_xml(const std::string& whole) {
  return imported(bytes(whole), Format::xml_plist);
}

TEST(XmlPlist, OfNskeyedarchiverIsReadAsItsObjects) {
  EXPECT_EQ(imported_xml(keyed_person()), "#0 Person<NSObject(name: \"Ada\", me: @0)");
}

// It would become a property list of the values.
TEST(XmlPlist, OfNskeyedarchiverIsNotChanged) {
  const Result<Path> path = parse_path("name");
  ASSERT_TRUE(path.ok());
  const Result<Buffer> changed =
      edit(bytes(keyed_person()), Format::xml_plist, *path, {.what = Edit::What::kRemove}, {});
  EXPECT_EQ(changed.status().code(), Code::kUsage);
}

TEST(XmlPlist, OfNskeyedarchiverKeepsWhatAClassIsNotKnownToWrite) {
  const std::string more = "<key>more</key><integer>1</integer>";
  EXPECT_EQ(imported_xml(keyed_xml("NSString", "<key>NS.string</key><string>s</string>")), "\"s\"");
  EXPECT_EQ(imported_xml(keyed_xml("NSString", "<key>NS.string</key><string>s</string>" + more)),
            "#0 NSString<NSObject(NS.string: \"s\", more: 1)");
  EXPECT_EQ(imported_xml(keyed_xml("NSArray", "<key>NS.objects</key><array/>")), "#0 List([])");
  EXPECT_EQ(imported_xml(keyed_xml("NSArray", "<key>NS.objects</key><array/>" + more)),
            "#0 NSArray<NSObject(NS.objects: [], more: 1)");
  EXPECT_EQ(imported_xml(keyed_xml("NSNull", more)), "#0 NSNull<NSObject(more: 1)");
  const std::string unnamed = "<key></key><integer>1</integer>";
  EXPECT_EQ(imported_xml(keyed_xml("NSArray", "<key>NS.objects</key><array/>" + unnamed)),
            "#0 NSArray<NSObject(NS.objects: [], : 1)");
}

std::string decimal_xml(int exponent, int length, bool negative) {
  return keyed_xml("NSDecimalNumber",
                   "<key>NS.mantissa</key><data>BwAFAAAAAAAAAAAAAAAAAA==</data>"
                   "<key>NS.mantissa.bo</key><integer>1</integer><key>NS.exponent</key><integer>" +
                       std::to_string(exponent) + "</integer><key>NS.length</key><integer>" +
                       std::to_string(length) + "</integer><key>NS.negative</key><" +
                       (negative ? "true" : "false") + "/><key>NS.compact</key><true/>");
}
TEST(XmlPlist, DecimalsOfNskeyedarchiverAreTheNumbersThatTheyAre) {
  const auto number = [](const std::string& whole) {
    return text(must(bytes(whole), Format::xml_plist, Format::json));
  };
  EXPECT_EQ(number(decimal_xml(0, 1, false)), "7");
  EXPECT_EQ(number(decimal_xml(2, 1, true)), "-700");
  EXPECT_EQ(number(decimal_xml(-1, 2, false)), "32768.7");
  EXPECT_EQ(number(decimal_xml(28, 1, false)), "70000000000000000000000000000");
  EXPECT_NE(imported_xml(decimal_xml(28, 2, false)).find("NS.mantissa"), std::string::npos);
  EXPECT_NE(imported_xml(decimal_xml(0, 0, true)).find("NS.mantissa"), std::string::npos);  // NaN
}

TEST(XmlPlist, SurvivesDamage) {
  expect_survives_damage(cocoa_vector("plistlib_values.xml"), Format::xml_plist);
}

TEST(XmlPlist, NestsAsDeepAsTheLimitsAllow) {
  const auto nested = [](std::size_t depth) {
    std::string value;
    for (std::size_t i = 0; i < depth; ++i) value += "<array>";
    for (std::size_t i = 0; i < depth; ++i) value += "</array>";
    return bytes(xml(value));
  };
  EXPECT_TRUE(convert(nested(128), Format::xml_plist, Format::json).ok());
  EXPECT_EQ(fails(nested(129), Format::xml_plist, Format::json).code(), Code::kTooDeep);
  EXPECT_EQ(fails(nested(1000000), Format::xml_plist, Format::json).code(), Code::kTooDeep);
}

// ---- OpenStep

std::string openstep(std::string_view value) {
  return text(must(bytes(value), Format::openstep_plist, Format::json, kReplace));
}

TEST(OpenstepPlist, IsRead) {
  EXPECT_EQ(
      openstep("{ a = 1; \"b c\" = (x, 'y z', <0fBD 77>, (), {},); // end\n /* c */ d=\"\"; }"),
      R"({"a":"1","b c":["x","y z","D713",[],{}],"d":""})");
  EXPECT_EQ(openstep("// !$*UTF8*$!\n{ isa = PBXProject; path = ../a.b/c-d; last = 1 }"),
            R"({"isa":"PBXProject","path":"../a.b/c-d","last":"1"})");
  EXPECT_EQ(openstep(R"("a\n\"\U00fc\101\\\UD83D\UDE00\'")"),
            "\"a\\n\\\"\xC3\xBC"
            "A\\\\\xF0\x9F\x98\x80'\"");
  EXPECT_EQ(openstep("hello"), "\"hello\"");
}

TEST(OpenstepPlist, OfStringsIsADictionaryWithoutBraces) {
  EXPECT_EQ(openstep("/* title */\n\"title\" = \"Titel\";\nok = \"Gut\";\nsame;\n"),
            R"({"title":"Titel","ok":"Gut","same":"same"})");
}

TEST(OpenstepPlist, ThatIsEmptyIsAnEmptyDictionary) {
  EXPECT_EQ(openstep(""), "{}");
  EXPECT_EQ(openstep(" /* Localized versions of Info.plist keys */\n"), "{}");
}

TEST(OpenstepPlist, HasTheTypesOfGnustep) {
  EXPECT_EQ(openstep("(<*I-5>, <*I\"7\">, <*R1.5>, <*BY>, <*BN>, <*D2014-08-31 02:29:15 +0200>, "
                     "<[AQI=]>)"),
            R"([-5,7,1.5,true,false,"2014-08-31T00:29:15Z","AQI="])");
}

TEST(OpenstepPlist, IsToldFromJson) {
  for (const char* const one : {"{a=1;}", "{ \"a b\" = 1; }", "(1, 2)", "// x\n{ a = 1; }", "{ a;",
                                "\"a\" = \"b\";", "/* x */ \"a\" = \"b\";"}) {
    EXPECT_EQ(detect_format(bytes(one)), Format::openstep_plist) << one;
  }
  for (const char* const one : {"{}", "{\"a\":1}", "{ \"a", "[1]", "\"a\"", "{a:1}", "{1: 2}"}) {
    EXPECT_EQ(detect_format(bytes(one)), Format::json) << one;
  }
}

TEST(OpenstepPlist, SaysWhatIsWrongAndWhere) {
  for (const Wrong& one : {
           Wrong{"{a=1 b=2;}", Code::kMalformed, "no ; behind a value", 5, ""},
           Wrong{"{a}", Code::kMalformed, "no = behind a key", 2, "a"},
           Wrong{"{a=}", Code::kMalformed, "a character that only text in quotes can hold", 3, "a"},
           Wrong{"(1 2)", Code::kMalformed, "neither , nor ) behind an element", 3, "[1]"},
           Wrong{"(1, 2", Code::kTruncated, "the property list is cut off", 5, "[2]"},
           Wrong{"{a=1;a=2;}", Code::kMalformed, "a key that the object has twice", 5, "a"},
           Wrong{"<0f1>", Code::kMalformed, "data that is no pairs of hexadecimal digits", 0, ""},
           Wrong{"<0g>", Code::kMalformed, "data that is no pairs of hexadecimal digits", 0, ""},
           Wrong{"<[A]>", Code::kMalformed, "data that is no base64", 0, ""},
           Wrong{"<*X1>", Code::kMalformed, "a value of an unknown type", 0, ""},
           Wrong{"<*Ix>", Code::kMalformed, "an integer that is none", 0, ""},
           Wrong{"\"a", Code::kTruncated, "the property list is cut off", 2, ""},
           Wrong{"\"\\Ud800\"", Code::kMalformed, "text with a surrogate that stands alone", 1, ""},
           Wrong{"\"\\Ug4\"", Code::kMalformed, "\\U without a hexadecimal digit behind it", 3, ""},
           Wrong{"\"\\351\"", Code::kTypeMismatch,
                 "the number of a character of NeXTSTEP's encoding: only ASCII is read", 1, ""},
           Wrong{"{} {}", Code::kTrailing, "more behind the end of the property list", 3, ""},
           Wrong{"/* x", Code::kTruncated, "a comment without an end", 0, ""},
       }) {
    const Status status = fails(bytes(one.value), Format::openstep_plist, Format::json);
    EXPECT_EQ(status.code(), one.code) << one.value << ": " << status.to_string();
    EXPECT_EQ(status.message(), one.message) << one.value;
    EXPECT_EQ(status.offset(), one.offset) << one.value;
    EXPECT_EQ(status.path(), one.path) << one.value;
  }
}

TEST(OpenstepPlist, SurvivesDamage) {
  expect_survives_damage(
      bytes("{ a = (1, \"b\\n\\U00fc\", <0f00>, <*I5>, <*D2014-08-31 02:29:15 +0200>); /* x */ }"),
      Format::openstep_plist);
}

TEST(OpenstepPlist, IsReadOnly) {
  const Status status = fails(bytes("1"), Format::json, Format::openstep_plist);
  EXPECT_EQ(status.code(), Code::kUsage);
  EXPECT_TRUE(is_input_only(Format::openstep_plist));
  EXPECT_FALSE(is_input_only(Format::xml_plist));
  EXPECT_FALSE(is_input_only(Format::binary_plist));
}

}  // namespace
}  // namespace fastser::convert
