// SPDX-License-Identifier: MIT
//
// Path: where a value is in what holds it, as errors and diff show it and get takes it. A query is
// a path with steps that lead to several values, or that count from the end.
#pragma once

#include <cstdint>
#include <limits>
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

  /// Of queries: `kFromEnd` is the element that is `index` from the end, 1 for the last; `kRange`
  /// are the elements from `first` to the one before `behind`. Bounds below 0 count from the end.
  enum class Takes : std::uint8_t { kOne, kFromEnd, kRange };
  static constexpr std::int64_t kNoEnd = std::numeric_limits<std::int64_t>::max();
  Takes takes = Takes::kOne;
  std::int64_t first = 0;
  std::int64_t behind = kNoEnd;

  /// `[]`: the elements of a list, and the values of an object or map.
  [[nodiscard]] bool takes_all() const {
    return takes == Takes::kRange && first == 0 && behind == kNoEnd;
  }
  /// Whether what it takes is known before the end of the list is.
  [[nodiscard]] bool is_forward() const {
    return takes == Takes::kOne || (takes == Takes::kRange && first >= 0 && behind >= 0);
  }
  /// Of a forward step: whether it takes this element of a list.
  [[nodiscard]] bool takes_element(std::uint64_t at) const {
    if (takes == Takes::kOne) return may_be_index && at == index;
    return at >= static_cast<std::uint64_t>(first) && at < static_cast<std::uint64_t>(behind);
  }
};
using Path = std::vector<PathStep>;

/// What is said where a path leads to nothing.
inline constexpr std::string_view kNoValueSaid = "there is no value at this path";

/// `homes[1].city`, `["a b"].c`; a dot in front may stand. A name of digits alone may be either.
/// Or a JSON Pointer (RFC 6901), which starts with a slash. "" and "." are the whole.
/// Errors: kUsage, with the byte of the path. Linear.
[[nodiscard]] Result<Path> parse_path(std::string_view text);

/// The same for a query: `users[-1]`, `users[].name`, `users[2:5]`, `users[:-1]`. Each bound of a
/// range may be left out.
[[nodiscard]] Result<Path> parse_query(std::string_view text);
/// The number of the first step that takes several values; how many steps there are if none does.
[[nodiscard]] std::size_t first_range(const Path& path);

}  // namespace fastser::convert
