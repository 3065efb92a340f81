// SPDX-License-Identifier: MIT
//
// The record that every codec is shown by: five fields, one of them a record.
#pragma once

#include <cstdint>
#include <string>

namespace fastser::testing {

struct Actor {
  std::string birth_city;
  std::int64_t date_of_birth = 0;
  std::string name;
  bool operator==(const Actor&) const = default;
};
struct Person {
  std::int32_t age = 0;
  std::string first_seen;
  std::string house;
  std::string name;
  Actor actor;
  bool operator==(const Person&) const = default;
};
inline Person make_person() {
  return {40, "ep1", "Lannister", "Tyrion", {"Morristown", -17'625'600'000, "Peter Dinklage"}};
}

}  // namespace fastser::testing
