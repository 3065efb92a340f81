// SPDX-License-Identifier: MIT
//
// MessagePack of anybody to an archive, which must be sound, and back: to the bytes that the
// message has in its smallest form. JSON text of it, with everything replaced, must be JSON.
#include "fastser/convert.hpp"
#include "fastser/msgpack.hpp"
#include "fastser/verify.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace fastser;
using convert::Format;
using fuzzing::broken;
using fuzzing::same;

void attempt(BytesView message) {
  const auto archive = convert::convert(message, Format::msgpack, Format::archive);
  if (archive.ok() != convert::check_msgpack(message).ok()) broken("checked, but not converted");
  if (!archive.ok()) return;
  if (!msgpack::verify(message).ok()) broken("an unsound message was converted");
  const Status sound = archive::verify(*archive, {.limits = Limits::unlimited(), .utf8 = true});
  if (!sound.ok()) broken("made an unsound archive: " + sound.to_string());
  const auto smallest = convert::convert(message, Format::msgpack, Format::msgpack);
  const auto back = convert::convert(*archive, Format::archive, Format::msgpack);
  if (!smallest.ok() || smallest->size() > message.size()) broken("not the smallest form");
  if (!back.ok()) broken("does not come back: " + back.status().to_string());
  if (!same(*smallest, *back)) broken("comes back as something else");
}

void attempt_text(BytesView message) {
  convert::ConvertOptions options;
  options.unsayable = convert::ConvertOptions::Unsayable::kReplace;
  options.not_finite = convert::JsonOptions::NotFinite::kNull;
  const auto text = convert::convert(message, Format::msgpack, Format::json, options);
  if (!text.ok()) return;
  options.limits.depth = 512;  // an extension is an object in JSON
  const auto again = convert::convert(*text, Format::json, Format::msgpack, options);
  if (!again.ok()) broken("its own text is refused: " + again.status().to_string());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView message = fuzzing::view_of(data, size);
  fuzzing::within_heap(size, 512 * size + (1U << 20), [&] {
    attempt(message);
    attempt_text(message);
  });
  return 0;
}
