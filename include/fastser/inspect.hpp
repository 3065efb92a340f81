// SPDX-License-Identifier: MIT
//
// What is in some bytes, as text for people: what the command `fastser inspect` prints. For any
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
  /// Of each list and map, as many elements are shown; 0: all.
  std::uint64_t max_elements = 20;
  std::uint64_t max_depth = 0;  ///< levels of values that are shown; 0: all
  /// Only the value at this path is shown, without header and types: `homes[1].city`, or a JSON
  /// Pointer, which starts with a slash. An archive's object is gone into where its body stands.
  /// Empty: the whole.
  std::string_view path{};
  bool values = true;
  /// In place of all else a table of contents: the paths that there are, down to max_depth (0: 3),
  /// how many values each has, and of JSON and MessagePack how many bytes. JSON has one, too.
  bool contents = false;
  bool statistics = false;  ///< of archives: where their bytes are, and what sharing saved
  BytesView schema{};       ///< of FlatBuffers: their binary schema (.bfbs)
  bool enum_names = false;  ///< of FlatBuffers: enums and the types of unions by name
  std::span<const ClassValues> classes{};  ///< as ConvertOptions has them
  Limits limits = ConvertOptions{}.limits;
};

/// Makes `out` the header, the types and the values of `input`, a line each, UTF-8; control
/// characters in names and texts are escaped. What could be read of an archive before an error is
/// shown all the same. Errors: those of the input; kUsage for JSON, which is such text already, for
/// what is no path, and where there is no value at the path.
/// Thread rule: pure. Cost: a pass; memory for the text, which is in proportion to the input.
[[nodiscard]] Status inspect(InputBytes input, Format format, std::string& out,
                             const InspectOptions& options = {});

}  // namespace fastser::convert
