// SPDX-License-Identifier: MIT
#include "fastser/internal/wire/input.hpp"

namespace fastser::wire {

Cursor Input::fail(Code code, Cursor at, std::string_view message) noexcept {
  if (code_ == Code::kOk) {
    code_ = code;
    message_ = message;
    error_offset_ = static_cast<std::size_t>(at - begin_);
  }
  return nullptr;
}

}  // namespace fastser::wire
