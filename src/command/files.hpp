// SPDX-License-Identifier: MIT
//
// Files of the command: those of the file layer, and what is none: "-", which is standard input or
// output, devices and pipes.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "command/interrupts.hpp"
#include "command/progress.hpp"
#include "fastser/buffer.hpp"
#include "fastser/status.hpp"
#include "file/replacement.hpp"

namespace fastser::command {

inline constexpr std::uint64_t kDefaultMaxFile = std::uint64_t{1} << 30;

/// The bytes of a file, pipe or device of at most `most` bytes. If `progress` is not null, it says
/// "reading", and of a file how much of it has been read. Errors: kIo, kOverBudget, kNoMemory.
[[nodiscard]] Result<Buffer> read_file(const std::string& path, std::uint64_t most,
                                       Progress* progress = nullptr);

/// What is written in two steps, so that several outputs can be made ready before any is. A file is
/// replaced as fastser/file.hpp says: on an error, or without the second step, the old one is
/// untouched and no temporary file is left; nor is one when a signal ends the command. Standard
/// output, devices and pipes are opened in the first step and written in the second.
class Output {
 public:
  Output() = default;
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// The first step, once. `bytes` must live until the second. kIo.
  [[nodiscard]] Status prepare(const std::string& path, BytesView bytes);
  /// The second step, once, after a first that went well. kIo.
  [[nodiscard]] Status commit();
  /// Whether what is written cannot be taken back.
  [[nodiscard]] bool is_stream() const { return stream_ != nullptr; }

 private:
  TidySystem system_;
  file::Replacement replacement_{system_};
  std::FILE* stream_ = nullptr;
  BytesView bytes_;  // for the stream
};

/// Both steps for one file. kIo.
[[nodiscard]] Status write_file(const std::string& path, BytesView bytes);

/// A standard stream, of which no end of line is translated from now on.
std::FILE* binary(std::FILE* stream);

/// Whether both names lead to one regular file, there or not yet. "-" is no file.
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b);
/// Whether something is there that is no regular file: a device, a pipe, a folder.
[[nodiscard]] bool is_device(const std::string& path);
/// Whether it is a pipe with a name, such as the shell makes of <(...).
[[nodiscard]] bool is_pipe(const std::string& path);
/// Whether there is something of this name.
[[nodiscard]] bool is_there(const std::string& path);

}  // namespace fastser::command
