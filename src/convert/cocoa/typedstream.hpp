// SPDX-License-Identifier: MIT
//
// What NSArchiver of NeXTSTEP and macOS writes: "streamtyped" (little-endian) or "typedstream".
//
//   04, 0B, the eleven letters, system version, then groups of values, each with their types
//
// A byte below -110 is a tag: 81 and 82 an integer of 2 and 4 bytes, 83 a float, 84 something new,
// 85 nil, 86 the end of an object; other bytes are integers, and from 92 on references where a
// reference may stand: to types and names (shared strings), or to objects, classes and C strings,
// which are numbered together.
#pragma once

#include "convert/cocoa/graph.hpp"

namespace fastser::convert::cocoa {

/// Of whatever version.
[[nodiscard]] bool is_typedstream(BytesView input) noexcept;

/// Reads all of it into the graph; false after a failure, which the target has.
bool read_typedstream(Target& target, Graph& graph);

}  // namespace fastser::convert::cocoa
