// SPDX-License-Identifier: MIT
//
// What is in some bytes, as text for people: what the command `fastser inspect` prints. For any
// format, without the program's types.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstdint>
#include <string>

#include "fastser/buffer.hpp"
#include "fastser/convert.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

struct InspectOptions {
  /// Of each list and map, as many elements are shown; 0: all.
  std::uint64_t max_elements = 20;
  bool values = true;
  bool statistics = false;  ///< of archives: where their bytes are, and what sharing saved
  BytesView schema{};       ///< of FlatBuffers: their binary schema (.bfbs)
  std::span<const ClassValues> classes{};  ///< as ConvertOptions has them
  Limits limits = ConvertOptions{}.limits;
};

/// Makes `out` the header, the types and the values of `input`, a line each, UTF-8; control
/// characters in names and texts are escaped. What could be read of an archive before an error is
/// shown all the same. Errors: those of the input; kUsage for JSON, which is such text already.
/// Thread rule: pure. Cost: a pass; memory for the text, which is in proportion to the input.
[[nodiscard]] Status inspect(InputBytes input, Format format, std::string& out,
                             const InspectOptions& options = {});

}  // namespace fastser::convert
