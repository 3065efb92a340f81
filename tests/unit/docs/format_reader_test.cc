// SPDX-License-Identifier: MIT
//
// docs/format.md says what fastser does: a reader made from the page alone (format_reader.cc)
// accepts what verify accepts and refuses what verify refuses, for the golden vectors, what they
// become when they are cut off or one byte of them is changed, and archives made to be contrary.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "fastser/verify.hpp"
#include "support/bytes.hpp"
#include "support/effort.hpp"
#include "support/format_reader.hpp"
#include "support/hex.hpp"
#include "support/vectors.hpp"

namespace fastser::testing {
namespace {

// Whether it is accepted, by both.
bool agree(const Bytes& archive) {
  std::string why;
  const bool shown = show_archive(archive, why).has_value();
  const Status status = archive::verify(archive);
  EXPECT_EQ(shown, status.ok()) << "verify: " << status.to_string() << "\nthe page: " << why << "\n"
                                << hex_of(archive, " ");
  return shown;
}

// Cut off everywhere; every byte with one bit flipped, and as what has a meaning somewhere.
void agree_on_damage(const Bytes& archive) {
  for (std::size_t size = 0; size < archive.size(); ++size) {
    agree(Bytes(archive.begin(), archive.begin() + static_cast<std::ptrdiff_t>(size)));
  }
  Bytes changed = archive;
  std::size_t step = 0;
  const auto agree_on = [&](std::size_t at, std::byte value) {
    if (step++ % kSweepStep != 0) return;
    changed[at] = value;
    agree(changed);
    changed[at] = archive[at];
  };
  for (std::size_t at = 0; at < archive.size() && !::testing::Test::HasFailure(); ++at) {
    for (int bit = 0; bit < 8; ++bit) agree_on(at, archive[at] ^ std::byte(1 << bit));
    for (const int value : {0, 1, 2, 3, 6, 0x2C, 0x7F, 0x80, 0x81, 0xFF}) {
      agree_on(at, static_cast<std::byte>(value));
    }
  }
}

std::vector<std::filesystem::path> vectors(const char* folder) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry :
       std::filesystem::directory_iterator(vector_path(std::string(folder) + "/x").parent_path())) {
    found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

// Those that tell their own types, and without a checksum, which would refuse every change.
TEST(FormatReader, AgreesWithVerifyOnEveryGoodVectorAndEveryChangeOfIt) {
  std::size_t accepted = 0;
  for (const std::filesystem::path& path : vectors("good")) {
    SCOPED_TRACE(path.filename().string());
    const Bytes archive = read_vector(path).bytes;
    if (!agree(archive)) continue;
    ++accepted;
    if ((archive[4] & std::byte{4}) == std::byte{0} && archive.size() < 400) {
      agree_on_damage(archive);
    }
  }
  EXPECT_GE(accepted, 50U);
}

TEST(FormatReader, AgreesWithVerifyOnEveryBadVector) {
  for (const std::filesystem::path& path : vectors("bad")) {
    SCOPED_TRACE(path.filename().string());
    // Whether text must be UTF-8 is left to the reader.
    EXPECT_EQ(agree(read_vector(path).bytes), path.stem() == "text_not_utf8");
  }
}

TEST(FormatReader, ShowsWhatIsInAnArchive) {
  std::string why;
  // tuple<string, set<any>, ref record Node {next: ref Node}, optional<u8>>, user version 9
  Bytes archive =
      archive_of({1,   4,    'N',  'o', 'd',  'e', 0,    0,    1,    3,    4,    'n', 'e',  'x',
                  't', 0x29, 0x28, 0,   0x2D, 4,   0x14, 0x23, 0x2C, 0x29, 0x28, 0,   0x20, 3},
                 {2, 'h', 'i', 2, 3, 7, 0x14, 1, 'a', 1, 2, 1, 255, 6});
  archive[5] = std::byte{9};
  EXPECT_EQ(show_archive(archive, why).value_or(why),
            "version 9\n"
            "(\"hi\" (any 3(7) any 20(\"a\")) #0 optional(255))\n"
            "#0 Node(#1)\n"
            "#1 Node(#0)\n");
}

// What one change of a vector does not reach: each with the types and values of a rule of the page.
TEST(FormatReader, AgreesWithVerifyOnTheRulesOfThePage) {
  const std::vector<std::pair<Bytes, Bytes>> cases = {
      // Promises, kept here and later, of known and unknown shapes; objects that are no records.
      {bytes({2, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 0x21, 0x2B}), bytes({4, 3, 0, 6, 4, 0, 0, 6})},
      {bytes({2, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 0x21, 0x2B}), bytes({3, 3, 2, 5, 0, 1, 6, 9})},
      {bytes({1, 0, 0, 0, 0, 0x2D, 3, 0x2B, 0x29, 0x28, 0, 0x2B}), bytes({3, 0, 6, 4, 0, 0})},
      {bytes({0, 0x21, 0x29, 0x21, 3}), bytes({4, 3, 2, 4, 0, 2, 5, 6, 6, 1, 7})},
      {bytes({0, 0x2D, 2, 0x29, 0x22, 3, 1, 0x29, 0x22, 3, 0x81, 0}), bytes({1, 7, 6})},
      // Super-shapes with runs of fields; any records; owners.
      {bytes({2, 1, 'B', 0, 0, 1, 4, 3, 1, 'D', 0, 1, 1, 6, 0x0C, 0x21, 0x2A}),
       bytes({2, 1, 1, 2, 3, 4, 5, 0, 1, 2})},
      {bytes({1, 0, 0, 0, 2, 2, 0x2F, 2, 0x2F, 0x28, 0}), bytes({1, 0, 0, 1, 1, 0, 0, 0})},
      // Keys of many kinds.
      {bytes({0, 0x24, 0x2C, 0x23, 0x0A}),
       bytes({3,    0x14, 1, 'a', 0, 0x16, 2, 'b', 1, 0, 0, 0xC0, 0x7F,
              0x21, 0x16, 1, 1,   2, 0,    0, 0,   0, 0, 0, 0,    0x40})},
      {bytes({0, 0x23, 0x2D, 3, 0x16, 0x17, 0x0F}),
       bytes({3, 2, 'a', 2, 'a', 1, 1, 1, 2, 2, 'b', 1, 1})},
      {bytes({1, 0, 0, 0, 1, 4, 0x29, 3, 0x23, 0x28, 0}), bytes({3, 1, 1, 1, 1, 6, 6, 7, 7})},
      {bytes({0, 0x25, 0x23, 3, 0x20, 0x1B}),
       bytes({2, 2, 1, 2, 0, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0x80})},
      // A type in the payload that is longer than it has to be.
      {bytes({0, 0x21, 0x2C}),
       bytes({2,   0x27, 0x81, 0, 'e', 0x0C, 3, 0x2D, 0x82, 0, 0x2E, 0x89, 0,    0x18,
              255, 1,    0,    0, 0,   0,    0, 0,    0,    0, 255,  0xC9, 0x9A, 0x3B})},
  };
  for (const auto& [table, payload] : cases) {
    const Bytes archive = archive_of(table, payload);
    SCOPED_TRACE(hex_of(archive, " "));
    EXPECT_TRUE(agree(archive));
    agree_on_damage(archive);
  }
}

// Section 3: what counts as depth.
TEST(FormatReader, CountsDepthAsVerifyDoes) {
  struct Nest {
    Bytes table;
    Bytes piece;
    Bytes last;
    int most;  // levels that are accepted
  };
  const std::vector<Nest> nests = {
      // record {list of it}: the lists count, the records are elements
      {bytes({1, 0, 0, 0, 1, 2, 0x21, 0x28, 0, 0x28, 0}), bytes({1}), bytes({0}), 127},
      // record {optional of it}: all records but the root count
      {bytes({1, 0, 0, 0, 1, 2, 0x20, 0x28, 0, 0x28, 0}), bytes({1}), bytes({0}), 128},
      // objects: tuple of a reference, list of a reference, any
      {bytes({1, 0, 0, 0, 1, 2, 0x2B, 0x2B}), bytes({1, 0}), bytes({0}), 128},
      {bytes({0, 0x2C}), bytes({0x29, 0x2C, 1}), bytes({0}), 128},
      {bytes({0, 0x2C}), bytes({0x29, 0x21, 0x2C, 1, 1}), bytes({0}), 128},
      {bytes({0, 0x2C}), bytes({0x29, 0x2D, 1, 0x2C, 1}), bytes({0}), 128},
      // any in any; any in a tuple, which is in an any; map keys
      {bytes({0, 0x2C}), bytes({0x2C}), bytes({0}), 128},
      {bytes({0, 0x2C}), bytes({0x2D, 1, 0x2C}), bytes({0}), 128},
      {bytes({0, 0x2C}), bytes({0x22, 0x2C, 1}), bytes({0}), 128},
      {bytes({0, 0x2C}), bytes({0x20, 0x2C, 1}), bytes({0}), 64},
      // records of any shape, by value and owned
      {bytes({1, 0, 0, 0, 1, 2, 0x21, 0x2A, 0x2A}), bytes({0, 1}), bytes({0, 0}), 127},
      {bytes({1, 0, 0, 0, 1, 2, 0x2F, 0x2F}), bytes({1}), bytes({0}), 129},
  };
  for (std::size_t i = 0; i < nests.size(); ++i) {
    const Nest& nest = nests[i];
    SCOPED_TRACE(i);
    const auto accepted = [&](int levels) {
      Bytes payload;
      for (int n = 0; n < levels; ++n) {
        payload.insert(payload.end(), nest.piece.begin(), nest.piece.end());
      }
      payload.insert(payload.end(), nest.last.begin(), nest.last.end());
      return agree(archive_of(nest.table, payload));
    };
    int most = kEmulated ? nest.most - 2 : 0;
    ASSERT_TRUE(accepted(most));
    while (most < 300 && accepted(most + 1)) ++most;
    EXPECT_EQ(most, nest.most);
  }
}

}  // namespace
}  // namespace fastser::testing
