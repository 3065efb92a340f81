// SPDX-License-Identifier: MIT
//
// An error at the bytes that stand in front of what a value holds (the class of an object, a count,
// a flag, the alternative of a variant) is one of that value. Its path went on to the first member
// or element, which was not at fault: `[1].colour_` for an object of a class that nobody knows.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/walker.hpp"

namespace fastser {
namespace {

struct Shape {
  std::string colour;
  virtual ~Shape() = default;
  FASTSER_FIELDS(Shape, colour);
  static constexpr std::string_view fastser_name = "shape";
};
struct Square : Shape {
  double side = 0;
  FASTSER_FIELDS(Square, side);
  using fastser_base = Shape;
  static constexpr std::string_view fastser_name = "square";
};
struct Circle : Shape {
  double radius = 0;
  FASTSER_FIELDS(Circle, radius);
  using fastser_base = Shape;
  static constexpr std::string_view fastser_name = "circle";
};

template <typename Pointer>
std::string path_without_circles(std::vector<Pointer> shapes) {
  Registry all;
  all.add<Shape, Square, Circle>();
  const Result<Buffer> bytes = archive::encode(shapes, {.registry = &all});
  EXPECT_TRUE(bytes.ok()) << bytes.status().to_string();
  Registry small;
  small.add<Shape, Square>();
  const Status status =
      archive::decode<std::vector<Pointer>>(*bytes, {.registry = &small}).status();
  EXPECT_EQ(status.code(), Code::kUnknownClass);
  return std::string(status.path());
}

TEST(HeadOfAValue, NamesTheOwnedObjectOfAnUnknownClass) {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Square>());
  shapes.push_back(std::make_unique<Circle>());
  EXPECT_EQ(path_without_circles(std::move(shapes)), "[1]");
}

TEST(HeadOfAValue, NamesTheSharedObjectOfAnUnknownClass) {
  EXPECT_EQ(path_without_circles(std::vector<std::shared_ptr<Shape>>{std::make_shared<Square>(),
                                                                     std::make_shared<Circle>()}),
            "[1]");
}

TEST(HeadOfAValue, IsTheRootsWhereTheRootIsTheObject) {
  Registry all;
  all.add<Shape, Square, Circle>();
  const std::unique_ptr<Shape> circle = std::make_unique<Circle>();
  const Result<Buffer> bytes = archive::encode(circle, {.registry = &all});
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  Registry small;
  small.add<Shape, Square>();
  const Status status =
      archive::decode<std::unique_ptr<Shape>>(*bytes, {.registry = &small}).status();
  EXPECT_EQ(status.code(), Code::kUnknownClass);
  EXPECT_EQ(status.path(), "");
}

// The paths of the first `count` bytes of a payload, one after the other.
template <typename T>
std::vector<std::string> paths(const T& value, std::size_t count) {
  const Result<Buffer> bytes = archive::encode(value);
  EXPECT_TRUE(bytes.ok()) << bytes.status().to_string();
  const Result<archive::Envelope> envelope = archive::open_envelope(*bytes);
  EXPECT_TRUE(envelope.ok()) << envelope.status().to_string();
  const Result<schema::TypeTable> table = schema::TypeTable::parse(envelope->table);
  EXPECT_TRUE(table.ok()) << table.status().to_string();
  std::vector<std::string> found;
  for (std::size_t i = 0; i < count; ++i) {
    found.push_back(archive::locate_path(*table, envelope->payload, i));
  }
  return found;
}

struct Point {
  std::uint8_t x = 0;
  std::string name;
  static constexpr std::string_view fastser_name = "Point";
};
using Strings = std::vector<std::string>;

TEST(HeadOfAValue, OfAListIsItsCount) {
  EXPECT_EQ(paths(std::vector<Point>{{1, ""}, {2, ""}}, 4),
            (Strings{"", "[0].x", "[0].name", "[1].x"}));
}

TEST(HeadOfAValue, OfAMapIsItsCount) {
  EXPECT_EQ(paths(std::map<std::string, Point>{{"a", {1, ""}}}, 4),
            (Strings{"", "[0]", "[0]", "a.x"}));
}

TEST(HeadOfAValue, OfAnOptionalIsItsFlag) {
  EXPECT_EQ(paths(std::optional<Point>({1, ""}), 3), (Strings{"", "x", "name"}));
}

TEST(HeadOfAValue, OfAVariantIsItsAlternative) {
  EXPECT_EQ(paths(std::variant<bool, Point>(Point{1, ""}), 3), (Strings{"", "x", "name"}));
}

TEST(HeadOfAValue, OfAnObjectIsItsSlot) {
  EXPECT_EQ(paths(std::vector<std::shared_ptr<Point>>{std::make_shared<Point>()}, 4),
            (Strings{"", "[0]", "[0].x", "[0].name"}));
}

TEST(HeadOfAValue, IsNotThereInARecord) {  // its first byte is its first field's
  EXPECT_EQ(paths(Point{1, "a"}, 3), (Strings{"x", "name", "name"}));
}

}  // namespace
}  // namespace fastser
