// SPDX-License-Identifier: MIT
//
// What a file is, by stat(2), and a file that is made like another. Not on Apple's systems: an app
// there has to say why it calls stat (system_apple.cc).
#if !defined(_WIN32) && !defined(__APPLE__)

// Sizes and inode numbers of 64 bits on 32-bit systems, too. NOLINTNEXTLINE
#define _FILE_OFFSET_BITS 64

#include <sys/stat.h>
#include <unistd.h>

#include "file/posix.hpp"

namespace fastser::file {
namespace {

Facts facts_of(const struct stat& info) {
  Facts facts;
  facts.kind = S_ISREG(info.st_mode)   ? Kind::regular
               : S_ISDIR(info.st_mode) ? Kind::folder
                                       : Kind::other;
  facts.size = static_cast<std::uint64_t>(info.st_size);
  facts.mode = static_cast<std::uint32_t>(info.st_mode) & 0777U;
  facts.user = static_cast<std::uint32_t>(info.st_uid);
  facts.group = static_cast<std::uint32_t>(info.st_gid);
  return facts;
}

}  // namespace

std::error_code look_at(int fd, Facts& out) {
  struct stat info {};
  if (::fstat(fd, &info) != 0) return last_error();
  out = facts_of(info);
  return {};
}

std::error_code NativeSystem::look(const std::string& name, Facts& out) {
  struct stat info {};
  out = {};
  if (::stat(name.c_str(), &info) == 0) {
    out = facts_of(info);
    return {};
  }
  return errno == ENOENT ? std::error_code() : last_error();
}

// The group alone may be ours to give. Where it is not, what it was allowed is taken back: it would
// be another group's now.
std::error_code NativeSystem::take_over(Handle file, const std::string& /*name*/,
                                        const Facts& old) {
  Facts now;
  const std::error_code error = look_at(descriptor(file), now);
  if (error) return error;
  std::uint32_t mode = old.mode;
  if (now.user != old.user || now.group != old.group) {
    const auto keep = static_cast<uid_t>(-1);
    if (::fchown(descriptor(file), old.user, old.group) != 0 && now.group != old.group &&
        ::fchown(descriptor(file), keep, old.group) != 0) {
      mode &= ~070U | (mode & 07U) << 3U;
    }
  }
  return outcome(::fchmod(descriptor(file), static_cast<mode_t>(mode)));
}

}  // namespace fastser::file

#endif
