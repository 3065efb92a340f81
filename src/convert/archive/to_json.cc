// SPDX-License-Identifier: MIT
//
// archive_to_json: an archive told to a JsonWriter.
#include <exception>

#include "convert/archive/reader.hpp"
#include "convert/json/writer.hpp"
#include "fastser/json.hpp"

namespace fastser::convert {

Result<std::string> archive_to_json(InputBytes archive, const JsonOptions& options) try {
  constexpr Limits kText = {.memory_factor = 64, .memory_base = std::size_t{1} << 20};
  JsonWriter writer(
      {.pretty = options.pretty,
       .replace = true,
       .keys = JsonWriting::Keys::kPairs,
       .not_finite = options.not_finite,
       .max_bytes = options.max_bytes != 0 ? options.max_bytes : kText.memory_for(archive.size())});
  const ArchiveReading reading{.shared = options.shared, .limits = options.limits};
  if (Status status = read_archive(archive, reading, writer); !status.ok()) return status;
  return writer.take();
} catch (const std::exception&) {  // bad_alloc, or a container asked for more than it can hold
  return Status(Code::kNoMemory, "no memory for the JSON text");
}

}  // namespace fastser::convert
