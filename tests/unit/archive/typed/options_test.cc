// SPDX-License-Identifier: MIT
//
// What stands around the payload, and errors: headers, user version, checksum, sharing; each code
// with its exact byte offset and path.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "unit/archive/round_trip.hpp"

namespace fastser::testing {
namespace {

using archive::Header;
using archive::Sharing;

struct Item {
  std::string name;
  std::int32_t count = 0;
  bool good = true;
};
struct Order {
  std::string id = "order";
  std::vector<Item> items = {{"a", 1, true}, {"b", 2, true}};
  std::map<std::string, Item> extras = {{"k", {"c", 3, true}}};
};

constexpr archive::DecodeOptions kBare{.header = Header::bare};

std::vector<std::byte> copy(BytesView bytes) { return {bytes.begin(), bytes.end()}; }

TEST(TypedOptions, ThePayloadIsTheSameBehindAllHeaders) {
  const Result<Buffer> full = archive::encode(Order{});
  const Result<Buffer> brief = archive::encode(Order{}, {.header = Header::fingerprint});
  const Result<Buffer> bare = archive::encode(Order{}, {.header = Header::bare});
  ASSERT_TRUE(full.ok() && brief.ok() && bare.ok());
  EXPECT_EQ(brief->size(), bare->size() + 9 + 8);
  EXPECT_TRUE(same_bytes(brief->view().last(bare->size()), *bare));
  EXPECT_TRUE(same_bytes(full->view().last(bare->size()), *bare));
}

TEST(TypedOptions, TheUserVersionComesBack) {
  for (const Header header : {Header::self_described, Header::fingerprint}) {
    for (const std::uint32_t version : {0U, 1U, 0xFFFFFFFFU}) {
      const Result<Buffer> bytes =
          archive::encode(Order{}, {.header = header, .user_version = version});
      std::uint32_t read = 77;
      ASSERT_TRUE(archive::decode<Order>(*bytes, {.user_version = &read}).ok());
      EXPECT_EQ(read, version);
    }
  }
}

TEST(TypedOptions, AFlippedByteAnywhereBehindTheHeaderIsAChecksumError) {
  const Result<Buffer> bytes = archive::encode(Order{}, {.checksum = true});
  ASSERT_TRUE(bytes.ok());
  for (std::size_t i = 9; i < bytes->size(); ++i) {
    std::vector<std::byte> changed = copy(*bytes);
    changed[i] ^= std::byte{0x10};
    const Status status = archive::decode<Order>(changed).status();
    EXPECT_EQ(status.code(), Code::kChecksum) << i;
    EXPECT_EQ(status.offset(), bytes->size() - 4);
    EXPECT_EQ(archive::verify<Order>(changed).code(), Code::kChecksum);
    EXPECT_EQ(archive::verify(changed).code(), Code::kChecksum);
  }
}

TEST(TypedOptions, BareArchivesTakeNoChecksumAndNoVersion) {
  const Result<Buffer> plain = archive::encode(Order{}, {.header = Header::bare});
  const Result<Buffer> asked =
      archive::encode(Order{}, {.header = Header::bare, .user_version = 9, .checksum = true});
  ASSERT_TRUE(plain.ok() && asked.ok());
  EXPECT_TRUE(same_bytes(*plain, *asked));
}

TEST(TypedOptions, EncodeIntoReusesTheBuffer) {
  Buffer buffer;
  ASSERT_TRUE(archive::encode_into(buffer, Order{}).ok());
  const std::byte* data = buffer.data();
  const std::size_t size = buffer.size();
  ASSERT_TRUE(archive::encode_into(buffer, Order{}).ok());
  EXPECT_EQ(buffer.data(), data);
  EXPECT_EQ(buffer.size(), size);
}

TEST(TypedOptions, SharingWritesEqualStringsOnce) {
  const std::vector<std::string> same(100, std::string(50, 's'));
  const auto size = [&](Sharing sharing) {
    return *archive::encoded_size(same, {.header = Header::bare, .sharing = sharing});
  };
  EXPECT_EQ(size(Sharing::off), 1U + 100 * 51);
  EXPECT_EQ(size(Sharing::on), 1U + 51 + 99);
  EXPECT_EQ(size(Sharing::adaptive), 1U + 51 + 99);
}

TEST(TypedOptions, AdaptiveSharingLeavesFieldsAloneWhereItDoesNotPay) {
  std::vector<Item> items;
  for (int i = 0; i < 5000; ++i) items.push_back({"unique " + std::to_string(i), i, true});
  const Result<Buffer> bytes = archive::encode(items, {.sharing = Sharing::adaptive});
  const Result<Buffer> again = archive::encode(items, {.sharing = Sharing::adaptive});
  ASSERT_TRUE(bytes.ok() && again.ok());
  EXPECT_TRUE(same_bytes(*bytes, *again));
  expect_round_trip(items);
}

TEST(TypedOptions, AFingerprintOfAnotherTypeIsRefused) {
  const Result<Buffer> bytes = archive::encode(Order{}, {.header = Header::fingerprint});
  const Status status = archive::decode<Item>(*bytes).status();
  EXPECT_EQ(status.code(), Code::kFingerprint);
  EXPECT_EQ(status.offset(), 9U);
  EXPECT_EQ(archive::verify<Item>(*bytes).code(), Code::kFingerprint);
}

// ---- errors

TEST(TypedOptions, BytesBehindTheValueAreTrailing) {
  for (const archive::EncodeOptions& options : all_options()) {
    if (options.checksum) continue;
    SCOPED_TRACE(describe(options));
    std::vector<std::byte> bytes = copy(*archive::encode(Order{}, options));
    bytes.push_back(std::byte{0});
    Order order;
    const Status status = archive::decode_into(bytes, order, reading(options));
    EXPECT_EQ(status.code(), Code::kTrailing);
    EXPECT_EQ(status.offset(), bytes.size() - 1);
    EXPECT_EQ(archive::verify<Order>(bytes, reading(options)).code(), Code::kTrailing);
  }
}

TEST(TypedOptions, EveryPrefixIsRefused) {
  for (const archive::EncodeOptions& options : all_options()) {
    SCOPED_TRACE(describe(options));
    const Result<Buffer> bytes = archive::encode(Order{}, options);
    for (std::size_t size = 0; size < bytes->size(); ++size) {
      Order order;
      const BytesView prefix = bytes->view().first(size);
      const Status status = archive::decode_into(prefix, order, reading(options));
      ASSERT_FALSE(status.ok()) << size;
      EXPECT_LE(status.offset(), size);
      ASSERT_FALSE(archive::verify<Order>(prefix, reading(options)).ok()) << size;
    }
  }
}

TEST(TypedOptions, AnErrorSaysTheByteAndThePath) {
  // id 6 | count 1 | "a" 2, i32 4, bool 1 | "b" 2, i32 4, bool -> byte 20
  std::vector<std::byte> bytes = copy(*archive::encode(Order{}, {.header = Header::bare}));
  bytes[20] = std::byte{2};
  const Status bad_bool = archive::decode<Order>(bytes, kBare).status();
  EXPECT_EQ(bad_bool.code(), Code::kMalformed);
  EXPECT_EQ(bad_bool.offset(), 20U);
  EXPECT_EQ(bad_bool.path(), "items[1].good");
  const Status sound = archive::verify<Order>(bytes, kBare);
  EXPECT_EQ(sound.code(), Code::kMalformed);
  EXPECT_EQ(sound.offset(), 20U);
  EXPECT_EQ(sound.path(), "items[1].good");
}

TEST(TypedOptions, APathNamesTheKeyOfAMap) {
  std::vector<std::byte> bytes = copy(*archive::encode(Order{}, {.header = Header::bare}));
  bytes.back() = std::byte{9};
  const Status status = archive::decode<Order>(bytes, kBare).status();
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.offset(), bytes.size() - 1);
  EXPECT_EQ(status.path(), "extras.k.good");
}

TEST(TypedOptions, OffsetsCountFromTheFirstByteOfTheArchive) {
  std::vector<std::byte> bytes = copy(*archive::encode(Order{}));
  bytes.back() = std::byte{9};
  const Status status = archive::decode<Order>(bytes).status();
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.offset(), bytes.size() - 1);
  EXPECT_EQ(status.path(), "extras.k.good");
  EXPECT_EQ(status.to_string().find("malformed at byte " + std::to_string(bytes.size() - 1) +
                                    ", extras.k.good: "),
            0U);
}

TEST(TypedOptions, HeadersOfNoArchiveAreRefused) {
  std::vector<std::byte> bytes = copy(*archive::encode(Order{}));
  const auto code_with = [&](std::size_t at, int value) {
    std::vector<std::byte> changed = bytes;
    changed[at] = static_cast<std::byte>(value);
    const Status status = archive::decode<Order>(changed).status();
    EXPECT_EQ(status.offset(), at < 3 ? 0 : at);
    return status.code();
  };
  EXPECT_EQ(code_with(0, 'f'), Code::kMalformed);
  EXPECT_EQ(code_with(3, 2), Code::kVersion);
  EXPECT_EQ(code_with(4, 3), Code::kMalformed);
  EXPECT_EQ(code_with(4, 8), Code::kMalformed);
  EXPECT_EQ(archive::decode<Order>({}).status().code(), Code::kTruncated);
}

TEST(TypedOptions, ACountBeyondTheInputIsTruncated) {
  const std::byte bytes[] = {std::byte{0xFF}, std::byte{0xFF}, std::byte{0x03}, std::byte{1}};
  const Status status = archive::decode<std::vector<std::int32_t>>(bytes, kBare).status();
  EXPECT_EQ(status.code(), Code::kTruncated);
  EXPECT_EQ(status.offset(), 0U);
}

TEST(TypedOptions, AReferenceToNothingIsABadReference) {
  const std::byte bytes[] = {std::byte{2}, std::byte{1}, std::byte{5}, std::byte{7}};
  using Numbers = std::vector<std::shared_ptr<std::uint8_t>>;
  const Status status = archive::decode<Numbers>(bytes, kBare).status();
  EXPECT_EQ(status.code(), Code::kBadReference);
  EXPECT_EQ(status.offset(), 3U);
  EXPECT_EQ(status.path(), "[1]");
  const std::byte strings[] = {std::byte{1}, std::byte{1}};
  archive::DecodeOptions shared = kBare;
  shared.sharing = Sharing::on;
  const Status string = archive::decode<std::vector<std::string>>(strings, shared).status();
  EXPECT_EQ(string.code(), Code::kBadReference);
  EXPECT_EQ(string.offset(), 1U);
}

TEST(TypedOptions, TheBudgetIsForTheWholeDecode) {
  const std::vector<std::vector<std::int64_t>> value(100, std::vector<std::int64_t>(1000, 7));
  const Result<Buffer> bytes = archive::encode(value);
  using Value = std::vector<std::vector<std::int64_t>>;
  Limits limits{.memory_factor = 0, .memory_base = 1000 * 8 * 50};
  EXPECT_EQ(archive::decode<Value>(*bytes, {.limits = limits}).status().code(), Code::kOverBudget);
  limits.memory_base *= 3;
  EXPECT_TRUE(archive::decode<Value>(*bytes, {.limits = limits}).ok());
}

TEST(TypedOptions, ResultsThrowWhatWentWrongWhenAsked) {
  const Result<Order> none = archive::decode<Order>({});
  EXPECT_THROW(static_cast<void>(Result<Order>(none).value()), Error);
  EXPECT_EQ(archive::decode<Order>(*archive::encode(Order{})).value().id, "order");
}

}  // namespace
}  // namespace fastser::testing
