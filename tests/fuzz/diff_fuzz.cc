// SPDX-License-Identifier: MIT
//
// Two documents of anybody, JSON or MessagePack, compared: a document does not differ from itself,
// two differ in both directions or in none, and a path that is told can be read. Input: where the
// second document begins, and which of the two are MessagePack; the documents.
#include "convert/diff/diff.hpp"
#include "convert/document/builder.hpp"
#include "convert/path/path.hpp"
#include "convert/read.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace fastser;
using convert::Difference;
using convert::Document;
using convert::Format;
using fuzzing::broken;

bool read(BytesView bytes, bool packed, Document& out) {
  return convert::read_document(bytes, packed ? Format::msgpack : Format::json, Format::archive, {},
                                out)
      .ok();
}

bool compare(const Document& left, const Document& right) {
  return convert::differences(left, right, [&](const Difference& one) {
    const bool pair = one.path.find("[pair ") != std::string_view::npos;
    if (!pair && !convert::parse_path(one.path).ok()) {
      broken("no path: " + std::string(one.path));
    }
    if (one.left >= left.nodes.size() || one.right >= right.nodes.size()) broken("no such node");
    return true;
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::size_t first = std::min<std::size_t>(data[0], size - 2);
  fuzzing::within_heap(size, 4096 * size + (1U << 20), [&] {
    Document left;
    Document right;
    if (!read(fuzzing::view_of(data + 2, first), (data[1] & 1U) != 0, left)) return;
    if (!compare(left, left)) broken("differs from itself");
    if (!read(fuzzing::view_of(data + 2 + first, size - 2 - first), (data[1] & 2U) != 0, right)) {
      return;
    }
    if (compare(left, right) != compare(right, left)) broken("differs in one direction");
  });
  return 0;
}
