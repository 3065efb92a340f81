// SPDX-License-Identifier: MIT
//
// Archives of anybody to FlatBuffers with a schema: whatever a message can say, they can; within
// their budget, and back to the same values.
#include "fastser/convert.hpp"
#include "fuzz/flat_there_and_back.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace fastser;
using convert::Format;
using fuzzing::broken;

constexpr std::size_t kBudget = std::size_t{1} << 16;

void attempt(BytesView archive) {
  Buffer schema;
  convert::ConvertOptions options;
  options.limits.memory_factor = 16;
  options.limits.memory_base = kBudget;
  options.new_schema = &schema;
  options.schema_as_text = archive.size() % 2 == 0;
  {
    const fuzzing::AllocScope scope;
    const auto flat = convert::convert(archive, Format::archive, Format::flatbuffers, options);
    // The nodes, the layout, the plan and the schema in three forms are each in proportion.
    if (scope.peak() > 512 * archive.size() + 64 * kBudget) {
      broken("peak heap of " + std::to_string(scope.peak()));
    }
    const auto message = convert::convert(archive, Format::archive, Format::msgpack, options);
    if (message.ok() != flat.ok()) broken("one can say it, the other cannot");
    if (!message.ok()) return;
    fuzzing::flat_there_and_back(*message);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzzing::AllocScope scope;
  attempt(fuzzing::view_of(data, size));
  if (scope.live() != 0) broken("leaked");
  return 0;
}
