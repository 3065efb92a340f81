// SPDX-License-Identifier: MIT
//
// A FlexBuffer, told to a sink.
#pragma once

#include <cstddef>
#include <cstdint>

#include "convert/document/sink.hpp"
#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// Everything that the root leads to, once for each offset that leads there; the sink's budget
/// bounds it. `depth`: lists and maps in each other, kMaxDepth at most, which also ends cycles.
/// Errors: kTruncated, kMalformed with the byte and the path, kTooDeep, and the sink's. Bytes in
/// front that nothing leads to are not looked at. No recursion. `base`: where in the input the
/// message begins, if it is a part of one; positions count from the input's first byte.
Status read_flexbuffers(BytesView message, std::uint32_t depth, Sink& sink, std::size_t base = 0);

}  // namespace fastser::convert
