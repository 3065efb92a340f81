// SPDX-License-Identifier: MIT
//
// The calls of a POSIX system. Handles are file descriptors. What a file is, and how another is
// made like it, is in system_stat.cc, and for Apple's systems in system_apple.cc.
#if !defined(_WIN32)

// Sizes and inode numbers of 64 bits on 32-bit systems, too. NOLINTNEXTLINE
#define _FILE_OFFSET_BITS 64

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "file/posix.hpp"

namespace fastser::file {
namespace {

constexpr int kMostLinks = 40;  // that lead to each other, as Linux has it
// What one call takes: Linux stops short of 2 GiB, Apple refuses more.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

mode_t mode_of(Access access) { return access == Access::usual ? 0666 : 0600; }

const char* name_of_folder(const std::string& folder) {
  return folder.empty() ? "." : folder.c_str();
}

#if defined(O_TMPFILE)
// How a file without a name is called for link(2).
std::string name_in_proc(Handle file) { return "/proc/self/fd/" + std::to_string(file); }
#endif

}  // namespace

std::error_code NativeSystem::follow(std::string& name) {
  std::array<char, 4096> text{};
  for (int links = 0; links < kMostLinks; ++links) {
    const ssize_t size = ::readlink(name.c_str(), text.data(), text.size());
    if (size < 0) return errno == EINVAL || errno == ENOENT ? std::error_code() : last_error();
    const std::string_view to(text.data(), static_cast<std::size_t>(size));
    if (to.size() == text.size()) return std::make_error_code(std::errc::filename_too_long);
    const std::size_t slash = to.starts_with('/') ? std::string::npos : name.rfind('/');
    name.resize(slash == std::string::npos ? 0 : slash + 1);
    name.append(to);
  }
  return std::make_error_code(std::errc::too_many_symbolic_link_levels);
}

std::error_code NativeSystem::create_nameless([[maybe_unused]] const std::string& folder,
                                              [[maybe_unused]] Access access,
                                              [[maybe_unused]] Handle& out) {
#if defined(O_TMPFILE)
  const int fd = ::open(name_of_folder(folder), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode_of(access));
  if (fd < 0) return last_error();
  if (::access(name_in_proc(fd).c_str(), F_OK) == 0) {
    out = fd;
    return {};
  }
  ::close(fd);
#endif
  return std::make_error_code(std::errc::not_supported);
}

std::error_code NativeSystem::link([[maybe_unused]] Handle file,
                                   [[maybe_unused]] const std::string& name) {
#if defined(O_TMPFILE)
  return outcome(
      ::linkat(AT_FDCWD, name_in_proc(file).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW));
#else
  return std::make_error_code(std::errc::not_supported);
#endif
}

std::error_code NativeSystem::create(const std::string& name, Access access, Handle& out) {
  const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_of(access));
  if (fd >= 0) out = fd;
  return outcome(fd);
}

std::uint64_t NativeSystem::fresh_number() {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return static_cast<std::uint64_t>(::getpid()) << 40U ^ static_cast<std::uint64_t>(now);
}

std::error_code NativeSystem::write(Handle file, BytesView bytes, std::size_t& written) {
  const ssize_t n = ::write(descriptor(file), bytes.data(), std::min(bytes.size(), kMostBytes));
  written = n > 0 ? static_cast<std::size_t>(n) : 0;
  return outcome(n);
}

std::error_code NativeSystem::sync(Handle file) {
#if defined(F_FULLFSYNC)
  // Apple's fsync stops at the drive, which may lose what it holds. Not on all file systems.
  if (::fcntl(descriptor(file), F_FULLFSYNC) == 0) return {};
#endif
  return outcome(::fsync(descriptor(file)));
}

std::error_code NativeSystem::close(Handle file) { return outcome(::close(descriptor(file))); }

std::error_code NativeSystem::rename(const std::string& from, const std::string& to) {
  return outcome(::rename(from.c_str(), to.c_str()));
}

std::error_code NativeSystem::remove(const std::string& name) {
  return outcome(::unlink(name.c_str()));
}

std::error_code NativeSystem::sync_folder(const std::string& folder) {
  const int fd = ::open(name_of_folder(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) {  // a folder may be writable and not readable; there is nothing to sync then
    return errno == EACCES || errno == EPERM ? std::error_code() : last_error();
  }
  std::error_code error = sync(fd);
  ::close(fd);
  // Some file systems have no such thing, and say so.
  return error == std::errc::invalid_argument ? std::error_code() : error;
}

std::error_code NativeSystem::open(const std::string& name, Handle& out, Facts& facts) {
  const int fd = ::open(name.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return last_error();
  const std::error_code error = look_at(fd, facts);
  if (error) {
    ::close(fd);
  } else {
    out = fd;
  }
  return error;
}

std::error_code NativeSystem::read(Handle file, std::span<std::byte> to, std::size_t& got) {
  const ssize_t n = ::read(descriptor(file), to.data(), std::min(to.size(), kMostBytes));
  got = n > 0 ? static_cast<std::size_t>(n) : 0;
  return outcome(n);
}

}  // namespace fastser::file

#endif
