// SPDX-License-Identifier: MIT
//
// Types with something of everything that a FlatBuffer can hold.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "fastser/flat.hpp"

namespace models {

enum class Color : std::uint8_t { red, green = 7, blue = 200 };

struct Point {
  float x = 0;
  double y = 0;
  std::int8_t z = 0;
  bool operator==(const Point&) const = default;
};
struct Box {
  Point low;
  Point high;
  std::array<std::uint16_t, 3> tag = {};
  bool operator==(const Box&) const = default;
};
struct Named {
  std::string name;
  std::int32_t number = -5;
  bool operator==(const Named&) const = default;
};
struct Node {
  std::string name;
  std::vector<Node> children;
  bool operator==(const Node&) const = default;
};
struct Numbered {
  std::string text;
  std::int64_t count = 0;
  bool operator==(const Numbered&) const = default;
  static constexpr auto fastser_options =
      fastser::options(fastser::id("text", 3), fastser::id("count", 1));
};

struct Everything {
  bool flag = true;
  std::int8_t i8 = 0;
  std::uint8_t u8 = 0;
  std::int16_t i16 = 0;
  std::uint16_t u16 = 77;
  std::int32_t i32 = 0;
  std::uint32_t u32 = 0;
  std::int64_t i64 = 0;
  std::uint64_t u64 = 0;
  float f32 = 0;
  double f64 = 2.5;
  Color color = Color::green;
  std::string text;
  std::vector<std::uint8_t> data;
  Point point;
  Box box;
  Named named;
  Node tree;
  Numbered numbered;
  std::array<std::int32_t, 4> four = {};
  std::vector<bool> flags;
  std::vector<std::int16_t> shorts;
  std::vector<double> doubles;
  std::vector<Point> points;
  std::vector<std::string> texts;
  std::vector<Named> names;
  std::vector<std::vector<std::int32_t>> lists;
  std::optional<std::int32_t> maybe_number;
  std::optional<double> maybe_real;
  std::optional<bool> maybe_flag;
  std::optional<std::string> maybe_text;
  std::optional<Named> maybe_named;
  std::optional<Point> maybe_point;
  std::unique_ptr<Named> owned;
  std::shared_ptr<Named> shared;
  std::map<std::string, std::int32_t> by_name;
  std::unordered_map<std::int32_t, std::string> by_number;
  std::variant<std::monostate, std::int32_t, std::string, Named, Point> choice;
  std::pair<std::int32_t, std::string> pair;
  std::tuple<bool, std::string, std::optional<std::int64_t>> tuple;
};

inline bool operator==(const Everything& a, const Everything& b) {
  const auto same_object = [](const auto& x, const auto& y) {
    return x == nullptr || y == nullptr ? (x == nullptr) == (y == nullptr) : *x == *y;
  };
  const auto plain = [](const Everything& e) {
    return std::tie(e.flag, e.i8, e.u8, e.i16, e.u16, e.i32, e.u32, e.i64, e.u64, e.f32, e.f64,
                    e.color, e.text, e.point, e.box, e.named, e.tree, e.numbered, e.four, e.flags,
                    e.shorts, e.doubles, e.points, e.texts, e.names, e.lists, e.maybe_number,
                    e.maybe_real, e.maybe_flag, e.maybe_text, e.maybe_named, e.maybe_point,
                    e.by_name, e.by_number, e.choice, e.pair, e.tuple);
  };
  // libstdc++ 12 compares vectors of bytes wrongly on big-endian machines.
  const bool same_data =
      a.data.size() == b.data.size() && std::equal(a.data.begin(), a.data.end(), b.data.begin());
  return same_data && plain(a) == plain(b) && same_object(a.owned, b.owned) &&
         same_object(a.shared, b.shared);
}

/// Random values; `next()` says 64 random bits.
template <typename Next>
class Maker {
 public:
  explicit Maker(Next& next) : next_(next) {}

  std::size_t below(std::size_t n) { return static_cast<std::size_t>(next_() % n); }
  template <typename T>
  T number() {
    if (below(4) == 0) return T{};
    return static_cast<T>(next_());
  }
  double real() { return static_cast<double>(static_cast<std::int32_t>(next_())) / 64; }
  std::string text() { return std::string(below(40), static_cast<char>('a' + below(26))); }
  template <typename Make>
  auto list(Make&& make) {
    std::vector<decltype(make())> out(below(5));
    for (auto&& one : out) one = make();
    return out;
  }
  Point point() { return {static_cast<float>(real()), real(), number<std::int8_t>()}; }
  Named named() { return {text(), number<std::int32_t>()}; }
  Node node(int depth) {
    Node out{text(), {}};
    if (depth != 0) out.children = list([&] { return node(depth - 1); });
    return out;
  }
  Everything everything() {
    Everything e;
    e.flag = below(2) == 0;
    e.i8 = number<std::int8_t>();
    e.u8 = number<std::uint8_t>();
    e.i16 = number<std::int16_t>();
    e.u16 = number<std::uint16_t>();
    e.i32 = number<std::int32_t>();
    e.u32 = number<std::uint32_t>();
    e.i64 = number<std::int64_t>();
    e.u64 = number<std::uint64_t>();
    e.f32 = static_cast<float>(real());
    e.f64 = real();
    e.color = below(2) == 0 ? Color::red : Color::blue;
    e.text = text();
    e.data = list([&] { return number<std::uint8_t>(); });
    e.point = point();
    e.box = {point(), point(), {1, 2, number<std::uint16_t>()}};
    e.named = named();
    e.tree = node(3);
    e.numbered = {text(), number<std::int64_t>()};
    for (auto& one : e.four) one = number<std::int32_t>();
    for (std::size_t i = below(5); i != 0; --i) e.flags.push_back(below(2) == 0);
    e.shorts = list([&] { return number<std::int16_t>(); });
    e.doubles = list([&] { return real(); });
    e.points = list([&] { return point(); });
    e.texts = list([&] { return text(); });
    e.names = list([&] { return named(); });
    e.lists = list([&] { return list([&] { return number<std::int32_t>(); }); });
    if (below(2) == 0) e.maybe_number = number<std::int32_t>();
    if (below(2) == 0) e.maybe_real = real();
    if (below(2) == 0) e.maybe_flag = below(2) == 0;
    if (below(2) == 0) e.maybe_text = text();
    if (below(2) == 0) e.maybe_named = named();
    if (below(2) == 0) e.maybe_point = point();
    if (below(2) == 0) e.owned = std::make_unique<Named>(named());
    if (below(2) == 0) e.shared = std::make_shared<Named>(named());
    for (std::size_t i = below(6); i != 0; --i) e.by_name[text()] = number<std::int32_t>();
    for (std::size_t i = below(6); i != 0; --i) e.by_number[number<std::int32_t>()] = text();
    switch (below(5)) {
      case 0: break;
      case 1: e.choice = number<std::int32_t>(); break;
      case 2: e.choice = text(); break;
      case 3: e.choice = named(); break;
      default: e.choice = point(); break;
    }
    e.pair = {number<std::int32_t>(), text()};
    e.tuple = {below(2) == 0, text(), std::nullopt};
    if (below(2) == 0) std::get<2>(e.tuple) = number<std::int64_t>();
    return e;
  }

 private:
  Next& next_;
};

}  // namespace models
