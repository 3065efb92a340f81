// SPDX-License-Identifier: MIT
//
// docs/repository.md: the calls.
#include <fastser/repository.hpp>

struct Item {
  std::string identifier;
  std::chrono::system_clock::time_point created;
  std::optional<std::string> note;
  std::uint64_t views = 0;
};

int main() {
  const auto created = std::chrono::system_clock::now();
  std::size_t seen = 0;
  //@
  seen += item.views;
  //@
  return status.ok() && seen == 1 ? 0 : 1;
}
