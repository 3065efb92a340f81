// SPDX-License-Identifier: MIT
//
// The options of encode and decode.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstdint>

#include "fastser/limits.hpp"

namespace fastser {
class Arena;
class Registry;
}  // namespace fastser

namespace fastser::archive {

class Workspace;

/// What stands before the payload (docs/format.md section 2).
enum class Header : std::uint8_t {
  self_described,  ///< the type table: any tool can read it, other versions can
  fingerprint,     ///< a hash of the type table, 8 bytes: for readers that have the type
  bare,            ///< nothing; no user version, no checksum
};

/// Whether equal strings (and data) are written once.
enum class Sharing : std::uint8_t {
  off,       ///< only fields with the option `share`
  on,        ///< all
  adaptive,  ///< all, except in fields where it does not pay (found out by a sample)
};

struct EncodeOptions {
  Header header = Header::self_described;
  Sharing sharing = Sharing::off;
  std::uint32_t user_version = 0;      ///< in the header, for the application
  bool checksum = false;               ///< a CRC-32C at the end (not with Header::bare)
  bool canonical = false;              ///< sort unordered containers: equal values, equal bytes
  const Registry* registry = nullptr;  ///< classes behind polymorphic pointers
  /// Tables that the next call uses again: a Workspace of yours (archive.hpp), for one call at a
  /// time. It holds no objects between calls.
  Workspace* workspace = nullptr;
  /// Most values nested in each other (docs/format.md, section 3); kTooDeep beyond. The default is
  /// what a reader accepts by default, the most is 512. Not checked for types whose values cannot
  /// nest deeper than 128.
  std::uint32_t depth = Limits{}.depth;
};

struct DecodeOptions {
  Header header = Header::self_described;  ///< set it for `bare`; the others are recognised
  Sharing sharing = Sharing::off;  ///< for bare: not `off` if the writer shared; else a hint
  Limits limits = {};
  const Registry* registry = nullptr;  ///< needed if T has polymorphic pointers
  Workspace* workspace = nullptr;      ///< as in EncodeOptions
  Arena* arena = nullptr;  ///< memory for objects of raw pointers, and for plans without functions
  std::uint32_t* user_version = nullptr;  ///< receives the user version, if not null
};

}  // namespace fastser::archive
