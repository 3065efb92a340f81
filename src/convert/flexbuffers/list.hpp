// SPDX-License-Identifier: MIT
//
// What kind of vector a list of a document is as a FlexBuffer, and the widths of floats.
//
// A float of four bytes must not come to stand among wider values, which would make it one of
// eight: it is written apart, or they are, whichever is smaller.
#pragma once

#include <cstdint>

#include "convert/document/dom.hpp"
#include "fastser/internal/flexbuffers/encoder.hpp"

namespace fastser::convert {

/// A typed vector: of what, and how wide. kNull: the list is none.
struct TypedVector {
  flexbuffers::Type element = flexbuffers::kNull;
  unsigned step = 0;
};

/// Whether the elements of the list `at`, whose slots these are, are all bools, all integers that
/// one type holds, or all floats of one width.
[[nodiscard]] TypedVector typed_vector(const Document& document, std::uint32_t at,
                                       const flexbuffers::Slot* slots);

/// Writes floats of four bytes among the children of `at` apart, or what is wider than they are.
void keep_floats(const Document& document, std::uint32_t at, flexbuffers::Slot* slots,
                 flexbuffers::Encoder& encoder);

}  // namespace fastser::convert
