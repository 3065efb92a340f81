// SPDX-License-Identifier: MIT
//
// Archives of anybody to JSON. The text is bounded by its own option, so the heap is not charged to
// the input here; what comes out must be read again.
#include "fastser/json.hpp"

#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fastser;
  convert::JsonOptions options;
  options.max_bytes = 1 << 16;
  options.pretty = size % 2 == 0;
  options.not_finite = convert::JsonOptions::NotFinite::kNull;
  const fuzzing::AllocScope scope;
  {
    const auto text = convert::archive_to_json(fuzzing::view_of(data, size), options);
    if (text.ok()) {
      if (text->size() > options.max_bytes) fuzzing::broken("more text than allowed");
      const auto again = convert::json_to_archive(*text, {.depth = 512});
      if (!again.ok() && again.status().code() != Code::kTooDeep) {
        fuzzing::broken("its own text is refused: " + again.status().to_string() + '\n' + *text);
      }
    }
    if (scope.peak() > (1U << 24)) fuzzing::broken("peak heap of " + std::to_string(scope.peak()));
  }
  if (scope.live() != 0) fuzzing::broken("leaked");
  return 0;
}
