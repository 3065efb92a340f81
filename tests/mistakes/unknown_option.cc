// SPDX-License-Identifier: MIT
//
// An option for a field that the class does not have.
// says: Order
// says: nmber
// says: fastser_options names a field
#include <fastser/FORMAT.hpp>

struct Order {
  int number;
  static constexpr auto fastser_options = fastser::options(fastser::as_varint("nmber"));
};
struct Basket {
  Order order;
};
int main() { return fastser::FORMAT::encode(Basket{}).ok() ? 0 : 1; }
