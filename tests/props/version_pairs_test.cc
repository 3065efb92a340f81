// SPDX-License-Identifier: MIT
//
// Random older and newer versions of classes that hold values: every one is read with nothing lost
// or changed, or refused by an error that names class, field and both types. The writers exist only
// at run time (support/version_generator.hpp); what must come is worked out by
// support/version_oracle.hpp.
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "props/version_pairs.hpp"
#include "support/version_reflect.hpp"

namespace fastser::testing::versions {
namespace {

namespace ch = std::chrono;

struct Leaf {
  std::int32_t n = 7;
  std::string s = "leaf";
};
struct Other {
  std::string s;
  double weight = 0.5;
};

struct Signed {
  std::int8_t a = 1;
  std::int16_t b = -2;
  bool flag = true;
  std::int32_t c = 3;
  std::int64_t d = -4;
  static constexpr auto fastser_options =
      fastser::options(fastser::renamed_from("c", "old_c"), fastser::renamed_from("d", "old_d"));
};
struct Unsigned {
  std::uint64_t a = 1;
  std::uint32_t b = 2;
  std::byte raw{3};
  std::uint16_t c = 4;
  std::uint8_t d = 5;
};
struct Floats {
  float a = 1.5F;
  double b = -2.5;
  std::vector<float> many;
  std::array<double, 2> two = {1, 2};
};
struct Varints {
  varint<std::int16_t> a{-1};
  varint<std::uint32_t> b{1};
  varint<std::int64_t> c{-1};
  std::vector<std::uint64_t> d;
  static constexpr auto fastser_options = fastser::options(fastser::as_varint("d"));
};
enum class Colour : std::uint8_t { red, green };
enum class Depth : std::int32_t { low = -1, high = 1 };
struct Enums {
  Colour a = Colour::green;
  Depth b = Depth::low;
  std::vector<Depth> many = {Depth::high};
  std::map<Colour, Depth> by_colour;
};
struct Texts {
  std::string a = "default";
  std::vector<std::byte> data;
  std::string b;
  std::vector<std::string> words = {"none"};
  std::vector<std::uint8_t> more_data = {1, 2};
  static constexpr auto fastser_options =
      fastser::options(fastser::share("b"), fastser::share("words"), fastser::share("more_data"),
                       fastser::renamed_from("a", "old_a"), fastser::renamed_from("a", "older_a"));
};
struct Lists {
  std::vector<std::int32_t> a;
  std::deque<std::int16_t> b;
  std::vector<bool> c;
  std::vector<Leaf> leaves;
  std::vector<std::vector<std::uint16_t>> nested;
};
struct Arrays {
  std::array<std::int32_t, 3> a = {1, 2, 3};
  std::array<Leaf, 2> leaves;
  std::array<std::string, 1> word;
  std::vector<std::array<std::uint8_t, 2>> pairs;
};
struct Sets {
  std::set<std::int32_t> a = {1};
  std::set<std::string> b;
  std::multiset<std::int64_t> c;
  std::set<std::pair<std::int16_t, std::string>> d;
};
struct Maps {
  std::map<std::string, std::int32_t> a;
  std::unordered_map<std::int32_t, Leaf> b;
  std::multimap<std::string, std::int16_t> c;
  std::map<std::int64_t, std::vector<std::string>> d;
};
struct Bits {
  std::bitset<1> a;
  std::bitset<17> b{5};
  std::string between = "between";
  std::bitset<64> c;
  std::vector<std::bitset<9>> many;
};
struct Optionals {
  std::optional<std::int32_t> a = 5;
  std::optional<std::string> b;
  std::optional<Leaf> c;
  std::unique_ptr<Leaf> d;
  std::optional<std::vector<std::optional<std::int16_t>>> e;
};
struct Tuples {
  std::pair<std::int16_t, std::string> a;
  std::tuple<bool, Leaf, std::optional<std::uint8_t>> b;
  std::vector<std::pair<std::string, std::int64_t>> c;
};
struct Variants {
  std::variant<std::int32_t, std::string, double> a;
  std::variant<std::monostate, Leaf, Other> b;
  std::vector<std::variant<Leaf, std::string, std::vector<std::int32_t>>> c;
};
struct Nested {
  Leaf a{8, "own"};
  struct Middle {
    Leaf leaf;
    std::vector<Other> others;
    std::int16_t x = 9;
  } b;
  Other c;
};
struct Durations {
  ch::seconds a{1};
  ch::nanoseconds b{2};
  ch::duration<std::int32_t, std::milli> c{3};
  std::optional<ch::hours> d;
  ch::duration<std::uint32_t, std::ratio<1, 25>> frames{4};
};
struct Dates {
  ch::sys_time<ch::seconds> a;
  ch::sys_time<ch::nanoseconds> b{ch::nanoseconds(5)};
  ch::sys_time<ch::milliseconds> c;
  ch::sys_time<ch::days> d;
  std::vector<ch::sys_time<ch::microseconds>> many;
};
struct Atomics {
  std::atomic<std::int32_t> a = 4;
  std::atomic<bool> b = true;
  std::int8_t c = 1;
};
struct Pinned {
  std::unique_ptr<Atomics> atomics;
  std::string last = "last";
};

struct Root {
  std::int32_t id = 1;
  std::string title = "root";
  FASTSER_FIELDS(Root, id, title);
};
struct Trunk : Root {
  std::vector<Leaf> leaves;
  std::int16_t height = 2;
  using fastser_base = Root;
  FASTSER_FIELDS(Trunk, leaves, height);
  static constexpr auto fastser_options = fastser::options(fastser::renamed_from("height", "size"));
};
struct Branch : Trunk {
  std::string name = "branch";
  std::optional<Leaf> tip;
  using fastser_base = Trunk;
  FASTSER_FIELDS(Branch, name, tip);
  static constexpr auto fastser_options = fastser::options(fastser::renamed_from("name", "label"));
};
struct Chosen : Root {  // what a base class initialises may differ from class to class
  Chosen() { title = "chosen"; }
  std::bitset<12> mask;
  using fastser_base = Root;
  FASTSER_FIELDS(Chosen, mask);
};
struct Trees {
  Trunk trunk;
  std::vector<Branch> branches;
  Chosen chosen;
};

TEST(VersionPairs, NoValueIsLostOrChangedWithoutAnError) {
  std::vector<Reader> readers;
  readers.push_back(reader_of<Signed>("Signed"));
  readers.push_back(reader_of<Unsigned>("Unsigned"));
  readers.push_back(reader_of<Floats>("Floats"));
  readers.push_back(reader_of<Varints>("Varints"));
  readers.push_back(reader_of<Enums>("Enums"));
  readers.push_back(reader_of<Texts>("Texts"));
  readers.push_back(reader_of<Lists>("Lists"));
  readers.push_back(reader_of<Arrays>("Arrays"));
  readers.push_back(reader_of<Sets>("Sets"));
  readers.push_back(reader_of<Maps>("Maps"));
  readers.push_back(reader_of<Bits>("Bits"));
  readers.push_back(reader_of<Optionals>("Optionals"));
  readers.push_back(reader_of<Tuples>("Tuples"));
  readers.push_back(reader_of<Variants>("Variants"));
  readers.push_back(reader_of<Nested>("Nested"));
  readers.push_back(reader_of<Durations>("Durations"));
  readers.push_back(reader_of<Dates>("Dates"));
  readers.push_back(reader_of<Pinned>("Pinned"));
  readers.push_back(reader_of<Trees>("Trees"));
  readers.push_back(reader_of<Branch>("Branch"));
  expect_right_pairs(readers);
}

}  // namespace
}  // namespace fastser::testing::versions
