// SPDX-License-Identifier: MIT
//
// The envelope of an archive: what lies around the payload (docs/format.md section 2).
//
//   kind 0   "FSR" 01 flags user-version | varint table size, table | payload           | [crc]
//   kind 1   "FSR" 01 flags user-version | payload | table, u64 table size              | [crc]
//   kind 2   "FSR" 01 flags user-version | u64 fingerprint | payload                    | [crc]
//
// Bare archives have no envelope. Thread rule: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fastser/buffer.hpp"
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

}  // namespace fastser::archive
