// SPDX-License-Identifier: MIT
//
// Damage to the golden vectors, for them and for what reads archives without their types: verify,
// the coder's reader, the JSON converter. Every proper prefix is refused, as truncated where the
// table lies in front; every single-bit flip and every byte set to 00, 7f, 80, ff is read or
// refused cleanly; what becomes JSON becomes an archive again.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "fastser/coder.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/json.hpp"
#include "fastser/verify.hpp"
#include "hostile/attempt.hpp"
#include "support/alloc_counter.hpp"
#include "support/effort.hpp"
#include "support/vectors.hpp"

namespace fastser::testing {
namespace {

using Bytes = std::vector<std::byte>;

struct Named {
  std::string name;
  Bytes bytes;
};

// Those that tell their own types.
const std::vector<Named>& good_vectors() {
  static const std::vector<Named> all = [] {
    std::vector<Named> found;
    for (const auto& entry :
         std::filesystem::directory_iterator(vector_path("good/x").parent_path())) {
      Bytes bytes = read_vector(entry.path()).bytes;
      if (archive::verify(bytes).ok()) {
        found.push_back({entry.path().stem().string(), std::move(bytes)});
      }
    }
    std::sort(found.begin(), found.end(),
              [](const Named& left, const Named& right) { return left.name < right.name; });
    return found;
  }();
  return all;
}

Code read_with_coder(BytesView bytes) {
  CoderReader reader;
  const Status opened = reader.open(bytes, {});
  return opened.ok() ? reader.finish().code() : opened.code();
}

// In memory of exactly this size, so that a sanitizer sees a read beyond it.
void attempt_all(const Bytes& given) {
  const Bytes bytes(given.begin(), given.end());
  bool strict = false;
  {
    const AllocScope scope;
    const bool sound = archive::verify(bytes).ok();
    strict = archive::verify(bytes, {.utf8 = true}).ok();
    EXPECT_TRUE(sound || !strict);
    EXPECT_LE(scope.peak(), allowed_heap(bytes.size()));
    EXPECT_EQ(scope.live(), 0);
  }
  {
    const AllocScope scope;
    EXPECT_NE(read_with_coder(bytes), Code::kNoMemory);
    EXPECT_LE(scope.peak(), allowed_heap(bytes.size()));
    EXPECT_EQ(scope.live(), 0);
  }
  const AllocScope scope;
  {
    const Result<std::string> json = convert::archive_to_json(
        bytes, {.not_finite = convert::JsonOptions::NotFinite::kNull, .max_bytes = 65536});
    EXPECT_TRUE(strict || !json.ok());
    if (json.ok()) {
      const Status again = convert::json_to_archive(*json).status();
      EXPECT_TRUE(again.ok()) << again.to_string() << '\n' << *json;
    }
  }
  EXPECT_EQ(scope.live(), 0);
}

TEST(Vectors, AreAllThere) { EXPECT_GE(good_vectors().size(), 55U); }

TEST(Vectors, CutOffAnywhereAreRefused) {
  for (const Named& one : good_vectors()) {
    const bool in_front = (one.bytes[4] & std::byte{7}) == std::byte{0};  // and no checksum
    for (std::size_t size = 0; size < one.bytes.size(); ++size) {
      SCOPED_TRACE(one.name + " cut off at " + std::to_string(size));
      const Bytes cut(one.bytes.begin(), one.bytes.begin() + static_cast<std::ptrdiff_t>(size));
      attempt_all(cut);
      const Code verified = archive::verify(cut).code();
      if (in_front) {
        EXPECT_EQ(verified, Code::kTruncated) << code_name(verified);
        EXPECT_EQ(read_with_coder(cut), Code::kTruncated);
        EXPECT_EQ(convert::archive_to_json(cut).status().code(), Code::kTruncated);
      } else {
        EXPECT_NE(verified, Code::kOk);
        EXPECT_NE(read_with_coder(cut), Code::kOk);
      }
      if (HasFailure()) return;
    }
  }
}

TEST(Vectors, ChangedInOneByteAreReadOrRefusedCleanly) {
  std::size_t mutants = 0;
  for (const Named& one : good_vectors()) {
    for (std::size_t at = 0; at < one.bytes.size(); at += kSweepStep) {
      std::vector<std::byte> values = {std::byte{0x00}, std::byte{0x7F}, std::byte{0x80},
                                       std::byte{0xFF}};
      for (unsigned bit = 0; bit < 8; ++bit) {
        values.push_back(one.bytes[at] ^ static_cast<std::byte>(1U << bit));
      }
      for (const std::byte value : values) {
        SCOPED_TRACE(one.name + ", byte " + std::to_string(at) + " = " +
                     std::to_string(static_cast<unsigned>(value)));
        Bytes changed = one.bytes;
        changed[at] = value;
        attempt_all(changed);
        ++mutants;
        if (HasFailure()) return;
      }
    }
  }
  std::printf("%zu mutants\n", mutants);
}

}  // namespace
}  // namespace fastser::testing
