// SPDX-License-Identifier: MIT
//
// FlexBuffers of anybody to an archive, which must be sound, and back: to the bytes that the
// message has as it is written here. JSON text of it, with everything replaced, must be JSON. All
// within a budget, whatever refers to what.
#include "fastser/convert.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/verify.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace fastser;
using convert::Format;
using fuzzing::broken;
using fuzzing::same;

constexpr std::size_t kBudget = std::size_t{1} << 16;

convert::ConvertOptions options() {
  convert::ConvertOptions options;
  options.limits.memory_factor = 64;
  options.limits.memory_base = kBudget;
  return options;
}

// What is written here shares texts and keys, so that it may be far smaller than its values.
convert::ConvertOptions no_limits() {
  convert::ConvertOptions options;
  options.limits = Limits::unlimited();
  return options;
}

void attempt(BytesView message) {
  const auto archive = convert::convert(message, Format::flexbuffers, Format::archive, options());
  if (archive.ok() != convert::check_flexbuffers(message, options().limits).ok()) {
    broken("checked, but not converted");
  }
  if (!archive.ok()) return;
  if (!flexbuffers::verify(message, Limits::unlimited()).ok()) {
    broken("an unsound message was converted");
  }
  const Status sound = archive::verify(*archive, {.limits = Limits::unlimited(), .utf8 = true});
  if (!sound.ok()) broken("made an unsound archive: " + sound.to_string());
  const auto ours = convert::convert(message, Format::flexbuffers, Format::flexbuffers, options());
  const auto back = convert::convert(*archive, Format::archive, Format::flexbuffers, no_limits());
  if (!ours.ok()) broken("not written: " + ours.status().to_string());
  if (!back.ok()) broken("does not come back: " + back.status().to_string());
  if (!same(*ours, *back)) broken("comes back as something else");
  if (!flexbuffers::verify(*ours, Limits::unlimited()).ok()) broken("made an unsound message");
  // Sorted now, it stays as it is.
  const auto sorted =
      convert::convert(*ours, Format::flexbuffers, Format::flexbuffers, no_limits());
  if (!sorted.ok()) broken("its own message is refused: " + sorted.status().to_string());
  const auto again =
      convert::convert(*sorted, Format::flexbuffers, Format::flexbuffers, no_limits());
  if (!again.ok() || !same(*sorted, *again)) broken("is written in another way each time");
}

std::size_t most_text(BytesView message) { return 16 * message.size() + kBudget; }

void attempt_text(BytesView message) {
  convert::ConvertOptions options;
  options.unsayable = convert::ConvertOptions::Unsayable::kReplace;
  options.not_finite = convert::JsonOptions::NotFinite::kNull;
  options.max_text = most_text(message);
  const auto text = convert::convert(message, Format::flexbuffers, Format::json, options);
  if (!text.ok()) return;
  const auto again = convert::convert(*text, Format::json, Format::flexbuffers);
  if (!again.ok()) broken("its own text is refused: " + again.status().to_string());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView message = fuzzing::view_of(data, size);
  fuzzing::within_heap(size, 512 * size + 24 * kBudget, [&] {
    attempt(message);
    static_cast<void>(convert::detect_format(message));
  });
  // The text may be far longer than the message, and is then read as any text of its length.
  const std::size_t most = most_text(message);
  fuzzing::within_heap(size, 2 * most + fuzzing::allowed_heap(most),
                       [&] { attempt_text(message); });
  return 0;
}
