// SPDX-License-Identifier: MIT
//
// A hook for older versions that nobody could call.
// says: Person
// says: fastser_upgrade
// says: private
// formats: archive
#include <fastser/FORMAT.hpp>

#include <string>

class Person {
  std::string name_;
  void fastser_upgrade(std::uint32_t) { name_ += "?"; }
  FASTSER_FIELDS(Person, name_);
  static constexpr std::uint32_t fastser_version = 2;
};
int main() { return fastser::FORMAT::decode<Person>(std::string()).ok() ? 0 : 1; }
