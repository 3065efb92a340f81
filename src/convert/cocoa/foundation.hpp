// SPDX-License-Identifier: MIT
//
// The classes of Foundation that docs/foundation.md says something of, by their names. Nothing else
// is ever looked up by a name that stands in a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/coder.hpp"

namespace fastser::convert::cocoa {

inline constexpr std::size_t kUuidSize = 16;

enum class Known : std::uint8_t {
  kOther,  ///< a class of a program
  kString,
  kMutableString,
  kNumber,
  kDecimal,
  kData,
  kMutableData,
  kDate,
  kUuid,
  kUrl,
  kNull,
  kArray,
  kMutableArray,
  kDictionary,
  kMutableDictionary,
  kSet,
  kMutableSet,
  kOrderedSet,
  kMutableOrderedSet,
  kCountedSet,
  kValue,             ///< NSValue: an object like others, but where it ends is known
  kAttributedString,  ///< likewise, and the mutable one
};

[[nodiscard]] Known known_class(std::string_view name) noexcept;

/// The name of what stands for a mutable or collecting class in an archive; empty for the others.
[[nodiscard]] std::string_view archive_name(Known known) noexcept;
/// Whether it is one of those, which no class of a program may be called.
[[nodiscard]] bool is_taken_name(std::string_view name) noexcept;

/// "-12.50" as a decimal, where its digits fit into 96 bits and 28 places.
[[nodiscard]] std::optional<CoderDecimal> decimal_of(std::string_view digits) noexcept;

}  // namespace fastser::convert::cocoa
