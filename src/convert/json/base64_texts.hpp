// SPDX-License-Identifier: MIT
//
// Data and extensions as texts that say so in front, as msgpack-tools has them with -b:
// "base64:AQI=", "ext:5:base64:AQI=". A timestamp is the extension -1, as in MessagePack. Both
// sinks stand in front of another one. Keys stay as they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "convert/document/sink.hpp"

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
class FromBase64Texts final : public Sink {
 public:
  explicit FromBase64Texts(Sink& next) : next_(next) {}

  bool null() override { return passed(at().null()); }
  bool boolean(bool value) override { return passed(at().boolean(value)); }
  bool integer(std::uint64_t bits, bool negative) override {
    return passed(at().integer(bits, negative));
  }
  bool f32(std::uint32_t bits) override { return passed(at().f32(bits)); }
  bool f64(std::uint64_t bits) override { return passed(at().f64(bits)); }
  bool real(double value) override { return passed(at().real(value)); }
  bool inexact(double value) override { return passed(at().inexact(value)); }
  bool text(std::string_view text) override;
  bool data(BytesView data) override { return passed(at().data(data)); }
  bool moment(std::int64_t seconds, std::uint32_t nanoseconds) override {
    return passed(at().moment(seconds, nanoseconds));
  }
  bool ext(std::int8_t type, BytesView data) override { return passed(at().ext(type, data)); }
  bool begin_list(std::uint64_t count) override { return passed(at().begin_list(count)); }
  bool end_list() override { return passed(at().end_list()); }
  bool begin_object(std::uint64_t count, bool distinct) override {
    return passed(at().begin_object(count, distinct));
  }
  bool key(std::string_view text) override { return passed(at().key(text)); }
  bool end_object() override { return passed(at().end_object()); }
  bool begin_map(std::uint64_t count) override { return passed(at().begin_map(count)); }
  bool end_map() override { return passed(at().end_map()); }
  bool passes_by() override { return next_.passes_by(); }
  bool charge(std::size_t bytes) override { return passed(at().charge(bytes)); }

 private:
  Sink& at() {
    next_.position = position;
    return next_;
  }
  bool passed(bool go_on) {
    if (go_on) return true;
    why = next_.why;
    position = next_.position;
    return false;
  }
  bool timestamp(BytesView bytes);

  Sink& next_;
  std::vector<std::uint8_t> bytes_;
  std::string digits_;  // without the line ends
};

}  // namespace fastser::convert
