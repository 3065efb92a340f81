// SPDX-License-Identifier: MIT
//
// Whether headers and library of the package work: a value there and back, and one as JSON.
#include <fastser/archive.hpp>
#include <fastser/json.hpp>
#include <string>

struct Person {
  std::string name;
  int age;
};

int main() {
  auto bytes = fastser::archive::encode(Person{"Ada", 36});
  const auto again = fastser::archive::decode<Person>(bytes.value());
  const auto json = fastser::convert::archive_to_json(bytes.value());
  return again.ok() && again->name == "Ada" && json.ok() ? 0 : 1;
}
