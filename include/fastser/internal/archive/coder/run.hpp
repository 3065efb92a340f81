// SPDX-License-Identifier: MIT
//
// coder::Run: what type the values of the run in progress have, and where it ends.
//
// A value asks one thing only: is the position below the end of a run of my type? So the end is
// kept per type: at the type of the run it is the end, at all others it is null, which nothing is
// below. One compare instead of two, in a loop that has little else.
//
// Pointer is that of the position: to bytes that are written, or read.
#pragma once

#include <array>
#include <cstddef>

#include "fastser/internal/archive/coder/shapes.hpp"

namespace fastser::archive::coder {

template <typename Pointer>
class Run {
 public:
  [[nodiscard]] Tag tag() const noexcept { return tag_; }
  [[nodiscard]] Pointer limit() const noexcept { return limit_; }
  /// Whether a value of the code kTag at `at` belongs to the run and is not behind it.
  template <Tag kTag>
  [[nodiscard]] bool has(Pointer at) const noexcept {
    static_assert(static_cast<std::size_t>(kTag) < kCodes);
    return at < limits_[static_cast<std::size_t>(kTag)];
  }

  void set_tag(Tag tag) noexcept {
    mark(nullptr);
    tag_ = tag;
    mark(limit_);
  }
  void set_limit(Pointer limit) noexcept {
    limit_ = limit;
    mark(limit);
  }

 private:
  static constexpr std::size_t kCodes = static_cast<std::size_t>(schema::TypeCode::kF64) + 1;

  void mark(Pointer limit) noexcept {
    const auto code = static_cast<std::size_t>(tag_);
    if (code < kCodes) limits_[code] = limit;
  }

  std::array<Pointer, kCodes> limits_ = {};
  Pointer limit_ = nullptr;
  Tag tag_ = Tag::kNone;
};

}  // namespace fastser::archive::coder
