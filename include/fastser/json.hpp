// SPDX-License-Identifier: MIT
//
// JSON <-> archive, without the program's types.
//
// How archive values look in JSON: records and maps with text keys are objects (fields without a
// name are named by their position: "0", "1"); other maps are arrays of [key, value] pairs;
// lists, sets, arrays and tuples are arrays; an empty optional, nil and null are null; an enum is
// its integer, a variant its value. date and apple date are ISO 8601 text in UTC, a duration is a
// number of nanoseconds, data is base64 text, uuid and url are text, decimal is a number, bits are
// text of 0 and 1. A record's field of type `variant<tuple<>, ...>` that holds the empty tuple is
// left out: so a key that only some objects have is told from one whose value is null. A record
// whose shape has a name, but of it and its super-shapes one field only, and that without a name,
// is shown as the value of that field: it is there to give a list or a text an identity, as classes
// of Foundation have one (docs/foundation.md).
//
// JSON has no references: an object that is referred to more than once is written out each time,
// within a limit; one that holds itself is refused. So are text that is not UTF-8, a map with two
// equal keys, and a record whose fields would give two equal keys (as a class and its super-class
// may).
//
// Thread rule: pure functions. Errors: Status with a byte offset (of the archive or of the JSON)
// and a path.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

struct JsonOptions {
  enum class NotFinite : std::uint8_t { kRefuse, kNull };  ///< NaN and the infinities
  enum class Shared : std::uint8_t { kExpand, kRefuse };   ///< objects referred to again

  bool pretty = false;  ///< two blanks a level, one value a line
  NotFinite not_finite = NotFinite::kRefuse;
  Shared shared = Shared::kExpand;
  /// Most bytes of text, and of steps that make none; 0: 64 times the archive and 1 MiB.
  std::size_t max_bytes = 0;
  Limits limits = {.depth = kMaxDepth, .memory_factor = 64};
};

/// The values of a self-described archive as JSON text. Verifies the archive on the way. Cost: two
/// passes over the archive.
[[nodiscard]] Result<std::string> archive_to_json(InputBytes archive,
                                                  const JsonOptions& options = {});

struct JsonToArchiveOptions {
  std::uint32_t depth = 128;  ///< nesting of the text beyond this is refused
  bool checksum = false;
  /// Write equal objects and arrays once where that saves (as `ref`). Without, every object is
  /// written where it stands, which C++ types without shared pointers can read.
  bool share_objects = true;
  std::uint32_t user_version = 0;
  bool round_integers = false;  ///< those beyond 64 bits become the nearest doubles
};

/// JSON text as a self-described archive (table in front) that is small and means the same:
/// numbers keep their numeric value (1 and 1.0 are one number), objects their keys and key order.
/// A key that appears twice in an object is refused (kMalformed). Integers beyond u64 and i64
/// become doubles where those are equal, else they are refused (kTypeMismatch). The empty text is
/// refused. Cost: a few passes; memory about 60 bytes a value.
[[nodiscard]] Result<Buffer> json_to_archive(std::string_view json,
                                             const JsonToArchiveOptions& options = {});

}  // namespace fastser::convert
