// SPDX-License-Identifier: MIT
//
// Reading and replacing files on Windows, by the C and C++ libraries alone. A rename replaces the
// old file in one step there as well; there is no folder to sync.
#if defined(_WIN32)

#include <fcntl.h>
#include <io.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <random>
#include <system_error>
#include <utility>

#include "command/files.hpp"

namespace fastser::command {
namespace {

constexpr std::size_t kFirstRead = std::size_t{64} * 1024;

Status io_error(std::string_view what) {
  return Status(Code::kIo).with_detail(std::string(what) + ": " + std::strerror(errno));
}

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

Result<Buffer> read_all(std::FILE* file, std::uint64_t most) {
  Buffer buffer;
  for (;;) {
    const std::size_t size = buffer.size();
    if (size == buffer.capacity() && !buffer.reserve(std::max(kFirstRead, size * 2))) {
      return Status(Code::kNoMemory, "no memory for the file");
    }
    const std::size_t n = std::fread(buffer.data() + size, 1, buffer.capacity() - size, file);
    if (n == 0 && std::ferror(file) != 0) return io_error("cannot be read");
    if (n == 0) return buffer;
    buffer.set_size(size + n);
    if (buffer.size() > most) {
      return Status(Code::kOverBudget, "the file is larger than --max-bytes");
    }
  }
}

Status write_all(std::FILE* file, BytesView bytes) {
  const bool ok =
      std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() && std::fflush(file) == 0;
  return ok ? Status() : io_error("cannot be written");
}

}  // namespace

Result<Buffer> read_file(const std::string& path, std::uint64_t most) {
  if (path == "-") {
    _setmode(_fileno(stdin), _O_BINARY);
    return read_all(stdin, most);
  }
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return io_error("cannot be opened");
  return read_all(file.get(), most);
}

// A stream has no temporary file.
struct Output::State {
  std::string path;
  std::string temporary;
  BytesView bytes;
};

Output::Output() : state_(std::make_unique<State>()) {}

Output::~Output() {
  std::error_code error;
  if (!state_->temporary.empty()) std::filesystem::remove(state_->temporary, error);
}

Status Output::prepare(const std::string& path, BytesView bytes) {
  state_->path = path;
  state_->bytes = bytes;
  if (is_stream()) return {};
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return Status(Code::kIo).with_detail("cannot be opened: it is a folder");
  }
  std::string temporary = path + '.' + std::to_string(std::random_device{}());
  File file(std::fopen(temporary.c_str(), "wbx"));
  if (!file) return io_error("no temporary file beside it");
  state_->temporary = std::move(temporary);
  FASTSER_TRY(write_all(file.get(), bytes));
  if (_commit(_fileno(file.get())) != 0) return io_error("cannot be synced");
  return std::fclose(file.release()) == 0 ? Status() : io_error("cannot be closed");
}

Status Output::commit() {
  if (is_stream()) {
    _setmode(_fileno(stdout), _O_BINARY);
    return write_all(stdout, state_->bytes);
  }
  std::error_code error;
  std::filesystem::rename(state_->temporary, state_->path, error);
  if (error) return Status(Code::kIo).with_detail("cannot be replaced: " + error.message());
  state_->temporary.clear();
  return {};
}

bool Output::is_stream() const { return state_->path == "-"; }

bool stderr_is_terminal() { return _isatty(_fileno(stderr)) != 0; }

}  // namespace fastser::command

#endif
