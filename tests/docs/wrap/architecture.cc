// SPDX-License-Identifier: MIT
//
// docs/architecture.md: one value followed.
#include <fastser/archive.hpp>

//@

int main() {
  return again.ok() && again->name == person.name && again->homes[0].number == 300 ? 0 : 1;
}
