// SPDX-License-Identifier: MIT
//
// Writing a document as an archive: find a layout, measure, write table and payload.
#include "convert/archive/writer.hpp"

#include <optional>
#include <span>

#include "convert/archive/payload_writer.hpp"
#include "convert/archive/type_writer.hpp"
#include "convert/document/measure.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/wire/crc32c.hpp"
#include "fastser/internal/wire/endian.hpp"

namespace fastser::convert {
namespace {

Result<Buffer> assemble(const schema::TypeBytes& table, const std::vector<std::uint8_t>& payload,
                        const JsonToArchiveOptions& options) {
  schema::TypeBytes head = {
      'F', 'S', 'R', archive::kFormatVersion,
      static_cast<std::uint8_t>(options.checksum ? archive::kChecksumFlag : 0)};
  for (int i = 0; i < 4; ++i) {
    head.push_back(static_cast<std::uint8_t>(options.user_version >> (8 * i)));
  }
  schema::append_varint(head, table.size());
  Buffer buffer;
  const auto bytes = [](const std::vector<std::uint8_t>& from) {
    return std::as_bytes(std::span(from));
  };
  bool ok = buffer.reserve(head.size() + table.size() + payload.size() + 4) &&
            buffer.append(bytes(head)) && buffer.append(bytes(table)) &&
            buffer.append(bytes(payload));
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
  const schema::TypeBytes table = TypeWriter(*layout).table();
  PayloadWriter writer(*layout);
  writer.value(0, layout->root());
  return assemble(table, writer.out, options);
}

}  // namespace fastser::convert
