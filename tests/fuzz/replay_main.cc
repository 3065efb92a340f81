// SPDX-License-Identifier: MIT
//
// Runs a fuzz target without a fuzzer: once on no input at all, then on each file named on the
// command line, folders read through in order of name. This makes a test of the corpus on compilers
// and processors that have no libFuzzer. A folder that does not exist counts as an empty one.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_under(const fs::path& path) {
  if (fs::is_regular_file(path)) return {path};
  std::vector<fs::path> files;
  std::error_code none;  // a missing folder is an empty one
  for (const auto& entry : fs::recursive_directory_iterator(path, none)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void replay(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  // A copy of exactly this size, so that a sanitizer sees a read of one byte too many.
  const std::vector<std::uint8_t> input(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(input.data(), input.size());
}

}  // namespace

int main(int argc, char** argv) {
  LLVMFuzzerTestOneInput(nullptr, 0);
  std::size_t count = 1;
  for (int i = 1; i < argc; ++i) {
    for (const fs::path& path : files_under(argv[i])) {
      replay(path);
      ++count;
    }
  }
  std::printf("%zu inputs replayed\n", count);
  return 0;
}
