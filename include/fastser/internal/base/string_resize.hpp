// SPDX-License-Identifier: MIT
//
// Sizing a std::string whose characters are overwritten at once, without writing zeros first:
// set_string_size within its capacity, renew_string in new memory.
//
// std::string has the first only from C++23 (resize_and_overwrite), and growing it otherwise is a
// call out of line per string: half the time of reading a small record. The second, made of
// a constructor and a move, is a fifth of reading a record of longer strings. libstdc++ does both
// in private member functions. Access is not checked where an explicit instantiation names its
// arguments ([temp.spec.general]), so those functions can be handed to a template without touching
// the library. Elsewhere this is plain resize.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace fastser {

#if defined(__GLIBCXX__) && _GLIBCXX_USE_CXX11_ABI
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
template struct StringMembers<&std::string::_M_set_length, &std::string::_M_dispose,
                              static_cast<void (std::string::*)(char*)>(&std::string::_M_data),
                              static_cast<void (std::string::*)(std::size_t)>(
                                  &std::string::_M_capacity)>;
#endif

/// Gives `string` the size, at most its capacity; new characters are unspecified.
inline void set_string_size(std::string& string, std::size_t size) {
#if defined(__GLIBCXX__) && _GLIBCXX_USE_CXX11_ABI
  set_string_size_to(string, size);
#else
  string.resize(size);
#endif
}

/// Gives `string` the size, more than its capacity, in new memory for exactly so many characters:
/// resize would make room for twice what was there, and keep what is overwritten. The characters
/// are unspecified. Throws std::bad_alloc, and leaves `string` as it was.
inline void renew_string(std::string& string, std::size_t size) {
#if defined(__GLIBCXX__) && _GLIBCXX_USE_CXX11_ABI
  set_string_memory(string, std::allocator<char>().allocate(size + 1), size);
  set_string_size_to(string, size);
#else
  std::string fresh;
  fresh.reserve(size);
  fresh.resize(size);
  string = std::move(fresh);
#endif
}

}  // namespace fastser
