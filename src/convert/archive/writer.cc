// SPDX-License-Identifier: MIT
//
// Writing a document as an archive: find a layout, measure, write table and payload.
#include "convert/archive/writer.hpp"

#include <optional>
#include <span>
#include <utility>

#include "convert/archive/layout_type.hpp"
#include "convert/archive/payload_writer.hpp"
#include "convert/document/measure.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/wire/output.hpp"
#include "fastser/verify.hpp"

namespace fastser::convert {
namespace {

Result<Buffer> assemble(std::span<const std::uint8_t> table, const PayloadBytes& payload,
                        const JsonToArchiveOptions& options) {
  const archive::EncodeOptions how{.user_version = options.user_version,
                                   .checksum = options.checksum};
  Result<Buffer> buffer{std::in_place};
  wire::Output out(*buffer);
  std::byte* cur = out.start();
  out.expect(cur, archive::prologue_size(table.size()) + payload.size() + 4);
  cur = archive::put_prologue(out, cur, how, archive::make_prologue(table), 0);
  cur = out.put_bytes(cur, payload.data(), payload.size());
  std::size_t written = 0;
  Status status = out.finish(archive::put_end(out, cur, how), written);
  if (!status.ok()) buffer.fail(std::move(status));
  return buffer;
}

Result<Buffer> write(const Document& document, const Type& type, bool share,
                     const JsonToArchiveOptions& options, const Progress& progress) {
  PayloadWriter writer(document, type.parsed(), share, progress);
  FASTSER_TRY(writer.write());
  const BytesView table = type.parsed().bytes();
  return assemble({reinterpret_cast<const std::uint8_t*>(table.data()), table.size()}, writer.out,
                  options);
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
  return write(document, *type, true, options, progress);
}

Result<Buffer> write_archive_as(const Document& document, const Type& type,
                                const JsonToArchiveOptions& options, const Progress& progress) {
  const Result<Type> whole = type.alone();
  if (!whole.ok()) return whole.status();
  Result<Buffer> archive = write(document, *whole, false, options, progress);
  if (!archive.ok()) return archive;
  // A list may have been no set, and records in records nest deeper than what they were made from:
  // whoever reads would find out.
  Status sound = archive::verify(*archive, {.limits = {.depth = options.depth}});
  if (!sound.ok()) return std::move(sound).with_offset(Status::kNoOffset);
  return archive;
}

}  // namespace fastser::convert
