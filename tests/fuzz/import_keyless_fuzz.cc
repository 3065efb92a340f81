// SPDX-License-Identifier: MIT
//
// What NSKeylessArchiver writes, of 32 and of 64 bits.
#include "fuzz/import_attempt.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fastser;
  const BytesView input = fuzzing::view_of(data, size);
  using namespace std::string_view_literals;
  fuzzing::import_with("~V1~\0"sv, input, convert::Format::keyless_archive);
  return 0;
}
