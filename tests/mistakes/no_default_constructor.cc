// SPDX-License-Identifier: MIT
//
// Elements that cannot be made before they are read.
// says: Team
// says: members
// says: Member
// says: default constructor
#include <fastser/FORMAT.hpp>

#include <string>
#include <vector>

class Member {
 public:
  explicit Member(int number) : number_(number) {}

 private:
  int number_;

  FASTSER_FIELDS(Member, number_);
};
struct Team {
  std::vector<Member> members;
};
int main() { return fastser::FORMAT::decode<Team>(std::string()).ok() ? 0 : 1; }
