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
/// A file that is not there is an error where nobody asks whether it is (`found` null).
[[nodiscard]] Status load_from(System& system, const std::string& name, std::uint64_t max_bytes,
                               Buffer& out, bool* found = nullptr);

}  // namespace fastser::file
