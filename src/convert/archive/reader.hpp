// SPDX-License-Identifier: MIT
//
// The values of a self-described archive, told to a sink.
#pragma once

#include <string_view>

#include "convert/document/sink.hpp"
#include "fastser/buffer.hpp"
#include "fastser/json.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// What is said of an object that several places refer to, if it is refused.
inline constexpr std::string_view kSharedSaid =
    "several references to one object, which the target format cannot hold";
/// And of one that can be reached from itself, which is always refused.
inline constexpr std::string_view kCycleSaid =
    "an object that contains itself: only an archive can have cycles";
/// Of an optional or an object that holds an empty optional, nil or null, where the values are to
/// be written again: a null does not say at which level nothing is.
inline constexpr std::string_view kNothingInSomethingSaid =
    "an optional or reference to a value that is itself empty";

/// Of which variants the sink is told the alternative.
enum class Choices : std::uint8_t {
  kUntold,
  kUnclear,  ///< those whose value alone may not tell, by the rule of msgpack.hpp
  kTold,     ///< all; a field that holds the empty tuple of one is not left out
};

struct ArchiveReading {
  JsonOptions::Shared shared = JsonOptions::Shared::kExpand;
  Choices choices = Choices::kUntold;
  /// The values are to be written again with the same types: the sink is told those of values of
  /// any type, and kNothingInSomethingSaid (kTypeMismatch).
  bool inline_types = false;
  Limits limits = {.depth = kMaxDepth, .memory_factor = 64};
};

/// Verifies the archive, then tells `sink`. An object that is referred to again is told again,
/// which only the sink's budget bounds; one that holds itself is refused (kTypeMismatch). Text that
/// is not UTF-8, and equal field names, too. Errors have the archive's byte and the path.
Status read_archive(BytesView bytes, const ArchiveReading& options, Sink& sink);

}  // namespace fastser::convert
