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

Status write_file(const std::string& path, BytesView bytes) {
  if (path == "-") return write_all(STDOUT_FILENO, bytes);
  struct stat info {};
  const bool there = ::stat(path.c_str(), &info) == 0;
  if (there && !S_ISREG(info.st_mode)) {  // a device or a pipe is written to, not replaced
    const Descriptor fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (fd.get() < 0) return io_error("cannot be opened");
    return write_all(fd.get(), bytes);
  }
  std::string temporary = path + ".XXXXXX";
  Descriptor fd(::mkstemp(temporary.data()));
  if (fd.get() < 0) return io_error("no temporary file beside it");
  const mode_t mask = ::umask(0);
  ::umask(mask);
  Status status = write_all(fd.get(), bytes);
  if (status.ok() && ::fchmod(fd.get(), there ? info.st_mode & 07777 : 0666 & ~mask) != 0) {
    status = io_error("cannot be given its mode");
  }
  if (status.ok() && ::fsync(fd.get()) != 0) status = io_error("cannot be synced");
  if (!fd.close() && status.ok()) status = io_error("cannot be closed");
  if (status.ok() && ::rename(temporary.c_str(), path.c_str()) != 0) {
    status = io_error("cannot be replaced");
  }
  if (!status.ok()) {
    ::unlink(temporary.c_str());
    return status;
  }
  return sync_folder(path);
}

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

}  // namespace fastser::command

#endif
