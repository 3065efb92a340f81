// SPDX-License-Identifier: MIT
//
// What every value must stand, whatever its type: all headers, all kinds of sharing, with and
// without a checksum; there and back; sizes exact; fixed memory that fits exactly, and that is one
// byte short; a second encode gives the same bytes.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/graph.hpp"
#include "support/format_reader.hpp"
#include "support/hex.hpp"

namespace fastser::testing {

/// The options of a decode that fit those of an encode.
inline archive::DecodeOptions reading(const archive::EncodeOptions& written,
                                      Arena* arena = nullptr) {
  archive::DecodeOptions options;
  options.header = written.header;
  options.sharing = written.sharing;
  options.registry = written.registry;
  options.arena = arena;
  return options;
}

/// Headers x sharing x checksum: every combination that there is.
inline std::vector<archive::EncodeOptions> all_options(const Registry* registry = nullptr) {
  using archive::Header;
  using archive::Sharing;
  std::vector<archive::EncodeOptions> all;
  for (const Header header : {Header::self_described, Header::fingerprint, Header::bare}) {
    for (const Sharing sharing : {Sharing::off, Sharing::on, Sharing::adaptive}) {
      for (const bool checksum : {false, true}) {
        if (checksum && header == Header::bare) continue;
        archive::EncodeOptions options;
        options.header = header;
        options.sharing = sharing;
        options.checksum = checksum;
        options.canonical = true;
        options.registry = registry;
        all.push_back(options);
      }
    }
  }
  return all;
}

inline std::string describe(const archive::EncodeOptions& options) {
  return "header " + std::to_string(static_cast<int>(options.header)) + ", sharing " +
         std::to_string(static_cast<int>(options.sharing)) + (options.checksum ? ", checksum" : "");
}

inline bool same_bytes(BytesView left, BytesView right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end());
}

/// Encodes into memory of exactly the right size, and of one byte less.
template <typename T>
void expect_exact_fit(const T& value, BytesView bytes, const archive::EncodeOptions& options) {
  std::vector<std::byte> memory(bytes.size());
  const Result<std::size_t> fits = archive::encode_to(memory, value, options);
  ASSERT_TRUE(fits.ok()) << "exact fit: " << fits.status().to_string();
  EXPECT_EQ(*fits, bytes.size());
  EXPECT_TRUE(same_bytes(memory, bytes)) << "fixed memory holds other bytes";
  if (memory.empty()) return;
  memory.pop_back();
  const Result<std::size_t> tight = archive::encode_to(memory, value, options);
  EXPECT_EQ(tight.status().code(), Code::kNoSpace) << "one byte short";
}

/// Round trip under one set of options; `same(a, b)` says whether two values are equal.
template <typename T, typename Same>
void expect_round_trip_with(const T& value, const archive::EncodeOptions& options, Same&& same) {
  SCOPED_TRACE(describe(options));
  const Result<Buffer> bytes = archive::encode(value, options);
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  const Result<std::size_t> size = archive::encoded_size(value, options);
  ASSERT_TRUE(size.ok()) << size.status().to_string();
  EXPECT_EQ(*size, bytes->size()) << "encoded_size";
  expect_exact_fit(value, *bytes, options);

  Arena arena;
  T again{};
  const Status status = archive::decode_into(*bytes, again, reading(options, &arena));
  ASSERT_TRUE(status.ok()) << status.to_string() << "\n" << hex_of(*bytes, " ");
  EXPECT_TRUE(same(value, again)) << "another value came back\n" << hex_of(*bytes, " ");
  const Status sound = archive::verify<T>(*bytes, reading(options));
  EXPECT_TRUE(sound.ok()) << sound.to_string();
  std::string why;
  EXPECT_EQ(show_archive(*bytes, why).has_value(),
            options.header == archive::Header::self_described)
      << "the second reader: " << why;
  const Result<Buffer> twice = archive::encode(again, options);
  ASSERT_TRUE(twice.ok());
  EXPECT_TRUE(same_bytes(*bytes, *twice)) << hex_of(*bytes, " ") << "\nbecame\n"
                                          << hex_of(*twice, " ");

  const Status reused = archive::decode_into(*bytes, again, reading(options, &arena));
  ASSERT_TRUE(reused.ok()) << reused.to_string();
  EXPECT_TRUE(same(value, again)) << "read over itself";
}

/// Round trips under all options. Unordered containers are compared and written canonically.
template <typename T>
void expect_round_trip(const T& value, const Registry* registry = nullptr) {
  for (const archive::EncodeOptions& options : all_options(registry)) {
    expect_round_trip_with(value, options,
                           [](const T& a, const T& b) { return graph::equal(a, b); });
  }
}

/// There and back with the given options; an empty value and a failed test if it does not work.
template <typename T>
T there_and_back(const T& value, const archive::EncodeOptions& options = {},
                 Arena* arena = nullptr) {
  T again{};
  const Result<Buffer> bytes = archive::encode(value, options);
  EXPECT_TRUE(bytes.ok()) << bytes.status().to_string();
  if (!bytes.ok()) return again;
  const Status status = archive::decode_into(*bytes, again, reading(options, arena));
  EXPECT_TRUE(status.ok()) << status.to_string();
  return again;
}

}  // namespace fastser::testing
