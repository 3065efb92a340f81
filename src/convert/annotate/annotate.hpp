// SPDX-License-Identifier: MIT
//
// What each byte of a file is, for people who write readers or look for a fault.
#pragma once

#include <string>

#include "fastser/buffer.hpp"
#include "fastser/convert.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

struct AnnotateOptions {
  /// Every element of long lists of numbers, and every byte of long texts.
  bool all = false;
  BytesView schema{};            ///< of FlatBuffers
  bool size_prefixed = false;    ///< see ConvertOptions::size_prefixed
  std::string_view root_type{};  ///< see ConvertOptions::root_type
  Limits limits = ConvertOptions{}.limits;
};

/// Replaces `out` by lines: the offset, the bytes, and what they are. Of archives with a table and
/// of FlatBuffers. If the input has an error, `out` has what was found before it. Errors: those of
/// the input; kUsage: another format, an archive without a table, no schema. Cost: sorting what is
/// found; memory for the text, which is in proportion to the input and within the limits.
[[nodiscard]] Status annotate(BytesView input, Format format, const AnnotateOptions& options,
                              std::string& out);

}  // namespace fastser::convert
