// SPDX-License-Identifier: MIT
#include "fastser/msgpack/stream.hpp"

#include <algorithm>
#include <cstring>

#include "fastser/internal/msgpack/decoder.hpp"

namespace fastser::msgpack {

Status Stream::feed(InputBytes piece) {
  if (!status_.ok()) return status_;
  if (start_ != 0) {  // what was given out is not needed any more
    const std::size_t rest = buffer_.size() - start_;
    if (rest != 0) std::memmove(buffer_.data(), buffer_.data() + start_, rest);
    buffer_.set_size(rest);
    dropped_ += start_;
    looked_ -= start_;
    start_ = 0;
  }
  if (!buffer_.append(piece)) return Status(Code::kNoMemory, "no memory for the message");
  return scan();
}

std::optional<BytesView> Stream::next() {
  if (!status_.ok()) return std::nullopt;
  if (open_ == 0) {  // scan() stopped behind a whole message, which is given out now
    const BytesView message = buffer_.view().subspan(start_, looked_ - start_);
    start_ = looked_;
    open_ = 1;
    status_ = scan();
    return message;
  }
  return std::nullopt;
}

Status Stream::scan() {
  const auto fail = [&](Code code, const char* message) {
    status_ = Status(code, message, static_cast<std::size_t>(dropped_ + looked_));
    return status_;
  };
  while (open_ != 0) {
    const std::size_t left = buffer_.size() - looked_;
    if (skip_ != 0) {
      const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(skip_, left));
      looked_ += step;
      skip_ -= step;
      if (skip_ != 0) break;
      --open_;
      continue;
    }
    const Peeked peeked = peek(buffer_.data() + looked_, left);
    if (peeked.bad) return fail(Code::kMalformed, "the byte 0xC1, which starts no value");
    if (left < peeked.wanted) break;
    // What is still to come has at least a byte each.
    const std::uint64_t so_far = looked_ - start_ + peeked.wanted;
    if (peeked.payload > most_ || peeked.values > most_ ||
        so_far + open_ - 1 + peeked.payload + peeked.values > most_) {
      return fail(Code::kOverBudget, "a message larger than the stream allows");
    }
    looked_ += peeked.wanted;
    skip_ = peeked.payload;
    open_ += peeked.values;
    if (skip_ == 0) --open_;
  }
  return {};
}

}  // namespace fastser::msgpack
