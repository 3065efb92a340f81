// SPDX-License-Identifier: MIT
//
// Reads a regular file whole, but no more of it than is allowed.
#pragma once

#include <cstdint>
#include <string>

#include "fastser/buffer.hpp"
#include "fastser/status.hpp"
#include "file/system.hpp"

namespace fastser::file {

/// Replaces the contents of `out`, using its capacity again. kIo, kOverBudget, kNoMemory, kUsage.
[[nodiscard]] Status load_from(System& system, const std::string& name, std::uint64_t max_bytes,
                               Buffer& out);

}  // namespace fastser::file
