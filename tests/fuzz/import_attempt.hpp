// SPDX-License-Identifier: MIT
//
// What the targets of the importers share: whatever the input is, what comes out of it is a sound
// archive, the same each time, or an error with a sentence, within the limits.
#pragma once

#include <string_view>
#include <vector>

#include "fastser/convert.hpp"
#include "fastser/verify.hpp"
#include "fuzz/target.hpp"

namespace fastser::fuzzing {

inline void import(BytesView input, convert::Format from) {
  using convert::Format;
  convert::ConvertOptions options;
  options.limits = {.depth = 128, .memory_factor = 64, .memory_base = std::size_t{64} << 10};
  options.unsayable = convert::ConvertOptions::Unsayable::kReplace;
  options.not_finite = convert::JsonOptions::NotFinite::kNull;
  const std::size_t budget = options.limits.memory_for(input.size());
  within_heap(input.size(), 8 * budget + (std::size_t{1} << 20), [&] {
    const auto archive = convert::convert(input, from, Format::archive, options);
    if (!archive.ok()) {
      if (archive.status().message().empty()) broken("an error without a word");
      return;
    }
    const Status sound = archive::verify(*archive, {.limits = Limits::unlimited(), .utf8 = true});
    if (!sound.ok()) broken("made an unsound archive: " + sound.to_string());
    const auto again = convert::convert(input, from, Format::archive, options);
    if (!again.ok() || !same(*archive, *again)) broken("comes out otherwise the second time");
    (void)convert::convert(input, from, Format::json, options);
  });
}

/// The input, behind the mark of its format where it does not have it.
inline void import_with(std::string_view mark, BytesView input, convert::Format from) {
  const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
  std::vector<std::byte> whole;
  if (!text.starts_with(mark)) {
    const auto bytes = std::as_bytes(std::span(mark));
    whole.assign(bytes.begin(), bytes.end());
  }
  whole.insert(whole.end(), input.begin(), input.end());
  import(whole, from);
}

}  // namespace fastser::fuzzing
