// SPDX-License-Identifier: MIT
//
// Bytes of anybody read as one of the models of the hostile tests, which `which` chooses. The two
// versions of the models are two translation units that all targets share: each instantiates every
// codec, which is most of what compiling the targets costs.
#pragma once

#include "fuzz/target.hpp"

namespace fastser::fuzzing {

/// As one of v1; without a header when the high bit of `which` is set. `fixpoint`: what is accepted
/// must encode to bytes that decode, and encode to themselves.
void attempt_v1(unsigned which, BytesView bytes, bool fixpoint);

/// As one of v2, the later versions of the same, with a header.
void attempt_v2(unsigned which, BytesView bytes, bool fixpoint);

}  // namespace fastser::fuzzing
