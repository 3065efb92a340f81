// SPDX-License-Identifier: MIT
//
// What to do next: an error of the library says what is wrong; these say which option helps.
#pragma once

#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/convert.hpp"
#include "fastser/status.hpp"

namespace fastser::command {

/// What is said of a file without bytes.
inline constexpr std::string_view kEmptySaid = "the file is empty";

/// An error of converting `from` to `to` with `options`, with what can be done about it.
[[nodiscard]] Status with_hint(Status status, convert::Format from, convert::Format to,
                               const convert::ConvertOptions& options);

/// An error in a file of this format, with what can be done about it whatever the file is made
/// into: get it again where it is damaged, look whether it is its schema. What programs are told to
/// do is left out.
[[nodiscard]] Status with_remedy(Status status, convert::Format from);

/// An error in contents that were taken for `format` and cannot be that: what they look like, and
/// which options read it. Ok for others.
[[nodiscard]] Status in_other_format(const Status& status, convert::Format format,
                                     BytesView contents);

/// "a ZIP file": of files that fastser does not read, by their first bytes; empty for others.
[[nodiscard]] std::string_view name_of_other(std::string_view text);

/// An error for the bytes of a file that are no format of ours, but are known: compressed, UTF-16,
/// XML; none at all, where its name does not say a format that has no bytes for nothing. Ok for
/// others.
[[nodiscard]] Status refuse_foreign(std::string_view file, BytesView contents);

}  // namespace fastser::command
