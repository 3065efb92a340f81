// SPDX-License-Identifier: MIT
//
// Archives of anybody to property lists, with everything replaced or nothing: within the budget;
// what comes out is sound, and written again it is the same.
#include "fastser/convert.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace fastser;
using convert::ConvertOptions;
using convert::Format;
using fuzzing::broken;

constexpr std::size_t kBudget = std::size_t{1} << 16;

void attempt(BytesView archive, Format to, ConvertOptions::Unsayable unsayable) {
  ConvertOptions options;
  options.unsayable = unsayable;
  options.limits.memory_factor = 16;
  options.limits.memory_base = kBudget;
  options.max_text = 64 * archive.size() + kBudget;
  const fuzzing::AllocScope scope;
  const auto made = convert::convert(archive, Format::archive, to, options);
  // The table may take 20 bytes a byte, and the nodes grow by doubling; text is in memory twice
  // while it grows.
  if (scope.peak() > 96 * archive.size() + 12 * kBudget + 3 * options.max_text) {
    broken("peak heap of " + std::to_string(scope.peak()));
  }
  if (!made.ok()) {
    if (made.status().message().empty()) broken("an error without a word");
    return;
  }
  const ConvertOptions ample{.limits = Limits::unlimited()};
  const auto again = convert::convert(*made, to, to, ample);
  if (!again.ok()) broken("its own property list is refused: " + again.status().to_string());
  if (!fuzzing::same(*made, *again)) broken("comes back as something else");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView archive = fuzzing::view_of(data, size);
  for (const Format to : {Format::binary_plist, Format::xml_plist}) {
    attempt(archive, to, ConvertOptions::Unsayable::kRefuse);
    attempt(archive, to, ConvertOptions::Unsayable::kReplace);
  }
  return 0;
}
