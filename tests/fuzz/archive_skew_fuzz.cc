// SPDX-License-Identifier: MIT
//
// Archives of another version: read by whatever table the bytes bring along.
#include "fuzz/attempts.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  fastser::fuzzing::attempt_v2(data[0], fastser::fuzzing::view_of(data + 1, size - 1), true);
  return 0;
}
