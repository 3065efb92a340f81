// SPDX-License-Identifier: MIT
//
// What somebody gave instead of an archive.
#pragma once

#include <string_view>

#include "fastser/buffer.hpp"

namespace fastser::archive {

/// Why bytes that do not start as an archive are none: which format they look like, and what reads
/// that. A static text, found by the first bytes and the last; only errors come here.
[[nodiscard]] std::string_view not_an_archive(BytesView bytes) noexcept;

}  // namespace fastser::archive
