// SPDX-License-Identifier: MIT
//
// The bytes of anybody's archives and FlatBuffers with what each of them is: within the budget; all
// of an archive that is sound; no byte without a line. Input: what it is and whether all is shown,
// for FlatBuffers the size of the schema in two bytes and the schema, the bytes.
#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "convert/annotate/annotate.hpp"
#include "fastser/verify.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace fastser;
using convert::Format;
using fuzzing::broken;

constexpr std::size_t kBudget = std::size_t{1} << 16;
constexpr std::size_t kFactor = 256;

// Each line starts with an offset, and with all bytes shown the lines leave none out.
void check_lines(std::string_view text, std::size_t size) {
  constexpr std::size_t kDigits = 8;
  std::size_t known = 0;
  while (!text.empty()) {
    const std::size_t line_size = text.find('\n');
    if (line_size == std::string_view::npos || line_size < kDigits) broken("a line that is cut");
    const std::string_view line = text.substr(0, line_size);
    std::size_t offset = 0;
    if (std::from_chars(line.data(), line.data() + kDigits, offset, 16).ptr !=
        line.data() + kDigits) {
      broken("a line without an offset: " + std::string(line));
    }
    if (offset > known) broken("bytes are left out before " + std::string(line));
    std::size_t at = kDigits + 1;
    for (; at + 2 < line.size() + 1 && line[at] == ' ' && at < kDigits + 25; at += 3, ++offset) {
      if (at + 1 >= line.size() || line[at + 1] == ' ') break;
    }
    known = std::max(known, offset);
    text.remove_prefix(line_size + 1);
  }
  if (known != size) broken("bytes are left out at the end");
}

void attempt(BytesView bytes, BytesView schema, Format format, bool all) {
  convert::AnnotateOptions options;
  options.all = all;
  options.schema = schema;
  options.limits.memory_factor = kFactor;
  options.limits.memory_base = kBudget;
  std::string text;
  // Vectors grow by doubling.
  fuzzing::within_heap(bytes.size(), 8 * kFactor * (bytes.size() + schema.size()) + 16 * kBudget,
                       [&] {
                         std::string out;
                         const Status status = convert::annotate(bytes, format, options, out);
                         if (out.size() > 4 * kFactor * bytes.size() + 4 * kBudget) {
                           broken("a text of " + std::to_string(out.size()));
                         }
                         if (all && !out.empty()) check_lines(out, bytes.size());
                         if (status.ok() || format != Format::archive) return;
                         if (status.code() == Code::kOverBudget || status.code() == Code::kUsage) {
                           return;
                         }
                         if (archive::verify(bytes).ok()) {
                           broken("a sound archive is refused: " + status.to_string());
                         }
                       });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const bool all = (data[0] & 2U) != 0;
  if ((data[0] & 1U) == 0) {
    attempt(fuzzing::view_of(data + 1, size - 1), {}, Format::archive, all);
    return 0;
  }
  const BytesView rest = fuzzing::view_of(data, size).subspan(3);
  const std::size_t wanted = data[1] + 256U * data[2];
  const BytesView schema = rest.first(std::min(wanted, rest.size()));
  attempt(rest.subspan(schema.size()), schema, Format::flatbuffers, all);
  return 0;
}
