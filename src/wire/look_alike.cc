// SPDX-License-Identifier: MIT
//
// Only a hint: convert::detect_format, which looks at all the bytes, is of a layer above this one.
#include "wire/look_alike.hpp"

#include <cstdint>

#include "base/as_text.hpp"
#include "fastser/internal/wire/endian.hpp"

namespace fastser::wire {
namespace {

using std::string_view_literals::operator""sv;

bool is_one_of(char c, std::string_view all) { return all.find(c) != std::string_view::npos; }

bool looks_like_json(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF"sv)) text.remove_prefix(3);
  const std::size_t start = text.find_first_not_of(" \t\r\n"sv);
  return start != std::string_view::npos && is_one_of(text[start], "{[\""sv);
}

// A map or an array as the root.
bool looks_like_msgpack(std::string_view text) {
  if (text.size() < 2) return false;
  const auto first = static_cast<std::uint8_t>(text.front());
  return (first >= 0x80 && first <= 0x9F) || (first >= 0xDC && first <= 0xDF);
}

// The root's distance leads to a table, and that table's to a vtable of an even size.
bool looks_like_flatbuffer(BytesView bytes) {
  if (bytes.size() < 12) return false;
  const std::size_t last = bytes.size() - 4;
  const std::size_t root = wire::load_le<std::uint32_t>(bytes.data());
  if (root < 4 || root > last || root % 4 != 0) return false;
  const auto distance = static_cast<std::int32_t>(wire::load_le<std::uint32_t>(&bytes[root]));
  const std::int64_t vtable = static_cast<std::int64_t>(root) - distance;
  if (vtable < 4 || vtable > static_cast<std::int64_t>(last)) return false;
  const auto size = wire::load_le<std::uint16_t>(&bytes[static_cast<std::size_t>(vtable)]);
  return size >= 4 && size % 2 == 0;
}

// The last bytes are the type of a map or a vector, and the width of its distance.
bool looks_like_flexbuffer(std::string_view text) {
  if (text.size() < 4) return false;
  const auto type = static_cast<std::uint8_t>(text[text.size() - 2]) >> 2U;
  return is_one_of(text.back(), "\1\2\4\10"sv) && (type == 9 || type == 10);
}

}  // namespace

LooksLike looks_like(BytesView bytes) noexcept {
  const std::string_view text = as_text(bytes);
  if (text.starts_with("FSR"sv)) return LooksLike::kArchive;
  if (looks_like_json(text)) return LooksLike::kJson;
  if (text.starts_with("bplist"sv) || text.starts_with("<?xml"sv) || text.starts_with("<plist"sv)) {
    return LooksLike::kPropertyList;
  }
  if (text.starts_with("\x1F\x8B"sv) || text.starts_with("\x28\xB5\x2F\xFD"sv)) {
    return LooksLike::kCompressed;
  }
  if (looks_like_flatbuffer(bytes)) return LooksLike::kFlatBuffer;
  if (looks_like_msgpack(text)) return LooksLike::kMsgpack;
  if (looks_like_flexbuffer(text)) return LooksLike::kFlexBuffer;
  return LooksLike::kNothing;
}

std::string_view looks_like_said(LooksLike what) noexcept {
  switch (what) {
    case LooksLike::kNothing: break;
    case LooksLike::kArchive: return "this looks like an archive; archive::decode reads that";
    case LooksLike::kJson:
      return "this looks like JSON text; convert::convert, or the command 'fastser convert', "
             "converts that";
    case LooksLike::kPropertyList:
      return "this looks like a property list; convert::convert, or the command 'fastser "
             "convert', converts that";
    case LooksLike::kCompressed: return "this is compressed, by gzip or zstd; decompress it first";
    case LooksLike::kFlatBuffer: return "this looks like a FlatBuffer; flat::decode reads that";
    case LooksLike::kMsgpack: return "this looks like MessagePack; msgpack::decode reads that";
    case LooksLike::kFlexBuffer:
      return "this looks like a FlexBuffer; flexbuffers::decode reads that";
  }
  return {};
}

}  // namespace fastser::wire
