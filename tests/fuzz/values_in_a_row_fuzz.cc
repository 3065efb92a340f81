// SPDX-License-Identifier: MIT
//
// Values one after another, of anybody: JSON Lines and streams of MessagePack. What is read becomes
// a list, which is written as the same values again; a table of contents is made of them, too.
#include "fastser/convert.hpp"
#include "fastser/inspect.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace fastser;
using convert::Format;
using fuzzing::broken;
using fuzzing::same;

void attempt(BytesView bytes, Format format) {
  convert::ConvertOptions options;
  options.unsayable = convert::ConvertOptions::Unsayable::kReplace;
  options.not_finite = convert::JsonOptions::NotFinite::kNull;
  std::string contents;
  (void)convert::inspect(bytes, format, contents, {.max_depth = 2, .contents = true});
  const auto own = convert::convert(bytes, format, format, options);
  if (own.ok() != convert::check_stream(bytes, format).ok()) {
    if (own.status().code() != Code::kOverBudget) broken("checked, but not converted");
  }
  if (!own.ok()) return;
  const auto again = convert::convert(*own, format, format, options);
  if (!again.ok()) broken("its own output is refused: " + again.status().to_string());
  if (!same(*own, *again)) broken("its own output becomes something else");
  const auto list = convert::convert(bytes, format, Format::msgpack, options);
  if (!list.ok()) broken("no list: " + list.status().to_string());
  const auto back = convert::convert(*list, Format::msgpack, format, options);
  if (format == Format::msgpack_stream && (!back.ok() || !same(*own, *back))) {
    broken("the list is other values");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView bytes = fuzzing::view_of(data, size);
  fuzzing::within_heap(size, 1024 * size + (1U << 20), [&] {
    attempt(bytes, Format::json_lines);
    attempt(bytes, Format::msgpack_stream);
  });
  return 0;
}
