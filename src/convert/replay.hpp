// SPDX-License-Identifier: MIT
//
// A document, told to a sink.
#pragma once

#include "convert/dom.hpp"
#include "convert/sink.hpp"

namespace fastser::convert {

/// False when the sink refused, which then says why.
bool replay(const Document& document, Sink& sink);

}  // namespace fastser::convert
