// SPDX-License-Identifier: MIT
//
// The types that hostile archives are read into: together they use every codec. Each exists as v1,
// which writes, and as v2, which reads the same bytes as a later version would: fields gone, added,
// moved, renamed, widened.
//
// Types that can form cycles know all their live objects (Live), so that a test can take cycles of
// shared_ptr apart, and see that each object was destroyed exactly once.
#pragma once

#include <array>
#include <bitset>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"

namespace fastser::testing {

/// A list of all live objects, through the objects themselves: it allocates nothing.
class Live {
 public:
  using Kept = std::vector<std::shared_ptr<void>>;

  Live(const Live&) = delete;
  Live& operator=(const Live&) = delete;

  /// Objects alive in this thread.
  static std::size_t count() noexcept { return alive(); }
  /// Takes all graphs apart: no live object owns another one afterwards.
  static void cut_all() {
    Kept kept;
    for (Live* at = first(); at != nullptr; at = at->next_) at->cut_(at, kept);
  }

 protected:
  using Cut = void (*)(Live*, Kept&);
  explicit Live(Cut cut) noexcept : next_(first()), back_(&first()), cut_(cut) {
    if (next_ != nullptr) next_->back_ = &next_;
    first() = this;
    ++alive();
  }
  ~Live() {
    if (state_ != kAlive) std::abort();  // destroyed twice
    state_ = 0;
    *back_ = next_;
    if (next_ != nullptr) next_->back_ = back_;
    --alive();
  }
  template <typename P>
  static void keep(Kept& kept, P& pointer) {
    if (pointer) kept.push_back(std::move(pointer));
    pointer = nullptr;
  }

 private:
  static constexpr std::uint32_t kAlive = 0xA11FE;
  static Live*& first() noexcept {
    thread_local Live* head = nullptr;
    return head;
  }
  static std::size_t& alive() noexcept {
    thread_local std::size_t number = 0;
    return number;
  }
  Live* next_;
  Live** back_;
  Cut cut_;
  volatile std::uint32_t state_ = kAlive;
};

/// For a class with `void cut(Live::Kept&)`, which moves everything it owns into the list.
template <typename T>
class LiveOf : public Live {
 public:
  LiveOf() noexcept
      : Live([](Live* self, Kept& kept) {
          static_cast<T*>(static_cast<LiveOf*>(self))->cut(kept);
        }) {}
};

enum class Color : std::uint8_t { red, green, blue };
using Nanoseconds = std::chrono::nanoseconds;
using Moment = std::chrono::time_point<std::chrono::system_clock, Nanoseconds>;

namespace v1 {

struct Plain {
  bool flag = false;
  std::int8_t tiny = 0;
  std::uint16_t small = 0;
  std::int32_t number = 0;
  std::uint64_t big = 0;
  float real = 0;
  double precise = 0;
  Color color = Color::red;
  varint<std::int32_t> packed;
};

struct Texts {
  std::string name;
  std::vector<std::byte> blob;
  std::filesystem::path path;
  Nanoseconds span{};
  Moment moment{};
  std::bitset<12> bits;
  std::array<std::uint16_t, 3> triple{};
  std::optional<std::string> maybe;
  std::variant<std::monostate, std::int32_t, std::string> either;
  std::tuple<std::int32_t, std::string> pair;
  std::unique_ptr<Plain> boxed;
};

struct Boxes {
  std::vector<std::int32_t> numbers;
  std::vector<std::string> words;
  std::vector<Plain> plains;
  std::deque<std::uint16_t> deque;
  std::list<std::string> list;
  std::set<std::string> set;
  std::map<std::string, std::vector<std::int16_t>> map;
  std::unordered_map<std::int32_t, std::string> hashed;
  std::unordered_set<std::string> keys;
  std::multimap<std::int32_t, std::int32_t> multi;
  std::vector<bool> flags;
  std::vector<std::monostate> nothing;
  std::vector<std::vector<std::vector<std::uint8_t>>> nested;
};

struct Shared {
  static constexpr auto fastser_options = options(share("names"), share("blobs"), share("more"));
  std::vector<std::string> names;
  std::vector<std::vector<std::byte>> blobs;
  std::map<std::string, std::string> more;
};

struct Node : LiveOf<Node> {
  varint<std::uint32_t> value;
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> back;
  std::vector<std::shared_ptr<Node>> more;
  FASTSER_FIELDS(Node, value, next, back, more);
  static constexpr std::string_view fastser_name = "Node";
  void cut(Kept& kept) {
    keep(kept, next);
    for (auto& one : more) keep(kept, one);
  }
};

/// An object in two fields, the first of which v2 does not have.
struct Graph {
  std::shared_ptr<Node> gone;
  std::weak_ptr<Node> glimpse;
  std::vector<std::shared_ptr<Node>> kept;
  std::shared_ptr<std::string> text;
  std::shared_ptr<std::vector<std::int32_t>> numbers;
};

struct Link {
  std::int32_t value = 0;
  Link* next = nullptr;
};

struct Figure {
  virtual ~Figure() = default;
  std::string label;
  FASTSER_FIELDS(Figure, label);
  static constexpr std::string_view fastser_name = "Figure";
};
struct Circle : Figure {
  using fastser_base = Figure;
  double radius = 0;
  FASTSER_FIELDS(Circle, radius);
  static constexpr std::string_view fastser_name = "Circle";
};
struct Square : Figure {
  using fastser_base = Figure;
  std::array<std::int64_t, 4> corners{};
  std::string note;
  FASTSER_FIELDS(Square, corners, note);
  static constexpr std::string_view fastser_name = "Square";
};
struct Group : Figure, LiveOf<Group> {
  using fastser_base = Figure;
  std::vector<std::shared_ptr<Figure>> members;
  std::weak_ptr<Figure> chosen;
  std::unique_ptr<Figure> frame;
  FASTSER_FIELDS(Group, members, chosen, frame);
  static constexpr std::string_view fastser_name = "Group";
  void cut(Kept& kept) {
    for (auto& one : members) keep(kept, one);
  }
};
struct Drawing {
  std::weak_ptr<Figure> focus;
  std::vector<std::shared_ptr<Figure>> figures;
  std::shared_ptr<Circle> circle;
  std::unique_ptr<Figure> frame;
};

inline const Registry& registry() {
  static const Registry classes = [] {
    Registry made;
    made.add<Figure, Figure, Circle, Square, Group>();
    made.add<Circle, Circle>();
    return made;
  }();
  return classes;
}

}  // namespace v1

namespace v2 {

struct Plain {
  static constexpr auto fastser_options = options(renamed_from("whole", "number"));
  double precise = 0;
  std::int64_t whole = 0;
  double real = 0;
  std::uint32_t small = 0;
  std::string added = "added";
  Color color = Color::red;
  varint<std::int64_t> packed;
};

struct Texts {
  std::optional<std::string> name;
  std::vector<std::uint8_t> blob;
  std::string path;
  std::vector<std::uint32_t> triple;
  std::optional<std::string> maybe;
  std::variant<std::string, std::int64_t, std::monostate> either;
  std::unique_ptr<Plain> boxed;
  std::bitset<12> bits;
};

struct Boxes {
  std::list<std::int64_t> numbers;
  std::deque<std::string> words;
  std::vector<Plain> plains;
  std::vector<std::string> list;
  std::vector<std::string> set;
  std::unordered_map<std::string, std::vector<std::int32_t>> map;
  std::map<std::int64_t, std::string> hashed;
  std::set<std::string> keys;
  std::vector<std::optional<std::int32_t>> nothing;
  std::deque<std::list<std::vector<std::uint8_t>>> nested;
};

struct Shared {
  std::list<std::string> names;
  std::unordered_map<std::string, std::optional<std::string>> more;
};

struct Node : LiveOf<Node> {
  std::vector<std::shared_ptr<Node>> more;
  std::uint64_t value = 0;
  std::weak_ptr<Node> next;
  FASTSER_FIELDS(Node, more, value, next);
  static constexpr std::string_view fastser_name = "Node";
  void cut(Kept& kept) {
    for (auto& one : more) keep(kept, one);
  }
};

struct Graph {
  std::vector<std::shared_ptr<Node>> kept;
  std::weak_ptr<Node> glimpse;
  std::shared_ptr<std::vector<std::int64_t>> numbers;
};

struct Link {
  Link* next = nullptr;
  std::int64_t value = 0;
};

struct Figure {
  virtual ~Figure() = default;
  std::optional<std::string> label;
  FASTSER_FIELDS(Figure, label);
  static constexpr std::string_view fastser_name = "Figure";
};
struct Circle : Figure {
  using fastser_base = Figure;
  std::string unit = "m";
  FASTSER_FIELDS(Circle, unit);
  static constexpr std::string_view fastser_name = "Circle";
};
struct Square : Figure {
  using fastser_base = Figure;
  std::vector<std::int64_t> corners;
  FASTSER_FIELDS(Square, corners);
  static constexpr std::string_view fastser_name = "Square";
};
struct Group : Figure, LiveOf<Group> {
  using fastser_base = Figure;
  std::weak_ptr<Figure> chosen;
  std::list<std::shared_ptr<Figure>> members;
  FASTSER_FIELDS(Group, chosen, members);
  static constexpr std::string_view fastser_name = "Group";
  void cut(Kept& kept) {
    for (auto& one : members) keep(kept, one);
  }
};
struct Drawing {
  std::vector<std::shared_ptr<Figure>> figures;
  std::unique_ptr<Figure> frame;
  std::shared_ptr<Circle> circle;
};

inline const Registry& registry() {
  static const Registry classes = [] {
    Registry made;
    made.add<Figure, Group, Square, Circle, Figure>();
    made.add<Circle, Circle>();
    return made;
  }();
  return classes;
}

}  // namespace v2
}  // namespace fastser::testing
