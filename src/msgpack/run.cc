// SPDX-License-Identifier: MIT
//
// Failures with their path; verify.
#include "fastser/internal/msgpack/run.hpp"

#include <cstdint>
#include <string_view>

#include "fastser/limits.hpp"
#include "fastser/msgpack.hpp"
#include "wire/look_alike.hpp"

namespace fastser::msgpack {
namespace {

// What the bytes are instead; nothing where they may start a message. A first byte that is a whole
// integer, or no type at all, with others behind it, starts none.
std::string_view not_a_message(BytesView bytes) noexcept {
  if (bytes.size() < 2) return {};
  const auto first = static_cast<std::uint8_t>(bytes[0]);
  constexpr std::uint8_t kNeverUsed = 0xC1;
  const bool is_integer = first < 0x80 || first >= 0xE0;
  if (!is_integer && first != kNeverUsed) return {};
  return wire::looks_like_said(wire::looks_like(bytes));
}

}  // namespace

namespace detail {

Status finish_decode(Decoder& decoder, Cursor cur, BytesView message) {
  // Not by `cur` alone: the end of no bytes at all may be null, as a failure is.
  if (!decoder.failed() && cur == decoder.end) return {};
  if (const std::string_view other = not_a_message(message); !other.empty()) {
    return Status(Code::kMalformed, other, 0);
  }
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
