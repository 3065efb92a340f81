// SPDX-License-Identifier: MIT
//
// Values at anybody's paths in anybody's bytes are set, inserted and removed: within the budget;
// what comes out is read again, and has the value there. Input: the format, what is done, how long
// the path is, the path, the bytes.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "convert/document/builder.hpp"
#include "convert/edit/edit.hpp"
#include "convert/path/select.hpp"
#include "convert/read.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace fastser;
using convert::Document;
using convert::DocumentBuilder;
using convert::Edit;
using convert::Format;
using convert::NodeKind;
using fuzzing::broken;

constexpr std::uint64_t kNumber = 7;
constexpr std::string_view kText = "new";

void make_value(bool is_text, Document& value) {
  DocumentBuilder builder(value, kMaxDepth);
  if (!(is_text ? builder.text(kText) : builder.integer(kNumber, false))) broken("no value");
}

// Ranges of a list that got shorter or longer lead to others. The root of a stream is a list, also
// when one value was put in its place.
bool leads_to_one(const convert::Path& path, Format format) {
  const bool is_stream = format == Format::json_lines || format == Format::msgpack_stream;
  return !(path.empty() && is_stream) &&
         std::all_of(path.begin(), path.end(), [](const convert::PathStep& step) {
           // "-" is behind the last element, and another place when that is there.
           return step.takes == convert::PathStep::Takes::kOne && step.key != "-";
         });
}

void check_set(BytesView written, Format format, const convert::Path& path, bool is_text) {
  Document document;
  DocumentBuilder builder(document, kMaxDepth);
  const Status read = convert::tell(written, format, {}, builder);
  if (!read.ok()) broken("what was written is refused: " + read.to_string());
  if (!leads_to_one(path, format)) return;
  std::vector<std::uint32_t> nodes = {0};
  if (!convert::select(document, path, nodes) || nodes.size() != 1)
    broken("the value is not there");
  const convert::Node& node = document.nodes[nodes.front()];
  if (is_text) {
    if (node.kind != NodeKind::kString || document.text(node.bits) != kText) {
      broken("another text is there");
    }
    return;
  }
  // A field of floats takes the number as a float.
  if (node.kind == NodeKind::kUnsigned && node.bits != kNumber) broken("another number is there");
  if (node.kind == NodeKind::kString || node.is_container()) broken("no number is there");
}

void attempt(BytesView bytes, Format format, const convert::Path& path, unsigned what) {
  convert::ConvertOptions options;
  options.limits.memory_factor = 256;
  options.limits.memory_base = 1U << 14;
  const bool is_text = (what & 1U) != 0;
  Document value;
  make_value(is_text, value);
  constexpr Edit::What kWhats[] = {Edit::What::kSet, Edit::What::kInsert, Edit::What::kRemove};
  Edit change{.what = kWhats[what / 2 % std::size(kWhats)], .value = &value};
  if (change.what == Edit::What::kRemove) change.value = nullptr;
  const Result<Buffer> out = convert::edit(bytes, format, path, change, options);
  if (!out.ok()) return;
  if (change.what == Edit::What::kRemove) {
    Document document;
    DocumentBuilder builder(document, kMaxDepth);
    const Status read = convert::tell(*out, format, {}, builder);
    if (!read.ok()) broken("what was written is refused: " + read.to_string());
    return;
  }
  check_set(*out, format, path, is_text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  constexpr Format kFormats[] = {Format::json,        Format::json_lines,     Format::msgpack,
                                 Format::flexbuffers, Format::msgpack_stream, Format::archive};
  const Format format = kFormats[data[0] % std::size(kFormats)];
  const std::size_t path_size = std::min<std::size_t>(data[2] % 32, size - 3);
  const Result<convert::Path> path =
      convert::parse_query({reinterpret_cast<const char*>(data) + 3, path_size});
  if (!path.ok()) return 0;
  const BytesView bytes = fuzzing::view_of(data + 3 + path_size, size - 3 - path_size);
  fuzzing::within_heap(size, 8192 * size + (1U << 21),
                       [&] { attempt(bytes, format, *path, data[1]); });
  return 0;
}
