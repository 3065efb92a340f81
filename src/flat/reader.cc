// SPDX-License-Identifier: MIT
//
// The checks of Reader.
#include "fastser/internal/flat/reader.hpp"

#include "fastser/internal/wire/faults.hpp"
#include "wire/look_alike.hpp"

namespace fastser::flat {

bool Reader::fail(Code code, Position at, std::string_view message) noexcept {
  if (!failed()) {
    code_ = code;
    error_at_ = at;
    message_ = message;
  }
  return false;
}

bool Reader::fail_budget() noexcept { return fail(Code::kOverBudget, 0, wire::kTakesTooMuch); }

// Of bytes whose first four lead nowhere, what they are instead.
Status Reader::failure() const {
  const bool is_of_bytes = code_ == Code::kTruncated || code_ == Code::kBadReference ||
                           code_ == Code::kMalformed || code_ == Code::kFingerprint;
  constexpr std::size_t kOffset = sizeof(Position);
  if (is_of_bytes && size_ >= kOffset && wire::load_le<Position>(begin_) > size_ - kOffset) {
    const std::string_view other = wire::looks_like_said(wire::looks_like({begin_, size_}));
    if (!other.empty()) return Status(Code::kMalformed, other, 0);
  }
  return Status(code_, message_, error_at_);
}

std::shared_ptr<void> Reader::object(Position at, const void* type) const {
  if (objects_ == nullptr) return nullptr;
  const auto found = objects_->find(ObjectKey{at, type});
  return found == objects_->end() ? nullptr : found->second;
}

void Reader::keep_object(Position at, const void* type, std::shared_ptr<void> object) {
  if (objects_ == nullptr) objects_ = std::make_unique<Objects>();
  objects_->emplace(ObjectKey{at, type}, std::move(object));
}

}  // namespace fastser::flat
