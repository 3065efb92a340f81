// SPDX-License-Identifier: MIT
//
// A format that has no references.
// formats: msgpack flat flexbuffers
// says: Tree
// says: parent
// says: archives
#include <fastser/FORMAT.hpp>

#include <memory>
#include <vector>

struct Tree {
  int value;
  std::vector<std::shared_ptr<Tree>> children;
  std::weak_ptr<Tree> parent;
};
int main() { return fastser::FORMAT::encode(Tree{}).ok() ? 0 : 1; }
