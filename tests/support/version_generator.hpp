// SPDX-License-Identifier: MIT
//
// A random older or newer version of a reader's class, with values: what somebody else's program
// may have written.
//
// The version is made from the reader's fields: kept, removed, moved up or down the classes,
// renamed to an old name, narrowed or wrapped (so that the reader widens and unwraps), and others
// added of every type there is. About one in ten has a field that the reader cannot convert.
#pragma once

#include <cstdint>

#include "support/version_reader.hpp"

namespace fastser::testing::versions {

Document random_version(const Reader& reader, std::uint64_t seed);

}  // namespace fastser::testing::versions
