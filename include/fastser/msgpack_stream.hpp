// SPDX-License-Identifier: MIT
//
// Stream: messages out of bytes that come in pieces of any size.
//
//   Stream stream;
//   while (receive(piece)) {
//     if (Status s = stream.feed(piece); !s.ok()) ...
//     while (auto message = stream.next()) decode_into(*message, value);
//   }
//
// A byte is looked at once, however small the pieces are; a message that is not whole is kept.
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
  /// Refuses messages of more than `most` bytes (kOverBudget), so that a stranger cannot make it
  /// keep more than that and one piece.
  explicit Stream(std::size_t most = std::size_t{64} * 1024 * 1024) noexcept : most_(most) {}

  /// Takes more bytes, copying them. Errors: kNoMemory, and then nothing was taken and the piece
  /// may be fed again; kMalformed and kOverBudget for what is in them, with the offset from the
  /// start of the stream; after those two the stream is of no use.
  [[nodiscard]] Status feed(InputBytes piece);
  /// The next whole message; nothing when more bytes are needed. Valid until the next feed().
  [[nodiscard]] std::optional<BytesView> next();
  /// Bytes of a message that is not whole: not 0 at the end of a sound stream means truncated.
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
