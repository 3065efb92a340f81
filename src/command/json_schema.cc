// SPDX-License-Identifier: MIT
//
// fastser convert FILE OUT --to json-schema.
#include "convert/json_schema/json_schema.hpp"

#include <span>
#include <string>
#include <string_view>

#include "command/command.hpp"
#include "command/files.hpp"
#include "command/input.hpp"
#include "command/outputs.hpp"
#include "command/schemas.hpp"
#include "fastser/internal/archive/envelope.hpp"

namespace fastser::command {
namespace {

constexpr std::string_view kExtension = ".schema.json";

bool is_schema(const std::string& file) { return is_schema_text(file) || file.ends_with(".bfbs"); }

Result<std::string> schema_of(const Input& input) {
  if (input.format() == convert::Format::flatbuffers) {
    return convert::json_schema_of_flat(input.schema(), kLeastText, input.options().root_type);
  }
  if (input.format() != convert::Format::archive) {
    std::string said =
        "JSON Schemas are made from archives and from schemas of FlatBuffers; this is ";
    return Status(Code::kTypeMismatch).with_detail(said.append(format_title(input.format())));
  }
  const Result<archive::Envelope> envelope = archive::open_envelope(input.bytes());
  if (!envelope.ok()) return envelope.status();
  const Result<schema::TypeTable> table = archive::table_of(*envelope);
  if (!table.ok()) return table.status();
  return convert::json_schema_of_type(*table, kLeastText);
}

}  // namespace

bool wants_json_schema(const Arguments& arguments) {
  if (arguments.has("--to")) return arguments.value("--to") == "json-schema";
  return arguments.files().size() == 2 && arguments.files()[1].ends_with(kExtension);
}

int write_json_schema(Arguments& arguments) {
  Input input;
  if (const std::string wrong = input.read_options(arguments); !wrong.empty()) {
    return usage_error("convert", wrong);
  }
  const std::string& in = arguments.files()[0];
  const std::string& out = arguments.files()[1];
  if (is_same_file(in, out)) {
    return usage_error("convert", "IN and OUT are the same file, " + in + ": give another OUT");
  }
  Result<std::string> text{std::in_place};
  if (is_schema(in)) {
    std::string named;
    const Result<Buffer> schema =
        read_schema({}, in, kDefaultMaxFile, named, arguments.values("--include"));
    if (!schema.ok()) return report(named, schema.status());
    text = convert::json_schema_of_flat(*schema, kLeastText, arguments.value("--root-type"));
    if (!text.ok()) return report(in, text.status());
  } else {
    if (Status status = input.load(in, arguments); !status.ok()) return input.complain(status);
    const std::string& schema = input.schema_file();
    if (!schema.empty() && is_same_file(schema, out)) {
      return usage_error("convert", "the schema and OUT are the same file, " + schema);
    }
    text = schema_of(input);
    if (!text.ok()) return report(in, input.explained(text.status()));
  }
  *text += '\n';
  const Status written = write_file(out, std::as_bytes(std::span(*text)));
  return written.ok() ? kExitOk : report_output(out, written);
}

}  // namespace fastser::command
