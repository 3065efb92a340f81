// SPDX-License-Identifier: MIT
//
// Typedstreams: what NSArchiver of macOS writes.
#include "fuzz/import_attempt.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fastser;
  const BytesView input = fuzzing::view_of(data, size);
  fuzzing::import_with("\x04\x0bstreamtyped", input, convert::Format::typedstream);
  return 0;
}
