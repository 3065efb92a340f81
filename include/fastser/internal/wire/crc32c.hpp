// SPDX-License-Identifier: MIT
//
// CRC-32C (Castagnoli; RFC 3720 appendix B.4): the optional checksum over a whole archive. Finds
// every single burst of up to 32 bits, so every single-bit flip.
#pragma once

#include <cstdint>

#include "fastser/buffer.hpp"

namespace fastser::wire {

/// The checksum of `bytes`. About one byte a cycle on any machine (slicing by eight), more than two
/// by the instruction that x86-64 and most 64-bit ARM processors have.
[[nodiscard]] std::uint32_t crc32c(BytesView bytes) noexcept;

}  // namespace fastser::wire
