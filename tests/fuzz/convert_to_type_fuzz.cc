// SPDX-License-Identifier: MIT
//
// A document of anybody, written as an archive of a type of anybody (ConvertOptions::type). What is
// written is a sound archive of that very type, and its own values fit the type again; as
// FlatBuffers of the type's schema it is sound, and read again. (What no schema says is refused.)
//
// Input: the document's format (from 250 on: FlatBuffers of that schema), the size of the type's
// table as two bytes, the table, the document.
#include <string>

#include "fastser/convert.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/type.hpp"
#include "fastser/verify.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace fastser;
using convert::Format;
using fuzzing::broken;

constexpr std::size_t kHead = 3;
constexpr std::size_t kBudget = std::size_t{1} << 16;
// A million fields are written for which the document has no key, and each is looked for in it.
constexpr std::size_t kFields = std::size_t{128} << 20;

void check_flat(BytesView archive, const Type& type) {
  Buffer schema;
  convert::ConvertOptions options;
  options.type = &type;
  options.new_schema = &schema;
  options.limits = Limits::unlimited();
  options.limits.depth = 512;
  const auto flat = convert::convert(archive, Format::archive, Format::flatbuffers, options);
  if (!flat.ok()) return;
  const Status sound = convert::check_flatbuffers(*flat, schema, options.limits);
  if (!sound.ok() && sound.code() != Code::kTooDeep) {
    broken("made an unsound FlatBuffer: " + sound.to_string());
  }
  static_cast<void>(convert::convert(*flat, Format::flatbuffers, Format::archive, options));
}

void check(BytesView archive, const Type& type) {
  const Status sound = archive::verify(archive, {.limits = Limits::unlimited(), .utf8 = true});
  if (!sound.ok()) broken("made an unsound archive: " + sound.to_string());
  const auto envelope = archive::open_envelope(archive);
  if (!envelope.ok() || !fuzzing::same(envelope->table, type.table())) {
    broken("the archive is of another type");
  }
  if (archive.size() > kBudget) return;  // mostly zeros, which take long to read
  convert::ConvertOptions options;
  options.type = &type;
  options.limits = Limits::unlimited();
  options.limits.depth = 512;  // an `any` in every level is two
  const auto again = convert::convert(archive, Format::archive, Format::archive, options);
  if (!again.ok()) broken("its own values do not fit: " + again.status().to_string());
  check_flat(archive, type);
}

void attempt(BytesView document, Format format, const Type& type) {
  convert::ConvertOptions options;
  options.type = &type;
  options.limits.memory_factor = 64;
  options.limits.memory_base = kBudget;
  const auto archive = convert::convert(document, format, Format::archive, options);
  if (archive.ok()) check(*archive, type);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < kHead) return 0;
  constexpr Format kFormats[] = {Format::json, Format::msgpack, Format::flexbuffers,
                                 Format::archive};
  const std::size_t wanted = data[1] | std::size_t{data[2]} << 8;
  const BytesView rest = fuzzing::view_of(data + kHead, size - kHead);
  const BytesView table = rest.first(std::min(wanted, rest.size()));
  const BytesView document = rest.subspan(table.size());
  fuzzing::within_heap(size, 1024 * size + kFields, [&] {
    const auto type = Type::parse(table);
    constexpr std::uint8_t kFlat = 250;
    const Format format = data[0] >= kFlat ? Format::flatbuffers : kFormats[data[0] % 4];
    if (type.ok()) attempt(document, format, *type);
  });
  return 0;
}
