// SPDX-License-Identifier: MIT
//
// The objects of a document with their keys in the order of their bytes (UTF-8: that of the
// characters). Maps with other keys, and lists, stay in their order.
#pragma once

#include "convert/document/dom.hpp"

namespace fastser::convert {

/// Cost: n log n of the keys. Memory: the nodes once more. No recursion.
void sort_keys(Document& document);

}  // namespace fastser::convert
