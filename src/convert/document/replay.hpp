// SPDX-License-Identifier: MIT
//
// A document, told to a sink.
#pragma once

#include "convert/document/dom.hpp"
#include "convert/document/sink.hpp"

namespace fastser::convert {

/// False when the sink refused, which then says why. `refused`: the node that it did not take; of a
/// container it may also have refused the end.
bool replay(const Document& document, Sink& sink, std::uint32_t* refused = nullptr);
/// The value at a node with all it holds; without its key.
bool replay(const Document& document, std::uint32_t node, Sink& sink,
            std::uint32_t* refused = nullptr);

}  // namespace fastser::convert
