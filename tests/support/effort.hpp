// SPDX-License-Identifier: MIT
//
// How much of a long sweep is gone through. Under an emulator every instruction costs twenty; what
// a sweep finds there is a matter of byte order and alignment, which a part of it shows as well.
#pragma once

#include <cstddef>

namespace fastser::testing {

#if defined(FASTSER_EMULATED)
inline constexpr bool kEmulated = true;
#else
inline constexpr bool kEmulated = false;
#endif

/// Sweeps take every so manieth step: all of them, but for every 23rd under an emulator. No number
/// of bits or of values tried at one byte is a multiple of it, so each of them has its turn.
inline constexpr std::size_t kSweepStep = kEmulated ? 23 : 1;

/// Of rounds of random values, this part is gone through.
inline constexpr int kPartOfRounds = kEmulated ? 4 : 1;

}  // namespace fastser::testing
