// SPDX-License-Identifier: MIT
#include "command/formats.hpp"

#include "fastser/archive/envelope.hpp"

namespace fastser::command {

using convert::Format;

std::optional<Format> format_named(std::string_view name) {
  for (const Format format :
       {Format::archive, Format::msgpack, Format::json, Format::flexbuffers, Format::flatbuffers}) {
    if (name == convert::format_name(format)) return format;
  }
  return std::nullopt;
}

std::optional<Format> format_of_extension(std::string_view file) {
  const std::size_t dot = file.find_last_of("./\\");
  if (dot == std::string_view::npos || file[dot] != '.') return std::nullopt;
  std::string extension(file.substr(dot + 1));
  for (char& c : extension) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (extension == "json") return Format::json;
  if (extension == "fsr") return Format::archive;
  if (extension == "msgpack" || extension == "mp" || extension == "mpk") return Format::msgpack;
  if (extension == "flexbuffers" || extension == "flexbuf" || extension == "flx") {
    return Format::flexbuffers;
  }
  if (extension == "fb" || extension == "flatbuf" || extension == "fbin") {
    return Format::flatbuffers;
  }
  return std::nullopt;
}

Format format_of(std::string_view file, BytesView contents) {
  if (archive::has_envelope(contents)) return Format::archive;
  if (const auto format = format_of_extension(file)) return *format;
  if (const auto format = convert::detect_format(contents)) return *format;
  constexpr std::byte kNoText{0x80};
  return !contents.empty() && contents[0] >= kNoText ? Format::msgpack : Format::json;
}

}  // namespace fastser::command
