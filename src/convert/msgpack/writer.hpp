// SPDX-License-Identifier: MIT
//
// A document as a MessagePack message.
#pragma once

#include "convert/document/dom.hpp"
#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// Every value in its smallest form; a number of JSON's with a fraction as a float 32 where that
/// holds it exactly. Errors: kNoMemory, and kUsage for a text beyond 4 GiB. One pass, no recursion.
Result<Buffer> write_msgpack(const Document& document);
/// The elements of a list as messages one after another; what is no list as the only one.
Result<Buffer> write_msgpack_stream(const Document& document);

}  // namespace fastser::convert
