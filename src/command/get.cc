// SPDX-License-Identifier: MIT
//
// fastser get: one value, by its path.
#include <string>

#include "command/command.hpp"
#include "command/input.hpp"
#include "convert/document/builder.hpp"
#include "convert/document/replay.hpp"
#include "convert/json/writer.hpp"
#include "convert/read.hpp"

namespace fastser::command {
namespace {

using convert::Document;
using convert::JsonOptions;
using convert::NodeKind;

Result<std::string> text_of(const Document& value, const Arguments& arguments,
                            std::size_t most_text) {
  const convert::Node& root = value.nodes[0];
  const bool is_content = root.kind == NodeKind::kString || root.kind == NodeKind::kData;
  if (arguments.has("--raw") && is_content) return std::string(value.text(root.bits));
  convert::JsonWriter writer({.pretty = arguments.has("--pretty"),
                              .replace = true,
                              .keys = convert::JsonWriting::Keys::kText,
                              .not_finite = JsonOptions::NotFinite::kNull,
                              .max_bytes = most_text});
  if (!convert::replay(value, writer)) return writer.why;
  return writer.take();
}

}  // namespace

int run_get(const std::vector<std::string>& words) {
  Arguments arguments(words, "get");
  Input input;
  std::uint64_t most_text = 0;
  if (arguments.error().empty()) arguments.number("--max-text", SIZE_MAX, most_text);
  if (const std::string wrong = input.read_options(arguments); !wrong.empty()) {
    return usage_error("get", wrong);
  }
  if (arguments.files().size() != 2) {
    return usage_error("get",
                       "give one file and a path, such as users[3].name, or . for the whole value");
  }
  const std::string& file = arguments.files()[0];
  const std::string& path_text = arguments.files()[1];
  const Result<convert::Path> path = convert::parse_path(path_text);
  if (!path.ok()) {
    return usage_error("get", "the path " + path_text + ", character " +
                                  std::to_string(path.status().offset() + 1) + ": " +
                                  std::string(path.status().message()));
  }
  if (Status status = input.load(file, arguments); !status.ok()) return input.complain(status);
  convert::ConvertOptions options = input.options();
  options.unsayable = convert::ConvertOptions::Unsayable::kReplace;
  Document value;
  convert::DocumentBuilder builder(value, kMaxDepth,
                                   options.limits.memory_for(input.bytes().size()));
  const Status told = convert::tell_at(input.bytes(), input.format(), *path, options, builder);
  if (told.code() == Code::kUsage) {
    complain(file, "there is no value at " + path_text +
                       "; 'fastser inspect --contents' shows which paths there are");
    return kExitBadInput;
  }
  if (!told.ok()) return input.complain(told);
  const Result<std::string> text = text_of(
      value, arguments, most_text != 0 ? static_cast<std::size_t>(most_text) : input.text_limit());
  if (!text.ok()) return input.complain(text.status());
  const bool bare = arguments.has("--raw") && value.nodes[0].kind == NodeKind::kData;
  return print(bare ? *text : *text + '\n');
}

}  // namespace fastser::command
