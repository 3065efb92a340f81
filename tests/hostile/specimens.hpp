// SPDX-License-Identifier: MIT
//
// Specimens: small sound archives that together use every type kind, every header, shared strings,
// cycles, promises and deferred bodies. Each knows how to read mutated copies of itself: as the
// type that wrote it, as a later version of that type, and by the walker.
#pragma once

#include <string>
#include <vector>

#include "hostile/attempt.hpp"

namespace fastser::testing {

struct Specimen {
  std::string name;
  std::vector<std::byte> bytes;
  archive::Header header = archive::Header::self_described;
  Outcome (*decode)(BytesView bytes, archive::Header header) = nullptr;
  Outcome (*adopt)(BytesView bytes, archive::Header header) = nullptr;
  Status (*verify)(BytesView bytes, archive::Header header) = nullptr;
};

/// All of them; none is larger than 4 KiB.
const std::vector<Specimen>& specimens();

}  // namespace fastser::testing
