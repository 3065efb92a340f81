// SPDX-License-Identifier: MIT
//
// Integers of 128 bits have no form in any format, also where the library says that they are
// integral. says: Account says: balance says: fastser::omit says: fastser::Describe
#include <fastser/FORMAT.hpp>

struct Account {
  int number;
  __int128 balance;
};
int main() { return fastser::FORMAT::encode(Account{}).ok() ? 0 : 1; }
