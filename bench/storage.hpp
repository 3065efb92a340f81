// SPDX-License-Identifier: MIT
//
// The disk half of `flush` and `reload`, the same for every contender: a file is replaced
// atomically (write beside it, fsync, rename, fsync of the folder) and read whole.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace fastser_bench {

[[nodiscard]] bool save_atomically(const std::string& path, std::span<const std::byte> bytes);
// Reuses the capacity of `bytes`.
[[nodiscard]] bool read_whole(const std::string& path, std::vector<std::byte>& bytes);

}  // namespace fastser_bench
