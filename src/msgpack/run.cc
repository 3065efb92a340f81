// SPDX-License-Identifier: MIT
//
// Failures with their path; verify.
#include "fastser/internal/msgpack/run.hpp"

#include "fastser/limits.hpp"
#include "fastser/msgpack.hpp"

namespace fastser::msgpack {
namespace detail {

Status finish_decode(Decoder& decoder, Cursor cur, BytesView message) {
  // Not by `cur` alone: the end of no bytes at all may be null, as a failure is.
  if (!decoder.failed() && cur == decoder.end) return {};
  if (!decoder.failed()) decoder.fail(Code::kTrailing, cur, "bytes after the message");
  const Status status = decoder.bare_status();
  return Status(status).with_path(path_of(message, decoder.error_offset()));
}

}  // namespace detail

Status verify(InputBytes bytes) {
  return guarded([&] {  // an error's path takes memory
    Decoder decoder(bytes, Limits{}, bytes.size());
    return detail::finish_decode(decoder, decoder.skip(bytes.data()), bytes);
  });
}

}  // namespace fastser::msgpack
