// SPDX-License-Identifier: MIT
//
// attempt_v2: see attempts.hpp.
#include "fuzz/attempt_as.hpp"

namespace fastser::fuzzing {

void attempt_v2(unsigned which, BytesView bytes, bool fixpoint) {
  namespace v2 = testing::v2;
  constexpr auto kHeader = archive::Header::self_described;
  switch (which % 8) {
    case 0: return attempt_as<v2::Plain>(bytes, nullptr, fixpoint, kHeader);
    case 1: return attempt_as<v2::Texts>(bytes, nullptr, fixpoint, kHeader);
    case 2: return attempt_as<v2::Boxes>(bytes, nullptr, fixpoint, kHeader);
    case 3: return attempt_as<v2::Shared>(bytes, nullptr, fixpoint, kHeader);
    case 4: return attempt_as<v2::Graph>(bytes, nullptr, fixpoint, kHeader);
    case 5: return attempt_as<v2::Link*>(bytes, nullptr, fixpoint, kHeader);
    default: return attempt_as<v2::Drawing>(bytes, &v2::registry(), fixpoint, kHeader);
  }
}

}  // namespace fastser::fuzzing
