// SPDX-License-Identifier: MIT
//
// JSON <-> archive, without the program's types.
//
// How archive values look in JSON: records and maps with text keys are objects (fields without a
// name are named by their position: "0", "1"); other maps are arrays of [key, value] pairs;
// lists, sets, arrays and tuples are arrays; an empty optional, nil and null are null; an enum is
// its integer, a variant its value. date and apple date are ISO 8601 text in UTC, a duration is a
// number of nanoseconds, data is base64 text, uuid and url are text, decimal is a number, bits are
// text of 0 and 1.
//
// Two special cases. A record's field of type `variant<tuple<>, ...>` that holds the empty tuple is
// left out: so a missing key differs from a key whose value is null. And if a record with a class
// has, with its super-classes, only one field, and that without a name, then the field's value is
// shown in place of the record: such records give a list or a text an identity, as classes of
// Foundation do (docs/foundation.md).
//
// JSON has no references. An object that is referred to several times is written each time, within
// a limit. Refused are: an object that contains itself, text that is not UTF-8, a map with two
// equal keys, and a record with two fields of one name (as a class and its super-class may have).
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
  /// Objects with several references: written each time, or refused (kTypeMismatch).
  enum class Shared : std::uint8_t { kExpand, kRefuse };

  bool pretty = false;  ///< two blanks per level, one value per line
  NotFinite not_finite = NotFinite::kRefuse;
  Shared shared = Shared::kExpand;
  /// Most bytes of text; a step without text counts as a byte. 0: 64 times the archive, and 1 MiB.
  std::size_t max_bytes = 0;
  Limits limits = {.depth = kMaxDepth, .memory_factor = 64};  ///< of the archive's values
};

/// The values of a self-described archive as JSON text. Verifies the archive on the way. Errors:
/// those of archive::verify; kTypeMismatch (a number that is not finite, an object with several
/// references if they are refused, an object that contains itself); kOverBudget (max_bytes or the
/// limits); kNoMemory. Cost: two passes over the archive.
[[nodiscard]] Result<std::string> archive_to_json(InputBytes archive,
                                                  const JsonOptions& options = {});

struct JsonToArchiveOptions {
  std::uint32_t depth = 128;  ///< text that nests deeper is refused (kTooDeep)
  bool checksum = false;      ///< a CRC-32C at the end
  /// Write equal objects and arrays once where that saves bytes (as `ref`). If false, every object
  /// is written at its place, so that C++ types without shared pointers can read the archive.
  bool share_objects = true;
  std::uint32_t user_version = 0;  ///< in the header, for the application
  bool round_integers = false;     ///< integers beyond 64 bits become the nearest doubles
};

/// Converts JSON text to a small self-described archive (table in front) with the same meaning:
/// numbers keep their numeric value (1 and 1.0 are the same number), objects keep their keys and
/// the order of their keys. A key that is twice in an object is refused (kMalformed). An integer
/// beyond u64 and i64 becomes a double if that is exact, else it is refused (kTypeMismatch). Empty
/// text is refused. Cost: a few passes; about 60 bytes of memory per value.
[[nodiscard]] Result<Buffer> json_to_archive(std::string_view json,
                                             const JsonToArchiveOptions& options = {});

}  // namespace fastser::convert
