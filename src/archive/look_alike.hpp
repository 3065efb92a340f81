// SPDX-License-Identifier: MIT
//
// What somebody gave instead of an archive.
#pragma once

#include <string_view>

#include "fastser/buffer.hpp"

namespace fastser::archive {

/// Of a FlatBuffer, for programs that can say more.
inline constexpr std::string_view kLooksLikeFlatBuffer =
    "not an archive: it looks like a FlatBuffer; flat::decode reads that";

/// Why bytes that do not start as an archive are none: which format they look like, and what reads
/// that. A static text, found by the first bytes and the last; only errors come here.
[[nodiscard]] std::string_view not_an_archive(BytesView bytes) noexcept;

}  // namespace fastser::archive
