// SPDX-License-Identifier: MIT
//
// Golden vectors: for every type code, header and slot an archive frozen in
// tests/vectors/archive/v1/good. The encoder makes exactly these bytes, on every architecture, and
// they decode to the value. tests/vectors/archive/v1/bad: archives that must be refused, each with
// its code and offset. How to add one: see vectors.hpp. A vector is never changed.
#include <gtest/gtest.h>

#include <array>
#include <bitset>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "fastser/walker.hpp"
#include "support/vectors.hpp"
#include "unit/archive/round_trip.hpp"

namespace fastser::testing {
namespace {

using archive::EncodeOptions;
using archive::Header;
using archive::Sharing;

std::filesystem::path path_of(const char* name) { return vector_path(std::string("good/") + name); }

/// The vector `good/<name>` is read: all there is to one that earlier writers made.
template <typename T, typename Check>
void expect_read(const char* name, const EncodeOptions& options, Check&& check) {
  SCOPED_TRACE(name);
  const Vector vector = read_vector(path_of(name));
  Arena arena;
  T again{};
  const Status status = archive::decode_into(vector.bytes, again, reading(options, &arena));
  ASSERT_TRUE(status.ok()) << status.to_string();
  EXPECT_TRUE(check(again)) << "another value";
  EXPECT_TRUE(archive::verify<T>(vector.bytes, reading(options)).ok());
}

/// The vector `good/<name>`: written today, and read.
template <typename T, typename Check>
void expect_golden(const char* name, const T& value, const EncodeOptions& options, Check&& check) {
  SCOPED_TRACE(name);
  const Result<Buffer> bytes = archive::encode(value, options);
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  offer_vector(path_of(name), name, *bytes);
  const Vector vector = read_vector(path_of(name));
  EXPECT_EQ(hex_of(*bytes, " "), hex_of(vector.bytes, " ")) << "the encoder makes other bytes";
  expect_read<T>(name, options, check);
}

template <typename T>
void expect_golden(const char* name, const T& value, const EncodeOptions& options = {}) {
  expect_golden(name, value, options, [&](const T& again) { return graph::equal(value, again); });
}

TEST(Golden, FixedIntegersAndBools) {
  expect_golden("00_null", std::monostate{});
  expect_golden("01_bool", true);
  expect_golden("02_i8", std::int8_t{-2});
  expect_golden("03_u8", std::uint8_t{254});
  expect_golden("04_i16", std::int16_t{-0x1234});
  expect_golden("05_u16", std::uint16_t{0xFEDC});
  expect_golden("06_i32", std::int32_t{-0x12345678});
  expect_golden("07_u32", std::uint32_t{0xFEDCBA98});
  expect_golden("08_i64", std::int64_t{-0x123456789ABCDEF0});
  expect_golden("09_u64", std::uint64_t{0xFEDCBA9876543210});
}

TEST(Golden, FloatsKeepTheirNans) {
  expect_golden("0A_f32", -1.5F);
  expect_golden("0B_f64", 3.141592653589793);
  // Never as a value: a signalling NaN does not survive an x87 register.
  const std::uint32_t narrow_bits = 0xFFA12345U;
  const std::uint64_t wide_bits = 0x7FF4DEADBEEF1234U;
  float narrow = 0;
  double wide = 0;
  std::memcpy(&narrow, &narrow_bits, sizeof narrow);
  std::memcpy(&wide, &wide_bits, sizeof wide);
  expect_golden("0A_f32_nan", narrow, {}, [&](const float& again) {
    return std::memcmp(&again, &narrow_bits, sizeof again) == 0;
  });
  expect_golden("0B_f64_nan", wide, {}, [&](const double& again) {
    return std::memcmp(&again, &wide_bits, sizeof again) == 0;
  });
}

TEST(Golden, Varints) {
  expect_golden("0C_vi16", varint<std::int16_t>(-300));
  expect_golden("0D_vu16", varint<std::uint16_t>(65535));
  expect_golden("0E_vi32", varint<std::int32_t>(-2147483647 - 1));
  expect_golden("0F_vu32", varint<std::uint32_t>(300));
  expect_golden("10_vi64", varint<std::int64_t>(std::numeric_limits<std::int64_t>::min()));
  expect_golden("11_vu64", varint<std::uint64_t>(std::numeric_limits<std::uint64_t>::max()));
}

TEST(Golden, TextsAndData) {
  expect_golden("14_string", std::string("h\xC3\xA9llo"));
  expect_golden("15_data", std::vector<std::byte>{std::byte{0}, std::byte{255}});
  expect_golden("16_shared_string", std::vector<std::string>{"one", "two", "", "one", "two"},
                {.sharing = Sharing::on});
  using Blob = std::vector<std::byte>;
  expect_golden("17_shared_data",
                std::vector<Blob>{Blob(3, std::byte{7}), Blob{}, Blob(3, std::byte{7})},
                {.sharing = Sharing::on});
}

TEST(Golden, Times) {
  using std::chrono::nanoseconds;
  using Moment = std::chrono::sys_time<nanoseconds>;
  expect_golden("18_date", Moment(nanoseconds(1700000000123456789)));
  expect_golden("18_date_before_epoch", Moment(nanoseconds(-1)));
  expect_golden("19_duration", nanoseconds(-1));
}

enum class Color : std::uint8_t { red, green };

struct Point {
  std::int32_t x = 1;
  std::int32_t y = -1;
};
struct Empty {};

TEST(Golden, Containers) {
  expect_golden("20_optional", std::vector<std::optional<std::int16_t>>{1, std::nullopt});
  expect_golden("21_list", std::vector<std::int32_t>{1, 2, 3});
  expect_golden("21_list_of_empty_records", std::vector<Empty>(3), {},
                [](const std::vector<Empty>& again) { return again.size() == 3; });
  expect_golden("22_array", std::array<std::int16_t, 3>{1, 2, 3});
  expect_golden("23_set", std::set<std::string>{"b", "a"});
  expect_golden("24_map", std::map<std::string, std::int32_t>{{"one", 1}, {"two", 2}});
  using Choice = std::variant<std::int32_t, std::string, std::monostate>;
  expect_golden("26_variant", std::vector<Choice>{7, "seven", std::monostate{}});
  expect_golden("2D_tuple", std::tuple<std::int8_t, std::string>{-1, "x"});
  expect_golden("2E_bits", std::bitset<13>(0x1555));
}

TEST(Golden, Enums) { expect_golden("27_enum", Color::green); }

struct Base {
  std::string id = "id";
  FASTSER_FIELDS(Base, id);
};
struct Derived : Base {
  std::int8_t more = 5;
  FASTSER_FIELDS(Derived, more);
  using fastser_base = Base;
  static constexpr std::uint32_t fastser_version = 300;
};

TEST(Golden, Records) {
  expect_golden("28_record", Point{});
  expect_golden("28_record_with_super_shape", Derived{});
}

struct Node {
  std::int8_t value = 0;
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> back;
};

TEST(Golden, ReferencesOfEveryKindOfSlot) {
  const auto text = std::make_shared<std::string>("object");
  expect_golden("29_ref", std::vector<std::shared_ptr<std::string>>{text, nullptr, text});

  struct Root {
    std::weak_ptr<Node> last;   // slot 3, kept by slot 5 in the chain
    std::weak_ptr<Node> early;  // slot 3, kept by slot 4
    std::weak_ptr<Node> never;  // slot 3, never kept
    std::shared_ptr<Node> first;
  };
  constexpr std::int8_t kLast = 35;  // lies in seventeen others of the second run
  Root root;
  root.first = std::make_shared<Node>();
  std::shared_ptr<Node> at = root.first;
  for (std::int8_t i = 1; i < 40; ++i) {
    at->next = std::make_shared<Node>(Node{i, nullptr, at});
    at = at->next;
    if (i == 2) root.early = at;
    if (i == kLast) root.last = at;
  }
  const auto outside = std::make_shared<Node>();
  root.never = outside;
  const auto is_chain = [](const Root& again, std::int8_t last) {
    std::shared_ptr<Node> node = again.first;
    for (std::int8_t i = 0; i < 40; ++i) {
      if (node == nullptr || node->value != i) return false;
      if (i == 2 && again.early.lock() != node) return false;
      if (i == last && again.last.lock() != node) return false;
      if (node->next && node->next->back.lock() != node) return false;
      node = node->next;
    }
    return node == nullptr && again.never.expired();
  };
  expect_golden("29_ref_chain_of_17s", root, {},
                [&](const Root& again) { return is_chain(again, kLast); });
  // Writers nested sixteen objects before.
  expect_read<Root>("29_ref_chain", {}, [&](const Root& again) { return is_chain(again, 32); });
}

struct Figure {
  virtual ~Figure() = default;
  std::string label = "figure";
  FASTSER_FIELDS(Figure, label);
};
struct Circle : Figure {
  float radius = 1.5F;
  FASTSER_FIELDS(Circle, radius);
  using fastser_base = Figure;
};

TEST(Golden, ObjectsOfAnyShape) {
  Registry registry;
  registry.add<Figure, Figure, Circle>();
  const EncodeOptions options{.registry = &registry};
  const auto circle = std::make_shared<Circle>();
  using Figures = std::vector<std::shared_ptr<Figure>>;
  expect_golden("2B_any_ref", Figures{circle, std::make_shared<Figure>(), circle}, options,
                [](const Figures& again) {
                  return again.size() == 3 && again[0] == again[2] &&
                         dynamic_cast<Circle*>(again[0].get()) != nullptr &&
                         dynamic_cast<Circle*>(again[1].get()) == nullptr;
                });
  using Owned = std::unique_ptr<Figure>;
  expect_golden("2F_owned_any", Owned(std::make_unique<Circle>()), options, [](const Owned& again) {
    return dynamic_cast<const Circle*>(again.get()) != nullptr;
  });
}

TEST(Golden, Headers) {
  const std::string value = "payload";
  expect_golden("header_bare", value, {.header = Header::bare});
  expect_golden("header_fingerprint", value, {.header = Header::fingerprint});
  expect_golden("header_user_version", value, {.user_version = 0x12345678});
  expect_golden("header_checksum", value, {.checksum = true});
  expect_golden("header_fingerprint_checksum", value,
                {.header = Header::fingerprint, .checksum = true});
}

// ---- archives that no C++ type writes: written by hand after docs/format.md

/// Decodes `good/<name>` to a T.
template <typename T>
T read_by_hand(const char* name) {
  SCOPED_TRACE(name);
  const Vector vector = read_vector(vector_path(std::string("good/") + name));
  const Status sound = archive::verify(vector.bytes);
  EXPECT_TRUE(sound.ok()) << sound.to_string();
  T value{};
  const Status status = archive::decode_into(vector.bytes, value);
  EXPECT_TRUE(status.ok()) << status.to_string();
  return value;
}

TEST(Golden, TextsOfOtherKindsAreStrings) {
  EXPECT_EQ(read_by_hand<std::string>("1C_url"), "https://example.org/");
  EXPECT_EQ(read_by_hand<std::string>("1D_class"), "NSString");
}

TEST(Golden, AnOrderedMapIsAMap) {
  using Map = std::map<std::string, std::int32_t>;
  EXPECT_EQ(read_by_hand<Map>("25_ordered_map"), (Map{{"b", 1}, {"a", 2}}));
}

TEST(Golden, RecordsAndValuesOfAnyTypeAreReadAsWhatTheyAre) {
  const auto point = read_by_hand<Point>("2A_any_record");
  EXPECT_EQ(point.x, 7);
  EXPECT_EQ(point.y, 8);
  EXPECT_EQ(read_by_hand<std::string>("2C_any"), "inline");
  EXPECT_EQ((read_by_hand<std::vector<std::int64_t>>("2C_any_list")),
            (std::vector<std::int64_t>{-1, 300, 7}));
}

TEST(Golden, ATableMayLieBehind) {
  EXPECT_EQ(read_by_hand<std::string>("header_table_behind"), "payload");
}

TEST(Golden, ValuesWithoutACppTypeAreSoundAndSkipped) {
  struct Rest {
    std::uint8_t behind = 0;
  };
  for (const char* name : {"1A_uuid", "1B_decimal", "1E_apple_date"}) {
    EXPECT_EQ(read_by_hand<Rest>(name).behind, 0x77) << name;
  }
}

// ---- what must be refused

TEST(Golden, BadArchivesAreRefusedWithTheirCodeAndOffset) {
  std::size_t count = 0;
  const auto folder = vector_path("bad/x").parent_path();
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path().filename().string());
    const Vector vector = read_vector(entry.path());
    const Status status = archive::verify(vector.bytes, {.utf8 = true});
    EXPECT_EQ(code_name(status.code()), vector.code);
    EXPECT_EQ(status.offset(), vector.offset) << status.to_string();
    ++count;
  }
  EXPECT_GE(count, 30U);
}

TEST(Golden, NoPrefixOfAGoodArchiveIsSound) {
  for (const auto& entry :
       std::filesystem::directory_iterator(vector_path("good/x").parent_path())) {
    SCOPED_TRACE(entry.path().filename().string());
    const Vector vector = read_vector(entry.path());
    const bool self_described = vector.bytes.size() > 9 && vector.bytes[0] == std::byte{'F'} &&
                                (vector.bytes[4] & std::byte{3}) != std::byte{2};
    if (!self_described) continue;
    EXPECT_TRUE(archive::verify(vector.bytes).ok());
    for (std::size_t size = 0; size < vector.bytes.size(); ++size) {
      EXPECT_FALSE(archive::verify(BytesView(vector.bytes).first(size)).ok()) << size;
    }
  }
}

}  // namespace
}  // namespace fastser::testing
