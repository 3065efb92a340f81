// SPDX-License-Identifier: MIT
//
// Around one encode or decode: the options, the root, failures into a Status.
#pragma once

#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/flexbuffers/codec/core.hpp"

namespace fastser::flexbuffers::detail {

/// What a new Buffer is made for: a value without long texts or many elements.
inline constexpr std::size_t kFirstRoom = 256;

template <typename T>
Status run_encode(Encoder& encoder, const T& value, const EncodeOptions& options,
                  std::size_t& written) {
  return guarded([&] {
    encoder.share_strings = options.share_strings;
    encoder.expansions = options.expanded_objects;
    encoder.limit_depth(options.depth);
    encoder.expect(kFirstRoom);
    return encoder.finish(encode_value(value, encoder), written);
  });
}

/// The root of the message; a failed Status of the decoder's where there is none.
[[nodiscard]] bool find_root(Decoder& decoder, Raw& root) noexcept;

template <typename T>
Status run_decode(BytesView message, T& value, const DecodeOptions& options) {
  return guarded([&] {
    Decoder decoder(message, options.limits);
    Raw root;
    if (find_root(decoder, root) && decode_value(value, root, decoder)) [[likely]] {
      return Status();
    }
    return decoder.status();
  });
}

}  // namespace fastser::flexbuffers::detail
