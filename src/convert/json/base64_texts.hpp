// SPDX-License-Identifier: MIT
//
// Data and extensions as texts that say so in front, as msgpack-tools has them with -b:
// "base64:AQI=", "ext:5:base64:AQI=". A timestamp is the extension -1, as in MessagePack. Keys stay
// as they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "convert/document/forwarding_sink.hpp"

namespace fastser::convert {

/// Whether json2msgpack -b, and FromBase64Texts, take this text for one of them, sound or not.
[[nodiscard]] bool is_base64_text(std::string_view text);

/// What is put in front of the base64 text of an extension.
[[nodiscard]] std::string ext_prefix(std::int8_t type);
inline constexpr std::string_view kBase64Prefix = "base64:";
/// What the extension of a timestamp holds.
[[nodiscard]] std::vector<std::byte> timestamp_bytes(std::int64_t seconds,
                                                     std::uint32_t nanoseconds);

/// Turns such texts into what they stand for. One that is not sound is refused.
class FromBase64Texts final : public ForwardingSink<> {
 public:
  using ForwardingSink::ForwardingSink;

  bool text(std::string_view text) override;

 private:
  bool timestamp(BytesView bytes);

  std::vector<std::uint8_t> bytes_;
  std::string digits_;  // without the line ends
};

}  // namespace fastser::convert
