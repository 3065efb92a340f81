// SPDX-License-Identifier: MIT
//
// The third example of the README, word for word, which is why clang-format leaves it alone.
// clang-format off
#include <fastser/flat.hpp>

struct Weapon { std::string name; std::int16_t damage; };
struct Monster { std::string name; float x, y; std::vector<Weapon> weapons; };

int main() {
  Monster orc{"Orc", 1, 2, {{"axe", 5}, {"club", 3}}};
  auto bytes = fastser::flat::encode(orc).value();                  // flatc's code reads these,
  auto schema = fastser::flat::schema<Monster>();                   // compiled from this
  auto view = fastser::flat::view<Monster>(bytes).value();          // verified, in place
  return view.get<"weapons">()[0].get<"name">() == "axe" && view.get<"x">() == 1 ? 0 : 1;
}
