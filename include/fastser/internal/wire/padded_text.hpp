// SPDX-License-Identifier: MIT
//
// copy_padded: a short text into a std::string, 32 bytes at a time, whatever its length.
#pragma once

#include <cstddef>
#include <string>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/base/string_resize.hpp"
#include "fastser/internal/wire/short_text.hpp"

namespace fastser::wire {

/// A text of at most kShortText bytes by copy_short; false where it takes more memory than there
/// is. The next value starts `size` bytes on, and whoever reads on waits for `size` to arrive; a
/// string that is read again mostly has that size already, and is asked for it long before. So
/// `size` becomes the string's own, which the compiler must not know to be the same.
/// kLeaf: false also where setting the size is a call, as of libc++'s longer strings. A function
/// that makes no other call then keeps no registers for that one; inside a record it costs more
/// than it saves.
template <bool kLeaf = false>
FASTSER_INLINE inline bool copy_padded(std::string& value, const char* from, std::size_t& size) {
  const std::size_t own = value.size();
  std::size_t hidden = own;
  FASTSER_HIDE(hidden);
  if (hidden == size) {
    size = own;
  } else {
    if (kAssignedShort != 0 && size <= kAssignedShort) {
      assign_short(value, from, size);
      return true;
    }
    if (kLeaf && kAssignedShort != 0) return false;
    if (size > kTextInPlace && size > value.capacity()) return false;
    set_string_size(value, size);
  }
  char* const to = value.data();
  copy_short(to, from, size);
  to[size] = '\0';
  return true;
}

}  // namespace fastser::wire
