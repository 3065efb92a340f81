// SPDX-License-Identifier: MIT
//
// A raw pointer is read, and no arena is given.
// formats: archive
// says: Tree
// says: left
// says: arena
#include <fastser/FORMAT.hpp>

#include <string>

struct Tree {
  int value;
  Tree* left;
  Tree* right;
};
int main() { return fastser::FORMAT::decode<Tree>(std::string()).ok() ? 0 : 1; }
