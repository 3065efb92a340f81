// SPDX-License-Identifier: MIT
//
// A view into a file whose bytes are gone when load returns.
// says: Person
// says: names
// says: string_view
// says: file::load
#include <fastser/FORMAT.hpp>

#include <string_view>
#include <vector>

struct Person {
  int age;
  std::vector<std::string_view> names;
};
int main() { return fastser::FORMAT::load<Person>("file").ok() ? 0 : 1; }
