// SPDX-License-Identifier: MIT
//
// Decoder: a wire::Input that takes the start of a MessagePack value apart, and skips values.
//
// Invariant: a Head that was given out has its contents (str, bin, ext) or at least one byte for
// each of its values (array, map) in the input, so a count never asks for more than is there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/msgpack/format.hpp"
#include "fastser/internal/wire/input.hpp"

namespace fastser::msgpack {

using wire::Cursor;

class Decoder : public wire::Input {
 public:
  using wire::Input::Input;

  /// Reads the start of a value: behind it lie its contents, or the next value.
  [[nodiscard]] Cursor head(Cursor cur, Head& head) noexcept;
  /// Steps over a value and all that is in it. Not recursive; linear in its bytes.
  [[nodiscard]] Cursor skip(Cursor cur) noexcept;
  /// The start of an array: its count. Fails when it is something else.
  [[nodiscard]] FASTSER_INLINE Cursor array(Cursor cur, std::size_t& count) noexcept {
    if (left(cur) > kFixMapMost && (static_cast<std::uint8_t>(*cur) & 0xF0) == kFixArray) {
      count = static_cast<std::uint8_t>(*cur) & 15;
      return cur + 1;
    }
    return counted(cur, Kind::array, count);
  }
  [[nodiscard]] FASTSER_INLINE Cursor map(Cursor cur, std::size_t& count) noexcept {
    if (left(cur) > 2 * kFixMapMost && (static_cast<std::uint8_t>(*cur) & 0xF0) == kFixMap) {
      count = static_cast<std::uint8_t>(*cur) & 15;
      return cur + 1;
    }
    return counted(cur, Kind::map, count);
  }

  Cursor fail_type(Cursor at, std::string_view message) noexcept {
    return fail(Code::kTypeMismatch, at, message);
  }

 private:
  Cursor counted(Cursor cur, Kind wanted, std::size_t& count) noexcept;
};

/// What a value is, by its first byte; an integer that may have a sign is `negative`.
[[nodiscard]] Kind kind_at(Cursor cur) noexcept;

/// Bytes behind the first one of a value, and contents, were the input whole: what a stream waits
/// for. The result of looking at the `size` bytes at `from`.
struct Peeked {
  std::size_t wanted = 0;     ///< bytes of the head; more than `size`: come again with so many
  std::uint64_t payload = 0;  ///< bytes of contents behind it
  std::uint64_t values = 0;   ///< values behind it
  bool bad = false;           ///< the one byte that MessagePack does not use
};
[[nodiscard]] Peeked peek(const std::byte* from, std::size_t size) noexcept;

}  // namespace fastser::msgpack
