// SPDX-License-Identifier: MIT
//
// FlexBuffers through the hub: every type of the format is read, what the others hold is written so
// that it comes back to the byte; what is refused, and where; what is cut off, damaged, a cycle or
// a bomb.
#include "fastser/flexbuffers.hpp"
#include "convert/document/builder.hpp"
#include "convert/flexbuffers/writer.hpp"
#include "fastser/verify.hpp"
#include "support/alloc_counter.hpp"
#include "support/damage.hpp"
#include "support/effort.hpp"
#include "unit/convert/convert_support.hpp"

#include <array>
#include <random>

namespace fastser::convert {
namespace {

constexpr ConvertOptions::Unsayable kReplace = ConvertOptions::Unsayable::kReplace;

struct Message {
  Bytes message;
  const char* json;
};

// Every type that the format has, written by hand.
std::vector<Message> every_type() {
  return {
      {bytes({0, 0, 1}), "null"},
      {bytes({0xFF, 4, 1}), "-1"},
      {bytes({0, 0x80, 5, 2}), "-32768"},
      {bytes({200, 8, 1}), "200"},
      {fill(8, 255) + bytes({11, 8}), "18446744073709551615"},
      {bytes({0, 0, 0xC0, 0x3F, 14, 4}), "1.5"},
      {bytes({0, 0, 0, 0, 0, 0, 0xF8, 0x3F, 15, 8}), "1.5"},
      {bytes({1, 104, 1}), "true"},
      {bytes({0, 104, 1}), "false"},
      {bytes({'a', 0, 2, 16, 1}), "\"a\""},
      {bytes({1, 'a', 0, 2, 20, 1}), "\"a\""},
      {bytes({0xFB, 1, 24, 1}), "-5"},
      {bytes({0xFB, 1, 28, 1}), "251"},
      {bytes({0, 0, 0xC0, 0x3F, 4, 34, 1}), "1.5"},
      {bytes({2, 1, 0, 8, 0, 4, 40, 1}), "[1,null]"},
      {bytes({2, 0xFF, 1, 2, 44, 1}), "[-1,1]"},
      {bytes({1, 255, 1, 48, 1}), "[255]"},
      {bytes({1, 0, 0, 0, 0, 0, 0xC0, 0x3F, 4, 54, 1}), "[1.5]"},
      {bytes({'a', 0, 'b', 0, 2, 5, 4, 2, 56, 1}), R"(["a","b"])"},
      {bytes({'a', 0, 'b', 0, 2, 5, 4, 2, 60, 1}), R"(["a","b"])"},
      {bytes({0xFF, 2, 2, 64, 1}), "[-1,2]"},
      {bytes({0xFF, 2, 2, 68, 1}), "[255,2]"},
      {bytes({0, 0, 0xC0, 0x3F, 0, 0, 0, 0, 8, 74, 1}), "[1.5,0.0]"},
      {bytes({0xFF, 2, 3, 3, 76, 1}), "[-1,2,3]"},
      {bytes({0xFF, 2, 3, 3, 80, 1}), "[255,2,3]"},
      {fill(12, 0) + bytes({12, 86, 1}), "[0.0,0.0,0.0]"},
      {bytes({0xFF, 2, 3, 4, 4, 88, 1}), "[-1,2,3,4]"},
      {bytes({0xFF, 2, 3, 4, 4, 92, 1}), "[255,2,3,4]"},
      {fill(16, 0) + bytes({16, 98, 1}), "[0.0,0.0,0.0,0.0]"},
      {bytes({2, 'M', 'a', 2, 100, 1}), "\"TWE=\""},
      {bytes({2, 1, 0, 2, 144, 1}), "[true,false]"},
      {bytes({'a', 0, 1, 3, 1, 1, 1, 1, 4, 2, 36, 1}), R"({"a":1})"},
  };
}

TEST(FlexBuffersReader, ReadsEveryType) {
  for (const Message& one : every_type()) {
    EXPECT_TRUE(flexbuffers::verify(one.message).ok()) << one.json;
    EXPECT_TRUE(check_flexbuffers(one.message).ok()) << one.json;
    const ConvertOptions replace{.unsayable = kReplace};
    EXPECT_EQ(text(must(one.message, Format::flexbuffers, Format::json, replace)), one.json);
    // Bytes in front are nobody's.
    EXPECT_EQ(text(must(fill(5) + one.message, Format::flexbuffers, Format::json, replace)),
              one.json);
    for (const Format other : {Format::archive, Format::msgpack, Format::flexbuffers}) {
      const Bytes there = must(one.message, Format::flexbuffers, other);
      EXPECT_EQ(text(must(there, other, Format::json, replace)), one.json) << format_name(other);
    }
  }
}

TEST(FlexBuffersReader, TellsTheWidthsOfFloats) {
  const auto packed = [](const Bytes& message) {
    return must(message, Format::flexbuffers, Format::msgpack);
  };
  EXPECT_EQ(packed(bytes({1, 0, 0x80, 0x7F, 14, 4})), bytes({0xCA, 0x7F, 0x80, 0, 1}));
  EXPECT_EQ(packed(bytes({1, 0, 0, 0, 0, 0, 0xF0, 0x7F, 15, 8})),
            bytes({0xCB, 0x7F, 0xF0, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(packed(bytes({1, 0, 0x80, 0xFF, 4, 34, 1})), bytes({0xCA, 0xFF, 0x80, 0, 1}));
}

TEST(FlexBuffersReader, SaysWhereAMessageIsWrong) {
  const WrongMessage cases[] = {
      {Bytes(), Code::kTruncated, 0, ""},
      {bytes({0, 1}), Code::kTruncated, 0, ""},
      {bytes({0, 0, 3}), Code::kMalformed, 2, ""},
      {bytes({0, 252, 1}), Code::kMalformed, 0, ""},                          // no such type
      {bytes({1, 12, 1}), Code::kMalformed, 0, ""},                           // a float of a byte
      {bytes({2, 1, 99, 8, 20, 4, 40, 1}), Code::kMalformed, 2, "[1]"},       // leads out
      {bytes({9, 1, 1, 48, 1}), Code::kMalformed, 2, ""},                     // too many
      {bytes({1, 0xFF, 0, 1, 3, 20, 2, 40, 1}), Code::kMalformed, 1, "[0]"},  // not UTF-8
      {bytes({1, 0xFF, 0, 2, 20, 1}), Code::kMalformed, 1, ""},
      {bytes({1, 'a', 1, 2, 20, 1}), Code::kMalformed, 3, ""},                    // no zero
      {bytes({'a', 0, 1, 3, 1, 3, 1, 1, 4, 2, 36, 1}), Code::kMalformed, 9, ""},  // width of keys
      {bytes({'a', 0, 1, 3, 1, 1, 1, 9, 20, 2, 36, 1}), Code::kMalformed, 7, "a"},
      // {"a": 1, "a": 2}, in a list
      {bytes({'a', 0, 2, 3, 4, 2, 1, 2, 1, 2, 4, 4, 1, 5, 36, 2, 40, 1}), Code::kMalformed, 4,
       "[0].a"},
  };
  for (const WrongMessage& one : cases) {
    expect_refused(one, Format::flexbuffers,
                   {Format::archive, Format::msgpack, Format::flexbuffers});
    EXPECT_EQ(check_flexbuffers(one.message).code(), one.code);
  }
}

TEST(FlexBuffersReader, EndsCyclesAndBoundsDepth) {
  // A list that holds itself.
  const Bytes cycle = bytes({1, 0, 40, 2, 40, 1});
  // [[[ ... ]]]
  const auto nested = [](std::size_t depth) {
    Bytes out = bytes({0});
    for (std::size_t i = 1; i < depth; ++i)
      out = out + bytes({1, static_cast<int>(i == 1 ? 1 : 3), 40});
    return out + bytes({static_cast<int>(depth == 1 ? 0 : 2), 40, 1});
  };
  for (const Format to : kFormats) {
    EXPECT_EQ(fails(cycle, Format::flexbuffers, to).code(), Code::kTooDeep);
    EXPECT_FALSE(must(nested(128), Format::flexbuffers, to).empty());
    EXPECT_EQ(fails(nested(129), Format::flexbuffers, to).code(), Code::kTooDeep);
  }
  EXPECT_EQ(check_flexbuffers(cycle).code(), Code::kTooDeep);
}

// Lists of ten offsets that all lead to the list in front: 10 to the number of lists.
Bytes laughs(int lists) {
  Bytes out = bytes({3}) + bytes("ha!") + bytes({0});
  std::size_t inner = 1;
  for (int i = 0; i < lists; ++i) {
    out = out + bytes({10});
    const std::size_t data = out.size();
    for (std::size_t k = 0; k < 10; ++k) out.push_back(static_cast<std::byte>(data + k - inner));
    out = out + fill(10, i == 0 ? 20 : 40);
    inner = data;
  }
  return out + bytes({static_cast<int>(out.size() - inner), 40, 1});
}

TEST(FlexBuffersReader, PaysForWhatIsReferredToAgain) {
  EXPECT_EQ(text(must(laughs(1), Format::flexbuffers, Format::json)).size(), 10U * 6 + 1);
  EXPECT_TRUE(check_flexbuffers(laughs(4)).ok());
  for (const Format to : kFormats) {
    const testing::AllocScope scope;
    EXPECT_EQ(fails(laughs(100), Format::flexbuffers, to).code(), Code::kOverBudget);
    EXPECT_LT(scope.peak(), 16U << 20);
  }
  EXPECT_EQ(check_flexbuffers(laughs(100)).code(), Code::kOverBudget);
}

// A text of half a megabyte, a hundred thousand times: the values are few bytes each, as they are
// one text, but looking at it so often is refused.
TEST(FlexBuffersReader, PaysForLookingAtOneLongTextAgain) {
  constexpr std::uint32_t kText = 500000;
  constexpr std::uint32_t kTimes = 100000;
  const auto word = [](std::uint32_t value) {
    Bytes out;
    for (int i = 0; i < 4; ++i) out.push_back(static_cast<std::byte>(value >> (8 * i)));
    return out;
  };
  for (const int type : {22, 18}) {  // a string, a key
    Bytes message = word(kText) + fill(kText, 'a') + bytes({0, 0, 0, 0}) + word(kTimes);
    const auto first = static_cast<std::uint32_t>(message.size());
    for (std::uint32_t i = 0; i < kTimes; ++i) {
      for (const std::byte one : word(first + 4 * i - 4)) message.push_back(one);
    }
    message.insert(message.end(), kTimes, static_cast<std::byte>(type));
    const auto back = static_cast<std::uint32_t>(message.size()) - first;
    message = std::move(message) + word(back) + bytes({42, 4});
    ASSERT_TRUE(flexbuffers::verify(message).ok());
    EXPECT_EQ(check_flexbuffers(message).code(), Code::kOverBudget);
  }
}

TEST(FlexBuffersReader, SurvivesEveryCutAndEveryFlippedBit) {
  const Bytes json = bytes(R"({"a":[1,2.5,"text",[true,false],[0.1,0.2]],"b":{"c":null,"d":-7}})");
  const Bytes message = must(json, Format::json, Format::flexbuffers);
  const auto attempt = [](BytesView input) {
    const testing::AllocScope scope;
    for (const Format to : {Format::archive, Format::json, Format::flexbuffers}) {
      const Result<Buffer> out = convert(input, Format::flexbuffers, to);
      if (out.ok() && to == Format::archive) {
        EXPECT_TRUE(archive::verify(*out, {.utf8 = true}).ok());
      }
      if (out.ok() && to == Format::flexbuffers) {
        EXPECT_TRUE(check_flexbuffers(*out).ok());
      }
    }
    EXPECT_LT(scope.peak(), 1U << 20);
  };
  for (std::size_t size = 0; size < message.size(); ++size) {
    attempt(BytesView(message).first(size));
  }
  testing::each_flipped_bit(message, attempt);
}

// ---- writing

TEST(FlexBuffersWriter, WritesTheSmallestFormsOfEveryKind) {
  struct Case {
    Bytes packed;
    Bytes message;
  };
  const Case cases[] = {
      {bytes({0xC0}), bytes({0, 0, 1})},
      {bytes({0xC3}), bytes({1, 104, 1})},
      {bytes({0xFF}), bytes({0xFF, 4, 1})},
      {bytes({0xCC, 200}), bytes({200, 8, 1})},
      {bytes({0xCA, 0x3F, 0xC0, 0, 0}), bytes({0, 0, 0xC0, 0x3F, 14, 4})},
      {bytes({0xCB, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0}), bytes({0, 0, 0, 0, 0, 0, 0xF8, 0x3F, 15, 8})},
      {bytes({0xA1, 'a'}), bytes({1, 'a', 0, 2, 20, 1})},
      {bytes({0xC4, 2, 'M', 'a'}), bytes({2, 'M', 'a', 2, 100, 1})},
      {bytes({0x90}), bytes({0, 0, 40, 1})},
      {bytes({0x92, 1, 0xC0}), bytes({2, 1, 0, 8, 0, 4, 40, 1})},
      {bytes({0x92, 0xFF, 1}), bytes({2, 0xFF, 1, 2, 44, 1})},
      {bytes({0x91, 0xCC, 255}), bytes({1, 255, 1, 48, 1})},
      {bytes({0x92, 0xC3, 0xC2}), bytes({2, 1, 0, 2, 144, 1})},
      {bytes({0x91, 0xCA, 0x3F, 0xC0, 0, 0}), bytes({1, 0, 0, 0, 0, 0, 0xC0, 0x3F, 4, 54, 1})},
      {bytes({0x81, 0xA1, 'a', 1}), bytes({'a', 0, 1, 3, 1, 1, 1, 1, 8, 2, 36, 1})},
      // One text, one datum, one vector of keys, as often as they come.
      {bytes({0x92, 0xA1, 'a', 0xA1, 'a'}), bytes({1, 'a', 0, 2, 3, 4, 20, 20, 4, 40, 1})},
      {bytes({0x92, 0xC4, 1, 7, 0xC4, 1, 7}), bytes({1, 7, 2, 2, 3, 100, 100, 4, 40, 1})},
      {bytes({0x92, 0x81, 0xA1, 'a', 1, 0x81, 0xA1, 'a', 2}),
       bytes({'a', 0, 1, 3, 1, 1, 1, 1, 8, 6, 1, 1, 2, 8, 2, 8, 4, 36, 36, 4, 40, 1})},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(must(one.packed, Format::msgpack, Format::flexbuffers), one.message);
    EXPECT_EQ(must(one.message, Format::flexbuffers, Format::msgpack), one.packed);
  }
}

TEST(FlexBuffersWriter, SortsKeysByTheirBytes) {
  const Bytes message = must(bytes("{\"b\":1,\"\xC3\xA9\":2,\"ab\":3,\"a\":4,\"Z\":5,\"\":6}"),
                             Format::json, Format::flexbuffers);
  EXPECT_EQ(text(must(message, Format::flexbuffers, Format::json)),
            "{\"\":6,\"Z\":5,\"a\":4,\"ab\":3,\"b\":1,\"\xC3\xA9\":2}");
  const auto root = flexbuffers::root(message);
  ASSERT_TRUE(root.ok());
  EXPECT_EQ(root->find("ab").as_int64(), 3);
  EXPECT_EQ(root->find("\xC3\xA9").as_int64(), 2);
}

TEST(FlexBuffersWriter, MakesListsOfOneKindTyped) {
  const auto type_of = [](const char* json) {
    const Bytes message = must(bytes(json), Format::json, Format::flexbuffers);
    return static_cast<int>(message[message.size() - 2]) >> 2;
  };
  EXPECT_EQ(type_of("[1,2]"), flexbuffers::kVectorUint);
  EXPECT_EQ(type_of("[1,-2]"), flexbuffers::kVectorInt);
  EXPECT_EQ(type_of("[9223372036854775807,-1]"), flexbuffers::kVectorInt);
  EXPECT_EQ(type_of("[9223372036854775808,-1]"), flexbuffers::kVector);
  EXPECT_EQ(type_of("[1.5,0.1]"), flexbuffers::kVectorFloat);
  EXPECT_EQ(type_of("[true]"), flexbuffers::kVectorBool);
  EXPECT_EQ(type_of("[1,1.5]"), flexbuffers::kVector);
  EXPECT_EQ(type_of("[1,true]"), flexbuffers::kVector);
  EXPECT_EQ(type_of("[null,null]"), flexbuffers::kVector);
  EXPECT_EQ(type_of("[]"), flexbuffers::kVector);
}

TEST(FlexBuffersWriter, RefusesWhatTheFormatLacksAndNamesIt) {
  const Unsayable cases[] = {
      {bytes({0xD6, 0xFF, 0, 0, 0, 0}), "\"1970-01-01T00:00:00Z\""},
      {bytes({0xD4, 5, 0}), R"({"data":"AA==","ext":5})"},
      {bytes({0xD4, 0x80, 0}), R"({"data":"AA==","ext":-128})"},
      {bytes({0x81, 1, 2}), R"({"1":2})"},
      {bytes({0x85, 0xC0, 1, 0xC3, 2, 0xCA, 0x3F, 0xC0, 0, 0, 3, 0xFF, 4, 0xA1, 'k', 5}),
       R"({"-1":4,"1.5":3,"k":5,"null":1,"true":2})"},
      {bytes({0x81, 0xCB, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0, 0x81, 7, 0x91, 1}), R"({"1.5":{"7":[1]}})"},
      {bytes({0x81, 0xC4, 1, 0, 1}), R"({"AA==":1})"},
      {bytes({0x81, 0xD6, 0xFF, 0, 0, 0, 0, 1}), R"({"1970-01-01T00:00:00Z":1})"},
      {bytes({0x81, 0x90, 1}), nullptr},
      {bytes({0x81, 0xD4, 5, 0, 1}), nullptr},
      {bytes({0x81, 0xCA, 0x7F, 0x80, 0, 0, 1}), nullptr},
      {bytes({0x81, 0xCB, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0, 1}), nullptr},
      {bytes({0x82, 1, 0, 0xA1, '1', 0}), nullptr},
      {bytes({0x81, 0xA1, 0, 1}), nullptr},
      {bytes({0x82, 0xA1, 0, 1, 1, 1}), nullptr},
  };
  for (const Unsayable& one : cases) {
    const Status refused = expect_unsayable(one, Format::flexbuffers);
    EXPECT_TRUE(refused.path().starts_with("a[1]")) << refused.to_string();
    EXPECT_GE(refused.offset(), 5U) << refused.to_string();
    EXPECT_LE(refused.offset(), 6U) << refused.to_string();
  }
}

TEST(FlexBuffersWriter, RefusesAZeroByteInAKeyOfJson) {
  const Status refused =
      fails(bytes(R"({"list":[1,{"b":{},"a\u0000":1}]})"), Format::json, Format::flexbuffers);
  EXPECT_EQ(refused.code(), Code::kTypeMismatch);
  EXPECT_EQ(refused.path(), "list[1][\"a\\u0000\"]") << refused.to_string();
}

// ---- there and back

void expect_there_and_back(const Bytes& packed) {
  const Bytes message = must(packed, Format::msgpack, Format::flexbuffers);
  EXPECT_TRUE(flexbuffers::verify(message).ok());
  EXPECT_TRUE(check_flexbuffers(message).ok());
  ASSERT_EQ(must(message, Format::flexbuffers, Format::msgpack), packed);
  EXPECT_EQ(must(message, Format::flexbuffers, Format::flexbuffers), message);
  const Bytes archive = must(packed, Format::msgpack, Format::archive);
  EXPECT_EQ(must(archive, Format::archive, Format::flexbuffers), message);
  EXPECT_EQ(must(message, Format::flexbuffers, Format::archive), archive);
}

TEST(FlexBuffersThereAndBack, AreTheSameToTheByte) {
  Bytes list = bytes({0xDC, 0, static_cast<int>(common_kinds().size())});
  Bytes map = bytes({0xDE, 0, static_cast<int>(common_kinds().size())});
  int letter = '0';
  for (const Bytes& one : common_kinds()) {
    expect_there_and_back(one);
    list = list + one;
    map = map + bytes({0xA1, letter++}) + one;
  }
  list = list + fill(0);
  expect_there_and_back(list);
  expect_there_and_back(map);
  expect_there_and_back(bytes({0xDB, 0, 1, 0, 0}) + fill(65536));
  expect_there_and_back(bytes({0xC6, 0, 1, 0, 0}) + fill(65536));
  expect_there_and_back(bytes({0xDC, 1, 0}) + fill(256, 7));
  expect_there_and_back(bytes({0xDD, 0, 1, 0, 0}) + fill(65536, 0xC0));
}

// In lists and maps, beside each other: floats of both widths keep them, whatever stands there.
TEST(FlexBuffersThereAndBack, AreTheSameForMessagesMadeAtRandom) {
  std::mt19937 random(5);
  const std::vector<Bytes> all = common_kinds();
  const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const auto make = [&](const auto& self, unsigned depth) -> Bytes {
    if (depth > 4 || pick(3) == 0) return all[pick(all.size())];
    const std::size_t count = pick(8);
    const bool list = pick(2) == 0;
    Bytes out = bytes({static_cast<int>((list ? 0x90U : 0x80U) | count)});
    int letter = 'a';
    // Often of few kinds, so that typed lists and widths beside each other come.
    const std::size_t from = pick(all.size());
    const std::size_t kinds = pick(2) == 0 ? 3 : all.size();
    for (std::size_t i = 0; i < count; ++i) {
      letter += static_cast<int>(1 + pick(3));
      if (!list) out = out + bytes({0xA1, letter});
      out = out + (pick(2) == 0 ? self(self, depth + 1) : all[(from + pick(kinds)) % all.size()]);
    }
    return out;
  };
  for (std::size_t i = 0; i < 3000; i += testing::kSweepStep) {
    expect_there_and_back(make(make, 0));
    if (HasFatalFailure()) FAIL() << "message " << i;
  }
}

struct Thing {
  std::string name;
  std::vector<std::uint8_t> data;
  std::array<float, 3> place{};
  double price = 0;
  std::vector<bool> flags;
  std::vector<Thing> parts;
  friend bool operator==(const Thing&, const Thing&) = default;
};

// What C++ wrote is read here, and what is written here by C++.
TEST(FlexBuffersThereAndBack, KeepTypedValues) {
  const Thing thing{"a", {1, 255},      {1.5F, -0.1F, 0},
                    0.1, {true, false}, {{"b", {}, {}, 2.5, {}, {}}, {}}};
  const Result<Buffer> message = flexbuffers::encode(thing);
  for (const Format by : {Format::archive, Format::msgpack, Format::flexbuffers}) {
    const Bytes there = must(*message, Format::flexbuffers, by);
    const Bytes back = must(there, by, Format::flexbuffers);
    const Result<Thing> again = flexbuffers::decode<Thing>(back);
    ASSERT_TRUE(again.ok()) << again.status().to_string();
    EXPECT_EQ(*again, thing);
  }
}

// ---- one value of a document

TEST(OneValueAsAFlexBuffer, IsWhatItWouldBeAlone) {
  Document document;
  DocumentBuilder builder(document, 128);
  ASSERT_TRUE(builder.begin_object(2, true) && builder.key("z") && builder.text("shared") &&
              builder.key("y") && builder.begin_object(2, true) && builder.key("b") &&
              builder.text("shared") && builder.key("a") && builder.integer(7, false) &&
              builder.end_object() && builder.key("moments") && builder.begin_list(2) &&
              builder.null() && builder.moment(0, 0) && builder.end_list() && builder.end_object());
  Buffer out;
  const std::uint32_t inner = 2;
  ASSERT_EQ(document.nodes[inner].kind, NodeKind::kObject);
  ASSERT_TRUE(write_flexbuffer(document, inner, out).ok());
  EXPECT_EQ(Bytes(out.begin(), out.end()),
            must(bytes(R"({"b":"shared","a":7})"), Format::json, Format::flexbuffers));
  ASSERT_TRUE(write_flexbuffer(document, inner + 1, out).ok());
  EXPECT_EQ(Bytes(out.begin(), out.end()),
            must(bytes(R"("shared")"), Format::json, Format::flexbuffers));
  EXPECT_EQ(write_flexbuffer(document, 0, out).path(), "moments[1]");
  EXPECT_EQ(write_flexbuffer(document, inner + 3, out).path(), "[1]");
}

}  // namespace
}  // namespace fastser::convert
