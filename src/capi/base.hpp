// SPDX-License-Identifier: MIT
//
// What every source of the C interface needs: statuses out, structs in, bytes handed over. The
// interface has no logic of its own: it checks what C++'s types check elsewhere (null pointers,
// sizes of structs), and nothing thrown gets past it.
#pragma once

#include "fastser/fastser.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <limits>
#include <string>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"

namespace fastser::capi {

/// Tells the caller: fills in `error`, if there is one that is large enough, and gives the number.
int32_t report(const Status& status, fastser_error* error) noexcept;
/// A wrong call.
int32_t misuse(fastser_error* error, std::string_view message) noexcept;

/// Runs `work`, which gives a Status, and tells the caller. Inlined: what a call costs is much of
/// what a small value costs.
template <typename Work>
FASTSER_INLINE inline int32_t run(fastser_error* error, Work&& work) noexcept {
#if defined(__cpp_exceptions)
  try {
    const Status status = work();
    return status.ok() ? FASTSER_OK : report(status, error);
  } catch (const std::exception&) {
    return report(Status(Code::kNoMemory, "an allocation failed"), error);
  } catch (...) {
    return report(Status(Code::kUsage, "a function of the caller threw an exception"), error);
  }
#else
  return report(work(), error);
#endif
}

/// A struct of the caller's that may be older or newer than ours: what it has of ours, the rest
/// zero. `first` is the size that it had in its first version.
template <typename T>
bool take_struct(const T* from, std::size_t first, T& to) noexcept {
  to = T{};
  if (from == nullptr) return true;
  if (from->struct_size < first) return false;
  std::memcpy(static_cast<void*>(&to), from,
              from->struct_size < sizeof(T) ? from->struct_size : sizeof(T));
  return true;
}

/// A number of the caller's as a size, cut off where sizes are smaller.
constexpr std::size_t size_of(std::uint64_t number) noexcept {
  constexpr std::uint64_t kMost = std::numeric_limits<std::size_t>::max();
  return static_cast<std::size_t>(std::min(number, kMost));
}

/// An error of the caller's. `kept` holds the text of its message, and must outlive it.
Status failure_of(int32_t status, const char* message, std::size_t size,
                  std::string& kept) noexcept;

/// The caller's limits over the defaults of the call. False: not a struct of ours.
bool take_limits(const fastser_limits* from, Limits& to) noexcept;

/// A view of text or bytes. Null is fine with size 0 only; no memory has more than half of what a
/// size can say.
inline bool is_view(const void* bytes, std::size_t size) noexcept {
  return size <= static_cast<std::size_t>(-1) / 2 && (bytes != nullptr || size == 0);
}
inline BytesView view(const void* bytes, std::size_t size) noexcept {
  return {static_cast<const std::byte*>(bytes), size};
}
inline fastser_text text_of(std::string_view from) noexcept { return {from.data(), from.size()}; }
/// Never of a null address: what takes texts in C++ copies from them.
inline std::string_view text(const char* bytes, std::size_t size) noexcept {
  return {bytes == nullptr ? "" : bytes, size};
}

/// Hands bytes over, to the caller's memory if there is an allocator.
Status give(Buffer&& from, const fastser_allocator* allocator, fastser_bytes* to) noexcept;

}  // namespace fastser::capi
