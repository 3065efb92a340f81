// SPDX-License-Identifier: MIT
//
// What somebody gave instead of the format that was wanted.
#pragma once

#include <cstdint>
#include <string_view>

#include "fastser/buffer.hpp"

namespace fastser::wire {

enum class LooksLike : std::uint8_t {
  kNothing,
  kArchive,
  kJson,
  kPropertyList,
  kCompressed,
  kFlatBuffer,
  kMsgpack,
  kFlexBuffer,
};

/// Which format bytes look like, by the first ones and the last. Bytes that are in a format of ours
/// may look like another: who asks must know first that they are not in the format that was wanted.
/// Only errors come here.
[[nodiscard]] LooksLike looks_like(BytesView bytes) noexcept;

/// "this looks like MessagePack; msgpack::decode reads that": a static text. Empty for kNothing.
[[nodiscard]] std::string_view looks_like_said(LooksLike what) noexcept;

}  // namespace fastser::wire
