// SPDX-License-Identifier: MIT
//
// docs/flat.md: the calls.
#include <fastser/flat.hpp>

struct Actor {
  std::string birth_city;
};
struct Person {
  std::string name;
  Actor actor;
};

int main() {
  const Person person{"Tyrion", {"Morristown"}};
  //@
  return city == "Morristown" && again.ok() && text.find("root_type Person") != text.npos ? 0 : 1;
}
