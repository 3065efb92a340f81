// SPDX-License-Identifier: MIT
//
// set_string_size: a std::string's size set within its capacity, without writing zeros that are
// overwritten at once.
//
// std::string has that only from C++23 (resize_and_overwrite), and growing it otherwise is a call
// out of line per string: half the time of reading a small record. libstdc++ does it in a private
// member function. Access is not checked where an explicit instantiation names its arguments
// ([temp.spec.general]), so that function can be handed to a template without touching the library.
// Elsewhere this is plain resize.
#pragma once

#include <cstddef>
#include <string>

namespace fastser {

#if defined(__GLIBCXX__) && _GLIBCXX_USE_CXX11_ABI
void set_string_size_to(std::string& string, std::size_t size);

template <auto kSetLength>
struct StringSize {
  friend inline void set_string_size_to(std::string& string, std::size_t size) {
    (string.*kSetLength)(size);
  }
};
template struct StringSize<&std::string::_M_set_length>;
#endif

/// Gives `string` the size, at most its capacity; new characters are unspecified.
inline void set_string_size(std::string& string, std::size_t size) {
#if defined(__GLIBCXX__) && _GLIBCXX_USE_CXX11_ABI
  set_string_size_to(string, size);
#else
  string.resize(size);
#endif
}

}  // namespace fastser
