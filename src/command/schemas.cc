// SPDX-License-Identifier: MIT
#include "command/schemas.hpp"

#include "command/files.hpp"

namespace fastser::command {
namespace {

// Where the extension starts, dot included; the end where there is none.
std::size_t stem_size(std::string_view file) {
  const std::size_t dot = file.find_last_of("./\\");
  return dot == std::string_view::npos || file[dot] != '.' ? file.size() : dot;
}

}  // namespace

std::string schema_beside(std::string_view file) {
  if (file == "-") return {};
  return std::string(file.substr(0, stem_size(file))).append(".bfbs");
}

bool is_schema_text(std::string_view schema) { return schema.substr(stem_size(schema)) == ".fbs"; }

Result<Buffer> read_schema(std::string_view file, std::string_view given, std::uint64_t most,
                           std::string& named) {
  named = given.empty() ? schema_beside(file) : std::string(given);
  if (named.empty()) {
    named = "standard input";
    return Status(Code::kUsage, "FlatBuffers need --schema FILE, which is not beside it");
  }
  if (is_schema_text(named)) {
    std::string said = "a schema as text; flatc -b --schema ";
    said.append(named).append(" makes a binary one of it (.bfbs)");
    return Status(Code::kUsage).with_detail(std::move(said));
  }
  return read_file(named, most);
}

}  // namespace fastser::command
