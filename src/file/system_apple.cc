// SPDX-License-Identifier: MIT
//
// What a file is, and a file that is made like another, on Apple's systems: without stat and its
// kin. Those tell times as well, and an app whose code calls them has to declare a reason in its
// privacy manifest (docs/apple.md); so nothing of this library does (tests/apple).
//
// A file that may not be read is therefore not replaced either: it cannot be looked at.
#if defined(__APPLE__)

#include <copyfile.h>
#include <fcntl.h>
#include <sys/filio.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <unistd.h>

#include "file/posix.hpp"

namespace fastser::file {
namespace {

int open_to_look(const std::string& name) {
  return ::open(name.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

bool is_folder(int fd) {
  const int same = ::openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (same < 0) return errno != ENOTDIR;
  ::close(same);
  return true;
}

bool is_device(int fd) {
  int type = 0;
  return ::ioctl(fd, FIODTYPE, &type) == 0;
}

}  // namespace

// Pipes cannot be positioned.
std::error_code look_at(int fd, Facts& out) {
  out = {};
  const off_t size = ::lseek(fd, 0, SEEK_END);
  if (size < 0 || is_device(fd)) {
    out.kind = Kind::other;
  } else if (is_folder(fd)) {
    out.kind = Kind::folder;
  } else {
    out.kind = Kind::regular;
    out.size = static_cast<std::uint64_t>(size);
    return outcome(::lseek(fd, 0, SEEK_SET));
  }
  return {};
}

std::error_code NativeSystem::look(const std::string& name, Facts& out) {
  out = {};
  const int fd = open_to_look(name);
  if (fd < 0) return errno == ENOENT ? std::error_code() : last_error();
  const std::error_code error = look_at(fd, out);
  ::close(fd);
  return error;
}

// The system copies owner, permissions and access list, as far as it lets us, and times, which are
// made new again.
std::error_code NativeSystem::take_over(Handle file, const std::string& name,
                                        const Facts& /*old*/) {
  const int from = open_to_look(name);
  if (from < 0) return last_error();
  std::error_code error = outcome(::fcopyfile(from, descriptor(file), nullptr, COPYFILE_SECURITY));
  ::close(from);
  if (error == std::errc::not_supported) error = {};  // a file system without access lists
  return error ? error : outcome(::futimes(descriptor(file), nullptr));
}

}  // namespace fastser::file

#endif
