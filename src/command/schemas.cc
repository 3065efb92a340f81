// SPDX-License-Identifier: MIT
#include "command/schemas.hpp"

#include <utility>

#include "base/as_text.hpp"
#include "command/files.hpp"
#include "command/flatc.hpp"

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
                           std::string& named, const std::vector<std::string>& includes) {
  named = given.empty() ? schema_beside(file) : std::string(given);
  if (named.empty()) {
    named = "standard input";
    return Status(Code::kUsage,
                  "FlatBuffers are read with their schema: give --schema FILE (.bfbs or .fbs)");
  }
  if (given.empty() && !is_there(named)) {
    std::string text = named.substr(0, stem_size(named)) + ".fbs";
    if (is_there(text)) {
      named = std::move(text);
    } else {
      return Status(Code::kIo,
                    "there is no such file, nor the .fbs: FlatBuffers are read with their schema; "
                    "give it with --schema FILE");
    }
  }
  if (is_schema_text(named)) return compile_schema(named, includes);
  Result<Buffer> schema = read_file(named, most);
  if (!schema.ok()) return schema;
  const std::string_view bytes = as_text(*schema);
  constexpr std::string_view kMark = "BFBS";
  if (bytes.size() >= 8 && bytes.substr(4, kMark.size()) == kMark) return schema;
  return Status(Code::kMalformed,
                "this is not a binary schema (.bfbs): 'flatc -b --schema FILE.fbs' makes one");
}

}  // namespace fastser::command
