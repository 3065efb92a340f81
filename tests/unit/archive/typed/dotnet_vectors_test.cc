// SPDX-License-Identifier: MIT
//
// bindings/conformance/typed: values of classes that C++ and C# both have. The files are read into
// the C++ types and written again byte for byte; the .NET tests do the same with theirs
// (Conformance/TypedVectorsTest.cs). So what .NET writes, cycles included, is what C++ reads.
//
// FASTSER_WRITE_VECTORS=1 makes a file that is not there yet. One that is there is never changed.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/verify.hpp"
#include "unit/archive/round_trip.hpp"

namespace fastser::testing {
namespace {

using Bytes = std::vector<std::byte>;

Bytes vector_of(const std::string& name, const Buffer& made) {
  const std::string path = std::string(FASTSER_SOURCE_DIR) + "/bindings/conformance/typed/" + name;
  if (std::getenv("FASTSER_WRITE_VECTORS") != nullptr && !std::filesystem::exists(path)) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(made.data()),
               static_cast<std::streamsize>(made.size()));
  }
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << path;
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

template <typename T>
T expect_same(const std::string& name, const T& value) {
  const Result<Buffer> made = archive::encode(value);
  EXPECT_TRUE(made.ok()) << made.status().to_string();
  const Bytes wanted = vector_of(name, *made);
  EXPECT_TRUE(archive::verify(wanted).ok());
  EXPECT_EQ(hex_of(*made, " "), hex_of(wanted, " "));
  T read{};
  const Status status = archive::decode_into(wanted, read);
  EXPECT_TRUE(status.ok()) << status.to_string();
  const Result<Buffer> again = archive::encode(read);
  EXPECT_TRUE(again.ok() && hex_of(*again, " ") == hex_of(wanted, " "));
  return read;
}

struct Knot {
  std::string name;
  std::shared_ptr<Knot> next;
  std::vector<std::shared_ptr<Knot>> others;
  std::optional<std::int32_t> weight;
};

TEST(DotnetVectors, ObjectsThatLeadToEachOtherAreTheSameObjects) {
  const auto first = std::make_shared<Knot>();
  const auto second = std::make_shared<Knot>();
  *first = {"first", second, {second, nullptr, first}, 7};
  *second = {"zw\xC3\xB6lf", first, {}, std::nullopt};
  const std::shared_ptr<Knot> read = expect_same("knot.fsr", first);
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(read->name, "first");
  ASSERT_EQ(read->others.size(), 3U);
  EXPECT_EQ(read->others[0], read->next);
  EXPECT_EQ(read->others[1], nullptr);
  EXPECT_EQ(read->others[2], read);
  EXPECT_EQ(read->next->next, read);
  EXPECT_EQ(read->weight, 7);
  for (const auto& knot : {first, read}) {  // nobody else breaks the cycles
    knot->next->next.reset();
    knot->others.clear();
  }
}

enum class Colour : std::uint8_t { red, green = 200 };
struct Card {
  std::uint64_t number = 0;
};
struct Cash {
  bool exact = false;
  double given = 0;
};
struct Line {
  std::string item;
  fastser::varint<std::int32_t> count{0};
  std::optional<double> price;
};
using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;
struct Order {
  std::uint32_t number = 0;
  std::vector<Line> lines;
  std::map<std::string, std::int64_t> tags;
  std::variant<Card, Cash> paid;
  Colour colour = Colour::red;
  Ticks wait{};
  std::vector<std::int16_t> sizes;
  std::vector<std::byte> seal;
  std::tuple<std::int32_t, std::string> pair;
  std::optional<std::string> note;
};

TEST(DotnetVectors, ValuesOfManyKindsAreTheSameBytes) {
  Order order;
  order.number = 4'000'000'000U;
  order.lines = {{"tea", 2, 4.25}, {"", -70'000, std::nullopt}};
  order.tags = {{"rush", -1}};
  order.paid = Cash{true, 10.5};
  order.colour = Colour::green;
  order.wait = Ticks(-15'000'000);
  order.sizes = {1, -2, 300};
  order.seal = {std::byte{0xFF}, std::byte{0}};
  order.pair = {5, "five"};
  const Order read = expect_same("order.fsr", order);
  EXPECT_EQ(read.lines.size(), 2U);
  EXPECT_EQ(std::get<Cash>(read.paid).given, 10.5);
  EXPECT_EQ(read.wait, order.wait);
}

}  // namespace
}  // namespace fastser::testing
