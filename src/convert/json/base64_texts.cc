// SPDX-License-Identifier: MIT
#include "convert/json/base64_texts.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <span>

#include "convert/json/text.hpp"
#include "fastser/internal/msgpack/codec/scalar.hpp"
#include "fastser/internal/msgpack/encoder.hpp"

namespace fastser::convert {
namespace {

constexpr std::string_view kExtPrefix = "ext:";

bool is_line_end(char c) { return c == '\r' || c == '\n'; }

}  // namespace

bool is_base64_text(std::string_view text) {
  return text.starts_with(kBase64Prefix) || text.starts_with(kExtPrefix);
}

std::string ext_prefix(std::int8_t type) {
  std::string out(kExtPrefix);
  return out.append(std::to_string(type)).append(":").append(kBase64Prefix);
}

std::vector<std::byte> timestamp_bytes(std::int64_t seconds, std::uint32_t nanoseconds) {
  std::byte message[msgpack::kMostTimestamp];
  std::byte* const end = msgpack::put_timestamp(message, {seconds, nanoseconds});
  const bool is_long = end == std::end(message);  // the size has a byte of its own
  return {message + (is_long ? 3 : 2), end};
}

bool FromBase64Texts::text(std::string_view text) {
  if (!is_base64_text(text)) return passed(at().text(text));
  int type = 0;
  const bool is_ext = text.starts_with(kExtPrefix);
  if (is_ext) {
    text.remove_prefix(kExtPrefix.size());
    const char* const end = text.data() + text.size();
    const std::from_chars_result number = std::from_chars(text.data(), end, type);
    text.remove_prefix(static_cast<std::size_t>(number.ptr - text.data()));
    const bool is_sound = number.ec == std::errc() && text.starts_with(':');
    if (!is_sound || !text.substr(1).starts_with(kBase64Prefix)) {
      return refuse(Code::kMalformed,
                    "a text that begins with ext: but is not ext:TYPE:base64:...");
    }
    if (type < INT8_MIN || type > INT8_MAX) {
      return refuse(Code::kMalformed, "an extension of a type outside of -128 to 127");
    }
    text.remove_prefix(1);
  }
  text.remove_prefix(kBase64Prefix.size());
  if (std::any_of(text.begin(), text.end(), is_line_end)) {
    digits_.clear();
    std::remove_copy_if(text.begin(), text.end(), std::back_inserter(digits_), is_line_end);
    text = digits_;
  }
  bytes_.clear();
  if (!parse_base64(text, bytes_)) {
    return refuse(Code::kMalformed, "a text that begins with base64: but is not base64");
  }
  const BytesView bytes = std::as_bytes(std::span(bytes_));
  if (!is_ext) return passed(at().data(bytes));
  if (type == msgpack::kTimestampType) return timestamp(bytes);
  return passed(at().ext(static_cast<std::int8_t>(type), bytes));
}

bool FromBase64Texts::timestamp(BytesView bytes) {
  constexpr std::size_t kMost = 12;
  if (bytes.size() > kMost) return refuse(Code::kMalformed, "a timestamp of an undefined size");
  std::vector<std::byte> message = {std::byte{msgpack::kExt8}, static_cast<std::byte>(bytes.size()),
                                    std::byte{0xFF}};
  message.insert(message.end(), bytes.begin(), bytes.end());
  msgpack::Decoder decoder(message, Limits{}, message.size());
  msgpack::Timestamp moment;
  if (msgpack::read_timestamp(decoder, message.data(), moment) == nullptr) {
    return refuse(Code::kMalformed, decoder.bare_status().message());
  }
  return passed(at().moment(moment.seconds, moment.nanoseconds));
}

}  // namespace fastser::convert
