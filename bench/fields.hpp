// SPDX-License-Identifier: MIT
//
// `fields(record)`: the members of a model in declared order, as a tuple of references.
//
// For libraries that want one function per type: with this the function is written once, as a
// template, and expands to the call a user would have written by hand (`ar(a, b, c)`).
#pragma once

#include <tuple>

#include "models.hpp"

namespace fastser_bench {

template <class T, class Model>
concept IsModel = std::same_as<std::remove_const_t<T>, Model>;

template <IsModel<Vec3> T>
constexpr auto fields(T& v) {
  return std::tie(v.x, v.y, v.z);
}
template <IsModel<Weapon> T>
constexpr auto fields(T& v) {
  return std::tie(v.name, v.damage);
}
template <IsModel<Monster> T>
constexpr auto fields(T& v) {
  return std::tie(v.pos, v.mana, v.hp, v.name, v.inventory, v.color, v.weapons, v.equipped, v.path);
}
template <IsModel<Rect> T>
constexpr auto fields(T& v) {
  return std::tie(v.x, v.y, v.width, v.height);
}
template <IsModel<BbItem> T>
constexpr auto fields(T& v) {
  return std::tie(v.identifier, v.created_at, v.hash, v.data, v.optional_string, v.views,
                  v.display_in_rect);
}
template <IsModel<TestObject> T>
constexpr auto fields(T& v) {
  return std::tie(v.id1, v.id2, v.id3, v.s1, v.s2, v.s3, v.s4, v.dt1, v.dt2, v.b1, v.b2, v.b3, v.e1,
                  v.d1);
}
template <IsModel<Actor> T>
constexpr auto fields(T& v) {
  return std::tie(v.birth_city, v.date_of_birth, v.name);
}
template <IsModel<Person> T>
constexpr auto fields(T& v) {
  return std::tie(v.age, v.first_seen, v.house, v.name, v.actor);
}
template <IsModel<SharedCharacter> T>
constexpr auto fields(T& v) {
  return std::tie(v.age, v.first_seen, v.house, v.name, v.actor);
}
template <IsModel<GraphNode> T>
constexpr auto fields(T& v) {
  return std::tie(v.id, v.label, v.a, v.b);
}
template <IsModel<Graph> T>
constexpr auto fields(T& v) {
  return std::tie(v.nodes);
}
template <IsModel<Address> T>
constexpr auto fields(T& v) {
  return std::tie(v.x0, v.x1, v.x2, v.x3);
}
template <IsModel<LogEntry> T>
constexpr auto fields(T& v) {
  return std::tie(v.address, v.identity, v.userid, v.date, v.request, v.code, v.size);
}
template <IsModel<Triangle> T>
constexpr auto fields(T& v) {
  return std::tie(v.v0, v.v1, v.v2, v.normal);
}
template <IsModel<StringRecord> T>
constexpr auto fields(T& v) {
  return std::tie(v.id, v.a, v.b, v.c, v.d);
}

// A record that `fields` describes (not a container, not a string).
template <class T>
concept Described = requires(T& v) {
  fields(v);
};

}  // namespace fastser_bench
