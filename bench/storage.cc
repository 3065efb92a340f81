// SPDX-License-Identifier: MIT
//
// POSIX files; on a system without them `flush` and `reload` report an error and are left out.
#include "storage.hpp"

#if __has_include(<unistd.h>)
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <cstdio>

namespace fastser_bench {

#if __has_include(<unistd.h>)
namespace {

class File {
 public:
  File(const char* path, int flags) : descriptor_(::open(path, flags | O_CLOEXEC, 0644)) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int get() const { return descriptor_; }
  bool is_open() const { return descriptor_ >= 0; }

 private:
  int descriptor_;
};

bool write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

bool save_atomically(const std::string& path, std::span<const std::byte> bytes) {
  const std::string beside = path + ".new";
  {
    const File file(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
    if (!file.is_open() || !write_all(file.get(), bytes) || ::fsync(file.get()) != 0) return false;
  }
  if (std::rename(beside.c_str(), path.c_str()) != 0) return false;
  const File folder(path.substr(0, path.rfind('/')).c_str(), O_RDONLY);
  return folder.is_open() && ::fsync(folder.get()) == 0;
}

bool read_whole(const std::string& path, std::vector<std::byte>& bytes) {
  const File file(path.c_str(), O_RDONLY);
  struct stat status = {};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0) return false;
  bytes.resize(static_cast<std::size_t>(status.st_size));
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t got = ::read(file.get(), bytes.data() + have, bytes.size() - have);
    if (got <= 0) return false;
    have += static_cast<std::size_t>(got);
  }
  return true;
}

#else

bool save_atomically(const std::string&, std::span<const std::byte>) { return false; }
bool read_whole(const std::string&, std::vector<std::byte>&) { return false; }

#endif

}  // namespace fastser_bench
