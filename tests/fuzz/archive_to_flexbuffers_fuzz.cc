// SPDX-License-Identifier: MIT
//
// Archives of anybody to FlexBuffers: within its budget, whatever refers to what; with everything
// replaced or nothing; what comes out is sound, has its keys in order, and by way of another
// archive it is the same.
#include "fastser/convert.hpp"
#include "fastser/flexbuffers.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace fastser;
using convert::ConvertOptions;
using convert::Format;
using fuzzing::broken;

constexpr std::size_t kBudget = std::size_t{1} << 16;

void check_order(const flexbuffers::Reference& at) {
  std::string_view before;
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (const auto key = at.key(i).as_string()) {
      if (i != 0 && *key <= before) broken("keys that are not in order");
      before = *key;
    }
    check_order(at[i]);
  }
}

void attempt(BytesView archive, ConvertOptions::Unsayable unsayable) {
  ConvertOptions options;
  options.unsayable = unsayable;
  options.limits.memory_factor = 16;
  options.limits.memory_base = kBudget;
  options.shared = archive.size() % 4 == 0 ? convert::JsonOptions::Shared::kRefuse
                                           : convert::JsonOptions::Shared::kExpand;
  const fuzzing::AllocScope scope;
  const auto message = convert::convert(archive, Format::archive, Format::flexbuffers, options);
  // The table may take 20 bytes a byte, and the nodes grow by doubling.
  if (scope.peak() > 96 * archive.size() + 12 * kBudget) {
    broken("peak heap of " + std::to_string(scope.peak()));
  }
  if (!message.ok()) return;
  options.limits = Limits::unlimited();
  const Status sound = convert::check_flexbuffers(*message, options.limits);
  if (!sound.ok()) broken("made an unsound message: " + sound.to_string());
  const auto root = flexbuffers::root(*message);
  if (!root.ok()) broken("made a message without a root");
  check_order(*root);
  const auto sorted = convert::convert(*message, Format::flexbuffers, Format::flexbuffers, options);
  const auto again = convert::convert(*message, Format::flexbuffers, Format::archive, options);
  if (!again.ok()) broken("its own message is refused: " + again.status().to_string());
  const auto back = convert::convert(*again, Format::archive, Format::flexbuffers, options);
  if (!back.ok()) broken("does not come back: " + back.status().to_string());
  if (!sorted.ok() || !fuzzing::same(*sorted, *back)) broken("comes back as something else");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzzing::AllocScope scope;
  attempt(fuzzing::view_of(data, size), ConvertOptions::Unsayable::kRefuse);
  attempt(fuzzing::view_of(data, size), ConvertOptions::Unsayable::kReplace);
  if (scope.live() != 0) broken("leaked");
  return 0;
}
