// SPDX-License-Identifier: MIT
//
// A class with private members that is not described, deep in containers.
// says: Order
// says: items
// says: Money
// says: FASTSER_FIELDS
#include <fastser/FORMAT.hpp>

#include <map>
#include <string>
#include <vector>

class Money {
 public:
  Money() = default;

 private:
  long cents_ = 0;
};
struct Order {
  std::map<std::string, std::vector<Money>> items;
};
int main() {
  Order order;
  return fastser::FORMAT::decode_into(std::string(), order).ok() ? 0 : 1;
}
