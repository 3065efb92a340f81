// SPDX-License-Identifier: MIT
//
// The value itself cannot be made before it is read.
// says: Member
// says: decode_into
#include <fastser/FORMAT.hpp>

#include <string>

class Member {
 public:
  explicit Member(int number) : number_(number) {}

 private:
  int number_;

  FASTSER_FIELDS(Member, number_);
};
int main() { return fastser::FORMAT::decode<Member>(std::string()).ok() ? 0 : 1; }
