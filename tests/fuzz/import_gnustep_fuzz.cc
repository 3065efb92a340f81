// SPDX-License-Identifier: MIT
//
// What NSArchiver of GNUstep writes, with the search for the ends of objects.
#include "fuzz/import_attempt.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fastser;
  const BytesView input = fuzzing::view_of(data, size);
  constexpr std::string_view kMark = "GNUstep archive000f4240:00000001:00000001:00000000:";
  fuzzing::import_with(kMark, input, convert::Format::gnustep_archive);
  return 0;
}
