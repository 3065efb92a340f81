// SPDX-License-Identifier: MIT
//
// Stream: finds messages in bytes that arrive in pieces of any size.
//
//   Stream stream;
//   while (receive(piece)) {
//     if (Status s = stream.feed(piece); !s.ok()) ...
//     while (auto message = stream.next()) decode_into(*message, value);
//   }
//
// Each byte is looked at once, however small the pieces are. An incomplete message is kept.
// Thread rule: one thread at a time.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace fastser::msgpack {

class Stream {
 public:
  /// Messages of more than `most` bytes are refused (kOverBudget). So, if you take all messages
  /// before each feed(), the stream never keeps more than `most` bytes and one piece.
  explicit Stream(std::size_t most = std::size_t{64} * 1024 * 1024) noexcept : most_(most) {}

  /// Adds the bytes of `piece`, which are copied. Errors: kNoMemory: nothing was added, and you may
  /// feed the piece again. kMalformed and kOverBudget: the bytes are wrong; the offset counts from
  /// the start of the stream, which cannot be used any more.
  [[nodiscard]] Status feed(InputBytes piece);
  /// The next complete message, a view of the stream's memory, valid until the next feed().
  /// Nothing: more bytes are needed, or those behind the last message are wrong, which the next
  /// feed() returns as its error.
  [[nodiscard]] std::optional<BytesView> next();
  /// How many bytes of an incomplete message it keeps. If this is not 0 at the end of the stream,
  /// the stream was cut off.
  [[nodiscard]] std::size_t pending() const noexcept { return buffer_.size() - start_; }

 private:
  Status scan();

  Buffer buffer_;
  std::size_t most_;
  std::size_t start_ = 0;      // of the message in the buffer
  std::size_t looked_ = 0;     // bytes of the buffer that were taken apart
  std::uint64_t open_ = 1;     // values of the message that are still to come
  std::uint64_t skip_ = 0;     // contents that are still to come
  std::uint64_t dropped_ = 0;  // bytes of the stream in front of the buffer
  Status status_;
};

}  // namespace fastser::msgpack
