// SPDX-License-Identifier: MIT
//
// What NSArchiver of GNUstep writes.
//
//   "GNUstep archive", then four times eight hexadecimal digits and a colon: the version, and how
//   many classes, objects and pointers there are; then the root object
//
// A value is a tag and its bytes, big-endian. A tag has the type in five bits, the size of an
// integer or of a reference in two, and a bit that says that what it is was written before.
// Classes, objects and pointers (C strings and selectors too) have numbers of their own, from 1.
// Members of a structure follow its tag without a count, so they are values like those around them.
#pragma once

#include "convert/cocoa/unended.hpp"

namespace fastser::convert::cocoa {

[[nodiscard]] bool is_gnustep(BytesView input) noexcept;
bool read_gnustep(Target& target, Graph& graph, Ends& ends);

}  // namespace fastser::convert::cocoa
