// SPDX-License-Identifier: MIT
#include "fastser/internal/wire/input.hpp"

namespace fastser::wire {

void Input::note(Code code, Cursor at, std::string_view message) noexcept {
  if (code_ == Code::kOk) {
    code_ = code;
    message_ = message;
    error_offset_ = static_cast<std::size_t>(at - begin_);
  }
}
void Input::note_truncated(Cursor at) noexcept {
  note(Code::kTruncated, at, "the input ends inside a value");
}
void Input::note_budget(Cursor at) noexcept { note(Code::kOverBudget, at, kTakesTooMuch); }
void Input::note_depth(Cursor at) noexcept {
  note(Code::kTooDeep, at, "nested deeper than the limits allow");
}

}  // namespace fastser::wire
