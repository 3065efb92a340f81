// SPDX-License-Identifier: MIT
//
// A part of the description in the private part of a class, in front of FASTSER_FIELDS.
// says: Account
// says: fastser_options
// says: private
// says: Make it public
#include <fastser/FORMAT.hpp>

#include <string>
#include <vector>

class Account {
  static constexpr auto fastser_options = fastser::options(fastser::omit("secret_"));
  std::string owner_;
  std::string secret_;
  FASTSER_FIELDS(Account, owner_, secret_);
};
struct Bank {
  std::vector<Account> accounts;
};
int main() { return fastser::FORMAT::encode(Bank{}).ok() ? 0 : 1; }
