// SPDX-License-Identifier: MIT
#include "convert/cocoa/import.hpp"

#include <string_view>

#include "convert/cocoa/gnustep.hpp"
#include "convert/cocoa/graph.hpp"
#include "convert/cocoa/graph_writer.hpp"
#include "convert/cocoa/keyed.hpp"
#include "convert/cocoa/keyless.hpp"
#include "convert/cocoa/plist.hpp"
#include "convert/cocoa/plist_writer.hpp"
#include "convert/cocoa/typedstream.hpp"
#include "convert/cocoa/unended.hpp"

namespace fastser::convert::cocoa {
namespace {

Status read_plist(BytesView input, bool keyed, Target& target) {
  const Result<Plist> plist = Plist::open(input);
  if (!plist.ok()) return plist.status();
  if (keyed) {
    KeyedWriter writer(*plist, target);
    writer.write();
  } else {
    PlistWriter writer(*plist, target);
    writer.value(kPlain, plist->top());
  }
  return {};
}

Status read_stream(Target& target) {
  Graph graph(target);
  if (read_typedstream(target, graph)) GraphWriter(graph, target).write();
  return {};
}

Status read_unended(ReadUnended read, const Importing& options, Target& target) {
  Ends ends(options.classes);
  FASTSER_TRY(ends.decide(read, target.input(), options));
  Graph graph(target);
  if (read(target, graph, ends)) GraphWriter(graph, target).write();
  return {};
}

Status read(BytesView input, Format from, const Importing& options, Target& target) {
  switch (from) {
    case Format::keyed_archive: return read_plist(input, true, target);
    case Format::binary_plist: return read_plist(input, false, target);
    case Format::typedstream: return read_stream(target);
    case Format::gnustep_archive: return read_unended(read_gnustep, options, target);
    case Format::keyless_archive: return read_unended(read_keyless, options, target);
    default: return Status(Code::kUsage, "this format is not one of those that can only be read");
  }
}

}  // namespace

Result<Buffer> import(BytesView input, Format from, const Importing& options) {
  Target target(input, options);
  FASTSER_TRY(read(input, from, options, target));
  return target.finish();
}

std::optional<Format> detect(BytesView bytes) noexcept {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with(kPlistMark)) {
    const Result<Plist> plist = Plist::open(bytes);
    const bool keyed = plist.ok() && is_keyed_archive(*plist);
    return keyed ? Format::keyed_archive : Format::binary_plist;
  }
  if (is_typedstream(bytes)) return Format::typedstream;
  if (is_gnustep(bytes)) return Format::gnustep_archive;
  if (is_keyless(bytes)) return Format::keyless_archive;
  return std::nullopt;
}

}  // namespace fastser::convert::cocoa
