// SPDX-License-Identifier: MIT
//
// How much of a long sweep is gone through: all of it in the optimised build for this machine, a
// fifth under sanitizers and unoptimised in 32 bits, where the fuzz targets look further, less in
// `./dev test --quick`. Under an emulator every instruction costs twenty; what a sweep finds there
// is a matter of byte order and alignment, which a small part shows as well.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fastser::testing {

// kSweepStep: sweeps take every so manieth step. No number of bits or of values tried at one byte
// is a multiple of it, so each of them has its turn. kPartOfRounds: of rounds of random values,
// this part is gone through. kLongChain: nodes of a list that nothing may recurse along. The fewer
// have 20 bytes each of the stack that tests give it under a sanitizer (support/small_stack.hpp),
// which is less than any call takes.
#if defined(FASTSER_EMULATED)
inline constexpr bool kEmulated = true;
inline constexpr std::size_t kSweepStep = 23;
inline constexpr int kPartOfRounds = 4;
inline constexpr std::int32_t kLongChain = 200000;
#elif defined(FASTSER_QUICK)
inline constexpr bool kEmulated = false;
inline constexpr std::size_t kSweepStep = 23;
inline constexpr int kPartOfRounds = 4;
inline constexpr std::int32_t kLongChain = 200000;
#elif defined(FASTSER_UNOPTIMISED)
inline constexpr bool kEmulated = false;
inline constexpr std::size_t kSweepStep = 5;
inline constexpr int kPartOfRounds = 2;
inline constexpr std::int32_t kLongChain = 200000;
#else
inline constexpr bool kEmulated = false;
inline constexpr std::size_t kSweepStep = 1;
inline constexpr int kPartOfRounds = 1;
inline constexpr std::int32_t kLongChain = 1000000;
#endif

}  // namespace fastser::testing
