// SPDX-License-Identifier: MIT
//
// What a caller may ask of encode and decode.
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
  fingerprint,     ///< 8 bytes that say "you know my type"
  bare,            ///< nothing; no user version, no checksum
};

/// Whether equal strings (and data) are written once.
enum class Sharing : std::uint8_t {
  off,       ///< only fields with the option `share`
  on,        ///< all
  adaptive,  ///< all, but fields in which it does not pay are left alone after a sample
};

struct EncodeOptions {
  Header header = Header::self_described;
  Sharing sharing = Sharing::off;
  std::uint32_t user_version = 0;      ///< in the header, for the application
  bool checksum = false;               ///< CRC-32C behind everything (not with Header::bare)
  bool canonical = false;              ///< sort unordered containers: equal values, equal bytes
  const Registry* registry = nullptr;  ///< classes behind polymorphic pointers
  Workspace* workspace = nullptr;      ///< memory used again by the next call
  /// Values nested in each other (docs/format.md, section 3): as deep as a reader goes by default.
  /// At most 512. Types that cannot be deeper than 128 are written whatever it says.
  std::uint32_t depth = Limits{}.depth;
};

struct DecodeOptions {
  Header header = Header::self_described;  ///< only `bare` must be said; others say so themselves
  Sharing sharing = Sharing::off;          ///< for bare: not `off` if shared. Else it saves a look
  Limits limits = {};
  const Registry* registry = nullptr;
  Workspace* workspace = nullptr;  ///< memory used again by the next call
  Arena* arena = nullptr;          ///< has what raw pointers and plans without functions lead to
  std::uint32_t* user_version = nullptr;  ///< out, if not null
};

}  // namespace fastser::archive
