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

}  // namespace

Result<Buffer> write_archive(const Document& document, const JsonToArchiveOptions& options) {
  std::optional<Layout> layout(std::in_place, document, LayoutRules{});
  if (!layout->acyclic()) layout.emplace(document, LayoutRules{.unite = false});
  measure(*layout, options.share_objects);
  const Result<Type> type = type_of(*layout);
  if (!type.ok()) return type.status();
  PayloadWriter writer(document, type->parsed(), true);
  FASTSER_TRY(writer.write());
  return assemble(type->parsed().bytes(), std::as_bytes(std::span(writer.out)), options);
}

}  // namespace fastser::convert
