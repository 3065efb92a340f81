// SPDX-License-Identifier: MIT
//
// The codecs that have golden vectors beside the archive's, with what each calls the same things,
// and the names of its vectors: those of golden_values.hpp, in each form that it writes.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "fastser/flat.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/msgpack.hpp"
#include "support/codec_calls.hpp"
#include "support/golden_values.hpp"

namespace fastser::testing::golden {

/// What they call alike.
template <typename Encode, typename Decode>
struct GoldenCodec {
  using EncodeOptions = Encode;
  static Result<Buffer> encode(const auto& value, const Encode& options) {
    return call_encode(value, options);
  }
  static Status decode_into(BytesView bytes, auto& value, const Limits& limits = {}) {
    return call_decode_into(bytes, value, Decode{.limits = limits});
  }
};

struct FlatCodec : GoldenCodec<flat::EncodeOptions, flat::DecodeOptions> {
  static constexpr std::string_view kFolder = "flat";
  template <typename T>
  static Status verify(BytesView bytes) {
    return flat::verify<T>(bytes);
  }
  /// Calls call(name, value, options) for each vector.
  template <typename Call>
  static void each_vector(Call&& call) {
    each_value([&](const char* name, const auto& value) { call(name, value, EncodeOptions{}); });
    call("texts_shared", make_shared_texts(), EncodeOptions{.share_texts = true});
    call("objects_expanded", make_shared_objects(), EncodeOptions{.share_objects = false});
    call("identifier", make_person(), EncodeOptions{.identifier = "PRSN"});
  }
};

struct FlexCodec : GoldenCodec<flexbuffers::EncodeOptions, flexbuffers::DecodeOptions> {
  static constexpr std::string_view kFolder = "flexbuffers";
  template <typename T>
  static Status verify(BytesView bytes) {
    return flexbuffers::verify(bytes);
  }
  template <typename Call>
  static void each_vector(Call&& call) {
    each_value([&](const char* name, const auto& value) { call(name, value, EncodeOptions{}); });
    call("texts_shared", make_shared_texts(), EncodeOptions{.share_strings = true});
  }
};

struct MsgpackCodec : GoldenCodec<msgpack::EncodeOptions, msgpack::DecodeOptions> {
  static constexpr std::string_view kFolder = "msgpack";
  template <typename T>
  static Status verify(BytesView bytes) {
    return msgpack::verify(bytes);
  }
  // Records as maps from names, as maps from numbers, as arrays.
  template <typename Call>
  static void each_vector(Call&& call) {
    each_value([&](const std::string& name, const auto& value) {
      call(name, value, EncodeOptions{.keys = msgpack::Keys::strings});
      if (!name.starts_with("root") && name != "maps" && name != "texts") {
        call(name + "_ids", value, EncodeOptions{.keys = msgpack::Keys::integers});
        call(name + "_array", value, EncodeOptions{.keys = msgpack::Keys::array});
      }
    });
  }
};

}  // namespace fastser::testing::golden
