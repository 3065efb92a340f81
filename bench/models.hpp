// SPDX-License-Identifier: MIT
//
// The data that every contender writes and reads: plain aggregates, one struct per record.
//
// Nothing here knows of a library. What a library wants to hear about a type (macros, traits,
// generated code) stands in its own file under contenders/. `operator==` is the field-by-field
// comparison that a contender has to pass before it is timed; where identity matters (shared
// pointers) `same()` in data.hpp is used instead.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace fastser_bench {

// --- ints20k: 20,000 values, one call of the library per value. -------------------------------
struct IntsEach {
  std::vector<std::int32_t> values;
  bool operator==(const IntsEach&) const = default;
};

// --- ints20k_bulk: the same values handed over as one vector. ----------------------------------
using IntsBulk = std::vector<std::int32_t>;

// --- monsters: the shape of fraillt/cpp_serializers_benchmark. ---------------------------------
enum class Color : std::uint8_t { red, green, blue };

struct Vec3 {
  float x;
  float y;
  float z;
  bool operator==(const Vec3&) const = default;
};

struct Weapon {
  std::string name;
  std::int16_t damage;
  bool operator==(const Weapon&) const = default;
};

struct Monster {
  Vec3 pos;
  std::int16_t mana;
  std::int16_t hp;
  std::string name;
  std::vector<std::uint8_t> inventory;
  Color color;
  std::vector<Weapon> weapons;
  Weapon equipped;
  std::vector<Vec3> path;
  bool operator==(const Monster&) const = default;
};
using Monsters = std::vector<Monster>;

// --- bbitem: a keyed repository, loaded whole and saved whole. ---------------------------------
struct Rect {
  double x;
  double y;
  double width;
  double height;
  bool operator==(const Rect&) const = default;
};

struct BbItem {
  std::string identifier;
  std::int64_t created_at;
  std::string hash;
  std::vector<std::uint8_t> data;
  std::optional<std::string> optional_string;
  std::uint32_t views;
  Rect display_in_rect;
  bool operator==(const BbItem&) const = default;
};
using BbRepository = std::unordered_map<std::string, BbItem>;

// --- testobject: one record with a little of everything. ---------------------------------------
using Value = std::variant<std::int64_t, double, std::string>;

struct TestObject {
  std::int64_t id1;
  std::int64_t id2;
  std::int64_t id3;
  std::optional<std::string> s1;
  std::optional<std::string> s2;
  std::optional<std::string> s3;
  std::optional<std::string> s4;
  std::int64_t dt1;
  std::int64_t dt2;
  bool b1;
  bool b2;
  bool b3;
  std::uint8_t e1;
  std::unordered_map<std::string, Value> d1;
  bool operator==(const TestObject&) const = default;
};

// --- person, characters1000: a tiny record, and a thousand of it with few distinct values. -----
struct Actor {
  std::string birth_city;
  std::int64_t date_of_birth;
  std::string name;
  bool operator==(const Actor&) const = default;
};

struct Person {
  std::int32_t age;
  std::string first_seen;
  std::string house;
  std::string name;
  Actor actor;
  bool operator==(const Person&) const = default;
};
using Characters = std::vector<Person>;

// --- characters1000_shared: the same with every actor one object that many characters point to.
struct SharedCharacter {
  std::int32_t age;
  std::string first_seen;
  std::string house;
  std::string name;
  std::shared_ptr<Actor> actor;
};
using SharedCharacters = std::vector<SharedCharacter>;

// --- graph100k: nodes that point to earlier nodes and to shared labels. ------------------------
struct GraphNode {
  std::int32_t id;
  std::shared_ptr<std::string> label;
  std::shared_ptr<GraphNode> a;
  std::shared_ptr<GraphNode> b;
};

struct Graph {
  std::vector<std::shared_ptr<GraphNode>> nodes;
};

// --- log: web server lines; strings dominate. --------------------------------------------------
struct Address {
  std::uint8_t x0;
  std::uint8_t x1;
  std::uint8_t x2;
  std::uint8_t x3;
  bool operator==(const Address&) const = default;
};

struct LogEntry {
  Address address;
  std::string identity;
  std::string userid;
  std::string date;
  std::string request;
  std::uint16_t code;
  std::uint64_t size;
  bool operator==(const LogEntry&) const = default;
};
using Log = std::vector<LogEntry>;

// --- mesh: fixed-width records without a pointer in them. --------------------------------------
struct Triangle {
  Vec3 v0;
  Vec3 v1;
  Vec3 v2;
  Vec3 normal;
  bool operator==(const Triangle&) const = default;
};
using Mesh = std::vector<Triangle>;

// --- unique_strings: no two strings are equal, so that sharing can only cost. ------------------
struct StringRecord {
  std::int32_t id;
  std::string a;
  std::string b;
  std::string c;
  std::string d;
  bool operator==(const StringRecord&) const = default;
};
using StringRecords = std::vector<StringRecord>;

}  // namespace fastser_bench
