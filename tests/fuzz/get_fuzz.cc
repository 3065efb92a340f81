// SPDX-License-Identifier: MIT
//
// One value by anybody's path from anybody's bytes: where the whole can be read, the value is the
// one that the whole has there. Input: the format, how long the path is, the path, the bytes.
#include <span>

#include "convert/document/builder.hpp"
#include "convert/document/replay.hpp"
#include "convert/path/path_sink.hpp"
#include "convert/read.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace fastser;
using convert::Document;
using convert::DocumentBuilder;
using convert::Format;
using fuzzing::broken;

void attempt(BytesView bytes, Format format, std::string_view text) {
  const Result<convert::Path> path = convert::parse_path(text);
  if (!path.ok()) return;
  const std::size_t budget = 256 * bytes.size() + 4096;
  Document part;
  DocumentBuilder builder(part, kMaxDepth, budget);
  const Status found = convert::tell_at(bytes, format, *path, {}, builder);
  Document whole;
  DocumentBuilder all(whole, kMaxDepth, budget);
  if (!convert::tell(bytes, format, {}, all).ok()) return;
  Document wanted;
  DocumentBuilder wanted_builder(wanted, kMaxDepth);
  convert::PathSink at_path(*path, wanted_builder);
  const bool told = convert::replay(whole, at_path);
  const Status status = at_path.outcome(told ? Status() : at_path.why);
  if (found.ok() != status.ok()) broken("found in the part, or in the whole, alone");
  if (!found.ok()) return;
  if (part.nodes.size() != wanted.nodes.size()) broken("another value");
  for (std::size_t i = 0; i < part.nodes.size(); ++i) {
    if (part.nodes[i].kind != wanted.nodes[i].kind || part.nodes[i].bits != wanted.nodes[i].bits) {
      broken("another value inside");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  constexpr Format kFormats[] = {Format::json,           Format::json_lines,  Format::msgpack,
                                 Format::msgpack_stream, Format::flexbuffers, Format::archive};
  const Format format = kFormats[data[0] % std::size(kFormats)];
  const std::size_t path_size = std::min<std::size_t>(data[1] % 32, size - 2);
  const std::string_view path(reinterpret_cast<const char*>(data) + 2, path_size);
  const BytesView bytes = fuzzing::view_of(data + 2 + path_size, size - 2 - path_size);
  fuzzing::within_heap(size, 4096 * size + (1U << 20), [&] { attempt(bytes, format, path); });
  return 0;
}
