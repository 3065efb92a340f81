// SPDX-License-Identifier: MIT
//
// A second reader of archives, written from docs/format.md alone: nothing of the library is used in
// it, so where the two disagree, the page or the library is wrong.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace fastser::testing {

/// A self-described archive as text, or nothing and `why` if it is refused. Fingerprint archives
/// are refused: they do not say what is in them.
std::optional<std::string> show_archive(std::span<const std::byte> archive, std::string& why);

}  // namespace fastser::testing
