// SPDX-License-Identifier: MIT
//
// Keys chosen to collide do not make the tables quadratic (B10). No time is asked for: half a
// million keys in one chain take minutes, and a thread of ours has no such patience with a test.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/flat.hpp"
#include "fastser/internal/archive/object_table.hpp"
#include "fastser/internal/archive/string_table.hpp"
#include "fastser/internal/wire/content_hash.hpp"
#include "fastser/json.hpp"

namespace fastser::testing {
namespace {

using archive::ObjectTable;
using archive::StringTable;
using wire::HashSeed;

constexpr std::uint32_t kMany = 1U << 19;

// A string of `size` bytes (12 to 15, or 32) that makes one factor of the hash zero, if the table
// has this seed: then the hash is that of all others, whatever the other bytes are.
std::string colliding(const HashSeed& seed, std::size_t size, std::uint32_t number) {
  std::string text(size, '.');
  const std::uint64_t zero = size < 16 ? seed.first : seed.first ^ size;
  for (std::size_t i = 0; i < 8; ++i) {
    const std::size_t shift = std::endian::native == std::endian::little || size < 16 ? i : 7 - i;
    text[i] = static_cast<char>(zero >> (8 * shift));
  }
  for (std::size_t i = 0; i < 4; ++i) text[8 + i] = static_cast<char>(number >> (8 * i));
  return text;
}

class StringFlood : public ::testing::TestWithParam<std::size_t> {};

TEST_P(StringFlood, EndsEvenWhereItsSeedIsKnown) {
  const std::size_t size = GetParam();
  constexpr std::uint64_t kSeed = 7;
  const HashSeed seed = HashSeed::from(kSeed);
  const std::uint32_t all = wire::content_hash(colliding(seed, size, 0).data(), size, seed);
  for (std::uint32_t i = 1; i < 100; ++i) {
    ASSERT_EQ(wire::content_hash(colliding(seed, size, i).data(), size, seed), all)
        << "the hash has changed: find other collisions";
  }
  std::vector<std::byte> output(std::size_t{kMany} * size + 16);
  StringTable table(kSeed);
  for (const bool again : {false, true}) {
    for (std::uint32_t i = 0; i < kMany; ++i) {
      const std::string text = colliding(seed, size, i);
      const std::size_t at = std::size_t{i} * size;
      const StringTable::Found found =
          table.find_or_add(text.data(), text.size(), output.data(), at);
      ASSERT_EQ(found.found, again);
      ASSERT_EQ(found.number, i);
      if (!again) std::memcpy(output.data() + at, text.data(), size);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(ShortAndLong, StringFlood,
                         ::testing::Values(std::size_t{12}, std::size_t{32}));

// Halves that give one product whatever the seed is, if both are masked with the same two words.
TEST(Flood, HasNoStringsThatAreTheirOwnMirror) {
  constexpr std::size_t kSize = 32;
  for (const std::uint64_t number : {0U, 1U, 2U, 3U}) {
    const HashSeed seed = HashSeed::from(number);
    std::unordered_set<std::uint32_t> hashes;
    for (std::uint64_t i = 0; i < 1000; ++i) {
      const std::array<std::uint64_t, 4> words = {i, ~i, ~i, i ^ kSize};
      const auto text = std::bit_cast<std::array<char, kSize>>(words);
      hashes.insert(wire::content_hash(text.data(), text.size(), seed));
    }
    EXPECT_GT(hashes.size(), 990U);
  }
}

TEST(Flood, OfTheEncoderEnds) {
  // Its seed is not known; these collide under the seeds that a careless table would have.
  for (const HashSeed& seed : {HashSeed{}, HashSeed::from(0), HashSeed::from(1)}) {
    std::vector<std::vector<std::byte>> values(kMany / 4);
    for (std::uint32_t i = 0; i < values.size(); ++i) {
      const std::string text = colliding(seed, 32, i);
      const auto bytes = std::as_bytes(std::span(text));
      values[i].assign(bytes.begin(), bytes.end());
    }
    for (const archive::Sharing sharing : {archive::Sharing::on, archive::Sharing::adaptive}) {
      const Result<Buffer> bytes = archive::encode(values, {.sharing = sharing});
      ASSERT_TRUE(bytes.ok());
      const auto read = archive::decode<std::vector<std::vector<std::byte>>>(
          *bytes, {.limits = Limits::unlimited()});
      ASSERT_TRUE(read.ok()) << read.status().to_string();
      EXPECT_EQ(*read, values);
    }
  }
}

// Addresses as allocators give them: any stride, from the smallest object to far apart, the numbers
// of Fibonacci (the hash multiplies by the golden ratio) among them.
TEST(Flood, OfTheObjectTableByObjectsSideBySideEnds) {
  std::vector<std::uintptr_t> strides;
  for (std::uintptr_t stride = 8; stride <= std::uintptr_t{1} << 21; stride *= 2) {
    strides.push_back(stride);
    strides.push_back(stride + 16);
    strides.push_back(3 * stride);
  }
  for (std::uintptr_t a = 8, b = 13; b <= (std::uintptr_t{1} << 21); b += a, a = b - a) {
    strides.push_back(b);
    strides.push_back(8 * b);
  }
  for (const std::uintptr_t stride : strides) {
    // As many as fit into what a program may have, at least a thousand.
    const std::uintptr_t fits = std::max<std::uintptr_t>((std::uintptr_t{1} << 30) / stride, 1000);
    const auto count = static_cast<std::uint32_t>(std::min<std::uintptr_t>(fits, 100000));
    ObjectTable table;
    for (const bool again : {false, true}) {
      for (std::uint32_t i = 0; i < count; ++i) {
        // Nothing is read there: to the table, an object is its address.
        const auto* object = reinterpret_cast<const void*>(std::uintptr_t{0x10000} + i * stride);
        const ObjectTable::Found found = table.find_or_add(object, 0, i);
        ASSERT_EQ(found.found, again) << stride;
        ASSERT_EQ(found.number, i) << stride;
      }
    }
  }
}

// std::hash of an integer is the integer: multiples of the number of buckets all fall into one.
TEST(Flood, OfAnUnorderedContainerByItsReaderIsRefused) {
  std::unordered_map<std::uint64_t, std::uint8_t> honest;
  honest.reserve(kMany);
  const std::uint64_t buckets = honest.bucket_count();
  std::vector<std::pair<std::uint64_t, std::uint8_t>> pairs(kMany);
  for (std::size_t i = 0; i < kMany; ++i) pairs[i] = {i * buckets, std::uint8_t{1}};
  std::vector<std::uint64_t> keys;
  for (const auto& pair : pairs) keys.push_back(pair.first);
  // On the wire a map is the list of its pairs, a set that of its keys.
  const archive::EncodeOptions bare{.header = archive::Header::bare};
  const archive::DecodeOptions reading{.header = archive::Header::bare};
  const Result<Buffer> map_bytes = archive::encode(pairs, bare);
  const Result<Buffer> set_bytes = archive::encode(keys, bare);
  ASSERT_TRUE(map_bytes.ok() && set_bytes.ok());
  std::unordered_map<std::uint64_t, std::uint8_t> map;
  map.reserve(kMany);  // whatever the reader made room for
  map.emplace(1, 1);
  EXPECT_EQ(archive::decode_into(*map_bytes, map, reading).code(), Code::kOverBudget);
  std::unordered_set<std::uint64_t> set;
  set.reserve(kMany);
  EXPECT_EQ(archive::decode_into(*set_bytes, set, reading).code(), Code::kOverBudget);

  for (std::uint64_t i = 0; i < kMany; ++i) honest.emplace(i * 8, std::uint8_t{1});
  const Result<Buffer> honest_bytes = archive::encode(honest, bare);
  ASSERT_TRUE(honest_bytes.ok());
  EXPECT_TRUE(archive::decode_into(*honest_bytes, map, reading).ok());
}

// A refused input, or a program, may leave many keys in one bucket. The next input has some keys
// for that bucket, too, but few enough.
TEST(Flood, OfAnUnorderedMapIsNotWhatWasInItBefore) {
  constexpr std::uint64_t kFew = 200;
  std::unordered_map<std::uint64_t, std::uint8_t> map;
  map.reserve(kMany);
  const std::uint64_t buckets = map.bucket_count();
  for (std::uint64_t i = kFew; i < 1000; ++i) map.emplace(i * buckets, std::uint8_t{1});
  std::vector<std::pair<std::uint64_t, std::uint8_t>> pairs;
  for (std::uint64_t i = 0; i < 1000; ++i) pairs.emplace_back(i * buckets + 1 + i, std::uint8_t{2});
  for (std::uint64_t i = 0; i < kFew; ++i) pairs.emplace_back(i * buckets, std::uint8_t{2});
  const Result<Buffer> bytes = archive::encode(pairs, {.header = archive::Header::bare});
  ASSERT_TRUE(bytes.ok());
  const Status status = archive::decode_into(*bytes, map, {.header = archive::Header::bare});
  EXPECT_TRUE(status.ok()) << status.to_string();
  EXPECT_EQ(map.size(), pairs.size());
  EXPECT_EQ(map.count(999 * buckets), 0U);
}

// Texts that fall together in std::hash of libstdc++ on 64 bits, whose seed is a constant
// (MurmurHash64A): each pair of words may have its highest bit, after their mixing, flipped in
// both, and the second undoes in the state what the first did.
std::string alike(std::uint32_t number) {
  constexpr std::uint64_t kFactor = 0xC6A4A7935BD1E995U;
  constexpr std::uint64_t kInverse = [] {
    std::uint64_t inverse = kFactor;
    for (int i = 0; i < 6; ++i) inverse *= 2 - kFactor * inverse;
    return inverse;
  }();
  const auto unmixed = [](std::uint64_t word) {
    word *= kInverse;
    word ^= word >> 47;
    return word * kInverse;
  };
  constexpr std::size_t kPairs = 17;
  std::uint64_t words[2 * kPairs];
  for (std::size_t i = 0; i < 2 * kPairs; ++i) {
    words[i] = unmixed(i + 1 + (std::uint64_t{number >> (i / 2) & 1U} << 63));
  }
  std::string text(sizeof words, '\0');
  std::memcpy(text.data(), words, sizeof words);
  return text;
}

TEST(Flood, OfAFlatBuffersSharedTextsEnds) {
  std::vector<std::string> texts(kMany / 4);
  for (std::uint32_t i = 0; i < texts.size(); ++i) texts[i] = alike(i);
#if defined(__GLIBCXX__)
  if (sizeof(std::size_t) == 8) {
    for (std::size_t i = 1; i < 100; ++i) {
      ASSERT_EQ(std::hash<std::string>()(texts[i]), std::hash<std::string>()(texts[0]));
    }
  }
#endif
  for (const bool share : {true, false}) {
    const Result<Buffer> bytes = flat::encode(texts, {.share_texts = share});
    ASSERT_TRUE(bytes.ok());
    const auto read = flat::decode<std::vector<std::string>>(*bytes);
    ASSERT_TRUE(read.ok()) << read.status().to_string();
    EXPECT_EQ(*read, texts);
    const Result<Buffer> again = flat::encode(*read, {.share_texts = share});
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE(std::equal(bytes->begin(), bytes->end(), again->begin(), again->end()));
  }
}

// The tables of the converter: texts, equal containers, fields by key.
TEST(Flood, OfTheConverterByManyKeysAndEqualContainersEnds) {
  std::string json = "[";
  for (int i = 0; i < 30000; ++i) {
    const std::string n = std::to_string(i * 97);
    json += "{\"k" + n + "\":[" + n + "]},{\"k" + n + "\":[" + n + "]},";
  }
  json += "{\"wide\":{\"first\":0";
  for (int i = 0; i < 200000; ++i) json += ",\"w" + std::to_string(i * 97) + "\":1";
  json += "}}]";
  const Result<Buffer> archive = convert::json_to_archive(json);
  ASSERT_TRUE(archive.ok()) << archive.status().to_string();
  const Result<std::string> back = convert::archive_to_json(*archive);
  ASSERT_TRUE(back.ok()) << back.status().to_string();
  EXPECT_EQ(*back, json);
}

}  // namespace
}  // namespace fastser::testing
