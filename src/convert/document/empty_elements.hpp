// SPDX-License-Identifier: MIT
//
// Long lists of values that would take no bytes. Readers charge such values to their budget, since
// a count alone must not make many of them; so a writer that wants to be read gives them bytes.
#pragma once

#include "convert/document/layout.hpp"

namespace fastser::convert {

/// Marks the elements of such lists `any`, which takes a byte at least. Once codes are chosen.
void give_bytes_to_elements(Layout& layout);

}  // namespace fastser::convert
