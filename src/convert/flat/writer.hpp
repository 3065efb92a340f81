// SPDX-License-Identifier: MIT
//
// A document as a FlatBuffer, and the schema that it is to be read by.
#pragma once

#include "convert/document/dom.hpp"
#include "fastser/buffer.hpp"
#include "fastser/internal/flat/declarations.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

struct FlatOutput {
  Buffer bytes;
  flat::Declarations schema;
};

/// flat/plan.hpp says what becomes what. Equal texts are written once, and equal small containers
/// if `share_objects`. `size_prefixed`: with the size in front. Errors: kUsage for more than 2 GiB,
/// kNoMemory. Cost: a few passes.
Result<FlatOutput> write_flat(const Document& document, bool share_objects, bool size_prefixed);

}  // namespace fastser::convert
