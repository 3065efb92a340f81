// SPDX-License-Identifier: MIT
#include "command/input.hpp"

#include <algorithm>
#include <utility>

#include "command/files.hpp"
#include "command/hints.hpp"
#include "command/progress.hpp"
#include "command/schemas.hpp"

namespace fastser::command {

std::string Input::read_options(Arguments& arguments) {
  most_ = kDefaultMaxFile;
  memory_ = kLeastMemory;
  if (arguments.error().empty()) arguments.number("--max-bytes", UINT64_MAX, most_);
  if (arguments.error().empty()) arguments.number("--max-memory", SIZE_MAX, memory_);
  if (!arguments.error().empty()) return arguments.error();
  if (arguments.has("--from") && !format_named(arguments.value("--from"))) {
    return "--from" + formats_said(kInputNames);
  }
  class_words_ = arguments.value("--classes");
  const auto classes = classes_named(class_words_);
  if (!classes) return std::string(kClassesSaid);
  classes_ = *classes;
  names_ = arguments.has("--names");
  size_prefixed_ = arguments.has("--size-prefixed");
  skip_missing_ = arguments.has("--no-defaults");
  lax_ = arguments.has("--lax");
  any_identifier_ = arguments.has("--any-identifier");
  root_type_ = arguments.value("--root-type");
  return {};
}

Status Input::load(const std::string& file, const Arguments& arguments) {
  file_ = file;
  about_ = file;
  Progress progress;
  Result<Buffer> bytes = read_file(file, most_, &progress);
  if (!bytes.ok()) return bytes.status();
  bytes_ = std::move(*bytes);
  FASTSER_TRY(take_format(file, bytes_, format_named(arguments.value("--from")),
                          arguments.has("--schema"), lax_, taken_));
  if (taken_.format != convert::Format::flatbuffers) {
    return arguments.has("--schema") && !is_one_of_several_ ? needs_no_schema(taken_.format)
                                                            : Status();
  }
  Result<Buffer> schema = read_schema(file, arguments.value("--schema"), most_, schema_file_,
                                      arguments.values("--include"));
  if (!schema.ok()) {
    about_ = schema_file_;
    return schema.status();
  }
  schema_ = std::move(*schema);
  return {};
}

int Input::complain(const Status& status) const {
  const bool io = status.code() == Code::kIo || status.code() == Code::kUsage;
  if (about_ != file_ || io) return report(about_, status);
  convert::ConvertOptions how = options();
  how.unsayable = convert::ConvertOptions::Unsayable::kReplace;  // they have no --replace
  return report(file_, explained(with_hint(status, taken_.format, convert::Format::json, how)));
}

Status Input::explained(Status status) const {
  return command::explained(std::move(status), taken_, bytes_);
}

convert::ConvertOptions Input::options() const {
  convert::ConvertOptions options;
  options.limits.depth = kMaxDepth;
  options.limits.memory_base =
      std::max(options.limits.memory_base, static_cast<std::size_t>(memory_));
  options.schema = schema_;
  options.enum_names = names_;
  options.size_prefixed = size_prefixed_;
  options.skip_missing = skip_missing_;
  options.lax_json = lax_;
  options.any_identifier = any_identifier_;
  options.root_type = root_type_;
  options.classes = classes_;
  return options;
}

std::size_t Input::text_limit() const {
  constexpr std::size_t kTimes = 64;
  const std::size_t size = bytes_.size();
  const std::size_t most = size > SIZE_MAX / kTimes ? SIZE_MAX : size * kTimes;
  return std::max(most, kLeastText);
}

}  // namespace fastser::command
