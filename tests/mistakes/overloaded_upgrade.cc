// SPDX-License-Identifier: MIT
//
// Two functions called fastser_upgrade: no one can say which is the hook.
// says: Person
// says: fastser_upgrade
// says: overloaded
#include <fastser/FORMAT.hpp>

#include <string>
#include <vector>

struct Person {
  std::string name;
  static constexpr std::uint32_t fastser_version = 2;
  void fastser_upgrade(std::uint32_t from_version) { fastser_upgrade(from_version, name); }
  static void fastser_upgrade(std::uint32_t, std::string& name) { name += "?"; }
};
int main() { return fastser::FORMAT::encode(std::vector<Person>()).ok() ? 0 : 1; }
