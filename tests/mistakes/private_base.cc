// SPDX-License-Identifier: MIT
//
// fastser_base in the private part of a class.
// says: Derived
// says: fastser_base
// says: private
#include <fastser/FORMAT.hpp>

struct Base {
  int number = 0;
  FASTSER_FIELDS(Base, number);
};
class Derived : public Base {
  using fastser_base = Base;
  int own_ = 0;
  FASTSER_FIELDS(Derived, own_);
};
int main() {
  Derived derived;
  return fastser::FORMAT::decode_into(std::string(), derived).ok() ? 0 : 1;
}
