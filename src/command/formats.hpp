// SPDX-License-Identifier: MIT
//
// Which format a file is in, or is to be in: what was asked for, its extension, its first bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fastser/base/buffer.hpp"
#include "fastser/convert/convert.hpp"

namespace fastser::command {

/// "json", "msgpack", "flexbuffers", "flatbuffers" or "archive".
[[nodiscard]] std::optional<convert::Format> format_named(std::string_view name);
/// .json; .msgpack, .mp, .mpk; .flexbuffers, .flexbuf, .flx; .fb, .flatbuf, .fbin; .fsr. Of any
/// case.
[[nodiscard]] std::optional<convert::Format> format_of_extension(std::string_view file);
/// Of a file with these contents: an archive says that it is one; else the extension, else the
/// bytes. Bytes that are nothing known are taken for what they start like, so that an error says
/// what is wrong with them.
[[nodiscard]] convert::Format format_of(std::string_view file, BytesView contents);

}  // namespace fastser::command
