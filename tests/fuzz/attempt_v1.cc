// SPDX-License-Identifier: MIT
//
// attempt_v1: see attempts.hpp.
#include "fuzz/attempt_as.hpp"

namespace fastser::fuzzing {

void attempt_v1(unsigned which, BytesView bytes, bool fixpoint) {
  namespace v1 = testing::v1;
  const auto header = (which & 0x80) != 0 ? archive::Header::bare : archive::Header::self_described;
  switch (which % 8) {
    case 0: return attempt_as<v1::Plain>(bytes, nullptr, fixpoint, header);
    case 1: return attempt_as<v1::Texts>(bytes, nullptr, fixpoint, header);
    case 2: return attempt_as<v1::Boxes>(bytes, nullptr, fixpoint, header);
    case 3: return attempt_as<v1::Shared>(bytes, nullptr, fixpoint, header);
    case 4: return attempt_as<v1::Graph>(bytes, nullptr, fixpoint, header);
    case 5: return attempt_as<v1::Link*>(bytes, nullptr, fixpoint, header);
    default: return attempt_as<v1::Drawing>(bytes, &v1::registry(), fixpoint, header);
  }
}

}  // namespace fastser::fuzzing
