// SPDX-License-Identifier: MIT
//
// Is this a sound archive, and of what type? For archives of any type, without the program's types.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include "fastser/buffer.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"
#include "fastser/type.hpp"

namespace fastser::archive {

struct VerifyOptions {
  Limits limits = {};
  /// Refuse text that is not UTF-8, as JSON and the coder do. Without, the answer is that of a
  /// typed decode, to which text is bytes.
  bool utf8 = false;
};

/// Checks a self-described archive from the first byte to the last: header, checksum, table and
/// every value. Ok, or the error with its byte offset in the archive and the path of the value.
/// Archives with a fingerprint instead of a table are refused (kUsage): only their type can tell.
/// Thread rule: pure. Cost: one pass; memory within the limits, and next to none without objects.
[[nodiscard]] Status verify(InputBytes archive, const VerifyOptions& options = {});

/// The type of a self-described archive: what encoded it had, be it a C++ type, a plan or the calls
/// of a coder. Looks at the envelope and the table only. Errors: those of verify about these.
[[nodiscard]] Result<Type> read_type(InputBytes archive);

}  // namespace fastser::archive
