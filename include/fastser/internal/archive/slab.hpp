// SPDX-License-Identifier: MIT
//
// Slabs: many shared objects in one allocation.
//
// A graph of a hundred thousand nodes is a hundred thousand calls of malloc, and as many of free.
// The decoder places the objects of larger graphs side by side in slabs of at most 32 KiB; each
// slab counts its objects and goes when the last of them goes. The price: one object that stays
// keeps its slab's memory (not the other objects). Small graphs do not use slabs.
//
// Counting: a slab is born with a large count; what is placed is counted by its one decoder without
// a locked instruction, and the difference is settled when the slab is closed. Objects may be
// released on any thread; a process that has only one does without the locked instruction there,
// too.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#if defined(_GLIBCXX_RELEASE) && _GLIBCXX_RELEASE >= 11
#include <ext/atomicity.h>
#endif

namespace fastser::archive {

/// One allocation, this header in front of it.
class Slab {
 public:
  static constexpr std::size_t kAlign = 8;

  /// A slab with room for `size` bytes, or null.
  [[nodiscard]] static Slab* make(std::size_t size) noexcept {
    void* memory = ::operator new(kHeader + size, std::nothrow);
    return memory == nullptr ? nullptr : new (memory) Slab(size);
  }
  /// `size` bytes of it, or null when it is full. Only the decoder that made the slab.
  [[nodiscard]] void* place(std::size_t size) noexcept {
    size = (size + kAlign - 1) / kAlign * kAlign;
    if (size > capacity_ - used_) return nullptr;
    void* at = reinterpret_cast<std::byte*>(this) + kHeader + used_;
    used_ += size;
    ++placed_;
    return at;
  }
  /// One object less.
  void release() noexcept { subtract(1); }
  /// Nothing more will be placed.
  void close() noexcept { subtract(kBias - placed_); }

 private:
  static constexpr std::uint64_t kBias = std::uint64_t{1} << 62;
  static constexpr std::size_t kHeader = 64;

  explicit Slab(std::size_t capacity) noexcept : capacity_(capacity) {}
  /// As shared_ptr does with its own counts in libstdc++.
  static bool is_single_threaded() noexcept {
#if defined(_GLIBCXX_RELEASE) && _GLIBCXX_RELEASE >= 11
    return __gnu_cxx::__is_single_threaded();
#else
    return false;
#endif
  }
  void subtract(std::uint64_t n) noexcept {
    std::uint64_t before = 0;
    if (is_single_threaded()) {
      before = live_.load(std::memory_order_relaxed);
      live_.store(before - n, std::memory_order_relaxed);
    } else {
      before = live_.fetch_sub(n, std::memory_order_acq_rel);
    }
    if (before == n) {
      this->~Slab();
      ::operator delete(this);
    }
  }

  std::atomic<std::uint64_t> live_{kBias};
  std::uint64_t placed_ = 0;
  std::size_t capacity_;
  std::size_t used_ = 0;
};

/// Where a decoder places objects: the slab that is being filled.
class SlabPool {
 public:
  SlabPool() noexcept = default;
  SlabPool(const SlabPool&) = delete;
  SlabPool& operator=(const SlabPool&) = delete;
  ~SlabPool() { close(); }

  /// Room for an object and the slab it is in; throws std::bad_alloc (aborts without exceptions).
  [[nodiscard]] void* place(std::size_t size, Slab*& slab) {
    void* at = slab_ == nullptr ? nullptr : slab_->place(size);
    if (at == nullptr) {
      close();
      next_size_ = upcoming();
      slab_ = Slab::make(next_size_ > size ? next_size_ : size + Slab::kAlign);
      if (slab_ == nullptr) fail();
      at = slab_->place(size);
    }
    slab = slab_;
    return at;
  }
  /// Bytes of the slab that is made when this one is full: they double, so that few objects do not
  /// take the memory of many.
  [[nodiscard]] std::size_t upcoming() const noexcept {
    return next_size_ < kLargest / 2 ? 2 * next_size_ : kLargest;
  }
  /// As new: the next slab is a small one.
  void reset() noexcept {
    close();
    next_size_ = kSmallest;
  }
  /// The slab goes with its last object.
  void close() noexcept {
    if (slab_ != nullptr) slab_->close();
    slab_ = nullptr;
  }

 private:
  static constexpr std::size_t kSmallest = 1024;
  static constexpr std::size_t kLargest = 32 * 1024 - 64;

  [[noreturn]] static void fail() {
#if defined(__cpp_exceptions)
    throw std::bad_alloc();
#else
    std::abort();
#endif
  }

  Slab* slab_ = nullptr;
  std::size_t next_size_ = kSmallest;
};

/// For std::allocate_shared: places once, releases the slab it placed in.
template <typename T>
class SlabAllocator {
 public:
  using value_type = T;

  SlabAllocator(SlabPool& pool) noexcept : pool_(&pool) {}  // NOLINT: implicit on purpose
  template <typename U>
  SlabAllocator(const SlabAllocator<U>& other) noexcept  // NOLINT: a rebind
      : pool_(other.pool_) {}

  /// std::allocate_shared copies the allocator into the block it allocated, so the block's slab is
  /// found from the block itself when it goes: it stands in front of it.
  [[nodiscard]] T* allocate(std::size_t n) {
    static_assert(alignof(T) <= Slab::kAlign);
    Slab* slab = nullptr;
    auto* at = static_cast<std::byte*>(pool_->place(n * sizeof(T) + Slab::kAlign, slab));
    *static_cast<Slab**>(static_cast<void*>(at)) = slab;
    return static_cast<T*>(static_cast<void*>(at + Slab::kAlign));
  }
  void deallocate(T* block, std::size_t) noexcept {
    void* front = reinterpret_cast<std::byte*>(block) - Slab::kAlign;
    (*static_cast<Slab**>(front))->release();
  }
  template <typename U>
  friend bool operator==(const SlabAllocator& a, const SlabAllocator<U>& b) noexcept {
    return a.pool_ == b.pool_;
  }

 private:
  template <typename U>
  friend class SlabAllocator;
  SlabPool* pool_;  // only used while allocating; it may be gone later
};

}  // namespace fastser::archive
