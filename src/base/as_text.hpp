// SPDX-License-Identifier: MIT
//
// Bytes as the characters that they are: the same memory.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "fastser/buffer.hpp"

namespace fastser {

[[nodiscard]] inline std::string_view as_text(BytesView bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

[[nodiscard]] inline std::string_view as_text(std::span<const std::uint8_t> bytes) noexcept {
  return as_text(std::as_bytes(bytes));
}

}  // namespace fastser
