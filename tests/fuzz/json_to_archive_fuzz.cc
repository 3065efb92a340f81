// SPDX-License-Identifier: MIT
//
// JSON of anybody to an archive, which must be sound, and JSON again.
#include "fastser/json.hpp"
#include "fastser/verify.hpp"
#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fastser;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const fuzzing::AllocScope scope;
  {
    const auto bytes = convert::json_to_archive(text, {.checksum = size % 2 == 0});
    if (bytes.ok()) {
      const Status status = archive::verify(*bytes, {.limits = Limits::unlimited(), .utf8 = true});
      if (!status.ok()) fuzzing::broken("made an unsound archive: " + status.to_string());
      const auto again = convert::archive_to_json(*bytes);
      if (!again.ok()) fuzzing::broken("does not come back: " + again.status().to_string());
      // What comes back says the same: it makes the same text again.
      const auto twice = convert::json_to_archive(*again, {.checksum = size % 2 == 0});
      const auto last =
          twice.ok() ? convert::archive_to_json(*twice) : Result<std::string>(Status());
      if (!last.ok() || *last != *again) fuzzing::broken("no fixpoint: " + *again);
    }
    if (scope.peak() > 256 * size + (1U << 20)) {
      fuzzing::broken("peak heap of " + std::to_string(scope.peak()));
    }
  }
  if (scope.live() != 0) fuzzing::broken("leaked");
  return 0;
}
