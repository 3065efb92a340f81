// SPDX-License-Identifier: MIT
//
// Where the seed comes from.
#include "fastser/internal/wire/content_hash.hpp"

namespace fastser::wire {

std::uint64_t random_seed() noexcept {
  // Address space layout randomisation is the only entropy that needs no system call and no
  // global: code, stack.
  int here = 0;
  const auto stack = reinterpret_cast<std::uintptr_t>(&here);
  const auto code = reinterpret_cast<std::uintptr_t>(&random_seed);
  return (static_cast<std::uint64_t>(stack) * 0x9E3779B97F4A7C15U) ^
         static_cast<std::uint64_t>(code);
}

}  // namespace fastser::wire
