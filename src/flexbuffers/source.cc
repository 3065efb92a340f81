// SPDX-License-Identifier: MIT
//
// Source: what the bytes say, compared with what is there.
#include "fastser/internal/flexbuffers/source.hpp"

#include <cstring>

namespace fastser::flexbuffers {
namespace {

bool step_of_width(std::uint64_t width, std::uint8_t& step) noexcept {
  switch (width) {
    case 1: step = 0; return true;
    case 2: step = 1; return true;
    case 4: step = 2; return true;
    case 8: step = 3; return true;
    default: return false;
  }
}

std::string_view view_of(Cursor from, std::size_t size) noexcept {
  return {reinterpret_cast<const char*>(from), size};
}

}  // namespace

bool Source::root(Raw& raw) const noexcept {
  const std::size_t size = left(begin_);
  if (size < 3) return false;
  const auto width = static_cast<std::uint8_t>(begin_[size - 1]);
  const auto packed = static_cast<std::uint8_t>(begin_[size - 2]);
  if (!step_of_width(width, raw.parent) || size - 2 < width) return false;
  raw.at = begin_ + (size - 2 - width);
  raw.step = packed & 3;
  raw.type = static_cast<Type>(packed >> 2);
  return true;
}

Found Source::number(const Raw& raw, Number& number) const noexcept {
  Cursor at = raw.at;
  unsigned step = raw.parent;
  Type type = raw.type;
  if (type >= kIndirectInt && type <= kIndirectFloat) {
    step = raw.step;
    type = static_cast<Type>(type - kIndirectInt + kInt);
    if (!target(raw, at) || left(at) < (std::size_t{1} << step)) return Found::damaged;
  }
  number.is_float = type == kFloat;
  number.negative = false;
  switch (type) {
    case kInt: {
      const std::int64_t value = load_signed(at, step);
      number.negative = value < 0;
      number.bits = static_cast<std::uint64_t>(value);
      return Found::ok;
    }
    case kUint: number.bits = load(at, step); return Found::ok;
    case kFloat:
      if (step < 2) return Found::damaged;  // floats of 8 and 16 bits are not defined
      number.bits = load(at, step);
      if (step == 2) number.bits = widened(static_cast<std::uint32_t>(number.bits));
      return Found::ok;
    default: return Found::other;
  }
}

Found Source::boolean(const Raw& raw, bool& value) const noexcept {
  if (raw.type == kBool) {
    value = load(raw.at, raw.parent) != 0;
    return Found::ok;
  }
  Number one;
  const Found found = number(raw, one);
  if (found != Found::ok) return found;
  if (one.is_float || one.bits > 1) return Found::other;
  value = one.bits != 0;
  return Found::ok;
}

Found Source::key_text(const Raw& raw, std::string_view& text) const noexcept {
  if (raw.type != kKey) return Found::other;
  Cursor to = nullptr;
  if (!target(raw, to) || left(to) == 0) return Found::damaged;
  const void* const end = std::memchr(to, 0, left(to));
  if (end == nullptr) return Found::damaged;
  text = view_of(to, static_cast<std::size_t>(static_cast<Cursor>(end) - to));
  return Found::ok;
}

Found Source::blob(const Raw& raw, std::string_view& bytes) const noexcept {
  if (raw.type == kString) return text(raw, bytes);
  if (raw.type != kBlob) return Found::other;
  Cursor to = nullptr;
  std::uint64_t size = 0;
  if (!sized(raw, to, size) || size > left(to)) return Found::damaged;
  bytes = view_of(to, static_cast<std::size_t>(size));
  return Found::ok;
}

Found Source::elements(const Raw& raw, Elements& elements) const noexcept {
  std::uint64_t count = 0;
  elements.step = raw.step;
  elements.types = nullptr;
  const bool untyped = raw.type == kVector || raw.type == kMap;
  if (is_fixed(raw.type)) {
    count = (static_cast<std::uint64_t>(raw.type) - kVectorInt2) / 3 + 2;
    elements.type = static_cast<Type>((raw.type - kVectorInt2) % 3 + kInt);
    if (!target(raw, elements.data)) return Found::damaged;
  } else if (untyped || is_typed(raw.type)) {
    if (!sized(raw, elements.data, count)) return Found::damaged;
    elements.type = untyped ? kNull : static_cast<Type>(raw.type - kVectorInt + kInt);
    if (raw.type == kVectorString) elements.type = kKey;
  } else {
    return Found::other;
  }
  const std::uint64_t room = left(elements.data);
  // Not by a product, which could overflow.
  if (count > room >> raw.step) return Found::damaged;
  elements.count = static_cast<std::size_t>(count);
  if (untyped) {
    if (count > room - (count << raw.step)) return Found::damaged;
    elements.types = elements.data + (elements.count << raw.step);
  }
  return Found::ok;
}

Found Source::map(const Raw& raw, Elements& keys, Elements& values) const noexcept {
  if (raw.type != kMap) return Found::other;
  const Found found = elements(raw, values);
  if (found != Found::ok) return found;
  const std::size_t width = std::size_t{1} << raw.step;
  if (static_cast<std::size_t>(values.data - begin_) < 3 * width) return Found::damaged;
  Raw vector{values.data - 3 * width, raw.step, 0, kVectorKey};
  if (!step_of_width(load(values.data - 2 * width, raw.step), vector.step)) return Found::damaged;
  if (elements(vector, keys) != Found::ok || keys.count != values.count) return Found::damaged;
  return Found::ok;
}

}  // namespace fastser::flexbuffers
