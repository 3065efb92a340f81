// SPDX-License-Identifier: MIT
//
// An aggregate that has a base class.
// says: Zoo
// says: lion
// says: Lion
// says: FASTSER_FIELDS
// says: fastser_base
#include <fastser/FORMAT.hpp>

#include <optional>
#include <string>

struct Animal {
  std::string name;
};
struct Lion : Animal {
  int teeth;
};
struct Zoo {
  std::optional<Lion> lion;
};
int main() { return fastser::FORMAT::encode(Zoo{}).ok() ? 0 : 1; }
