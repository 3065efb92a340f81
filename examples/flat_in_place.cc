// SPDX-License-Identifier: MIT
//
// FlatBuffers without a schema compiler: written from a struct, verified, and read in place. flatc
// and its generated code read these bytes by the schema that the program prints.
#include <fastser/flat.hpp>

#include <cstdio>

struct Weapon {
  std::string name;
  std::int16_t damage = 0;
};
struct Monster {
  std::string name;
  std::int16_t health = 100;
  std::vector<Weapon> weapons;
};

int main() {
  const Monster orc{"Orc", 80, {{"axe", 5}, {"club", 3}}};
  const fastser::Buffer bytes = fastser::flat::encode(orc).value();

  // Everything is checked once; then nothing is copied.
  const auto monster = fastser::flat::view<Monster>(bytes).value();
  const std::string_view name = monster.get<"name">();  // lies in `bytes`
  std::printf("%.*s has %d health\n", static_cast<int>(name.size()), name.data(),
              monster.get<"health">());
  int damage = 0;
  for (const auto weapon : monster.get<"weapons">()) damage += weapon.get<"damage">();
  std::printf("and does %d damage\n", damage);

  const auto copy = fastser::flat::decode<Monster>(bytes);  // or all of it into an object
  std::fputs(fastser::flat::schema<Monster>().c_str(), stdout);
  return copy.ok() && copy->weapons[1].name == "club" ? 0 : 1;
}
