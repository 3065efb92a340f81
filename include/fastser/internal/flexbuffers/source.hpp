// SPDX-License-Identifier: MIT
//
// Source: the bytes of a message and safe steps in them: from a value to what its offset leads to.
//
// Invariant: a Raw that was given out has its own bytes in the input; Elements have all of theirs,
// the type bytes included. Whatever else an offset or a size says is looked at before it is
// followed (bounds are compared as sizes, never as pointers). Nothing here allocates, recurses or
// takes time that grows with the input, but for text() of a key, which looks for its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/internal/flexbuffers/format.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/input.hpp"

namespace fastser::flexbuffers {

using wire::Cursor;

/// The bits at `at`, as wide as the step says.
[[nodiscard]] inline std::uint64_t load(Cursor at, unsigned step) noexcept {
  switch (step) {
    case 0: return static_cast<std::uint8_t>(*at);
    case 1: return wire::load_le<std::uint16_t>(at);
    case 2: return wire::load_le<std::uint32_t>(at);
    default: return wire::load_le<std::uint64_t>(at);
  }
}
/// The same with its sign.
[[nodiscard]] inline std::int64_t load_signed(Cursor at, unsigned step) noexcept {
  const unsigned shift = 64 - (8U << step);
  return static_cast<std::int64_t>(load(at, step) << shift) >> shift;
}

/// A value where it stands.
struct Raw {
  Cursor at = nullptr;
  std::uint8_t parent = 0;  ///< step of what stands at `at`
  std::uint8_t step = 0;    ///< step of what it leads to
  Type type = kNull;
};

/// The elements of a vector of any kind, or of the values of a map.
struct Elements {
  Cursor data = nullptr;
  std::size_t count = 0;
  Cursor types = nullptr;  ///< null: all of `type`
  std::uint8_t step = 0;
  Type type = kNull;

  [[nodiscard]] Raw operator[](std::size_t i) const noexcept {
    const Cursor at = data + (i << step);
    if (types == nullptr) return {at, step, 0, type};
    const auto packed = static_cast<std::uint8_t>(types[i]);
    return {at, step, static_cast<std::uint8_t>(packed & 3), static_cast<Type>(packed >> 2)};
  }
};

/// A number of any form.
struct Number {
  bool is_float = false;
  bool negative = false;   ///< of integers
  std::uint64_t bits = 0;  ///< two's complement; a float as a double
};

enum class Found : std::uint8_t {
  ok,
  other,    ///< a value of another type
  damaged,  ///< an offset, a size, a width or a type that no writer makes
};

class Source {
 public:
  explicit Source(BytesView bytes) noexcept
      : begin_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  [[nodiscard]] bool root(Raw& raw) const noexcept;
  /// Where the offset of a value that is not inline leads to.
  [[nodiscard]] bool target(const Raw& raw, Cursor& to) const noexcept {
    const std::uint64_t back = load(raw.at, raw.parent);
    if (back > static_cast<std::uint64_t>(raw.at - begin_)) return false;
    to = raw.at - static_cast<std::size_t>(back);
    return true;
  }
  [[nodiscard]] Found number(const Raw& raw, Number& number) const noexcept;
  /// A bool, or an integer that is 0 or 1.
  [[nodiscard]] Found boolean(const Raw& raw, bool& value) const noexcept;
  /// A string (with its 0 behind it) or a key.
  [[nodiscard]] Found text(const Raw& raw, std::string_view& text) const noexcept {
    if (raw.type != kString) return key_text(raw, text);
    Cursor to = nullptr;
    std::uint64_t size = 0;
    if (!sized(raw, to, size) || size >= left(to)) return Found::damaged;
    if (to[static_cast<std::size_t>(size)] != std::byte{0}) return Found::damaged;
    text = {reinterpret_cast<const char*>(to), static_cast<std::size_t>(size)};
    return Found::ok;
  }
  /// A blob, or the bytes of a string.
  [[nodiscard]] Found blob(const Raw& raw, std::string_view& bytes) const noexcept;
  /// A vector, typed or not, fixed or not.
  [[nodiscard]] Found elements(const Raw& raw, Elements& elements) const noexcept;
  /// A map: as many keys as values.
  [[nodiscard]] Found map(const Raw& raw, Elements& keys, Elements& values) const noexcept;
  /// Whether key i is `name`; false for damage, too.
  [[nodiscard]] bool key_is(const Elements& keys, std::size_t i,
                            std::string_view name) const noexcept {
    Cursor to = nullptr;
    return target(keys[i], to) && left(to) > name.size() && to[name.size()] == std::byte{0} &&
           std::memcmp(to, name.data(), name.size()) == 0;
  }

  [[nodiscard]] std::size_t offset_of(Cursor at) const noexcept {
    return static_cast<std::size_t>(at - begin_);
  }
  [[nodiscard]] std::size_t left(Cursor at) const noexcept {
    return static_cast<std::size_t>(end_ - at);
  }
  [[nodiscard]] BytesView bytes() const noexcept { return {begin_, left(begin_)}; }

 private:
  /// What follows a size; the size itself is there.
  [[nodiscard]] bool sized(const Raw& raw, Cursor& to, std::uint64_t& size) const noexcept {
    const std::size_t width = std::size_t{1} << raw.step;
    if (!target(raw, to) || static_cast<std::size_t>(to - begin_) < width) return false;
    size = load(to - width, raw.step);
    return true;
  }
  [[nodiscard]] Found key_text(const Raw& raw, std::string_view& text) const noexcept;

  Cursor begin_;
  Cursor end_;
};

}  // namespace fastser::flexbuffers
