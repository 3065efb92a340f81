// SPDX-License-Identifier: MIT
//
// Schemas of FlatBuffers as text, which their own compiler reads: flatc, if it is installed.
#pragma once

#include <string>
#include <vector>

#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace fastser::command {

/// The binary schema that flatc makes of a .fbs with all that it includes. flatc's own messages go
/// to stderr. Errors: kUsage: there is no flatc; kMalformed: it does not take the schema; kIo. Its
/// output is in a temporary folder, which is gone when this returns, or a signal ends the command.
/// `includes`: folders in which flatc looks for what the schema includes.
[[nodiscard]] Result<Buffer> compile_schema(const std::string& file,
                                            const std::vector<std::string>& includes);

}  // namespace fastser::command
