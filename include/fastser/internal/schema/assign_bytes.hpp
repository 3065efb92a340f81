// SPDX-License-Identifier: MIT
//
// Setting texts, data and views of either from bytes of the input.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>

#include "fastser/internal/base/string_resize.hpp"
#include "fastser/internal/base/vector_resize.hpp"
#include "fastser/internal/schema/containers.hpp"

namespace fastser::schema {

/// Heap bytes that assign_bytes takes, for a budget. Short texts live inside a std::string.
template <BytesContainer T>
[[nodiscard]] constexpr std::size_t bytes_memory(std::size_t size) noexcept {
  constexpr std::size_t kInPlace = BytesAccess<T>::kIsData ? 0 : kTextInPlace;
  return BytesAccess<T>::kIsView || size <= kInPlace ? 0 : size + 16;
}

/// `value` becomes the `size` bytes at `from`; a view points there.
template <BytesContainer T>
void assign_bytes(T& value, const char* from, std::size_t size) {
  if constexpr (BytesAccess<T>::kIsView) {
    value = T(reinterpret_cast<typename T::const_pointer>(from), size);
  } else if constexpr (BytesAccess<T>::kIsData) {
    assign_elements(value, reinterpret_cast<const std::byte*>(from), size);
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (size > value.capacity()) {
      renew_string(value, from, size, [&](char* to) { std::memcpy(to, from, size); });
    } else {
      set_string_size(value, size);
      if (size != 0) std::memcpy(value.data(), from, size);
    }
  } else if (size > value.capacity()) {
    value = T(from, size, value.get_allocator());  // assign makes room for twice what was there
  } else {
    value.assign(from, size);
  }
}

}  // namespace fastser::schema
