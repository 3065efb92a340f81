// SPDX-License-Identifier: MIT
//
// FlatBuffers of anybody, by schemas of anybody: within their budget; to an archive, which must be
// sound and say the same as the message that they are; and as a FlatBuffer of our own, back again.
// The input: the size of the schema in two bytes, the schema, the data.
#include <algorithm>

#include "fastser/convert.hpp"
#include "fastser/verify.hpp"
#include "fuzz/flat_there_and_back.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace fastser;
using convert::Format;
using fuzzing::broken;

constexpr std::size_t kBudget = std::size_t{1} << 16;

void attempt(BytesView data, BytesView schema) {
  convert::ConvertOptions options;
  options.limits.memory_factor = 16;
  options.limits.memory_base = kBudget;
  options.schema = schema;
  options.any_identifier = data.size() % 2 == 0;
  const fuzzing::AllocScope scope;
  const auto message = convert::convert(data, Format::flatbuffers, Format::msgpack, options);
  // The schema may take 64 bytes a byte and twice as much as it is read, the nodes grow by
  // doubling.
  if (scope.peak() > 512 * (data.size() + schema.size()) + (std::size_t{3} << 20)) {
    broken("peak heap of " + std::to_string(scope.peak()));
  }
  if (!message.ok()) return;
  const auto archive = convert::convert(data, Format::flatbuffers, Format::archive, options);
  if (!archive.ok()) broken("a message, but no archive: " + archive.status().to_string());
  const Status sound = archive::verify(*archive, {.limits = Limits::unlimited(), .utf8 = true});
  if (!sound.ok()) broken("made an unsound archive: " + sound.to_string());
  const auto same = convert::convert(*archive, Format::archive, Format::msgpack);
  if (!same.ok()) broken("the archive is refused: " + same.status().to_string());
  if (!std::equal(message->begin(), message->end(), same->begin(), same->end())) {
    broken("the archive says something else");
  }
  fuzzing::flat_there_and_back(*message);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* input, std::size_t size) {
  const fuzzing::AllocScope scope;
  if (size >= 2) {
    const BytesView all = fuzzing::view_of(input, size).subspan(2);
    const std::size_t wanted = input[0] + 256U * input[1];
    const BytesView schema = all.first(std::min(wanted, all.size()));
    attempt(all.subspan(schema.size()), schema);
  }
  if (scope.live() != 0) broken("leaked");
  return 0;
}
