// SPDX-License-Identifier: MIT
//
// verify: an envelope, a table, and a walk in which nobody listens. read_type.
#include "fastser/verify.hpp"

#if defined(__cpp_exceptions)
#include <exception>
#endif

#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/walker.hpp"

namespace fastser::archive {
namespace {

Status check(BytesView archive, const VerifyOptions& options) {
  const Result<Envelope> envelope = open_envelope(archive);
  if (!envelope.ok()) return envelope.status();
  const Result<schema::TypeTable> table = table_of(*envelope);
  if (!table.ok()) return table.status();
  Silent silent;
  Walker walker(
      *table, envelope->payload,
      {.limits = options.limits, .payload_offset = envelope->payload_offset, .utf8 = options.utf8});
  return walker.walk(silent);
}

}  // namespace

Status verify(InputBytes archive, const VerifyOptions& options) {
#if defined(__cpp_exceptions)
  // The path of an error is text, and making text may fail.
  try {
    return check(archive, options);
  } catch (const std::exception&) {
    return Status(Code::kNoMemory, "an allocation failed");
  }
#else
  return check(archive, options);
#endif
}

Result<Type> read_type(InputBytes archive) {
  const Result<Envelope> envelope = open_envelope(archive);
  if (!envelope.ok()) return envelope.status();
  Result<Type> type = Type::parse(envelope->table);
  if (type.ok()) return type;
  const Result<schema::TypeTable> table = table_of(*envelope);  // says where in the archive
  return table.ok() ? type.status() : table.status();
}

}  // namespace fastser::archive
