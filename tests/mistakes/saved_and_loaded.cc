// SPDX-License-Identifier: MIT
//
// Files tell the same as bytes.
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
int main() { return fastser::FORMAT::load<Order>("file").ok() ? 0 : 1; }
