// SPDX-License-Identifier: MIT
//
// Property lists of text, XML and OpenStep's: whatever they are, they become a sound archive or an
// error within the limits; and what an archive of plain values says is the same by way of a binary
// and of an XML property list.
#include "fuzz/import_attempt.hpp"

namespace {

using namespace fastser;
using convert::ConvertOptions;
using convert::Format;
using fuzzing::broken;

void there_and_back(BytesView input, Format from) {
  const ConvertOptions options{.limits = {.depth = 128, .memory_base = std::size_t{1} << 20}};
  const auto binary = convert::convert(input, from, Format::binary_plist, options);
  if (!binary.ok()) return;
  const ConvertOptions ample{.limits = Limits::unlimited()};
  const auto archive = convert::convert(*binary, Format::binary_plist, Format::archive, ample);
  if (!archive.ok()) broken("its own property list is refused: " + archive.status().to_string());
  const auto xml = convert::convert(*binary, Format::binary_plist, Format::xml_plist, ample);
  if (!xml.ok()) return;  // control characters, the time of day in fractions of a second
  const auto again = convert::convert(*xml, Format::xml_plist, Format::binary_plist, ample);
  if (!again.ok()) broken("its own XML is refused: " + again.status().to_string());
  if (!fuzzing::same(*binary, *again)) broken("comes back from XML as something else");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView input = fuzzing::view_of(data, size);
  for (const Format from : {Format::xml_plist, Format::openstep_plist}) {
    fuzzing::import(input, from);
    there_and_back(input, from);
  }
  static_cast<void>(convert::detect_format(input));
  return 0;
}
