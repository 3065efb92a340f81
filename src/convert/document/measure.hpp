// SPDX-License-Identifier: MIT
//
// Measuring: goes over a document with its layout, counts bytes, and writes into the slots and
// groups which codes to use: the width or varint of integers, f32 or f64, whether strings, lists
// and objects are shared.
#pragma once

#include "convert/document/layout.hpp"

namespace fastser::convert {

void measure(Layout& layout, bool share_objects);

}  // namespace fastser::convert
