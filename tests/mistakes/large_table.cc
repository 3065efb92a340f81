// SPDX-License-Identifier: MIT
//
// More in one table of a FlatBuffer than its 16-bit places can say.
// formats: flat
// lines: 50
// says: less than 64 KiB
// says: unique_ptr
#include <fastser/FORMAT.hpp>

#include <array>

struct Block {
  std::array<double, 5000> numbers{};
};
struct Blocks {
  std::string name;
  Block first, second;
};
int main() { return fastser::FORMAT::encode(Blocks{}).ok() ? 0 : 1; }
