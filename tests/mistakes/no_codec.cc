// SPDX-License-Identifier: MIT
//
// A field of a type that has no codec.
// says: Person
// says: socket
// says: fastser::omit
// says: fastser::Describe
#include <fastser/FORMAT.hpp>

union Socket {
  int number;
  void* handle;
};
struct Person {
  int age;
  Socket socket;
};
int main() { return fastser::FORMAT::encode(Person{}).ok() ? 0 : 1; }
