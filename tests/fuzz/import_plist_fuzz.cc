// SPDX-License-Identifier: MIT
//
// Binary property lists, as such and as archives of NSKeyedArchiver.
#include "fuzz/import_attempt.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fastser;
  const BytesView input = fuzzing::view_of(data, size);
  fuzzing::import(input, convert::Format::binary_plist);
  fuzzing::import(input, convert::Format::keyed_archive);
  return 0;
}
