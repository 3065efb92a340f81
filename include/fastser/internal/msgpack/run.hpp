// SPDX-License-Identifier: MIT
//
// Around one encode or decode: the options turned into template arguments, and failures into a
// Status with a path.
#pragma once

#include <string>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/msgpack/codec/core.hpp"

namespace fastser::msgpack {

/// Where in a message a byte lies: "items[3].name". Names are the keys of its maps. By a walk over
/// the message up to there; as far as that is sound.
[[nodiscard]] std::string path_of(BytesView message, std::size_t offset);

namespace detail {

/// What a new Buffer is made for: a value without long texts or many elements.
inline constexpr std::size_t kFirstRoom = 256;

template <Keys K, typename T>
FASTSER_NOINLINE std::byte* put_payload(Encoder& encoder, std::byte* cur, const T& value) {
  return encode_value<K>(value, cur, encoder);
}

template <typename T>
Status run_encode(Encoder& encoder, const T& value, const EncodeOptions& options,
                  std::size_t& written) {
  return guarded([&] {
    encoder.expansions = options.expanded_objects;
    encoder.limit_depth(options.depth);
    std::byte* cur = encoder.start();
    encoder.expect(cur, kFirstRoom);
    switch (options.keys) {
      case Keys::strings: cur = put_payload<Keys::strings>(encoder, cur, value); break;
      case Keys::integers: cur = put_payload<Keys::integers>(encoder, cur, value); break;
      case Keys::array: cur = put_payload<Keys::array>(encoder, cur, value); break;
    }
    return encoder.finish(cur, written);
  });
}

/// The end of a decode that came to `cur`: nothing left over, nothing failed.
[[nodiscard]] Status finish_decode(Decoder& decoder, Cursor cur, BytesView message);

template <typename T>
Status run_decode(BytesView message, T& value, const DecodeOptions& options) {
  return guarded([&] {
    Decoder decoder(message, options.limits, message.size());
    const Cursor cur = decode_value(value, message.data(), decoder);
    if (cur == decoder.end && !decoder.failed()) [[likely]] {
      return Status();
    }
    return finish_decode(decoder, cur, message);
  });
}

}  // namespace detail
}  // namespace fastser::msgpack
