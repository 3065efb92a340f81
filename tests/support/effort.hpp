// SPDX-License-Identifier: MIT
//
// How much of a long sweep is gone through. Under an emulator every instruction costs twenty; what
// a sweep finds there is a matter of byte order and alignment, which a part of it shows as well.
#pragma once

#include <cstddef>

namespace fastser::testing {

/// Sweeps take every so manieth step: all of them, but for every seventh under an emulator.
#if defined(FASTSER_EMULATED)
inline constexpr std::size_t kSweepStep = 7;
#else
inline constexpr std::size_t kSweepStep = 1;
#endif

}  // namespace fastser::testing
