// SPDX-License-Identifier: MIT
//
// Payloads for the type that the first byte chooses: what is accepted encodes to bytes that decode,
// and encode to themselves. Without a header, so that every byte is one of a value.
#include "fuzz/attempts.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const unsigned which = data[0] | 0x80U;
  fastser::fuzzing::attempt_v1(which, fastser::fuzzing::view_of(data + 1, size - 1), true);
  return 0;
}
