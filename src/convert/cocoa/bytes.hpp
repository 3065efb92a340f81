// SPDX-License-Identifier: MIT
//
// Bytes: a bounded cursor over the input, for integers of both byte orders. A read that would go
// beyond the end is refused (kTruncated) and noted in the target.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/as_text.hpp"
#include "convert/cocoa/target.hpp"

namespace fastser::convert::cocoa {

class Bytes {
 public:
  Bytes(Target& target, bool little) : target_(target), input_(target.input()), little_(little) {}

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] std::size_t left() const { return input_.size() - at_; }
  [[nodiscard]] bool at_end() const { return at_ == input_.size(); }
  void set_little(bool little) { little_ = little; }
  void move_to(std::size_t at) { at_ = at; }

  [[nodiscard]] bool has(std::uint64_t size) {
    return size <= left() || target_.fail(Code::kTruncated, "the input ends inside a value", at_);
  }
  bool skip(std::uint64_t size) {
    if (!has(size)) return false;
    at_ += static_cast<std::size_t>(size);
    return true;
  }
  bool byte(std::uint8_t& out) {
    if (!has(1)) return false;
    out = static_cast<std::uint8_t>(input_[at_++]);
    return true;
  }
  /// `width` bytes as an unsigned integer.
  bool integer(std::size_t width, std::uint64_t& out) {
    if (!has(width)) return false;
    out = peek(at_, width);
    at_ += width;
    return true;
  }
  /// The same without a look at the end: for who knows that they are there.
  [[nodiscard]] std::uint64_t peek(std::size_t at, std::size_t width) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i) {
      const std::size_t place = little_ ? at + width - 1 - i : at + i;
      value = value << 8 | static_cast<std::uint8_t>(input_[place]);
    }
    return value;
  }
  bool text(std::uint64_t size, std::string_view& out) {
    if (!has(size)) return false;
    out = {reinterpret_cast<const char*>(input_.data()) + at_, static_cast<std::size_t>(size)};
    at_ += out.size();
    return true;
  }

 private:
  Target& target_;
  BytesView input_;
  std::size_t at_ = 0;
  bool little_;
};

/// Bits of `width` bytes, the sign put in front of them where the type has one.
[[nodiscard]] inline std::uint64_t extend(std::uint64_t bits, std::size_t width, bool has_sign) {
  if (!has_sign || width >= 8) return bits;
  const std::uint64_t sign = std::uint64_t{1} << (8 * width - 1);
  return (bits ^ sign) - sign;
}

}  // namespace fastser::convert::cocoa
