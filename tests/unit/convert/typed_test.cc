// SPDX-License-Identifier: MIT
//
// Archives of a type that the caller gives, made from any format: other codecs for types that are
// known at run time only (docs/plans.md).
#include <array>
#include <bit>
#include <bitset>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/msgpack.hpp"
#include "fastser/verify.hpp"
#include "unit/convert/flat_support.hpp"

namespace fastser::convert {
namespace {

enum class Color : std::uint8_t { red, green };
struct Address {
  std::string city;
  std::uint16_t number = 0;
};
struct Named {
  std::string name;
};
struct All {
  bool flag = true;
  std::int8_t small = -1;
  std::uint64_t large = std::uint64_t{1} << 63;
  fastser::varint<std::int32_t> varying{-70000};
  float f = 1.5F;
  double d = 0.1;
  std::string text = "text";
  Color color = Color::green;
  Address home{"Ulm", 7};
  std::vector<Address> more = {{"a", 1}, {"", 0}};
  std::map<std::string, std::int32_t> by_name = {{"x", 1}, {"y", 2}};
  std::map<std::string, std::vector<std::int64_t>> lists = {{"empty", {}}, {"one", {1}}};
  std::set<std::int32_t> set = {3, 1, 2};
  std::array<float, 3> array = {1, 2, 3};
  std::optional<std::int32_t> none;
  std::optional<std::int32_t> some = 4;
  std::optional<std::string> empty = "";
  std::unique_ptr<Address> own = std::make_unique<Address>(Address{"o", 1});
  std::shared_ptr<Address> shared = std::make_shared<Address>(Address{"s", 2});
  std::tuple<std::int32_t, bool> tuple = {1, true};
  std::variant<std::monostate, bool, double> real = 2.5;
  std::variant<std::monostate, bool, double> nothing;
};
// Alternatives that are told apart by their fields only.
struct Either {
  std::variant<std::int32_t, std::string, Address, Named> record = Named{"n"};
};
// What JSON lacks.
struct Bytes3 {
  std::vector<std::uint8_t> data = {1, 2, 3};
  std::bitset<17> bits{0x10005};
  std::map<std::int32_t, std::string> by_number = {{-1, "x"}, {2, "y"}};
};

Bytes archive_bytes(const auto& value) {
  const auto made = archive::encode(value);
  EXPECT_TRUE(made.ok());
  return Bytes(made->begin(), made->end());
}

template <typename T>
Type type() {
  return *fastser::type_of<T>();
}

// From each format what archive::encode writes.
template <typename T>
void expect_back(const T& value, std::initializer_list<Format> formats) {
  const Bytes wanted = archive_bytes(value);
  const Type wanted_type = type<T>();
  for (const Format format : formats) {
    const Bytes other = must(wanted, Format::archive, format);
    EXPECT_EQ(must(other, format, Format::archive, {.type = &wanted_type}), wanted)
        << format_name(format);
  }
  const auto flat = flat::encode(value);
  const auto schema = flat::binary_schema(wanted_type);
  ASSERT_TRUE(flat.ok() && schema.ok()) << schema.status().to_string();
  EXPECT_EQ(
      must(*flat, Format::flatbuffers, Format::archive, {.schema = *schema, .type = &wanted_type}),
      wanted)
      << "FlatBuffers of the type's schema";
}

TEST(TypedConversion, OfEveryFormatIsWhatTheEqualCppTypeEncodes) {
  expect_back(All{}, {Format::archive, Format::msgpack, Format::json, Format::flexbuffers});
  expect_back(Either{}, {Format::archive, Format::msgpack, Format::json, Format::flexbuffers});
  expect_back(Bytes3{}, {Format::archive, Format::msgpack});
}

template <typename T>
void expect_from_codec(const T& value) {
  const Type wanted = type<T>();
  for (const msgpack::Keys keys : {msgpack::Keys::strings, msgpack::Keys::array}) {
    const auto message = msgpack::encode(value, keys);
    ASSERT_TRUE(message.ok());
    EXPECT_EQ(must(*message, Format::msgpack, Format::archive, {.type = &wanted}),
              archive_bytes(value));
  }
}

TEST(TypedConversion, TakesTheMessagesOfTheMsgpackCodec) {
  expect_from_codec(All{});
  expect_from_codec(Either{});
  expect_from_codec(Bytes3{});
}

TEST(TypedConversion, TheOtherWayIsWhatTheMsgpackCodecWrites) {
  const auto message = msgpack::encode(All{}, msgpack::Keys::strings);
  EXPECT_EQ(must(archive_bytes(All{}), Format::archive, Format::msgpack),
            Bytes(message->begin(), message->end()));
}

Bytes typed(std::string_view json, const Type& type) {
  return must(bytes(json), Format::json, Format::archive, {.type = &type});
}

TEST(TypedConversion, FindsFieldsByNameInAnyOrderAndLeavesWhatIsMissingEmpty) {
  const Type address = type<Address>();
  const Bytes wanted = archive_bytes(Address{"Ulm", 7});
  EXPECT_EQ(typed(R"({"city":"Ulm","number":7})", address), wanted);
  EXPECT_EQ(typed(R"({"number":7,"city":"Ulm"})", address), wanted);
  EXPECT_EQ(typed(R"({"x":{"city":"no"},"number":7,"y":[1],"city":"Ulm"})", address), wanted);
  EXPECT_EQ(typed(R"({"x":{"number":1,"city":"no"},"city":"Ulm"})", address),
            archive_bytes(Address{"Ulm", 0}));
  EXPECT_EQ(typed("{}", address), archive_bytes(Address{}));
  // A field inside of another one is not its own.
  struct Outer {
    Address inner;
    std::string city;
  };
  EXPECT_EQ(typed(R"({"inner":{"number":2,"city":"in"}})", type<Outer>()),
            archive_bytes(Outer{{"in", 2}, ""}));
  All empty;
  empty.flag = false;
  empty.small = 0;
  empty.large = 0;
  empty.varying = 0;
  empty.f = 0;
  empty.d = 0;
  empty.text = "";
  empty.color = Color::red;
  empty.home = {};
  empty.more.clear();
  empty.by_name.clear();
  empty.lists.clear();
  empty.set.clear();
  empty.array = {};
  empty.some.reset();
  empty.empty.reset();
  empty.own.reset();
  empty.shared.reset();
  empty.tuple = {};
  empty.real = std::monostate();
  EXPECT_EQ(typed("{}", type<All>()), archive_bytes(empty));
}

// As JSON shows it; a list among the alternatives is one.
TEST(TypedConversion, TakesAnEmptyListForNothing) {
  using Maybe = std::variant<std::tuple<>, std::int32_t>;
  const std::vector<Maybe> values = {std::tuple<>(), 5};
  const Bytes archive = archive_bytes(values);
  const Bytes json = must(archive, Format::archive, Format::json);
  EXPECT_EQ(text(json), "[[],5]");
  EXPECT_EQ(typed("[[],5]", type<std::vector<Maybe>>()), archive);
  using List = std::variant<std::tuple<>, std::vector<std::int32_t>>;
  const std::vector<List> lists = {std::vector<std::int32_t>()};
  EXPECT_EQ(typed("[[]]", type<std::vector<List>>()), archive_bytes(lists));
}

// But what says null itself is that rather.
TEST(TypedConversion, TakesNullForTheEmptyTuple) {
  using Maybe = std::variant<std::tuple<>, std::int32_t>;
  const std::vector<Maybe> values = {std::tuple<>(), 5};
  EXPECT_EQ(typed("[null,5]", type<std::vector<Maybe>>()), archive_bytes(values));
  EXPECT_EQ(typed("null", type<std::tuple<>>()), archive_bytes(std::tuple<>()));
  using Both = std::variant<std::tuple<>, std::monostate>;
  EXPECT_EQ(typed("null", type<Both>()), archive_bytes(Both(std::monostate())));
  using Optional = std::variant<std::tuple<>, std::unique_ptr<std::string>>;
  EXPECT_EQ(typed("null", type<Optional>()),
            archive_bytes(Optional(std::unique_ptr<std::string>())));
  const Type one = type<std::tuple<std::int32_t>>();
  EXPECT_FALSE(fails(bytes("null"), Format::json, Format::archive, {.type = &one}).ok());
}

std::vector<std::byte> data(std::initializer_list<unsigned char> of) {
  std::vector<std::byte> made;
  for (const unsigned char byte : of) made.push_back(std::byte{byte});
  return made;
}

// As anywhere else, and also if its two numbers may be an alternative and its value.
TEST(TypedConversion, MakesDataOfAListOfNumbersInAVariantToo) {
  using Maybe = std::variant<std::int32_t, std::vector<std::byte>>;
  const std::vector<Maybe> values = {data({}), data({1, 2, 255}), data({7, 8}), data({0, 2}), 5};
  EXPECT_EQ(typed("[[],[1,2,255],[7,8],[0,2],5]", type<std::vector<Maybe>>()),
            archive_bytes(values));
  using DataFirst = std::variant<std::vector<std::byte>, std::int32_t>;
  EXPECT_EQ(typed("[1,2]", type<DataFirst>()), archive_bytes(DataFirst(data({1, 2}))));
  const Type to = type<Maybe>();
  EXPECT_FALSE(fails(bytes("[1,2,256]"), Format::json, Format::archive, {.type = &to}).ok());
}

// A list of two is the value if an alternative takes it with its elements, else [index, value].
TEST(TypedConversion, ReadsAListOfTwoAsTheValueIfItFits) {
  using Numbers = std::variant<std::vector<std::int32_t>, std::int32_t, std::string>;
  using Ints = std::vector<std::int32_t>;
  EXPECT_EQ(typed("[1,2]", type<Numbers>()), archive_bytes(Numbers(Ints{1, 2})));
  EXPECT_EQ(typed(R"([2,"x"])", type<Numbers>()), archive_bytes(Numbers("x")));
  EXPECT_EQ(typed("[0,[1,2]]", type<Numbers>()), archive_bytes(Numbers(Ints{1, 2})));
  using Plain = std::variant<std::string, std::int32_t>;
  EXPECT_EQ(typed("[1,2]", type<Plain>()), archive_bytes(Plain(2)));
  using Tuples = std::variant<std::tuple<std::int32_t, std::string>, std::string>;
  using Pair = std::tuple<std::int32_t, std::string>;
  EXPECT_EQ(typed(R"([1,"x"])", type<Tuples>()), archive_bytes(Tuples(Pair{1, "x"})));
  // Also if another alternative is a list, of other elements.
  using Two = std::variant<Pair, std::tuple<std::int32_t, std::int32_t>, std::int32_t>;
  EXPECT_EQ(typed("[2,1]", type<Two>()), archive_bytes(Two(std::tuple(2, 1))));
  using Nested = std::variant<std::vector<Plain>, std::vector<std::string>, bool>;
  EXPECT_EQ(typed(R"([1,["x"]])", type<Nested>()),
            archive_bytes(Nested(std::vector<std::string>{"x"})));
  EXPECT_EQ(typed(R"([1,"y"])", type<Nested>()), archive_bytes(Nested(std::vector<Plain>{1, "y"})));
  using Places = std::variant<Address, std::uint8_t>;
  EXPECT_EQ(typed(R"(["Ulm",7])", type<Places>()), archive_bytes(Places(Address{"Ulm", 7})));
  EXPECT_EQ(typed("[1,7]", type<Places>()), archive_bytes(Places(std::uint8_t{7})));
}

// In MessagePack the codec's [index, value] is never taken for the value.
TEST(TypedConversion, ReadsVariantsAsMsgpacksCodecWroteThem) {
  using Ints = std::vector<std::int32_t>;
  using Unclear = std::variant<Ints, std::int32_t, std::vector<std::string>>;
  using Clear = std::variant<Ints, std::int32_t, std::string>;
  const auto read_back = [](const auto& value) {
    using T = std::decay_t<decltype(value)>;
    const auto message = msgpack::encode(value);
    ASSERT_TRUE(message.ok());
    const Type to = type<T>();
    EXPECT_EQ(must(*message, Format::msgpack, Format::archive, {.type = &to}),
              archive_bytes(value));
  };
  read_back(std::vector<Unclear>{Ints{1, 2}, 2, Ints{0, 1}, std::vector<std::string>{"x"}});
  read_back(std::vector<Clear>{Ints{1, 2}, 2, Ints{0, 1}, "x"});
}

TEST(TypedConversion, RefusesWhatDoesNotFitAndSaysWhere) {
  TypeBuilder b;
  const TypeId record = b.record("R");
  b.field(record, "u8", b.code(TypeCode::kU8));
  b.field(record, "i8", b.code(TypeCode::kI8));
  b.field(record, "f", b.code(TypeCode::kF32));
  b.field(record, "text", b.code(TypeCode::kString));
  b.field(record, "pair", b.array(b.code(TypeCode::kU8), 2));
  b.field(record, "set", b.set(b.code(TypeCode::kU8)));
  b.field(record, "either", b.variant(std::array{b.code(TypeCode::kU8), b.code(TypeCode::kBool)}));
  const Type type = *b.build(b.list(record));
  const auto refused = [&](std::string_view json) {
    return fails(bytes(json), Format::json, Format::archive, {.type = &type});
  };
  EXPECT_TRUE(refused(R"([{"u8":255,"i8":-128,"f":0.1,"set":[2,1],"either":true}])").ok());
  const struct {
    const char* json;
    const char* path;
    const char* message;
  } cases[] = {
      {R"([{"u8":256}])", "[0].u8", "the value is no u8"},
      {R"([{"u8":-1}])", "[0].u8", "the value is no u8"},
      {R"([{},{"i8":128}])", "[1].i8", "the value is no i8"},
      {R"([{"i8":-129}])", "[0].i8", "the value is no i8"},
      {R"([{"f":1e39}])", "[0].f", "the value is no f32"},
      {R"([{"f":16777217}])", "[0].f", "the value is no f32"},
      {R"([{"text":1}])", "[0].text", "the value is no string"},
      {R"([{"text":null}])", "[0].text", "the value is no string"},
      {R"([{"pair":[1]}])", "[0].pair", "the value is no array<u8, 2>"},
      {R"([{"either":"x"}])", "[0].either", "the value is no variant<u8, bool>"},
      {R"([7])", "[0]", "the value is no record R"},
      {R"({})", "", "the value is no list<record R>"},
  };
  for (const auto& one : cases) {
    const Status status = refused(one.json);
    EXPECT_EQ(status.code(), Code::kTypeMismatch) << one.json;
    EXPECT_EQ(status.path(), one.path);
    EXPECT_EQ(status.message(), one.message);
  }
  EXPECT_EQ(refused(R"([{"set":[1,1]}])").code(), Code::kMalformed);
  EXPECT_EQ(refused(R"([{"set":[1,1]}])").path(), "[0].set[1]");
}

// Records are no level in lists, but they are in choices.
struct Flat {
  std::vector<Flat> kids;
};
struct Chosen {
  std::vector<std::variant<Chosen>> kids;
};

TEST(TypedConversion, WritesNoDeeperThanReadersGo) {
  const Type chosen = type<Chosen>();
  const auto outcome = [&](int times, std::uint32_t depth) {
    Flat flat;
    for (int i = 0; i < times; ++i) {
      Flat outer;
      outer.kids.push_back(std::move(flat));
      flat = std::move(outer);
    }
    return convert(archive_bytes(flat), Format::archive, Format::archive,
                   {.type = &chosen, .limits = {.depth = depth, .memory_factor = 256}});
  };
  const Result<Buffer> whole = outcome(63, 128);
  ASSERT_TRUE(whole.ok()) << whole.status().to_string();
  EXPECT_TRUE(archive::verify(*whole).ok());
  EXPECT_EQ(outcome(64, 128).status().code(), Code::kTooDeep);
  EXPECT_EQ(archive::verify(*outcome(64, 129)).code(), Code::kTooDeep);
}

TEST(TypedConversion, ReadsTextsThatStandForOtherValues) {
  TypeBuilder b;
  const TypeId record = b.record("R");
  b.field(record, "id", b.code(TypeCode::kUuid));
  b.field(record, "price", b.code(TypeCode::kDecimal));
  b.field(record, "bits", b.bits(10));
  b.field(record, "wait", b.code(TypeCode::kDuration));
  const Type type = *b.build(record);
  const std::string json =
      R"({"id":"00112233-4455-6677-8899-aabbccddeeff","price":-79228162514264337593543950.335,)"
      R"("bits":"1000000001","wait":-5})";
  std::string quoted = json;
  quoted.replace(quoted.find("-792"), 31, "\"-79228162514264337593543950.335\"");
  const Bytes made = typed(quoted, type);
  EXPECT_EQ(text(must(made, Format::archive, Format::json)), json);
  for (const char* wrong :
       {R"({"id":"00112233-4455-6677-8899-aabbccddeef"})", R"({"bits":"100000000"})",
        R"({"id":"00112233-4455-6677-8899_aabbccddeeff"})", R"({"bits":"1000000002"})",
        R"({"price":"79228162514264337593543950336"})", R"({"price":"1.2.3"})", R"({"price":""})",
        R"({"price":"0.00000000000000000000000000001"})"}) {
    EXPECT_EQ(fails(bytes(wrong), Format::json, Format::archive, {.type = &type}).code(),
              Code::kTypeMismatch)
        << wrong;
  }
}

TEST(TypedConversion, TheFirstMomentIsADateOfApplesToo) {
  TypeBuilder builder;
  const Result<Type> type = builder.build(builder.code(TypeCode::kAppleDate));
  ASSERT_TRUE(type.ok());
  const Bytes first = bytes({0xC7, 12, 0xFF, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0});
  const Bytes archive = must(first, Format::msgpack, Format::archive, {.type = &*type});
  ASSERT_GT(archive.size(), sizeof(double));
  const auto bits = wire::load_le<std::uint64_t>(archive.data() + archive.size() - sizeof(double));
  EXPECT_EQ(std::bit_cast<double>(bits), -9223372036854775808.0 - 978307200.0);
}

TEST(TypedConversion, FewBytesOfATypeCannotAskForMuch) {
  const auto refused = [](const TypeBuilder& b, TypeId root) {
    const Result<Type> type = b.build(root);
    EXPECT_TRUE(type.ok());
    return fails(bytes("{}"), Format::json, Format::archive, {.type = &*type}).code();
  };
  TypeBuilder twice;
  TypeId inner = twice.record("R");
  for (int i = 0; i < 60; ++i) {
    const TypeId outer = twice.record("R");
    twice.unnamed(outer, inner, 2);
    inner = outer;
  }
  EXPECT_EQ(refused(twice, inner), Code::kOverBudget);
  TypeBuilder run;
  const TypeId many = run.record("R");
  run.unnamed(many, run.code(TypeCode::kNull), 4'000'000'000U);
  EXPECT_EQ(refused(run, many), Code::kOverBudget);
  TypeBuilder deep;
  TypeId chain = deep.record("R");
  for (int i = 0; i < 100'000; ++i) {
    const TypeId outer = deep.record("R");
    deep.field(outer, "inner", chain);
    chain = outer;
  }
  EXPECT_EQ(refused(deep, chain), Code::kTooDeep);
}

}  // namespace
}  // namespace fastser::convert
