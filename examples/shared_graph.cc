// SPDX-License-Identifier: MIT
//
// Objects that are shared, and refer to each other in cycles, come back the same way.
#include <fastser/archive.hpp>

#include <cstdio>

struct Person {
  std::string name;
  std::vector<std::shared_ptr<Person>> children;
  std::weak_ptr<Person> parent;  // back to the owner: a cycle
};
struct Family {
  std::shared_ptr<Person> oldest;
  std::shared_ptr<Person> youngest;  // one of the same objects
};

int main() {
  Family family;
  family.oldest = std::make_shared<Person>();
  family.oldest->name = "Ada";
  for (const char* name : {"Byron", "Anne", "Ralph"}) {
    auto child = std::make_shared<Person>();
    child->name = name;
    child->parent = family.oldest;
    family.oldest->children.push_back(child);
  }
  family.youngest = family.oldest->children.back();

  const fastser::Buffer bytes = fastser::archive::encode(family).value();
  const Family again = fastser::archive::decode<Family>(bytes).value();

  std::printf("%zu children\n", again.oldest->children.size());
  std::printf("the youngest is %s, of %s\n", again.youngest->name.c_str(),
              again.youngest->parent.lock()->name.c_str());
  const bool same = again.youngest == again.oldest->children[2];
  std::printf("it is %s\n", same ? "the same object" : "a copy");
  return same ? 0 : 1;
}
