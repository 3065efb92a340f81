// SPDX-License-Identifier: MIT
#include "convert/annotate/annotate.hpp"

#include "convert/annotate/archive.hpp"
#include "convert/annotate/flat.hpp"
#include "convert/annotate/regions.hpp"
#include "convert/flat/reader.hpp"
#include "convert/read.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/flat/declarations.hpp"

namespace fastser::convert {
namespace {

Status find_flat(BytesView input, const AnnotateOptions& options, Regions& regions) {
  if (options.schema.empty()) return Status(Code::kUsage, "FlatBuffers are read with their schema");
  const Result<flat::Declarations> schema = schema_of(options.schema, options.root_type);
  if (!schema.ok()) return of_schema(schema.status());
  if (!options.size_prefixed) return annotate_flat(input, 0, *schema, options, regions);
  FASTSER_TRY(take_size_prefix(input));
  regions.add(0, kSizePrefix, {}, "size of the FlatBuffer " + std::to_string(input.size()));
  return behind_size_prefix(annotate_flat(input, kSizePrefix, *schema, options, regions));
}

Status find(BytesView input, Format format, const AnnotateOptions& options, Regions& regions) {
  if (format == Format::archive) return annotate_archive(input, options, regions);
  if (format == Format::flatbuffers) return find_flat(input, options, regions);
  return Status(Code::kUsage, "the bytes of archives and of FlatBuffers can be shown, no others");
}

}  // namespace

Status annotate(BytesView input, Format format, const AnnotateOptions& options, std::string& out) {
  return guarded([&]() -> Status {
    Regions regions(options.all);
    out.clear();
    Status status = find(input, format, options, regions);
    if (regions.memory() != 0) out = regions.text(input);
    return status;
  });
}

}  // namespace fastser::convert
