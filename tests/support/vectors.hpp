// SPDX-License-Identifier: MIT
//
// Vectors: bytes frozen in tests/vectors/<codec>/v1 as text: hex digits in pairs, `#` starts a
// comment that ends with the line. In bad/ a line "expect <code name> <offset>" says the error.
//
// Update rule: a vector is never changed, since files like it are out in the world. To add one,
// write the test, run it once with FASTSER_WRITE_VECTORS=1 in the environment (which makes files
// that are missing, and never touches those that are there), read the bytes against the format
// (docs/format.md for archives), and commit the file.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/buffer.hpp"

namespace fastser::testing {

struct Vector {
  std::vector<std::byte> bytes;
  std::string code;        ///< bad vectors: the name of the expected code
  std::size_t offset = 0;  ///< bad vectors: the expected offset
};

inline std::filesystem::path vector_path(std::string_view name,
                                         std::string_view codec = "archive") {
  return std::filesystem::path(FASTSER_TESTS_DIR) / "vectors" / codec / "v1" /
         (std::string(name) + ".hex");
}

inline int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

/// Appends the bytes of one line of hex; false when it holds anything else.
inline bool parse_hex(std::string_view line, std::vector<std::byte>& bytes) {
  line = line.substr(0, line.find('#'));
  for (std::size_t i = 0; i < line.size();) {
    if (line[i] == ' ' || line[i] == '\r' || line[i] == '\t') {
      ++i;
      continue;
    }
    if (i + 1 >= line.size()) return false;
    const int high = hex_digit(line[i]);
    const int low = hex_digit(line[i + 1]);
    if (high < 0 || low < 0) return false;
    bytes.push_back(static_cast<std::byte>(high * 16 + low));
    i += 2;
  }
  return true;
}

/// Reads a vector; a failed test and no bytes when there is none or it is not one.
inline Vector read_vector(const std::filesystem::path& path) {
  Vector vector;
  std::ifstream file(path);
  EXPECT_TRUE(file.is_open()) << path << " is missing";
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("expect ")) {
      const std::size_t space = line.rfind(' ');
      vector.code = line.substr(7, space - 7);
      vector.offset = std::stoul(line.substr(space + 1));
    } else {
      EXPECT_TRUE(parse_hex(line, vector.bytes)) << path << ": " << line;
    }
  }
  return vector;
}

/// Writes a vector that is not there yet, when asked to (see the head of this file).
inline void offer_vector(const std::filesystem::path& path, std::string_view comment,
                         BytesView bytes) {
  if (std::getenv("FASTSER_WRITE_VECTORS") == nullptr || std::filesystem::exists(path)) return;
  std::ofstream file(path);
  file << "# " << comment << "\n";
  constexpr char kDigits[] = "0123456789ABCDEF";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned>(bytes[i]);
    file << kDigits[byte >> 4] << kDigits[byte & 15]
         << (i % 16 == 15 || i + 1 == bytes.size() ? '\n' : ' ');
  }
}

}  // namespace fastser::testing
