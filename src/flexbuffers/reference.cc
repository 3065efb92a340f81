// SPDX-License-Identifier: MIT
//
// Reference: one step of a Source each.
#include "fastser/flexbuffers/reference.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "fastser/internal/flexbuffers/codec/scalar.hpp"

namespace fastser::flexbuffers {
namespace {

Kind kind_of(Type type) noexcept {
  switch (type) {
    case kInt:
    case kIndirectInt: return Kind::integer;
    case kUint:
    case kIndirectUint: return Kind::natural;
    case kFloat:
    case kIndirectFloat: return Kind::floating;
    case kKey: return Kind::key;
    case kString: return Kind::string;
    case kMap: return Kind::map;
    case kVector: return Kind::vector;
    case kBlob: return Kind::blob;
    case kBool: return Kind::boolean;
    default: return is_typed(type) || is_fixed(type) ? Kind::vector : Kind::null;
  }
}

}  // namespace

Kind Reference::kind() const noexcept { return kind_of(raw_.type); }

std::optional<Number> Reference::number() const noexcept {
  Number number;
  if (source_.number(raw_, number) != Found::ok) return std::nullopt;
  return number;
}

std::optional<bool> Reference::as_bool() const noexcept {
  bool value = false;
  if (source_.boolean(raw_, value) != Found::ok) return std::nullopt;
  return value;
}

std::optional<std::int64_t> Reference::as_int64() const noexcept {
  std::optional<Number> found = number();
  if (!found || !to_integer(*found)) return std::nullopt;
  if (!found->negative && found->bits >> 63 != 0) return std::nullopt;
  return static_cast<std::int64_t>(found->bits);
}

std::optional<std::uint64_t> Reference::as_uint64() const noexcept {
  std::optional<Number> found = number();
  if (!found || !to_integer(*found) || found->negative) return std::nullopt;
  return found->bits;
}

std::optional<double> Reference::as_double() const noexcept {
  const std::optional<Number> found = number();
  std::uint64_t bits = 0;
  if (!found || !to_double(*found, bits)) return std::nullopt;
  return std::bit_cast<double>(bits);
}

std::optional<std::string_view> Reference::as_string() const noexcept {
  std::string_view text;
  if (source_.text(raw_, text) != Found::ok) return std::nullopt;
  return text;
}

std::optional<BytesView> Reference::as_blob() const noexcept {
  std::string_view bytes;
  if (source_.blob(raw_, bytes) != Found::ok) return std::nullopt;
  return BytesView(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size());
}

std::size_t Reference::size() const noexcept {
  Elements elements;
  if (source_.elements(raw_, elements) == Found::ok) return elements.count;
  if (const auto text = as_string()) return text->size();
  if (const auto bytes = as_blob()) return bytes->size();
  return 0;
}

Reference Reference::operator[](std::size_t index) const noexcept {
  Elements elements;
  if (source_.elements(raw_, elements) != Found::ok || index >= elements.count) return {};
  return {source_, elements[index]};
}

Reference Reference::key(std::size_t index) const noexcept {
  Elements keys;
  Elements values;
  if (source_.map(raw_, keys, values) != Found::ok || index >= keys.count) return {};
  return {source_, keys[index]};
}

Reference Reference::find(std::string_view key) const noexcept {
  Elements keys;
  Elements values;
  if (source_.map(raw_, keys, values) != Found::ok) return {};
  if (key.find('\0') != std::string_view::npos) return {};
  std::size_t first = 0;
  for (std::size_t count = keys.count; count != 0;) {
    const std::size_t half = first + count / 2;
    Cursor to = nullptr;
    if (!source_.target(keys[half], to)) return {};
    // The zero behind a shorter key counts as less than any byte, so its end is not looked for.
    const std::size_t most = std::min(key.size(), source_.left(to));
    int order = std::memcmp(to, key.data(), most);
    if (order == 0) {
      if (source_.left(to) <= key.size()) return {};
      if (to[key.size()] == std::byte{0}) return {source_, values[half]};
      order = 1;
    }
    if (order < 0) {
      count -= half + 1 - first;
      first = half + 1;
    } else {
      count = half - first;
    }
  }
  return {};
}

Reference::Iterator Reference::begin() const noexcept {
  Elements elements;
  static_cast<void>(source_.elements(raw_, elements));
  return {source_, elements, 0};
}

Reference::Iterator Reference::end() const noexcept {
  Elements elements;
  const bool good = source_.elements(raw_, elements) == Found::ok;
  return {source_, elements, good ? elements.count : 0};
}

}  // namespace fastser::flexbuffers
