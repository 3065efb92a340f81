// SPDX-License-Identifier: MIT
//
// What NSKeylessArchiver writes.
//
//   "~V1~", 0, version, whether references have 8 bytes or 4; then the root object as a value
//
// All is big-endian. A value is its type and its bytes. A type is a reference, and the text behind
// it where the reference is new; so are classes (name, version, super-class) and objects (class,
// then values). References are the addresses that things had. Bytes with a count
// (encodeBytes:length:) have no type: they are told by what would be no type.
//
// A 64-bit archive has nil in 4 bytes where every other reference has 8, so that its own reader
// loses its way. No address of a 64-bit program begins with 4 bytes of zero, as long as the first
// one in the file does not either: there nil is told from an address, and nil in 8 bytes is taken
// too.
#pragma once

#include "convert/cocoa/unended.hpp"

namespace fastser::convert::cocoa {

[[nodiscard]] bool is_keyless(BytesView input) noexcept;
bool read_keyless(Target& target, Graph& graph, Ends& ends);

}  // namespace fastser::convert::cocoa
