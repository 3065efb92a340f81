// SPDX-License-Identifier: MIT
//
// So does looking at it in place.
// formats: flat
// says: Order
// says: money
// says: FASTSER_FIELDS
#include <fastser/FORMAT.hpp>

class Money {
  long cents_ = 0;
};
struct Order {
  Money money;
};
int main() { return fastser::FORMAT::view<Order>(fastser::Buffer()).ok() ? 0 : 1; }
