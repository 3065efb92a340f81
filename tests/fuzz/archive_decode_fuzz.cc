// SPDX-License-Identifier: MIT
//
// Typed decode of anything. The first byte chooses the type and whether there is a header.
#include "fuzz/attempts.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  fastser::fuzzing::attempt_v1(data[0], fastser::fuzzing::view_of(data + 1, size - 1), false);
  return 0;
}
