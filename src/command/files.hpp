// SPDX-License-Identifier: MIT
//
// Files of the command: read whole but bounded, written so that the old file or the new one is
// there at every moment. "-" is standard input or output.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fastser/base/buffer.hpp"
#include "fastser/base/status.hpp"

namespace fastser::command {

inline constexpr std::uint64_t kDefaultMaxFile = std::uint64_t{1} << 30;

/// The bytes of a file of at most `most` bytes. Errors: kIo, kOverBudget, kNoMemory.
[[nodiscard]] Result<Buffer> read_file(const std::string& path, std::uint64_t most);

/// Replaces a file: a temporary file beside it is written, synced and renamed, then the folder is
/// synced. On an error the old file is untouched and no temporary file is left. kIo.
[[nodiscard]] Status write_file(const std::string& path, BytesView bytes);

/// Whether people look at stderr.
[[nodiscard]] bool stderr_is_terminal();

/// One line on a terminal's stderr that is overwritten and, in the end, wiped. Silent elsewhere.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(std::string_view text);

 private:
  bool on_;
  std::size_t shown_ = 0;
};

}  // namespace fastser::command
