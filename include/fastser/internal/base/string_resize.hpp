// SPDX-License-Identifier: MIT
//
// Sizing a std::string whose characters are overwritten at once, without writing zeros first:
// set_string_size within its capacity, renew_string in new memory.
//
// std::string has the first only from C++23 (resize_and_overwrite), and growing it otherwise is a
// call out of line per string: half the time of reading a small record. What is used is, in this
// order: resize_and_overwrite; libc++'s __resize_default_init, which that is made of; the same two
// steps of libstdc++'s, which are private. Access is not checked where an explicit instantiation
// names its arguments ([temp.spec.general]), a declaration of one as well as a definition, and a
// declaration may stand in any number of sources. Elsewhere this is plain resize.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace fastser {

/// Characters that a std::string holds without memory of its own.
#if defined(__GLIBCXX__) && !_GLIBCXX_USE_CXX11_ABI
inline constexpr std::size_t kTextInPlace = 0;
#elif defined(_LIBCPP_VERSION)
inline constexpr std::size_t kTextInPlace = sizeof(std::string) - 2;
#else
inline constexpr std::size_t kTextInPlace = 15;
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

/// libc++, whatever the language level.
template <typename String>
concept ResizesUninitialized = requires(String& string) {
  string.__resize_default_init(std::size_t{1});
};

/// Gives `string` the size, at most its capacity; new characters are unspecified.
template <typename String>
void set_string_size(String& string, std::size_t size) {
#if FASTSER_STRING_MEMBERS
  set_string_size_to(string, size);
#elif defined(__cpp_lib_string_resize_and_overwrite)
  string.resize_and_overwrite(size, [](char*, std::size_t wanted) { return wanted; });
#else
  if constexpr (ResizesUninitialized<String>) {
    string.__resize_default_init(size);
  } else {
    string.resize(size);
  }
#endif
}

/// Gives `string` the size, more than its capacity, in new memory for just so many characters:
/// resize would make room for twice what was there, and keep what is overwritten. The characters
/// are unspecified. Throws std::bad_alloc; then `string` is as it was, or empty.
inline void renew_string(std::string& string, std::size_t size) {
#if FASTSER_STRING_MEMBERS
  set_string_memory(string, std::allocator<char>().allocate(size + 1), size);
  set_string_size_to(string, size);
#else
  if (string.capacity() > kTextInPlace) std::string().swap(string);
  string.reserve(size);
  set_string_size(string, size);
#endif
}

}  // namespace fastser
