// SPDX-License-Identifier: MIT
//
// Whether the value of a variant tells which alternative it is, in a format that does not say it.
#pragma once

#include "fastser/internal/schema/type_table.hpp"

namespace fastser::convert {

/// Whether two alternatives of this variant could be taken for each other as MessagePack: by the
/// rule of its codec (msgpack.hpp), that of nil, bool, integers, floats, text, data, lists, maps
/// and extensions each comes once. `any` in it may be all of them. Cost: linear in the expression.
[[nodiscard]] bool is_unclear(const schema::TypeTable& table, schema::TypeExpr variant);

}  // namespace fastser::convert
