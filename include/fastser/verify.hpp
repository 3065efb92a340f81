// SPDX-License-Identifier: MIT
//
// Checks whether bytes are a sound archive, reads its type, and leaves names out of it. For
// archives of any type, without the program's types.
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

/// The same archive without the names of fields, for small values whose names take more bytes than
/// they do. It still describes its types: every reader takes it, but finds fields by their places,
/// so a later version of a class may only add fields behind the others; and tools show values
/// without names. Fields of one type in a row are one entry of the table. The root's class has no
/// name either, unless another value may be of it. The table is in front. The payload is copied,
/// not checked. Errors: those that verify gives for envelope and table; kNoMemory.
[[nodiscard]] Result<Buffer> without_names(InputBytes archive);

}  // namespace fastser::archive
