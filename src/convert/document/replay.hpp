// SPDX-License-Identifier: MIT
//
// A document, told to a sink.
#pragma once

#include "convert/document/dom.hpp"
#include "convert/document/sink.hpp"

namespace fastser::convert {

/// False when the sink refused, which then says why.
bool replay(const Document& document, Sink& sink);

}  // namespace fastser::convert
