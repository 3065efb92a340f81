// SPDX-License-Identifier: MIT
//
// What the sources for POSIX systems share: errors, descriptors, and the one question that Apple's
// systems are asked in another way.
#pragma once

#include <cerrno>
#include <cstdint>
#include <system_error>

#include "file/system.hpp"

namespace fastser::file {

inline std::error_code last_error() { return {errno, std::system_category()}; }

/// Of a call that says -1 on an error.
inline std::error_code outcome(std::intmax_t result) {
  return result < 0 ? last_error() : std::error_code();
}

inline int descriptor(Handle file) { return static_cast<int>(file); }

/// What is known of an open file that was not read yet.
std::error_code look_at(int fd, Facts& out);

}  // namespace fastser::file
