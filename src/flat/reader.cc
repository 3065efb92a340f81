// SPDX-License-Identifier: MIT
//
// The checks of Reader.
#include "fastser/flat/reader.hpp"

#include <cstring>

namespace fastser::flat {

bool Reader::fail(Code code, Position at, std::string_view message) noexcept {
  if (!failed()) {
    code_ = code;
    error_at_ = at;
    message_ = message;
  }
  return false;
}

bool Reader::fail_budget() noexcept {
  return fail(Code::kOverBudget, 0, "the value takes more memory than the limits allow");
}

std::shared_ptr<void> Reader::object(Position at, const void* type) const {
  const auto found = objects_.find(ObjectKey{at, type});
  return found == objects_.end() ? nullptr : found->second;
}

void Reader::keep_object(Position at, const void* type, std::shared_ptr<void> object) {
  objects_.emplace(ObjectKey{at, type}, std::move(object));
}

Position Reader::root(std::string_view identifier) noexcept {
  constexpr std::size_t kMost = 0x7FFFFFFF;
  if (size_ < 8 || size_ > kMost) {
    fail(size_ < 8 ? Code::kTruncated : Code::kUsage, 0,
         size_ < 8 ? "too short for a FlatBuffer" : "a FlatBuffer of more than 2 GiB");
    return 0;
  }
  if (!identifier.empty() && std::memcmp(begin_ + 4, identifier.data(), 4) != 0) {
    fail(Code::kFingerprint, 4, "the identifier is another type's");
    return 0;
  }
  return follow(begin_);
}

bool Reader::table(Position at, Table& out) noexcept {
  const std::byte* const start = begin_ + at;
  const auto back = static_cast<std::int32_t>(wire::load_le<std::uint32_t>(start));
  const std::int64_t layout = static_cast<std::int64_t>(at) - back;
  if (layout < 0 || layout + 4 > static_cast<std::int64_t>(size_) ||
      (aligned_ && layout % 2 != 0)) {
    return fail(Code::kMalformed, at, "a table whose layout lies outside of the buffer");
  }
  out.at = start;
  out.layout = begin_ + layout;
  out.layout_bytes = wire::load_le<std::uint16_t>(out.layout);
  out.bytes = wire::load_le<std::uint16_t>(out.layout + 2);
  if (out.layout_bytes < 4 || out.layout_bytes % 2 != 0 ||
      out.layout_bytes > size_ - static_cast<std::size_t>(layout)) {
    return fail(Code::kMalformed, static_cast<Position>(layout), "a layout of an impossible size");
  }
  if (out.bytes < 4 || out.bytes > size_ - at) {
    return fail(Code::kTruncated, at, "a table that ends outside of the buffer");
  }
  return true;
}

bool Reader::list(Position at, std::size_t size, std::size_t alignment, const std::byte*& elements,
                  std::size_t& count) noexcept {
  count = wire::load_le<std::uint32_t>(begin_ + at);
  const std::size_t first = std::size_t{at} + 4;
  if (count > (size_ - first) / size) {
    return fail(Code::kTruncated, at, "a list that ends outside of the buffer");
  }
  if (aligned_ && first % alignment != 0) {
    return fail(Code::kMalformed, at, "a list that does not lie where its elements may");
  }
  elements = begin_ + first;
  return true;
}

bool Reader::text(Position at, std::string_view& out) noexcept {
  const std::size_t size = wire::load_le<std::uint32_t>(begin_ + at);
  const std::size_t first = std::size_t{at} + 4;
  if (size >= size_ - first) {
    return fail(Code::kTruncated, at, "a text that ends outside of the buffer");
  }
  if (begin_[first + size] != std::byte{0}) {
    return fail(Code::kMalformed, at, "a text without a zero behind it");
  }
  out = {reinterpret_cast<const char*>(begin_ + first), size};
  return true;
}

}  // namespace fastser::flat
