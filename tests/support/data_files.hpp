// SPDX-License-Identifier: MIT
//
// Real documents for tests, where they are present: gzipped files in the folder that the
// environment variable FASTSER_DATA_DIR names, else in shared/data beside the source tree.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

namespace fastser::testing {

/// The contents of a file; empty when it is not there.
inline std::string read_data(const std::string& name) {
  const char* folder = std::getenv("FASTSER_DATA_DIR");
  const std::filesystem::path path =
      (folder != nullptr
           ? std::filesystem::path(folder)
           : std::filesystem::path(FASTSER_SOURCE_DIR).parent_path() / "shared" / "data") /
      name;
  if (!std::filesystem::exists(path)) return {};
  std::FILE* pipe = popen(("gzip -dc '" + path.string() + "'").c_str(), "r");
  if (pipe == nullptr) return {};
  std::string text;
  char block[65536];
  while (const std::size_t n = std::fread(block, 1, sizeof block, pipe)) text.append(block, n);
  pclose(pipe);
  return text;
}

/// The floats that a file is made of, as this machine has them in memory.
inline std::vector<float> read_floats(const std::string& name) {
  const std::string bytes = read_data(name);
  std::vector<float> floats(bytes.size() / sizeof(float));
  if (!floats.empty()) std::memcpy(floats.data(), bytes.data(), floats.size() * sizeof(float));
  return floats;
}

}  // namespace fastser::testing
