// SPDX-License-Identifier: MIT
//
// The example of the README, word for word, which is why clang-format leaves it alone.
// clang-format off
#include <fastser/archive.hpp>

struct Actor  { std::string birth_city; std::int64_t date_of_birth; std::string name; };
struct Person { std::int32_t age; std::string first_seen, house, name; Actor actor; };

int main() {
  Person person{40, "ep1", "Lannister", "Tyrion", {"Morristown", -17625600000, "Peter Dinklage"}};
  auto bytes = fastser::archive::encode(person).value();            // 170 bytes, 59 bare
  auto again = fastser::archive::decode<Person>(bytes);             // Result<Person>
  return again.ok() && again->actor.name == "Peter Dinklage" ? 0 : 1;
}
