// SPDX-License-Identifier: MIT
//
// Taking an archive apart, and the rare half of making one. Sizes are compared in the form `n >
// what is left`, so that no sum of numbers from the input can overflow (B8).
#include "fastser/internal/archive/envelope.hpp"

#include <algorithm>
#include <cstring>

#include "fastser/internal/wire/crc32c.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/varint.hpp"
#include "wire/look_alike.hpp"

namespace fastser::archive {
namespace {

constexpr std::size_t kMagicBytes = 3;  // "FSR"

Status cut_off(std::size_t offset) {
  return Status(Code::kTruncated, "the archive ends inside its envelope", offset);
}

Status not_an_archive(BytesView bytes) {
  const std::string_view said = wire::looks_like_said(wire::looks_like(bytes));
  return Status(Code::kMalformed,
                said.empty() ? "not an archive: it does not start with FSR" : said, 0);
}

// Header: everything up to the user version.
Status read_header(BytesView archive, Envelope& envelope) {
  if (archive.empty()) return Status(Code::kTruncated, "the input is empty", 0);
  const std::size_t compared = std::min(archive.size(), kMagicBytes);
  if (std::memcmp(archive.data(), kPlainHeader.data(), compared) != 0) {
    return not_an_archive(archive);
  }
  if (archive.size() < 4) return cut_off(archive.size());
  if (static_cast<std::uint8_t>(archive[3]) != kFormatVersion) {
    return Status(Code::kVersion, "a format version that this reader does not know", 3);
  }
  if (archive.size() < kHeaderBytes) return cut_off(archive.size());
  const auto flags = static_cast<std::uint8_t>(archive[4]);
  if ((flags & ~(kKindMask | kChecksumFlag)) != 0) {
    return Status(Code::kMalformed, "unknown flags in the header", 4);
  }
  if ((flags & kKindMask) == 3) {
    return Status(Code::kMalformed, "a header of kind 3, which does not exist", 4);
  }
  envelope.kind = static_cast<Kind>(flags & kKindMask);
  envelope.has_checksum = (flags & kChecksumFlag) != 0;
  envelope.user_version = wire::load_le<std::uint32_t>(archive.data() + 5);
  return {};
}

// Kind 0: varint size, table, payload.
Status split_front(BytesView body, Envelope& envelope) {
  std::uint64_t size = 0;
  bool truncated = false;
  const std::byte* end = body.data() + body.size();
  const std::byte* table = wire::get_varint(body.data(), end, size, truncated);
  if (table == nullptr) {
    if (truncated) return cut_off(kHeaderBytes + body.size());
    return Status(Code::kMalformed, "a table size that is not a varint", kHeaderBytes);
  }
  const auto used = static_cast<std::size_t>(table - body.data());
  if (size > body.size() - used) return cut_off(kHeaderBytes + body.size());
  envelope.table = body.subspan(used, static_cast<std::size_t>(size));
  envelope.payload = body.subspan(used + envelope.table.size());
  envelope.table_offset = kHeaderBytes + used;
  envelope.payload_offset = envelope.table_offset + envelope.table.size();
  return {};
}

// Kind 1: payload, table, u64 size.
Status split_behind(BytesView body, Envelope& envelope) {
  if (body.size() < sizeof(std::uint64_t)) return cut_off(kHeaderBytes + body.size());
  const std::size_t left = body.size() - sizeof(std::uint64_t);
  const auto size = wire::load_le<std::uint64_t>(body.data() + left);
  if (size > left) return cut_off(kHeaderBytes + body.size());
  const std::size_t payload = left - static_cast<std::size_t>(size);
  envelope.payload = body.first(payload);
  envelope.table = body.subspan(payload, static_cast<std::size_t>(size));
  envelope.payload_offset = kHeaderBytes;
  envelope.table_offset = kHeaderBytes + payload;
  return {};
}

}  // namespace

bool has_envelope(BytesView bytes) noexcept {
  return bytes.size() >= kMagicBytes &&
         std::memcmp(bytes.data(), kPlainHeader.data(), kMagicBytes) == 0;
}

Result<Envelope> open_envelope(BytesView archive) noexcept {
  Envelope envelope;
  if (Status status = read_header(archive, envelope); !status.ok()) return status;
  if (envelope.has_checksum) {
    if (archive.size() - kHeaderBytes < sizeof(std::uint32_t)) return cut_off(archive.size());
    const std::size_t covered = archive.size() - sizeof(std::uint32_t);
    const auto stored = wire::load_le<std::uint32_t>(archive.data() + covered);
    archive = archive.first(covered);
    if (wire::crc32c(archive) != stored) {
      return Status(Code::kChecksum, "the archive was changed or cut off", covered);
    }
  }
  const BytesView body = archive.subspan(kHeaderBytes);
  Status status;
  switch (envelope.kind) {
    case Kind::kTableInFront: status = split_front(body, envelope); break;
    case Kind::kTableBehind: status = split_behind(body, envelope); break;
    case Kind::kFingerprint:
      if (body.size() < sizeof(std::uint64_t)) {
        status = cut_off(kHeaderBytes + body.size());
        break;
      }
      envelope.fingerprint = wire::load_le<std::uint64_t>(body.data());
      envelope.payload = body.subspan(sizeof(std::uint64_t));
      envelope.payload_offset = kHeaderBytes + sizeof(std::uint64_t);
      break;
  }
  if (!status.ok()) return status;
  return envelope;
}

std::byte* put_checksum(wire::Output& out, std::byte* cur) noexcept {
  cur = out.ensure(cur, sizeof(std::uint32_t));
  const BytesView all = out.all(cur);
  if (!all.empty()) wire::store_le(cur, wire::crc32c(all));
  return cur + sizeof(std::uint32_t);
}

bool append_end(Buffer& archive, std::size_t table_size, bool checksum) noexcept {
  std::byte number[8];
  wire::store_le(number, std::uint64_t{table_size});
  if (!archive.append({number, 8})) return false;
  if (!checksum) return true;
  wire::store_le(number, wire::crc32c(archive));
  return archive.append({number, 4});
}

Result<schema::TypeTable> table_of(const Envelope& envelope) {
  if (envelope.kind == Kind::kFingerprint) {
    return Status(Code::kUsage, "an archive without a table can only be read with its type", 4);
  }
  Result<schema::TypeTable> table = schema::TypeTable::parse(envelope.table);
  if (table.ok() || table.status().offset() == Status::kNoOffset) return table;
  const std::size_t offset = envelope.table_offset + table.status().offset();
  return Status(table.status()).with_offset(offset);
}

}  // namespace fastser::archive
