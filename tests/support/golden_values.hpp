// SPDX-License-Identifier: MIT
//
// The values whose bytes are frozen for every codec (tests/vectors/<codec>/v1/good/<name>.hex), and
// the versions of one class. Nothing here depends on the order of a hash table, on the width of
// long, or on the machine.
#pragma once

#include <array>
#include <bitset>
#include <chrono>
#include <cstdint>
#include <deque>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "fastser/describe.hpp"
#include "support/person.hpp"

namespace fastser::testing::golden {

enum class Color : std::uint8_t { red, green, blue };
enum class Wide : std::int64_t { least = std::numeric_limits<std::int64_t>::min(), none = 0 };

/// One that is going to change: it has a version, so that it is a table in a FlatBuffer.
struct Scalars {
  bool flag = false;
  std::int8_t i8 = 0;
  std::uint8_t u8 = 0;
  std::int16_t i16 = 0;
  std::uint16_t u16 = 0;
  std::int32_t i32 = 0;
  std::uint32_t u32 = 0;
  std::int64_t i64 = 0;
  std::uint64_t u64 = 0;
  float f32 = 0;
  double f64 = 0;
  Color color = Color::red;
  Wide wide = Wide::none;
  std::chrono::nanoseconds span{};
  std::chrono::duration<std::int32_t> seconds{};
  std::chrono::sys_time<std::chrono::milliseconds> moment{};
  static constexpr std::uint32_t fastser_version = 1;
};
inline std::vector<Scalars> make_scalars() {
  Scalars low;
  low.i8 = std::numeric_limits<std::int8_t>::min();
  low.i16 = std::numeric_limits<std::int16_t>::min();
  low.i32 = std::numeric_limits<std::int32_t>::min();
  low.i64 = std::numeric_limits<std::int64_t>::min();
  low.f32 = -std::numeric_limits<float>::infinity();
  low.f64 = -0.0;
  low.wide = Wide::least;
  low.span = std::chrono::nanoseconds(-1);
  low.seconds = std::chrono::seconds(-70000);
  low.moment += std::chrono::milliseconds(-1);
  Scalars high;
  high.flag = true;
  high.i8 = std::numeric_limits<std::int8_t>::max();
  high.u8 = std::numeric_limits<std::uint8_t>::max();
  high.i16 = std::numeric_limits<std::int16_t>::max();
  high.u16 = std::numeric_limits<std::uint16_t>::max();
  high.i32 = std::numeric_limits<std::int32_t>::max();
  high.u32 = std::numeric_limits<std::uint32_t>::max();
  high.i64 = std::numeric_limits<std::int64_t>::max();
  high.u64 = std::numeric_limits<std::uint64_t>::max();
  high.f32 = std::numeric_limits<float>::max();
  high.f64 = std::numeric_limits<double>::denorm_min();
  high.color = Color::blue;
  high.span = std::chrono::nanoseconds(1'234'567'890'123);
  high.seconds = std::chrono::seconds(86'400);
  high.moment += std::chrono::milliseconds(1'700'000'000'123);
  Scalars some;
  some.i16 = -300;
  some.u32 = 70'000;
  some.i64 = 5'000'000'000;
  some.f32 = 1.5F;
  some.f64 = 0.1;
  return {low, Scalars{}, high, some};
}

struct Place {
  std::int16_t x = 0;
  std::int64_t y = 0;
};
struct Optionals {
  std::optional<std::int32_t> number;
  std::optional<bool> flag;
  std::optional<std::string> text;
  std::optional<Place> place;
  std::optional<std::vector<std::int32_t>> list;
  std::optional<std::optional<std::int8_t>> twice;
  std::unique_ptr<Actor> own;
};
inline std::vector<Optionals> make_optionals() {
  std::vector<Optionals> all(2);
  all[1].number = 7;
  all[1].flag = false;
  all[1].text = "";
  all[1].place = Place{-3, 4};
  all[1].list = {1, 2};
  all[1].twice.emplace();
  all[1].own = std::make_unique<Actor>();
  return all;
}

using Choice = std::variant<std::monostate, std::int32_t, std::string, Person, std::vector<double>>;
inline std::vector<Choice> make_choices() {
  return {std::monostate{}, -1, std::string("seven"), make_person(), std::vector<double>{1.5, 0.1}};
}

struct Maps {
  std::map<std::string, std::int32_t> names;
  std::map<std::int64_t, std::string> numbers;
  std::multimap<std::int32_t, std::string> multi;
  std::map<std::string, std::map<std::string, Place>> nested;
  std::set<std::string> words;
  std::set<std::int16_t> small;
};
inline Maps make_maps() {
  return {{{"", 0}, {"one", 1}, {"two", 2}},
          {{-70000, "b"}, {1, "a"}},
          {{1, "x"}, {1, "y"}, {2, ""}},
          {{"outer", {{"inner", {1, 2}}}}, {"void", {}}},
          {"z", "", "a word with more than sixteen characters"},
          {-5, 300}};
}

inline std::vector<std::string> make_texts() {
  std::vector<std::string> texts = {"", "a", "h\xC3\xA9llo", std::string("\0zero\0", 6)};
  for (const std::size_t size : {31U, 32U, 255U, 256U}) texts.emplace_back(size, 'x');
  return texts;
}
inline std::vector<std::string> make_shared_texts() {
  return {"a text that comes again", "one that does not", "a text that comes again", "", ""};
}
inline std::vector<std::shared_ptr<Actor>> make_shared_objects() {
  const auto actor = std::make_shared<Actor>(make_person().actor);
  return {actor, std::make_shared<Actor>(), actor};
}

struct Lists {
  std::vector<std::vector<std::vector<std::uint16_t>>> nested;
  std::vector<std::int32_t> numbers;
  std::vector<float> reals;
  std::vector<bool> flags;
  std::vector<std::byte> data;
  std::deque<std::string> words;
  std::list<Place> places;
  std::array<std::int16_t, 3> three{};
  std::bitset<13> bits;
  std::pair<std::int8_t, std::string> pair;
  std::tuple<std::int32_t, std::vector<Place>, bool> tuple;
};
inline Lists make_lists() {
  Lists lists;
  lists.nested = {{{1, 65535}, {}}, {}, {{2}}};
  lists.numbers = {1, -2, 300, -70000};
  lists.reals = {0.5F, -1, 0.1F};
  lists.flags = {true, false, true};
  lists.data = {std::byte{0}, std::byte{255}};
  lists.words = {"one", "", "two"};
  lists.places = {{1, 2}, {-3, -4}};
  lists.three = {1, -1, 300};
  lists.bits = 0x1555;
  lists.pair = {-1, "minus one"};
  lists.tuple = {9, {{5, 6}}, true};
  return lists;
}

/// Everything that can be empty.
struct Empty {
  std::string text;
  std::vector<std::byte> data;
  Lists lists;
  Maps maps;
  Optionals optionals;
  Choice choice;
  Person person;
  std::shared_ptr<Actor> nobody;
};

// A class as it went through time: numbered, since FlatBuffers and MessagePack by number know
// fields by that. The second version has a field more, the third lacks one of the first.
struct BookV1 {
  std::string title;
  std::int32_t pages = 1;
  static constexpr std::string_view fastser_name = "Book";
  static constexpr auto fastser_options = options(id("title", 0), id("pages", 1));
};
struct BookV2 {
  std::string title;
  std::int32_t pages = 1;
  std::vector<std::string> authors = {"unknown"};
  double price = -1;
  static constexpr std::string_view fastser_name = "Book";
  static constexpr auto fastser_options =
      options(id("title", 0), id("pages", 1), id("authors", 2), id("price", 3));
};
struct BookV3 {
  double price = -1;
  std::string title;
  std::vector<std::string> authors = {"unknown"};
  std::optional<std::int64_t> isbn;
  static constexpr std::string_view fastser_name = "Book";
  static constexpr auto fastser_options =
      options(id("price", 3), id("title", 0), id("authors", 2), id("isbn", 4));
};
inline BookV1 make_book_v1() { return {"a first", 100}; }
inline BookV2 make_book_v2() { return {"a second", 200, {"A", "B"}, 2.5}; }
inline BookV3 make_book_v3() { return {3.5, "a third", {"C"}, 9'780'000'000'002}; }

/// Calls call(name, value) for each value that every codec writes.
template <typename Call>
void each_value(Call&& call) {
  call("person", make_person());
  call("scalars", make_scalars());
  call("optionals", make_optionals());
  call("variants", make_choices());
  call("maps", make_maps());
  call("texts", make_texts());
  call("objects_shared", make_shared_objects());
  call("lists", make_lists());
  call("empty", Empty{});
  call("root_number", std::int32_t{-300});
  call("root_text", std::string("a root"));
  call("root_list", std::vector<std::vector<std::string>>{{"a"}, {}});
  call("book_v1", make_book_v1());
  call("book_v2", make_book_v2());
  call("book_v3", make_book_v3());
}

}  // namespace fastser::testing::golden
