// SPDX-License-Identifier: MIT
//
// Path: where a value is in what holds it, as errors and diff show it and get takes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/status.hpp"

namespace fastser::convert {

/// One step from a list or map to a value in it.
struct PathStep {
  std::string key;          ///< where it may be a key
  std::uint64_t index = 0;  ///< where it may be an index, or the integer that is a key
  bool may_be_key = false;
  bool may_be_index = false;
};
using Path = std::vector<PathStep>;

/// `homes[1].city`, `["a b"].c`; a dot in front may stand. A name of digits alone may be either.
/// Or a JSON Pointer (RFC 6901), which starts with a slash. "" and "." are the whole.
/// Errors: kUsage, with the byte of the path. Linear.
[[nodiscard]] Result<Path> parse_path(std::string_view text);

/// Appends a step to a path in text, such that parse_path() understands it.
void append_key(std::string& path, std::string_view key);
void append_index(std::string& path, std::uint64_t index);

}  // namespace fastser::convert
