// SPDX-License-Identifier: MIT
//
// The smallest document that still shows what was found: fields, elements, objects and wrappers go
// one after the other as long as it does.
#pragma once

#include <functional>

#include "support/version_model.hpp"

namespace fastser::testing::versions {

Document shrink(const Document& document, const std::function<bool(const Document&)>& still_shows);

}  // namespace fastser::testing::versions
