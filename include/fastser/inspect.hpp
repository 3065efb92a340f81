// SPDX-License-Identifier: MIT
//
// The contents of bytes as text for people, as the command `fastser inspect` prints them. For any
// format, without the program's types.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstdint>
#include <string>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/convert.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

struct InspectOptions {
  /// How many elements of each list and map are shown; 0: all.
  std::uint64_t max_elements = 20;
  std::uint64_t max_depth = 0;  ///< how many levels of values are shown; 0: all
  /// Shows only the value at this path, without header and types: `homes[1].city`, or a JSON
  /// Pointer, which starts with a slash. A path may lead through an archive's object only at the
  /// place where its fields are written, not at a reference to it. Empty: everything.
  std::string_view path{};
  bool values = true;  ///< for archives: false shows only header and types (and statistics)
  /// Shows only a table of contents: all paths down to max_depth (0: 3) and how many values each
  /// has; for JSON and MessagePack also how many bytes. This works for JSON, too.
  bool contents = false;
  bool statistics = false;      ///< for archives: what takes how many bytes, and what sharing saved
  BytesView schema{};           ///< for FlatBuffers: their binary schema (.bfbs)
  bool enum_names = false;      ///< for FlatBuffers: enums and types of unions by name
  bool size_prefixed = false;   ///< see ConvertOptions::size_prefixed
  bool any_identifier = false;  ///< see ConvertOptions::any_identifier
  std::string_view root_type{};            ///< see ConvertOptions::root_type
  bool lax_json = false;                   ///< see ConvertOptions::lax_json
  std::span<const ClassValues> classes{};  ///< see ConvertOptions::classes
  Limits limits = ConvertOptions{}.limits;
  /// See ConvertOptions::progress. Archives are shown without a call.
  void (*progress)(void* context, double share) = nullptr;
  void* progress_context = nullptr;
};

/// Replaces `out` by the header, the types and the values of `input`, one per line, as UTF-8.
/// Control characters in names and texts are escaped. If an archive has an error, `out` has
/// everything before it. Errors: those of the input; kUsage for JSON (which is text already, except
/// for `contents`), for a wrong path, and if there is no value at the path. Thread rule: pure.
/// Cost: one pass; memory for the text, which is in proportion to the input.
[[nodiscard]] Status inspect(InputBytes input, Format format, std::string& out,
                             const InspectOptions& options = {});

}  // namespace fastser::convert
