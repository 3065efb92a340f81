// SPDX-License-Identifier: MIT
//
// Which format bytes are in. An archive says so. JSON text starts with a byte below 0x80, where a
// MessagePack message of more than one byte cannot: those bytes are whole integers. (A byte order
// mark, EF BB BF, is in MessagePack an integer with bytes behind it.)
//
// FlexBuffers say nothing about themselves but the type and width of a root, which three bytes of
// anything may look like. What writers make has the vector or map of the root right in front of the
// offset that leads there; with that and all of it sound it is no accident.
#include <algorithm>
#include <string_view>

#include "base/as_text.hpp"
#include "convert/cocoa/import.hpp"
#include "convert/plist/openstep_reader.hpp"
#include "convert/plist/xml_reader.hpp"
#include "fastser/convert.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/msgpack/decoder.hpp"

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

bool looks_like_flexbuffers(BytesView bytes) {
  constexpr std::size_t kMostPadding = 7;
  const flexbuffers::Source source(bytes);
  flexbuffers::Raw root;
  flexbuffers::Elements elements;
  if (!source.root(root) || source.elements(root, elements) != flexbuffers::Found::ok ||
      elements.count == 0) {
    return false;
  }
  const std::size_t start = source.offset_of(elements.data);
  const std::size_t types = elements.types != nullptr ? elements.count : 0;
  const std::size_t end = start + (elements.count << elements.step) + types;
  const std::size_t offset = source.offset_of(root.at);
  return end <= offset && offset - end <= kMostPadding && flexbuffers::verify(bytes).ok();
}

}  // namespace

std::optional<Format> detect_format(InputBytes bytes) noexcept {
  if (archive::has_envelope(bytes)) return Format::archive;
  if (bytes.empty()) return std::nullopt;
  if (const auto imported = cocoa::detect(bytes)) return imported;
  const std::string_view text = as_text(bytes);
  // A FlexBuffer may start like text, with that of a key, but ends in a byte that no text has.
  if (is_xml_plist(text)) {
    return looks_like_flexbuffers(bytes) ? Format::flexbuffers : Format::xml_plist;
  }
  if (looks_like_json(text)) {
    if (looks_like_flexbuffers(bytes)) return Format::flexbuffers;
    return is_openstep_plist(text) ? Format::openstep_plist : Format::json;
  }
  msgpack::Decoder decoder(bytes, Limits{}, bytes.size());
  if (decoder.skip(bytes.data()) == decoder.end) return Format::msgpack;
  if (looks_like_flexbuffers(bytes)) return Format::flexbuffers;
  if (is_openstep_plist(text)) return Format::openstep_plist;
  return std::nullopt;
}

}  // namespace fastser::convert
