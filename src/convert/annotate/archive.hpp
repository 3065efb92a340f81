// SPDX-License-Identifier: MIT
//
// The bytes of an archive: envelope, table, payload (docs/format.md).
#pragma once

#include "convert/annotate/annotate.hpp"
#include "convert/annotate/regions.hpp"

namespace fastser::convert {

[[nodiscard]] Status annotate_archive(BytesView bytes, const AnnotateOptions& options,
                                      Regions& regions);

}  // namespace fastser::convert
