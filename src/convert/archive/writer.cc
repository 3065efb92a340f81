// SPDX-License-Identifier: MIT
//
// Writing a document as an archive: find a layout, measure, write table and payload.
#include "convert/archive/writer.hpp"

#include <optional>
#include <utility>

#include "base/large_pages.hpp"
#include "convert/archive/layout_type.hpp"
#include "convert/archive/payload_writer.hpp"
#include "convert/document/measure.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/wire/crc32c.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/output.hpp"
#include "fastser/verify.hpp"

namespace fastser::convert {
namespace {

// Room for what is going to be written if all texts and no containers are written once, so that the
// memory of large archives is not moved. What is not used of it costs addresses only. Where there
// is not so much memory, less may do.
void make_room(const Document& document, Buffer& out) {
  constexpr std::size_t kLarge = std::size_t{1} << 16;  // values
  const Node& root = document.nodes[0];
  if (document.nodes.size() < kLarge || !root.is_container()) return;
  if (out.reserve(out.size() + root.weight() + document.texts.bytes())) {
    want_large_pages_behind(out);
  }
}

Status put_prologue(BytesView table, const archive::EncodeOptions& how, Buffer& to) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(table.data());
  wire::Output out(to);
  std::byte* const end = archive::put_prologue(out, out.start(), how,
                                               archive::make_prologue({bytes, table.size()}), 0);
  std::size_t written = 0;
  return out.finish(end, written);
}

bool append_checksum(Buffer& archive) {
  std::byte sum[sizeof(std::uint32_t)];
  wire::store_le(sum, wire::crc32c(archive));
  return archive.append(sum);
}

Result<Buffer> write(const Document& document, const Type& type, const PayloadWriter::Rules& rules,
                     const JsonToArchiveOptions& options, const Progress& progress) {
  const archive::EncodeOptions how{.user_version = options.user_version,
                                   .checksum = options.checksum};
  Result<Buffer> archive{std::in_place};
  FASTSER_TRY(put_prologue(type.parsed().bytes(), how, *archive));
  make_room(document, *archive);
  FASTSER_TRY(PayloadWriter(document, type.parsed(), rules, progress, *archive).write());
  if (how.checksum && !append_checksum(*archive)) {
    return Status(Code::kNoMemory, "no memory for the archive");
  }
  return archive;
}

}  // namespace

Result<Buffer> write_archive(const Document& document, const JsonToArchiveOptions& options,
                             const Progress& progress) {
  std::optional<Layout> layout(std::in_place, document, LayoutRules{});
  if (!layout->acyclic()) layout.emplace(document, LayoutRules{.unite = false});
  progress.tell((Progress::kRead + Progress::kTyped) / 2);
  measure(*layout, options.share_objects);
  const Result<Type> type = type_of(*layout);
  if (!type.ok()) return type.status();
  progress.tell(Progress::kTyped);
  return write(document, *type, {.share = true}, options, progress);
}

Result<Buffer> write_archive_as(const Document& document, const Type& type, ListOfTwo list_of_two,
                                const JsonToArchiveOptions& options, const Progress& progress) {
  const Result<Type> whole = type.alone();
  if (!whole.ok()) return whole.status();
  Result<Buffer> archive = write(document, *whole, {.list_of_two = list_of_two}, options, progress);
  if (!archive.ok()) return archive;
  // A list may have been no set, and records in records nest deeper than what they were made from:
  // whoever reads would find out.
  Status sound = archive::verify(*archive, {.limits = {.depth = options.depth}});
  if (!sound.ok()) return std::move(sound).with_offset(Status::kNoOffset);
  return archive;
}

}  // namespace fastser::convert
