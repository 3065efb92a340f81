// SPDX-License-Identifier: MIT
//
// Memory of hundreds of megabytes in pages of 4 KiB costs one page fault for each of them, and a
// look into the page table for most accesses that are not in order. Linux gives larger pages to who
// asks for them (Documentation/admin-guide/mm/transhuge.rst, mode `madvise`). Elsewhere nothing
// happens.
#pragma once

#include <cstddef>
#include <vector>

namespace fastser {

/// Asks for large pages in `size` bytes of memory that nothing was written to yet; less than
/// kLeastForLargePages are left alone. It is advice: whether it was taken makes no difference but
/// in time. Any thread.
void want_large_pages(void* memory, std::size_t size) noexcept;

inline constexpr std::size_t kLeastForLargePages = std::size_t{8} << 20;

/// Makes room for `count` elements in an empty vector, and asks for large pages in it.
template <typename T>
void reserve_in_large_pages(std::vector<T>& vector, std::size_t count) {
  vector.reserve(count);
  want_large_pages(vector.data(), vector.capacity() * sizeof(T));
}

/// Asks for large pages in the room of a Buffer behind what is in it, when that was made just now.
template <typename Bytes>
void want_large_pages_behind(Bytes& out) noexcept {
  want_large_pages(out.data() + out.size(), out.capacity() - out.size());
}

}  // namespace fastser
