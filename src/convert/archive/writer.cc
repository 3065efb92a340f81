// SPDX-License-Identifier: MIT
//
// Writing a document as an archive: find a layout, measure, write table and payload.
#include "convert/archive/writer.hpp"

#include <optional>
#include <span>

#include "convert/archive/layout_type.hpp"
#include "convert/archive/payload_writer.hpp"
#include "convert/document/measure.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/wire/crc32c.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/verify.hpp"

namespace fastser::convert {
namespace {

Result<Buffer> assemble(BytesView table, BytesView payload, const JsonToArchiveOptions& options) {
  schema::TypeBytes size;
  schema::append_varint(size, table.size());
  std::byte header[archive::kHeaderBytes];
  archive::store_header(header, archive::Kind::kTableInFront, options.checksum,
                        options.user_version);
  Buffer buffer;
  bool ok = buffer.reserve(sizeof header + size.size() + table.size() + payload.size() + 4) &&
            buffer.append(header) && buffer.append(std::as_bytes(std::span(size))) &&
            buffer.append(table) && buffer.append(payload);
  if (ok && options.checksum) {
    std::byte crc[4];
    wire::store_le(crc, wire::crc32c(buffer));
    ok = buffer.append(crc);
  }
  if (!ok) return Status(Code::kNoMemory, "no memory for the archive");
  return buffer;
}

Result<Buffer> write(const Document& document, const Type& type, bool share,
                     const JsonToArchiveOptions& options) {
  PayloadWriter writer(document, type.parsed(), share);
  FASTSER_TRY(writer.write());
  return assemble(type.parsed().bytes(), std::as_bytes(std::span(writer.out)), options);
}

}  // namespace

Result<Buffer> write_archive(const Document& document, const JsonToArchiveOptions& options) {
  std::optional<Layout> layout(std::in_place, document, LayoutRules{});
  if (!layout->acyclic()) layout.emplace(document, LayoutRules{.unite = false});
  measure(*layout, options.share_objects);
  const Result<Type> type = type_of(*layout);
  if (!type.ok()) return type.status();
  return write(document, *type, true, options);
}

Result<Buffer> write_archive_as(const Document& document, const Type& type,
                                const JsonToArchiveOptions& options) {
  const Result<Type> whole = type.alone();
  if (!whole.ok()) return whole.status();
  Result<Buffer> archive = write(document, *whole, false, options);
  if (!archive.ok()) return archive;
  // A list may have been no set: whoever reads would find out.
  Status sound = archive::verify(*archive, {.limits = {.depth = kMaxDepth}});
  if (!sound.ok()) return std::move(sound).with_offset(Status::kNoOffset);
  return archive;
}

}  // namespace fastser::convert
