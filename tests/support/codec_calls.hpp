// SPDX-License-Identifier: MIT
//
// The functions of any codec: each is called by its plain name, and found in the namespace of the
// options that it is given. What codecs name alike can then be tested by one piece of code.
#pragma once

#include <cstddef>

#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace fastser::testing {

Result<Buffer> call_encode(const auto& value, const auto& options) {
  return encode(value, options);
}
Status call_encode_into(Buffer& out, const auto& value, const auto& options) {
  return encode_into(out, value, options);
}
/// Not every codec tells a size without writing.
template <typename T, typename Options>
concept HasEncodedSize = requires(const T& value, const Options& options) {
  encoded_size(value, options);
};
Result<std::size_t> call_encoded_size(const auto& value, const auto& options) {
  return encoded_size(value, options);
}
template <typename T>
Result<T> call_decode(BytesView bytes, const auto& options) {
  return decode<T>(bytes, options);
}
Status call_decode_into(BytesView bytes, auto& value, const auto& options) {
  return decode_into(bytes, value, options);
}

}  // namespace fastser::testing
