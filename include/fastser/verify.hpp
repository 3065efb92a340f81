// SPDX-License-Identifier: MIT
//
// Checks whether bytes are a sound archive, and reads its type. For archives of any type, without
// the program's types.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include "fastser/buffer.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"
#include "fastser/type.hpp"

namespace fastser::archive {

struct VerifyOptions {
  Limits limits = {};
  /// Refuse text that is not UTF-8, as JSON and the coder do. A typed decode does not check that.
  bool utf8 = false;
};

/// Checks a self-described archive from the first byte to the last: header, checksum, table and
/// every value. Ok, or the error with its byte offset in the archive and the path of the value.
/// Archives with a fingerprint instead of a table are refused (kUsage), since they can only be
/// checked with their type. Thread rule: pure. Cost: one pass; memory within the limits, and hardly
/// any without objects.
[[nodiscard]] Status verify(InputBytes archive, const VerifyOptions& options = {});

/// The type of a self-described archive, whether a C++ type, a plan or a coder wrote it. Reads only
/// the envelope and the type table. Errors: those that verify gives for these.
[[nodiscard]] Result<Type> read_type(InputBytes archive);

}  // namespace fastser::archive
