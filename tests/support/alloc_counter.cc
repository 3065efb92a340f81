// SPDX-License-Identifier: MIT
//
// operator new and delete over malloc, with the size in front of each block so that a delete knows
// what it gives back. Sanitizers see every block through malloc. Over-aligned requests are not
// ours.
#if defined(__GNUC__) && !defined(__clang__)
// Where the operators below are inlined, g++ sees new's memory go to free, and does not see that it
// came from malloc.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

#include "support/alloc_counter.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

namespace fastser::testing {
namespace {

struct Counts {
  std::ptrdiff_t live = 0;
  std::ptrdiff_t peak = 0;
  std::size_t largest = 0;
  std::size_t requests = 0;
  std::size_t fail_in = 0;  // 0: never
  bool sticky = false;
  bool fired = false;
  int poison = -1;  // none
};

thread_local Counts counts;

constexpr std::size_t kFront = 16;  // keeps the alignment that malloc gives

bool refused() noexcept {
  if (counts.fail_in == 0) return false;
  if (counts.fail_in > 1) {
    --counts.fail_in;
    return false;
  }
  if (!counts.sticky) counts.fail_in = 0;
  counts.fired = true;
  return true;
}

void* allocate(std::size_t size) noexcept {
  ++counts.requests;
  if (size > counts.largest) counts.largest = size;
  if (refused() || size > static_cast<std::size_t>(-1) - kFront) return nullptr;
  auto* block = static_cast<char*>(std::malloc(size + kFront));
  if (block == nullptr) return nullptr;
  std::memcpy(block, &size, sizeof size);
  counts.live += static_cast<std::ptrdiff_t>(size);
  if (counts.live > counts.peak) counts.peak = counts.live;
  if (counts.poison >= 0) std::memset(block + kFront, counts.poison, size);
  return block + kFront;
}

void release(void* memory) noexcept {
  if (memory == nullptr) return;
  char* block = static_cast<char*>(memory) - kFront;
  std::size_t size = 0;
  std::memcpy(&size, block, sizeof size);
  counts.live -= static_cast<std::ptrdiff_t>(size);
  std::free(block);
}

}  // namespace

AllocScope::AllocScope() noexcept : start_(counts.live), first_(counts.requests) {
  counts.peak = counts.live;
  counts.largest = 0;
}
std::ptrdiff_t AllocScope::live() const noexcept { return counts.live - start_; }
std::size_t AllocScope::peak() const noexcept {
  return static_cast<std::size_t>(counts.peak - start_);
}
std::size_t AllocScope::largest() const noexcept { return counts.largest; }
std::size_t AllocScope::requests() const noexcept { return counts.requests - first_; }

AllocFault::AllocFault(std::size_t k, bool sticky) noexcept {
  counts.fail_in = k;
  counts.sticky = sticky;
  counts.fired = false;
}
AllocFault::~AllocFault() { counts.fail_in = 0; }
bool AllocFault::fired() const noexcept { return counts.fired; }

AllocPoison::AllocPoison(unsigned char byte) noexcept { counts.poison = byte; }
AllocPoison::~AllocPoison() { counts.poison = -1; }

}  // namespace fastser::testing

void* operator new(std::size_t size) {
  void* memory = fastser::testing::allocate(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return fastser::testing::allocate(size);
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept {
  return operator new(size, tag);
}
void operator delete(void* memory) noexcept { fastser::testing::release(memory); }
void operator delete[](void* memory) noexcept { fastser::testing::release(memory); }
void operator delete(void* memory, std::size_t) noexcept { fastser::testing::release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { fastser::testing::release(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  fastser::testing::release(memory);
}
void operator delete[](void* memory, const std::nothrow_t&) noexcept {
  fastser::testing::release(memory);
}
