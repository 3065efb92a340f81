// SPDX-License-Identifier: MIT
//
// One value of each model, every part of it filled. Small: hostile tests change each byte in turn.
#pragma once

#include "hostile/models.hpp"

namespace fastser::testing {

inline v1::Plain make_plain() {
  return {true, -3, 500, -70000, 1ULL << 40, 1.5F, -2.25, Color::blue, -12345};
}

inline v1::Texts make_texts() {
  v1::Texts value;
  value.name = "a name that is longer than sixteen characters";
  value.blob = {std::byte{1}, std::byte{2}, std::byte{255}};
  value.path = "etc/hosts";
  value.span = Nanoseconds(-1234567);
  value.moment = Moment(Nanoseconds(1700000000123456789));
  value.bits = 0xA5F;
  value.triple = {1, 2, 65535};
  value.maybe = "perhaps";
  value.either = std::string("either");
  value.pair = {7, "seven"};
  value.boxed = std::make_unique<v1::Plain>(make_plain());
  return value;
}

inline v1::Boxes make_boxes() {
  v1::Boxes value;
  value.numbers = {1, -2, 300};
  value.words = {"one", "", "a word with more than sixteen characters"};
  value.plains = {make_plain(), v1::Plain{}};
  value.deque = {1, 2, 3};
  value.list = {"x", "y"};
  value.set = {"alpha", "beta"};
  value.map = {{"k", {1, 2}}, {"l", {}}};
  value.hashed = {{1, "one"}, {2, "two"}};
  value.keys = {"p", "q"};
  value.multi = {{1, 1}, {1, 2}};
  value.flags = {true, false, true};
  value.nothing.resize(3);
  value.nested = {{{1, 2}, {}}, {}};
  return value;
}

inline v1::Shared make_shared_texts() {
  v1::Shared value;
  value.names = {"twice", "once", "twice", ""};
  value.blobs = {{std::byte{7}, std::byte{8}}, {std::byte{7}, std::byte{8}}};
  value.more = {{"once", "twice"}, {"twice", "thrice"}};
  return value;
}

/// A ring of `nodes`, with a second way in, references back, and objects that are no records. The
/// ring lives until Live::cut_all.
inline v1::Graph make_graph(std::size_t nodes) {
  std::vector<std::shared_ptr<v1::Node>> ring;
  for (std::size_t i = 0; i < nodes; ++i) {
    ring.push_back(std::make_shared<v1::Node>());
    ring[i]->value = static_cast<std::uint32_t>(i * 100);
    if (i != 0) ring[i - 1]->next = ring[i];
    if (i != 0) ring[i]->back = ring[i - 1];
  }
  ring.back()->next = ring.front();
  ring.front()->back = ring.back();
  ring.front()->more = {ring.back(), nullptr, ring[nodes / 2]};
  v1::Graph value;
  value.gone = ring.front();
  value.glimpse = ring[nodes / 3];
  value.kept = {ring[nodes / 2], ring.front(), std::make_shared<v1::Node>()};
  value.text = std::make_shared<std::string>("a text of its own");
  value.numbers = std::make_shared<std::vector<std::int32_t>>(3, 9);
  return value;
}

inline v1::Drawing make_drawing() {
  auto circle = std::make_shared<v1::Circle>();
  circle->label = "circle";
  circle->radius = 2.5;
  auto square = std::make_shared<v1::Square>();
  square->label = "square";
  square->note = "a note of some length, not inline";
  auto group = std::make_shared<v1::Group>();
  group->members = {circle, square, group};
  group->chosen = square;
  group->frame = std::make_unique<v1::Figure>();
  v1::Drawing value;
  value.focus = group;  // promised before anybody owns it
  value.figures = {square, group, std::make_shared<v1::Figure>(), circle};
  value.circle = circle;
  value.frame = std::make_unique<v1::Square>();
  return value;
}

inline v1::Link* make_links(Arena& arena, int count) {
  std::vector<v1::Link*> links;
  for (int i = 0; i < count; ++i) {
    auto link = std::make_shared<v1::Link>();
    link->value = i;
    links.push_back(link.get());
    arena.keep(std::move(link));
  }
  for (std::size_t i = 0; i < links.size(); ++i) links[i]->next = links[(i + 1) % links.size()];
  return links.front();
}

}  // namespace fastser::testing
