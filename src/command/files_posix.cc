// SPDX-License-Identifier: MIT
//
// Reading and replacing files on POSIX systems. Every call that a signal may interrupt is repeated,
// every short write continued (B15).
#if !defined(_WIN32)

#include "command/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

namespace fastser::command {
namespace {

constexpr std::size_t kFirstRead = std::size_t{64} * 1024;

Status io_error(std::string_view what) {
  return Status(Code::kIo).with_detail(std::string(what) + ": " + std::strerror(errno));
}

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ > STDERR_FILENO) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  void open(int fd) { fd_ = fd; }  // of one that has none
  bool close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd) == 0;
  }

 private:
  int fd_;
};

Status write_all(int fd, BytesView bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return io_error("cannot be written");
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return {};
}

Status sync_folder(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd.get() < 0) return {};  // a folder that may be written but not read
  if (::fsync(fd.get()) != 0 && errno != EINVAL) return io_error("the folder cannot be synced");
  return {};
}

}  // namespace

Result<Buffer> read_file(const std::string& path, std::uint64_t most) {
  const Descriptor fd(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (fd.get() < 0) return io_error("cannot be opened");
  struct stat info {};
  std::size_t room = kFirstRead;
  if (::fstat(fd.get(), &info) == 0 && S_ISREG(info.st_mode)) {
    room = static_cast<std::size_t>(std::min(static_cast<std::uint64_t>(info.st_size), most)) + 1;
  }
  Buffer buffer;
  for (;;) {
    const std::size_t size = buffer.size();
    if (size == buffer.capacity() && !buffer.reserve(std::max(room, size * 2))) {
      return Status(Code::kNoMemory, "no memory for the file");
    }
    const ssize_t n = ::read(fd.get(), buffer.data() + size, buffer.capacity() - size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return io_error("cannot be read");
    if (n == 0) return buffer;
    buffer.set_size(size + static_cast<std::size_t>(n));
    if (buffer.size() > most) {
      return Status(Code::kOverBudget, "the file is larger than --max-bytes");
    }
  }
}

// A stream has no temporary file, a file nothing open.
struct Output::State {
  std::string path;
  std::string temporary;
  Descriptor stream{-1};
  BytesView bytes;
};

Output::Output() : state_(std::make_unique<State>()) {}

Output::~Output() {
  if (!state_->temporary.empty()) ::unlink(state_->temporary.c_str());
}

Status Output::prepare(const std::string& path, BytesView bytes) {
  state_->path = path;
  state_->bytes = bytes;
  if (path == "-") {
    state_->stream.open(STDOUT_FILENO);
    return {};
  }
  struct stat info {};
  const bool there = ::stat(path.c_str(), &info) == 0;
  if (there && S_ISREG(info.st_mode)) {
    // What a link leads to is replaced, not the link.
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                           &std::free);
    if (real == nullptr) return io_error("cannot be found where its links lead");
    state_->path = real.get();
  }
  if (there && !S_ISREG(info.st_mode)) {  // a device or a pipe is written to, not replaced
    state_->stream.open(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    return state_->stream.get() < 0 ? io_error("cannot be opened") : Status();
  }
  // Of a short name: that of the file may be as long as names can be.
  const std::size_t slash = state_->path.rfind('/');
  std::string temporary =
      state_->path.substr(0, slash == std::string::npos ? 0 : slash + 1) + ".fastser.XXXXXX";
  Descriptor fd(::mkstemp(temporary.data()));
  if (fd.get() < 0) return io_error("no temporary file beside it");
  state_->temporary = std::move(temporary);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  FASTSER_TRY(write_all(fd.get(), bytes));
  if (::fchmod(fd.get(), there ? info.st_mode & 0777 : 0666 & ~mask) != 0) {
    return io_error("cannot be given its mode");
  }
  if (::fsync(fd.get()) != 0) return io_error("cannot be synced");
  return fd.close() ? Status() : io_error("cannot be closed");
}

Status Output::commit() {
  if (is_stream()) return write_all(state_->stream.get(), state_->bytes);
  if (::rename(state_->temporary.c_str(), state_->path.c_str()) != 0) {
    return io_error("cannot be replaced");
  }
  state_->temporary.clear();
  return sync_folder(state_->path);
}

bool Output::is_stream() const { return state_->stream.get() >= 0; }

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

}  // namespace fastser::command

#endif
