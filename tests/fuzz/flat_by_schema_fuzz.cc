// SPDX-License-Identifier: MIT
//
// Values of anybody as FlatBuffers of a schema of anybody: within their budget; what is written is
// sound, and says the same when it is read and written once more. The input: the size of the
// schema in two bytes, the schema, and values, which are tried as JSON, as MessagePack and as a
// FlatBuffer of the schema.
#include <algorithm>
#include <string>

#include "fastser/convert.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace fastser;
using convert::Format;
using fuzzing::broken;

constexpr std::size_t kBudget = std::size_t{1} << 16;

void attempt(BytesView values, Format from, BytesView schema) {
  convert::ConvertOptions options;
  options.limits.memory_factor = 16;
  options.limits.memory_base = kBudget;
  options.schema = schema;  // of values that are a FlatBuffer
  options.target_schema = schema;
  options.skip_unknown = true;
  options.lax_json = true;
  options.any_identifier = true;
  const fuzzing::AllocScope scope;
  const auto made = convert::convert(values, from, Format::flatbuffers, options);
  if (scope.peak() > 512 * (values.size() + schema.size()) + (std::size_t{3} << 20)) {
    broken("peak heap of " + std::to_string(scope.peak()));
  }
  if (!made.ok()) return;
  const Status sound = convert::check_flatbuffers(*made, schema);
  if (!sound.ok()) broken("made an unsound FlatBuffer: " + sound.to_string());
  options.skip_unknown = false;
  options.limits = convert::ConvertOptions{}.limits;
  const auto again = convert::convert(*made, Format::flatbuffers, Format::flatbuffers, options);
  if (!again.ok()) broken("what was written is refused: " + again.status().to_string());
  const auto first = convert::convert(*made, Format::flatbuffers, Format::msgpack, options);
  const auto second = convert::convert(*again, Format::flatbuffers, Format::msgpack, options);
  if (!first.ok() || !second.ok()) broken("what was written cannot be read");
  if (!std::equal(first->begin(), first->end(), second->begin(), second->end())) {
    broken("what is read of it is written as something else");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* input, std::size_t size) {
  const fuzzing::AllocScope scope;
  if (size >= 2) {
    const BytesView all = fuzzing::view_of(input, size).subspan(2);
    const std::size_t wanted = input[0] + 256U * input[1];
    const BytesView schema = all.first(std::min(wanted, all.size()));
    const BytesView values = all.subspan(schema.size());
    for (const Format from : {Format::json, Format::msgpack, Format::flatbuffers}) {
      attempt(values, from, schema);
    }
  }
  if (scope.live() != 0) broken("leaked");
  return 0;
}
