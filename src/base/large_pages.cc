// SPDX-License-Identifier: MIT
#include "base/large_pages.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#endif

namespace fastser {

void want_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t size) noexcept {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (size < kLeastForLargePages) return;
  // Advice is given for whole pages; those at both ends are shared with other memory.
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t before = -reinterpret_cast<std::uintptr_t>(memory) % page;
  const int error = errno;
  static_cast<void>(
      ::madvise(static_cast<char*>(memory) + before, (size - before) / page * page, MADV_HUGEPAGE));
  errno = error;
#endif
}

}  // namespace fastser
