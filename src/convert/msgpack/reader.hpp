// SPDX-License-Identifier: MIT
//
// One MessagePack message, told to a sink.
#pragma once

#include <cstdint>

#include "convert/document/sink.hpp"
#include "convert/path/path.hpp"
#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// The whole specification. A map whose keys are all text is an object; an extension of type -1 is
/// a moment. Errors: kTruncated, kMalformed (also for text that is not UTF-8), kTrailing, kTooDeep,
/// and those of the sink; with the message's byte and the path. Linear; a bit for each map, and a
/// few words for each level, of memory.
Status read_msgpack(BytesView message, std::uint32_t depth, Sink& sink);

/// Messages one after another, told as a list of their values. Errors as above, with the byte of
/// the whole and a path that starts with the number of the message.
Status read_msgpack_stream(BytesView messages, std::uint32_t depth, Sink& sink);

/// The value at `path`, told alone: what lies before it is passed by, what lies behind it is not
/// looked at. Errors as above; kUsage: there is no value at the path.
Status read_msgpack_at(BytesView message, const Path& path, std::uint32_t depth, Sink& sink);

}  // namespace fastser::convert
