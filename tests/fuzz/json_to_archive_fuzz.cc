// SPDX-License-Identifier: MIT
//
// JSON of anybody to an archive, which must be sound, and JSON again. As the lax dialect, with data
// in base64: what is read is written as strict JSON that says the same, and strict JSON means the
// same in both dialects.
#include "fastser/convert.hpp"
#include "fastser/json.hpp"
#include "fastser/verify.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace fastser;
using convert::Format;

void read_as_lax(BytesView text) {
  const convert::ConvertOptions lax{.lax_json = true, .base64_prefix = true};
  const convert::ConvertOptions strict{.base64_prefix = true};
  for (const Format format : {Format::json, Format::json_lines}) {
    const auto read = convert::convert(text, format, Format::msgpack, lax);
    const auto same = convert::convert(text, format, Format::msgpack, strict);
    if (same.ok() && (!read.ok() || !fuzzing::same(*same, *read))) {
      fuzzing::broken("strict JSON that lax JSON is not");
    }
    if (!read.ok()) continue;
    const auto json = convert::convert(*read, Format::msgpack, Format::json, strict);
    if (!json.ok()) {  // NaN
      if (json.status().code() == Code::kTypeMismatch) continue;
      fuzzing::broken("cannot be written: " + json.status().to_string());
    }
    const auto again = convert::convert(*json, Format::json, Format::msgpack, strict);
    if (!again.ok() || !fuzzing::same(*again, *read)) {
      fuzzing::broken("what was read is written as something else");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
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
    read_as_lax(fuzzing::view_of(data, size));
    if (scope.peak() > 256 * size + (1U << 20)) {
      fuzzing::broken("peak heap of " + std::to_string(scope.peak()));
    }
  }
  if (scope.live() != 0) fuzzing::broken("leaked");
  return 0;
}
