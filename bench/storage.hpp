// SPDX-License-Identifier: MIT
//
// The disk half of `flush` and `reload`, the same for every contender: libfastser's file layer. A
// file is replaced atomically (write beside it, fsync, rename, fsync of the folder), read whole.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace fastser_bench {

[[nodiscard]] bool save_atomically(const std::string& path, std::span<const std::byte> bytes);

/// Reads files into memory that it keeps.
class FileReader {
 public:
  FileReader();
  ~FileReader();
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;

  [[nodiscard]] bool read(const std::string& path);
  // What was read last.
  [[nodiscard]] std::span<const std::byte> bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fastser_bench
