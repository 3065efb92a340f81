// SPDX-License-Identifier: MIT
#include "convert/cocoa/import.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/as_text.hpp"
#include "convert/cocoa/gnustep.hpp"
#include "convert/cocoa/graph.hpp"
#include "convert/cocoa/graph_writer.hpp"
#include "convert/cocoa/keyed.hpp"
#include "convert/cocoa/keyless.hpp"
#include "convert/cocoa/plist.hpp"
#include "convert/cocoa/plist_writer.hpp"
#include "convert/cocoa/typedstream.hpp"
#include "convert/cocoa/unended.hpp"
#include "convert/document/builder.hpp"
#include "convert/plist/binary_writer.hpp"
#include "convert/plist/openstep_reader.hpp"
#include "convert/plist/xml_reader.hpp"

namespace fastser::convert::cocoa {
namespace {

Status read_plist(const Result<Plist>& plist, bool keyed, Target& target) {
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
    case Format::keyed_archive: return read_plist(Plist::open(input), true, target);
    case Format::binary_plist: return read_plist(Plist::open(input), false, target);
    case Format::typedstream: return read_stream(target);
    case Format::gnustep_archive: return read_unended(read_gnustep, options, target);
    case Format::keyless_archive: return read_unended(read_keyless, options, target);
    default: return Status(Code::kUsage, "this format is not one of Foundation's");
  }
}

// Whether the root has the keys of an archive of NSKeyedArchiver. Only there {CF$UID: 1} is the
// number of an object.
bool is_keyed(const Document& document) {
  const convert::Node& root = document.nodes[0];
  if (root.kind != NodeKind::kObject) return false;
  int found = 0;
  for (std::uint32_t at = 1; at != root.end; at = document.nodes[at].end) {
    const std::string_view key = document.text(document.nodes[at].key);
    if (key == "$archiver" || key == "$objects" || key == "$top") ++found;
  }
  return found == 3;
}

// What a property list of text says, as a binary one.
Result<Buffer> as_binary(BytesView input, Format from, const Importing& options) {
  Document document;
  DocumentBuilder builder(document, std::min(options.limits.depth, kMaxDepth),
                          options.limits.memory_for(input.size()));
  Status status = from == Format::xml_plist ? tell_xml_plist(as_text(input), builder)
                                            : tell_openstep_plist(as_text(input), builder);
  if (!status.ok()) return std::move(status).with_path(builder.path());
  return write_binary_plist(document, {.uids = is_keyed(document)});
}

// By way of a binary one, so that both kinds become the same archive.
Result<Buffer> import_text(BytesView input, Format from, const Importing& options) {
  const Result<Buffer> binary = as_binary(input, from, options);
  if (!binary.ok()) return binary.status();
  const Result<Plist> plist = Plist::open(*binary);
  Target target(*binary, options);
  FASTSER_TRY(read_plist(plist, plist.ok() && is_keyed_archive(*plist), target));
  Result<Buffer> archive = target.finish();
  if (archive.ok()) return archive;
  Status status = archive.status();  // its byte is one of the binary property list
  return std::move(status).with_offset(Status::kNoOffset);
}

}  // namespace

Result<Buffer> import(BytesView input, Format from, const Importing& options) {
  if (from == Format::xml_plist || from == Format::openstep_plist) {
    return import_text(input, from, options);
  }
  Target target(input, options);
  FASTSER_TRY(read(input, from, options, target));
  return target.finish();
}

bool is_keyed_xml(BytesView input, const Importing& options) {
  const Result<Buffer> binary = as_binary(input, Format::xml_plist, options);
  if (!binary.ok()) return false;
  const Result<Plist> plist = Plist::open(*binary);
  return plist.ok() && is_keyed_archive(*plist);
}

std::optional<Format> detect(BytesView bytes) noexcept {
  const std::string_view text = as_text(bytes);
  if (is_binary_plist(text)) {
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
