// SPDX-License-Identifier: MIT
//
// The envelope of an archive: what lies around the payload (docs/format.md section 2).
//
//   kind 0   "FSR" 01 flags user-version | varint table size, table | payload           | [crc]
//   kind 1   "FSR" 01 flags user-version | payload | table, u64 table size              | [crc]
//   kind 2   "FSR" 01 flags user-version | u64 fingerprint | payload                    | [crc]
//
// Bare archives have no envelope. All writers make it here: kind 0 and 2 while they write forward,
// from a prologue that may be a constant of the program; kind 1 (the coder's) by its two ends.
// Thread rule: pure functions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "fastser/archive/options.hpp"
#include "fastser/buffer.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/output.hpp"
#include "fastser/internal/wire/varint.hpp"
#include "fastser/status.hpp"

namespace fastser::archive {

inline constexpr std::uint8_t kFormatVersion = 1;
inline constexpr std::size_t kHeaderBytes = 9;
inline constexpr std::uint8_t kKindMask = 0x03;
inline constexpr std::uint8_t kChecksumFlag = 0x04;

/// Where the types of the payload are said.
enum class Kind : std::uint8_t { kTableInFront = 0, kTableBehind = 1, kFingerprint = 2 };

/// The parts of an archive. Views borrow the archive's bytes.
struct Envelope {
  Kind kind = Kind::kTableInFront;
  bool has_checksum = false;
  std::uint32_t user_version = 0;
  std::uint64_t fingerprint = 0;  ///< kinds 0 and 1: 0; see schema::fingerprint_of
  BytesView table;                ///< kind 2: empty; not parsed here
  BytesView payload;
  std::size_t table_offset = 0;    ///< of the table's first byte in the archive
  std::size_t payload_offset = 0;  ///< of the payload's first byte in the archive
};

/// Whether `bytes` start like an archive that is not bare. Says nothing about the rest.
[[nodiscard]] bool has_envelope(BytesView bytes) noexcept;

/// Takes an archive apart; checks the header, the sizes and the checksum (if there is one), not
/// the table or the payload. Errors: kTruncated, kMalformed, kChecksum, and kVersion for another
/// format version. Linear in the archive with a checksum, else constant.
[[nodiscard]] Result<Envelope> open_envelope(BytesView archive) noexcept;

/// The table of an archive, which it borrows. Errors: those of TypeTable::parse, with the offset in
/// the archive; kUsage for archives without a table.
[[nodiscard]] Result<schema::TypeTable> table_of(const Envelope& envelope);

// --- writing -------------------------------------------------------------------------------------

/// A header without a checksum, of user version 0, whose table stands in front.
inline constexpr std::array<std::uint8_t, kHeaderBytes> kPlainHeader = {'F', 'S', 'R',
                                                                        kFormatVersion};

/// Stores what may differ from kPlainHeader.
FASTSER_INLINE inline void store_header_options(std::byte* header, Kind kind, bool checksum,
                                                std::uint32_t user_version) noexcept {
  header[4] = static_cast<std::byte>(static_cast<unsigned>(kind) | (checksum ? kChecksumFlag : 0U));
  wire::store_le(header + 5, user_version);
}
inline void store_header(std::byte* to, Kind kind, bool checksum,
                         std::uint32_t user_version) noexcept {
  std::memcpy(to, kPlainHeader.data(), kHeaderBytes);
  store_header_options(to, kind, checksum, user_version);
}

/// A prologue: what stands in front of the payload of an archive of kind 0 with a plain header.
[[nodiscard]] constexpr std::size_t prologue_size(std::size_t table_size) noexcept {
  return kHeaderBytes + wire::varint_size(table_size) + table_size;
}
/// Writes the prologue but for the table; returns where that goes.
constexpr std::uint8_t* begin_prologue(std::uint8_t* to, std::size_t table_size) noexcept {
  to = std::copy(kPlainHeader.begin(), kPlainHeader.end(), to);
  return wire::put_varint(to, table_size);
}
/// The same in memory of its own, for tables that are not constants.
[[nodiscard]] inline std::vector<std::uint8_t> make_prologue(std::span<const std::uint8_t> table) {
  std::vector<std::uint8_t> prologue(prologue_size(table.size()));
  std::copy(table.begin(), table.end(), begin_prologue(prologue.data(), table.size()));
  return prologue;
}

/// Writes what `options` want in front of a payload. Inlined, so that a prologue of constant size
/// is one copy.
[[nodiscard]] FASTSER_INLINE inline std::byte* put_prologue(wire::Output& out, std::byte* cur,
                                                            const EncodeOptions& options,
                                                            std::span<const std::uint8_t> prologue,
                                                            std::uint64_t fingerprint) noexcept {
  if (options.header == Header::bare) return cur;
  if (options.header == Header::fingerprint) {
    cur = out.ensure(cur, kHeaderBytes + sizeof fingerprint);
    store_header(cur, Kind::kFingerprint, options.checksum, options.user_version);
    wire::store_le(cur + kHeaderBytes, fingerprint);
    return cur + kHeaderBytes + sizeof fingerprint;
  }
  const std::size_t first = prologue.size() <= wire::kMaxStep ? prologue.size() : kHeaderBytes;
  cur = out.ensure(cur, first);
  std::memcpy(cur, prologue.data(), first);
  store_header_options(cur, Kind::kTableInFront, options.checksum, options.user_version);
  cur += first;
  if (first == prologue.size()) return cur;
  return out.put_bytes(cur, prologue.data() + first, prologue.size() - first);
}

/// Writes the end of an archive that begins at the output's start: the checksum, if there is one.
[[nodiscard]] std::byte* put_checksum(wire::Output& out, std::byte* cur) noexcept;
[[nodiscard]] inline std::byte* put_end(wire::Output& out, std::byte* cur,
                                        const EncodeOptions& options) noexcept {
  return options.checksum && options.header != Header::bare ? put_checksum(out, cur) : cur;
}
/// The end of an archive of kind 1 whose table, of `table_size` bytes, is the end of `archive` by
/// now. False when memory is out.
[[nodiscard]] bool append_end(Buffer& archive, std::size_t table_size, bool checksum) noexcept;

}  // namespace fastser::archive
