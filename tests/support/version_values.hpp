// SPDX-License-Identifier: MIT
//
// Random values for a document whose types are there: edges of every width, equal texts, objects
// that are used again (also from within themselves), lists of no and of many elements.
#pragma once

#include "support/version_model.hpp"
#include "support/version_random.hpp"

namespace fastser::testing::versions {

/// Makes `document.value`, and the objects that it leads to.
void fill_values(Document& document, Random& random);

}  // namespace fastser::testing::versions
