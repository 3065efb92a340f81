// SPDX-License-Identifier: MIT
//
// fastser convert.
#include "command/command.hpp"
#include "command/files.hpp"
#include "fastser/archive/envelope.hpp"
#include "fastser/convert/json.hpp"

namespace fastser::command {
namespace {

Result<Buffer> to_json(BytesView archive, const Arguments& arguments, std::uint64_t most_text) {
  convert::JsonOptions options;
  options.max_bytes = static_cast<std::size_t>(most_text);
  options.pretty = arguments.has("--pretty");
  if (arguments.has("--nan-as-null")) {
    options.not_finite = convert::JsonOptions::NotFinite::kNull;
  }
  if (arguments.has("--no-shared")) options.shared = convert::JsonOptions::Shared::kRefuse;
  const Result<std::string> text = convert::archive_to_json(archive, options);
  if (!text.ok()) return text.status();
  Buffer out;
  const std::string& json = *text;
  if (!out.append(std::as_bytes(std::span(json))) ||
      !out.append(std::as_bytes(std::span("\n", 1)))) {
    return Status(Code::kNoMemory, "no memory for the JSON text");
  }
  return out;
}

}  // namespace

int run_convert(const std::vector<std::string>& words) {
  Arguments arguments(words, {{"--to", true},
                              {"--pretty"},
                              {"--nan-as-null"},
                              {"--no-shared"},
                              {"--no-checksum"},
                              {"--user-version", true},
                              {"--max-text", true},
                              {"--max-bytes", true}});
  std::uint64_t most = kDefaultMaxFile;
  std::uint64_t most_text = 0;
  std::uint64_t version = 0;
  if (arguments.error().empty()) arguments.number("--max-bytes", UINT64_MAX, most);
  if (arguments.error().empty()) arguments.number("--user-version", UINT32_MAX, version);
  if (arguments.error().empty()) arguments.number("--max-text", SIZE_MAX, most_text);
  if (!arguments.error().empty()) return usage_error("convert", arguments.error());
  if (arguments.files().size() != 2) return usage_error("convert", "give one input and one output");
  const std::string to = arguments.value("--to");
  if (!to.empty() && to != "json" && to != "archive") {
    return usage_error("convert", "--to is json or archive");
  }
  const std::string& in = arguments.files()[0];
  const std::string& out = arguments.files()[1];

  Result<Buffer> converted = Status();
  {
    Progress progress;
    progress.show("reading " + in);
    const Result<Buffer> bytes = read_file(in, most);
    if (!bytes.ok()) {
      progress.show({});  // the message gets a line of its own
      return report(in, bytes.status());
    }
    const bool is_archive = archive::has_envelope(*bytes);
    if (!to.empty() && (to == "json") != is_archive) {
      progress.show({});
      complain(in, is_archive ? "is an archive already" : "is not an archive");
      return kExitBadInput;
    }
    progress.show("converting " + in);
    if (is_archive) {
      converted = to_json(*bytes, arguments, most_text);
    } else {
      const auto* text = reinterpret_cast<const char*>(bytes->data());
      converted = convert::json_to_archive({text, bytes->size()},
                                           {.checksum = !arguments.has("--no-checksum"),
                                            .share_objects = !arguments.has("--no-shared"),
                                            .user_version = static_cast<std::uint32_t>(version)});
    }
  }
  if (!converted.ok()) return report(in, converted.status());
  const Status written = write_file(out, *converted);
  return written.ok() ? kExitOk : report(out == "-" ? "standard output" : out, written);
}

}  // namespace fastser::command
