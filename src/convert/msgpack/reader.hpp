// SPDX-License-Identifier: MIT
//
// One MessagePack message, told to a sink.
#pragma once

#include <cstdint>

#include "convert/document/sink.hpp"
#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// The whole specification. A map whose keys are all text is an object; an extension of type -1 is
/// a moment. Errors: kTruncated, kMalformed (also for text that is not UTF-8), kTrailing, kTooDeep,
/// and those of the sink; with the message's byte and the path. Linear; a bit for each map, and a
/// few words for each level, of memory.
Status read_msgpack(BytesView message, std::uint32_t depth, Sink& sink);

}  // namespace fastser::convert
