// SPDX-License-Identifier: MIT
#include "command/set_value.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/as_text.hpp"
#include "command/files.hpp"
#include "command/formats.hpp"
#include "convert/document/builder.hpp"
#include "convert/json/reader.hpp"
#include "convert/json/text.hpp"
#include "convert/read.hpp"
#include "fastser/internal/wire/utf8.hpp"

namespace fastser::command {
namespace {

using convert::Document;

// The options that say what VALUE is; without one it is JSON, or a file of any format.
constexpr std::string_view kKinds[] = {"--string", "--date", "--data"};

Status put_text(std::string_view text, Document& value) {
  convert::DocumentBuilder builder(value, kMaxDepth);
  if (!wire::is_utf8(text)) return Status(Code::kUsage, "not UTF-8");
  return builder.text(text) ? Status() : builder.why;
}

Status put_data(BytesView bytes, Document& value) {
  convert::DocumentBuilder builder(value, kMaxDepth);
  return builder.data(bytes) ? Status() : builder.why;
}

Status read_word(const std::string& word, std::string_view kind, Document& value) {
  if (kind.empty()) return convert::parse_json(word, kMaxDepth, false, value);
  if (kind == "--string") return put_text(word, value);
  if (kind == "--date") {
    convert::DocumentBuilder builder(value, kMaxDepth);
    std::int64_t seconds = 0;
    std::uint32_t nanoseconds = 0;
    if (!convert::parse_date(word, seconds, nanoseconds)) {
      return Status(Code::kUsage, "no date and time of UTC like 2014-08-31T00:29:15Z");
    }
    return builder.moment(seconds, nanoseconds) ? Status() : builder.why;
  }
  std::vector<std::uint8_t> bytes;
  if (!convert::parse_base64(word, bytes)) return Status(Code::kUsage, "not in base64");
  return put_data(std::as_bytes(std::span(bytes)), value);
}

// Why the word is no value.
std::string wrong_word(const Status& status) {
  const std::string_view said = status.message();
  if (status.code() == Code::kUsage) return "VALUE is " + std::string(said);  // as text, too
  std::string out = said.starts_with("not JSON") ? "VALUE is " : "VALUE: ";
  return out.append(said).append("; --string takes it as text, without quotation marks");
}

// The value in a file of any format that needs no schema.
Status read_any(const std::string& file, const Input& input, SetValue& value) {
  Taken taken;
  FASTSER_TRY(take_format(file, value.bytes, std::nullopt, false, false, taken));
  if (taken.format == convert::Format::flatbuffers) {
    return Status(Code::kUsage, "the value of a FlatBuffer cannot be read here: convert it first");
  }
  convert::ConvertOptions options;
  options.limits = input.options().limits;
  options.classes = input.options().classes;
  BytesView bytes = value.bytes;
  convert::Format format = taken.format;
  Status status = convert::import(bytes, format, options, value.archive);
  if (status.ok()) {
    status =
        convert::read_document(bytes, format, convert::Format::msgpack, options, value.document);
  }
  return explained(std::move(status), taken, value.bytes);
}

int read_contents(const std::string& file, std::string_view kind, const Input& input,
                  SetValue& value) {
  Result<Buffer> bytes = read_file(file, input.most());
  if (!bytes.ok()) return report(file, bytes.status());
  value.bytes = std::move(*bytes);
  const Status status = kind == "--data"     ? put_data(value.bytes, value.document)
                        : kind == "--string" ? put_text(as_text(value.bytes), value.document)
                                             : read_any(file, input, value);
  return status.ok() ? kExitOk : report(file, status);
}

}  // namespace

int read_set_value(const Arguments& arguments, const std::string& word, const Input& input,
                   SetValue& value) {
  std::string_view kind;
  for (const std::string_view one : kKinds) {
    if (!arguments.has(one)) continue;
    if (!kind.empty()) {
      return usage_error("set", std::string(kind).append(" and ").append(one) +
                                    " together: VALUE is one of the two");
    }
    kind = one;
  }
  if (arguments.has("--file")) {
    if (kind == "--date") return usage_error("set", "a date is not read from a file");
    return read_contents(word, kind, input, value);
  }
  const Status read = read_word(word, kind, value.document);
  return read.ok() ? kExitOk : usage_error("set", wrong_word(read));
}

}  // namespace fastser::command
