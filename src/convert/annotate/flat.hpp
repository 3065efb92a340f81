// SPDX-License-Identifier: MIT
//
// The bytes of a FlatBuffer, by its schema.
#pragma once

#include "convert/annotate/annotate.hpp"
#include "convert/annotate/regions.hpp"
#include "fastser/internal/flat/declarations.hpp"

namespace fastser::convert {

/// `base`: where the FlatBuffer starts in the file.
[[nodiscard]] Status annotate_flat(BytesView bytes, std::size_t base,
                                   const flat::Declarations& schema, const AnnotateOptions& options,
                                   Regions& regions);

}  // namespace fastser::convert
