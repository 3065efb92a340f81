// SPDX-License-Identifier: MIT
//
// json_to_archive: JSON text to a Document to an archive.
#include <algorithm>
#include <exception>

#include "convert/archive/writer.hpp"
#include "convert/json/reader.hpp"
#include "fastser/json.hpp"

namespace fastser::convert {

Result<Buffer> json_to_archive(std::string_view json, const JsonToArchiveOptions& options) try {
  Document document;
  const std::uint32_t depth = std::min(options.depth, kMaxDepth);
  if (Status status = parse_json(json, depth, options.round_integers, document); !status.ok())
    return status;
  return write_archive(document, options);
} catch (const std::exception&) {  // bad_alloc, or a container asked for more than it can hold
  return Status(Code::kNoMemory, "no memory to convert the JSON text");
}

}  // namespace fastser::convert
