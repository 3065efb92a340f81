// SPDX-License-Identifier: MIT
//
// Archives of anybody to MessagePack: within its budget, whatever refers to what; the message is
// sound, and by way of another archive it is the same.
#include "fastser/convert.hpp"
#include "fastser/msgpack.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace fastser;
using convert::Format;
using fuzzing::broken;

constexpr std::size_t kBudget = std::size_t{1} << 16;

void attempt(BytesView archive) {
  convert::ConvertOptions options;
  options.limits.memory_factor = 16;
  options.limits.memory_base = kBudget;
  options.shared = archive.size() % 4 == 0 ? convert::JsonOptions::Shared::kRefuse
                                           : convert::JsonOptions::Shared::kExpand;
  const fuzzing::AllocScope scope;
  const auto message = convert::convert(archive, Format::archive, Format::msgpack, options);
  // The table may take 20 bytes a byte, and the nodes grow by doubling.
  if (scope.peak() > 96 * archive.size() + 8 * kBudget) {
    broken("peak heap of " + std::to_string(scope.peak()));
  }
  if (!message.ok()) return;
  const Status sound = convert::check_msgpack(*message);
  if (!sound.ok()) broken("made an unsound message: " + sound.to_string());
  const auto again = convert::convert(*message, Format::msgpack, Format::archive);
  if (!again.ok()) broken("its own message is refused: " + again.status().to_string());
  const auto back = convert::convert(*again, Format::archive, Format::msgpack);
  if (!back.ok()) broken("does not come back: " + back.status().to_string());
  if (!fuzzing::same(*message, *back)) broken("comes back as something else");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzzing::AllocScope scope;
  attempt(fuzzing::view_of(data, size));
  if (scope.live() != 0) broken("leaked");
  return 0;
}
