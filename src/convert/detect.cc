// SPDX-License-Identifier: MIT
//
// Which format bytes are in. An archive says so. JSON text starts with a byte below 0x80, where a
// MessagePack message of more than one byte cannot: those bytes are whole integers. (A byte order
// mark, EF BB BF, is in MessagePack an integer with bytes behind it.)
#include <algorithm>
#include <string_view>

#include "fastser/archive/envelope.hpp"
#include "fastser/convert/convert.hpp"
#include "fastser/msgpack/decoder.hpp"

namespace fastser::convert {
namespace {

bool looks_like_json(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  constexpr std::string_view kBlanks = " \t\r\n";
  // Blanks alone may be a message of one byte.
  const std::size_t first = std::min(text.find_first_not_of(kBlanks), text.size());
  if (first == text.size()) return false;
  constexpr std::string_view kStarts = "{[\"-0123456789tfn";
  if (kStarts.find(text[first]) == std::string_view::npos) return false;
  return text.size() > 1 || (text[0] >= '0' && text[0] <= '9');
}

}  // namespace

std::optional<Format> detect_format(BytesView bytes) noexcept {
  if (archive::has_envelope(bytes)) return Format::archive;
  if (bytes.empty()) return std::nullopt;
  if (looks_like_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()})) {
    return Format::json;
  }
  msgpack::Decoder decoder(bytes, Limits{}, bytes.size());
  if (decoder.skip(bytes.data()) != decoder.end) return std::nullopt;
  return Format::msgpack;
}

}  // namespace fastser::convert
