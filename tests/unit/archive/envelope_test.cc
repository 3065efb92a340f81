// SPDX-License-Identifier: MIT
//
// Taking archives apart, on bytes made by hand.
#include "fastser/internal/archive/envelope.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

#include "fastser/internal/schema/fingerprint.hpp"
#include "fastser/internal/wire/crc32c.hpp"
#include "support/bytes.hpp"

namespace fastser::archive {
namespace {

using testing::bytes;
using testing::Bytes;

Bytes with_checksum(Bytes archive) {
  const std::uint32_t crc = wire::crc32c(archive);
  for (int i = 0; i < 4; ++i) archive.push_back(static_cast<std::byte>((crc >> (8 * i)) & 0xFF));
  return archive;
}

// The u16 513, user version 0x01020304.
Bytes front() { return bytes({'F', 'S', 'R', 1, 0, 4, 3, 2, 1, 2, 0, 5, 1, 2}); }
Bytes behind() {
  return bytes({'F', 'S', 'R', 1, 1, 4, 3, 2, 1, 1, 2, 0, 5, 2, 0, 0, 0, 0, 0, 0, 0});
}
Bytes checked() { return with_checksum(bytes({'F', 'S', 'R', 1, 4, 0, 0, 0, 0, 2, 0, 5, 1, 2})); }

Code code_of(const Bytes& archive) { return open_envelope(archive).status().code(); }

TEST(Envelope, OpensATableInFront) {
  const Bytes archive = front();
  const Result<Envelope> envelope = open_envelope(archive);
  ASSERT_TRUE(envelope.ok()) << envelope.status().to_string();
  EXPECT_EQ(envelope->kind, Kind::kTableInFront);
  EXPECT_EQ(envelope->user_version, 0x01020304U);
  EXPECT_FALSE(envelope->has_checksum);
  EXPECT_EQ(envelope->table.size(), 2U);
  EXPECT_EQ(envelope->table_offset, 10U);
  EXPECT_EQ(envelope->payload.size(), 2U);
  EXPECT_EQ(envelope->payload_offset, 12U);
}

TEST(Envelope, OpensATableBehind) {
  const Bytes archive = behind();
  const Result<Envelope> envelope = open_envelope(archive);
  ASSERT_TRUE(envelope.ok()) << envelope.status().to_string();
  EXPECT_EQ(envelope->kind, Kind::kTableBehind);
  EXPECT_EQ(envelope->payload_offset, 9U);
  EXPECT_EQ(envelope->payload.size(), 2U);
  EXPECT_EQ(envelope->table_offset, 11U);
  EXPECT_EQ(envelope->table[1], std::byte{5});
}

TEST(Envelope, OpensAFingerprint) {
  const Bytes archive = bytes({'F', 'S', 'R', 1, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0x80, 42});
  const Result<Envelope> envelope = open_envelope(archive);
  ASSERT_TRUE(envelope.ok());
  EXPECT_EQ(envelope->fingerprint, 0x8000000000000001U);
  EXPECT_EQ(envelope->payload.size(), 1U);
  EXPECT_EQ(envelope->payload_offset, 17U);
  EXPECT_TRUE(envelope->table.empty());
}

TEST(Envelope, TakesTheChecksumOff) {
  const Bytes archive = checked();
  const Result<Envelope> envelope = open_envelope(archive);
  ASSERT_TRUE(envelope.ok()) << envelope.status().to_string();
  EXPECT_TRUE(envelope->has_checksum);
  EXPECT_EQ(envelope->payload.size(), 2U);
}

TEST(Envelope, SeesEveryFlippedBitWithAChecksum) {
  const Bytes archive = checked();
  for (std::size_t bit = 0; bit < archive.size() * 8; ++bit) {
    if (bit == 4 * 8 + 2) continue;  // the flag that says there is a checksum
    Bytes changed = archive;
    changed[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
    EXPECT_FALSE(open_envelope(changed).ok()) << bit;
  }
}

TEST(Envelope, RefusesPrefixesThatEndInsideAsTruncated) {
  const Bytes archive = front();
  for (std::size_t size = 0; size < 12; ++size) {
    EXPECT_EQ(open_envelope(BytesView(archive).first(size)).status().code(), Code::kTruncated)
        << size;
  }
}

TEST(Envelope, RefusesOtherFormatVersionsByTheirOwnCode) {
  for (int version = 0; version < 256; ++version) {
    Bytes archive = front();
    archive[3] = static_cast<std::byte>(version);
    EXPECT_EQ(code_of(archive), version == 1 ? Code::kOk : Code::kVersion);
  }
}

TEST(Envelope, RefusesUnknownFlags) {
  for (int flags = 0; flags < 256; ++flags) {
    Bytes archive = front();
    archive[4] = static_cast<std::byte>(flags);
    if ((flags & 3) == 3 || flags > 7) {
      EXPECT_EQ(code_of(archive), Code::kMalformed) << flags;
    }
  }
}

TEST(Envelope, RefusesOtherMagic) {
  EXPECT_EQ(code_of(bytes({'P', 'K', 3, 4})), Code::kMalformed);
  EXPECT_FALSE(has_envelope(bytes({'F', 'S'})));
  EXPECT_TRUE(has_envelope(front()));
}

TEST(Envelope, RefusesTableSizesBeyondTheInput) {
  Bytes archive = front();
  archive[9] = std::byte{5};
  EXPECT_EQ(code_of(archive), Code::kTruncated);
  archive =
      bytes({'F', 'S', 'R', 1, 1, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF});
  EXPECT_EQ(code_of(archive), Code::kTruncated);
}

TEST(Fingerprint, IsFnv1a) {
  // Test vectors of draft-eastlake-fnv: "" and "a".
  static_assert(schema::fingerprint_of({}) == 0xcbf29ce484222325U);
  EXPECT_EQ(schema::fingerprint_of(bytes({'a'})), 0xaf63dc4c8601ec8cU);
}

TEST(Envelope, TellsAnUnknownKindFromUnknownFlags) {
  Bytes archive = front();
  archive[4] = std::byte{3};
  EXPECT_EQ(open_envelope(archive).status().message(), "a header of kind 3, which does not exist");
  archive[4] = std::byte{8};
  EXPECT_EQ(open_envelope(archive).status().message(), "unknown flags in the header");
  archive[4] = std::byte{11};
  EXPECT_EQ(open_envelope(archive).status().message(), "unknown flags in the header");
}

}  // namespace
}  // namespace fastser::archive
