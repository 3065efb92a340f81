// SPDX-License-Identifier: MIT
//
// Where the schema of a FlatBuffer is: where --schema says, else beside the file, under its name
// with the extension .bfbs or .fbs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace fastser::command {

/// "a.bfbs" of "a.fb"; nothing of "-".
[[nodiscard]] std::string schema_beside(std::string_view file);
/// Whether a schema of this name is text (.fbs).
[[nodiscard]] bool is_schema_text(std::string_view schema);
/// The schema that the FlatBuffer `file` is read by; `given` says where it is, if not empty.
/// One as text goes through flatc. Errors: kUsage, kIo and others of read_file and compile_schema;
/// `named` is what an error is about.
[[nodiscard]] Result<Buffer> read_schema(std::string_view file, std::string_view given,
                                         std::uint64_t most, std::string& named,
                                         const std::vector<std::string>& includes = {});

}  // namespace fastser::command
