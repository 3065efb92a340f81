// SPDX-License-Identifier: MIT
//
// Sizing a std::string whose characters are overwritten at once, without writing zeros first:
// set_string_size within its capacity, renew_string in new memory; and assign_short for those that
// lie inside the object.
//
// std::string has the first only from C++23 (resize_and_overwrite), and growing it otherwise is a
// call out of line per string: half the time of reading a small record. What is used is, in this
// order: resize_and_overwrite; libc++'s __resize_default_init, which that is made of; the same two
// steps of libstdc++'s, which are private. Access is not checked where an explicit instantiation
// names its arguments ([temp.spec.general]), a declaration of one as well as a definition, and a
// declaration may stand in any number of sources. Elsewhere this is plain resize.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "fastser/internal/base/compiler.hpp"

namespace fastser {

/// Characters that a std::string holds without memory of its own.
#if defined(__GLIBCXX__) && !_GLIBCXX_USE_CXX11_ABI
inline constexpr std::size_t kTextInPlace = 0;
#elif defined(_LIBCPP_VERSION)
inline constexpr std::size_t kTextInPlace = sizeof(std::string) - 2;
#else
inline constexpr std::size_t kTextInPlace = 15;
#endif

// On Apple's arm64 texts start at the first byte.
#if defined(_LIBCPP_VERSION) && !defined(_LIBCPP_ABI_ALTERNATE_STRING_LAYOUT) && \
    SIZE_MAX > 0xFFFFFFFFU && !defined(FASTSER_PLAIN)
#define FASTSER_STRING_WORDS 1
#else
#define FASTSER_STRING_WORDS 0
#endif

#if defined(__GLIBCXX__) && _GLIBCXX_USE_CXX11_ABI && \
    !defined(__cpp_lib_string_resize_and_overwrite) && !defined(FASTSER_PLAIN)
#define FASTSER_STRING_MEMBERS 1
void set_string_size_to(std::string& string, std::size_t size);
void set_string_memory(std::string& string, char* memory, std::size_t capacity);

template <auto kSetLength, auto kDispose, auto kSetData, auto kSetCapacity>
struct StringMembers {
  friend inline void set_string_size_to(std::string& string, std::size_t size) {
    (string.*kSetLength)(size);
  }
  friend inline void set_string_memory(std::string& string, char* memory, std::size_t capacity) {
    (string.*kDispose)();
    (string.*kSetData)(memory);
    (string.*kSetCapacity)(capacity);
  }
};
extern template struct StringMembers<
    &std::string::_M_set_length, &std::string::_M_dispose,
    static_cast<void (std::string::*)(char*)>(&std::string::_M_data),
    static_cast<void (std::string::*)(std::size_t)>(&std::string::_M_capacity)>;
#else
#define FASTSER_STRING_MEMBERS 0
#endif

/// Longest text that assign_short takes: with libc++ all that lie inside the object. 0 where
/// set_string_size and a copy are faster.
#if defined(_LIBCPP_VERSION) && !defined(FASTSER_PLAIN)
inline constexpr std::size_t kAssignedShort = kTextInPlace;
#else
inline constexpr std::size_t kAssignedShort = 0;
#endif

/// Drops what follows the first `size` characters, which there are. A compiler that does not know
/// that they are there makes a call for more of them, and saves its registers for that call.
FASTSER_INLINE inline void cut_string(std::string& string, std::size_t size) {
#if FASTSER_GNU
  if (size > string.size()) __builtin_unreachable();
#endif
  string.resize(size);
}

/// `string` becomes the `size` characters at `from`, where kAssignedShort may be read. A constant
/// number of characters is assigned by a few stores; a number that is not is a call.
FASTSER_INLINE inline void assign_short(std::string& string, const char* from, std::size_t size) {
  string.assign(from, kAssignedShort);
  cut_string(string, size);
}

/// The same for a string that is read at once, as a key is that is looked up; one character more
/// may be read. In libc++'s layout texts start at the second byte, and size() and data() load the
/// words behind the first of what may be a short or a long string, whichever it is. A load waits
/// for stores that cover its word in part; so the two words are stored as such, with zeros behind
/// the text.
FASTSER_INLINE inline void assign_short_key(std::string& string, const char* from,
                                            std::size_t size) {
  assign_short(string, from, size);
#if FASTSER_STRING_WORDS
  constexpr std::size_t kFirst = 7;  // characters in the first word
  static constexpr auto kMasks = [] {
    std::array<unsigned char, 2 * kAssignedShort> masks{};
    for (std::size_t i = 0; i < kAssignedShort - kFirst; ++i) masks[i] = 0xFF;
    return masks;
  }();
  for (const std::size_t at : {std::size_t{0}, std::size_t{8}}) {
    std::uint64_t word;
    std::uint64_t mask;
    std::memcpy(&word, from + kFirst + at, 8);
    std::memcpy(&mask, kMasks.data() + (kAssignedShort - size) + at, 8);
    word &= mask;
    std::memcpy(string.data() + kFirst + at, &word, 8);
  }
#endif
}

/// libc++, whatever the language level.
template <typename String>
concept ResizesUninitialized = requires(String& string) {
  string.__resize_default_init(std::size_t{1});
};

/// Gives `string` the size, at most its capacity; new characters are unspecified.
template <typename String>
FASTSER_INLINE inline void set_string_size(String& string, std::size_t size) {
#if FASTSER_STRING_MEMBERS
  set_string_size_to(string, size);
#elif defined(__cpp_lib_string_resize_and_overwrite)
  string.resize_and_overwrite(size, [](char*, std::size_t wanted) { return wanted; });
#else
  if constexpr (ResizesUninitialized<String>) {
    // Growing is a call; assigning as many as fit in place, a constant, is a few stores.
    constexpr char kBlank[kTextInPlace + 1] = {};
    if (size <= kTextInPlace) {
      string.assign(kBlank, kTextInPlace);
      cut_string(string, size);
    } else {
      string.__resize_default_init(size);
    }
  } else {
    string.resize(size);
  }
#endif
}

/// `string` becomes the `size` characters at `from`, more than its capacity, in new memory for just
/// so many: resize would make room for twice what was there, and keep what is overwritten.
/// `copy(to)` writes them where that is left to be done. Throws std::bad_alloc, and leaves `string`
/// as it was.
template <typename Copy>
void renew_string(std::string& string, const char* from, std::size_t size, Copy&& copy) {
#if FASTSER_STRING_MEMBERS
  static_cast<void>(from);
  set_string_memory(string, std::allocator<char>().allocate(size + 1), size);
  set_string_size_to(string, size);
  copy(string.data());
#else
  static_cast<void>(copy);
  std::string(from, size).swap(string);
#endif
}

}  // namespace fastser
