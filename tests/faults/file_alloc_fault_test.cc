// SPDX-License-Identifier: MIT
//
// The file layer: when memory is out, the old file is untouched and no temporary is left.
#include <gtest/gtest.h>

#include <filesystem>
#include <span>
#include <string>

#include "fastser/file.hpp"
#include "faults/sweep.hpp"

namespace {

using namespace fastser;
using namespace fastser::testing;

TEST(FileAllocFaults, OfSavingAndLoadingLeaveNoTemporaryFile) {
  const auto folder = std::filesystem::temp_directory_path() / "fastser_file_alloc_fault";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string text = "some bytes";
  const file::Path path = folder / "a file with a name too long to stand in a string itself";
  sweep("file save", [&] { return file::save(path, std::as_bytes(std::span(text))).code(); });
  sweep("file load", [&] { return file::load(path).status().code(); });
  const auto files = std::filesystem::directory_iterator(folder);
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
  std::filesystem::remove_all(folder);
}

}  // namespace
