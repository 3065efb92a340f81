// SPDX-License-Identifier: MIT
//
// fastser verify.
#include "fastser/verify.hpp"

#include <algorithm>
#include <utility>

#include "command/command.hpp"
#include "command/files.hpp"
#include "command/formats.hpp"
#include "command/input.hpp"
#include "command/progress.hpp"
#include "command/schemas.hpp"
#include "convert/read.hpp"

namespace fastser::command {
namespace {

Status verify(const std::string& file, BytesView bytes, convert::Format format,
              const Arguments& arguments, std::uint64_t most, Progress& progress) {
  convert::ConvertOptions options;
  options.limits.depth = kMaxDepth;
  options.limits.memory_base = std::max(options.limits.memory_base, kLeastMemory);
  options.lax_json = arguments.has("--lax");
  follow_reading(options, progress);
  const convert::Progress reading(options);
  switch (format) {
    case convert::Format::json:
    case convert::Format::json_lines:
    case convert::Format::msgpack:
    case convert::Format::msgpack_stream:
    case convert::Format::flexbuffers:
      return convert::check_message(bytes, format, options, reading);
    case convert::Format::flatbuffers: {
      std::string named;
      const Result<Buffer> schema = read_schema(file, arguments.value("--schema"), most, named,
                                                arguments.values("--include"));
      if (!schema.ok()) return Status(schema.status()).with_path(std::move(named));
      options.schema = schema->view();
      const std::string root_type = arguments.value("--root-type");
      options.root_type = root_type;
      options.size_prefixed = arguments.has("--size-prefixed");
      options.any_identifier = arguments.has("--any-identifier");
      return convert::check_message(bytes, format, options, reading);
    }
    case convert::Format::keyed_archive:
    case convert::Format::binary_plist:
    case convert::Format::typedstream:
    case convert::Format::gnustep_archive:
    case convert::Format::keyless_archive:
    case convert::Format::xml_plist:
    case convert::Format::openstep_plist: {
      const std::string words = arguments.value("--classes");
      const auto classes = classes_named(words);
      return convert::check_imported(bytes, format, *classes, options.limits);
    }
    default:
      return archive::verify(bytes,
                             {.limits = {.depth = kMaxDepth}, .utf8 = arguments.has("--utf8")});
  }
}

// `which`: "2 of 3". `is_flat`: set for FlatBuffers.
Status verify_file(const std::string& file, const Arguments& arguments, std::uint64_t most,
                   const std::string& which, bool& is_flat) {
  Progress progress;
  const Result<Buffer> bytes = read_file(file, most, &progress);
  if (!bytes.ok()) return bytes.status();
  Taken taken;
  FASTSER_TRY(take_format(file, *bytes, format_named(arguments.value("--from")),
                          arguments.has("--schema"), arguments.has("--lax"), taken));
  if (taken.format == convert::Format::flatbuffers) is_flat = true;
  progress.show("verifying " + which + ": " + shown_name(file), bytes->size());
  return explained(verify(file, *bytes, taken.format, arguments, most, progress), taken, *bytes);
}

}  // namespace

int run_verify(const std::vector<std::string>& words) {
  Arguments arguments(words, "verify");
  std::uint64_t most = kDefaultMaxFile;
  if (arguments.error().empty()) arguments.number("--max-bytes", UINT64_MAX, most);
  if (!arguments.error().empty()) return usage_error("verify", arguments.error());
  if (arguments.has("--from") && !format_named(arguments.value("--from"))) {
    return usage_error("verify", "--from" + formats_said(kInputNames));
  }
  if (!classes_named(arguments.value("--classes"))) return usage_error("verify", kClassesSaid);
  if (arguments.files().empty()) return usage_error("verify", "give at least one file");
  int exit = kExitOk;
  std::size_t done = 0;
  bool any_is_flat = false;
  for (const std::string& file : arguments.files()) {
    const std::string which =
        std::to_string(++done) + " of " + std::to_string(arguments.files().size());
    Status status = verify_file(file, arguments, most, which, any_is_flat);
    if (!status.ok()) {
      exit = std::max(exit, report(file, status));
    } else if (!arguments.has("--quiet")) {
      exit = std::max(exit, print(one_line(shown_name(file)) + ": ok\n"));
    }
  }
  if (exit == kExitOk && arguments.has("--schema") && !any_is_flat) {
    return usage_error("verify", "--schema is for FlatBuffers, and none of the files is one");
  }
  return exit;
}

}  // namespace fastser::command
