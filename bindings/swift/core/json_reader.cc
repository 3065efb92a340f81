// SPDX-License-Identifier: MIT
//
// In the place of src/convert/json/reader.cc where there is no parser to build on: the Swift
// package downloads nothing. JSON is written, and not read.
#include "convert/json/reader.hpp"

namespace fastser::convert {

Status parse_json(std::string_view, std::uint32_t, bool, Document&) {
  return Status(Code::kUsage, "this build of libfastser reads no JSON: Foundation does");
}

}  // namespace fastser::convert
