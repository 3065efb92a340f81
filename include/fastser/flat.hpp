// SPDX-License-Identifier: MIT
//
// fastser::flat: C++ values as FlatBuffers (flatbuffers.dev), without a schema compiler. Code that
// flatc generates from schema<T>() reads what encode writes, and decode reads what that code
// writes.
//
//   bool, integers, floats, enums     scalars; durations and time points: the count of their unit
//   std::string, path; bytes          string; [ubyte]
//   records                           tables; records of scalars only: structures
//   lists, arrays, sets               lists; a list of lists: a list of tables with one list each
//   maps                              lists of tables {key, value}, sorted by key
//   optional, unique_ptr, shared_ptr  a field that may be missing; shared objects once
//   variant                           union
//   pair, tuple                       tables
//
// Scalars are always written; empty texts and lists are left out and read as empty. FlatBuffers
// cannot hold cycles, weak_ptr, raw pointers, polymorphic classes; see fastser/archive.hpp.
//
// Errors: values (Status, Result) with a byte offset. decode allocates in proportion to its input
// only, however often parts of it are referred to (Limits). Threads: calls share nothing.
// In fastser/internal/flat: options.hpp has the options, schema.hpp schema<T>() and
// binary_schema<T>(), view.hpp the views.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <utility>
#include <variant>

#include "fastser/file.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/flat/codec/box.hpp"
#include "fastser/internal/flat/codec/composite.hpp"
#include "fastser/internal/flat/codec/map.hpp"
#include "fastser/internal/flat/codec/record.hpp"
#include "fastser/internal/flat/codec/scalar.hpp"
#include "fastser/internal/flat/codec/sequence.hpp"
#include "fastser/internal/flat/codec/text.hpp"
#include "fastser/internal/flat/run.hpp"
#include "fastser/internal/flat/schema.hpp"
#include "fastser/internal/flat/view.hpp"
#include "fastser/internal/schema/check.hpp"

namespace fastser::flat {

namespace detail {
/// The view that view() returns for a T; std::monostate for a T that cannot be read.
template <typename T, bool kIsSound = schema::MistakeInReading<Codec, T>::kIsSound>
struct ViewOf {
  using Type = decltype(Look<T>::held_table(nullptr));
};
template <typename T>
struct ViewOf<T, false> {
  using Type = std::monostate;
};
}  // namespace detail

/// Replaces the contents of `out` by the FlatBuffer of `value`, reusing its capacity.
/// Errors: kNoMemory, kTooDeep (deeper than EncodeOptions::depth, or in a cycle), kUsage (a cycle
/// of shared objects, a null pointer in a list, an identifier that is not four characters, more
/// than 2 GiB). The contents of `out` are then unspecified. Cost: one pass over the value.
template <typename T>
[[nodiscard]] inline Status encode_into(Buffer& out, const T& value,
                                        const EncodeOptions& options = {}) {
  using Mistake = schema::MistakeInWriting<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    out.clear();
    return detail::run_encode(out, value, options);
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

/// The FlatBuffer of `value` in a new Buffer.
template <typename T>
[[nodiscard]] Result<Buffer> encode(const T& value, const EncodeOptions& options = {}) {
  using Mistake = schema::MistakeInWriting<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    Result<Buffer> out{std::in_place};
    Status status = encode_into(*out, value, options);
    if (!status.ok()) out.fail(std::move(status));
    return out;
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

/// Reads a FlatBuffer into an existing `value`, whose strings and vectors keep their memory. On an
/// error `value` is valid but unspecified. Views in T (string_view, span of bytes) point into
/// `bytes`. Errors: kTruncated, kMalformed (the bytes are wrong); kFingerprint (another file
/// identifier); kTypeMismatch (a value that T's field cannot have); kTooDeep, kOverBudget (the
/// limits); kUsage (an identifier in the options that is not four characters); kNoMemory. Cost: one
/// pass.
template <typename T>
[[nodiscard]] inline Status decode_into(InputBytes bytes, T& value,
                                        const DecodeOptions& options = {}) {
  using Mistake = schema::MistakeInReading<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    return detail::run_decode(bytes, value, options);
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

/// A new T from a FlatBuffer. T must be default-constructible.
template <typename T>
[[nodiscard]] Result<T> decode(InputBytes bytes, const DecodeOptions& options = {}) {
  using Mistake = schema::MistakeInMaking<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    return guarded([&] {  // a T may allocate when it is made
      Result<T> result{std::in_place};
      Status status = detail::run_decode(bytes, *result, options);
      if (!status.ok()) result.fail(std::move(status));
      return result;
    });
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

/// Checks that `bytes` are a FlatBuffer of a T. Alignment is checked too, as if the bytes started
/// at a multiple of 16. Cost: one look at every table, text and list; no memory.
template <typename T>
[[nodiscard]] Status verify(InputBytes bytes, const DecodeOptions& options = {}) {
  using Mistake = schema::MistakeInReading<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    Reader reader(bytes, options.limits, true);
    const Position root = reader.root(options.identifier);
    if (root != 0) static_cast<void>(detail::Root<T>::check(root, reader));
    return reader.status();
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

/// Verifies `bytes` (see verify) and gives a view that reads them in place
/// (internal/flat/view.hpp). The bytes must outlive it. For a record that is a table it is a
/// TableView: view<Person>(bytes)->get<"actor.birth_city">().
template <typename T>
[[nodiscard]] auto view(InputBytes bytes, const DecodeOptions& options = {})
    -> Result<typename detail::ViewOf<T>::Type> {
  using Mistake = schema::MistakeInReading<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    Status status = verify<T>(bytes, options);
    if (!status.ok()) return status;
    return Look<T>::held_table(detail::target(bytes.data()));
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

/// Replaces a file by the FlatBuffer of `value`, or creates it. Errors: those of encode and of
/// file::save.
template <typename T>
[[nodiscard]] Status save(const file::Path& path, const T& value,
                          const EncodeOptions& options = {}) {
  using Mistake = schema::MistakeInWriting<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    return file::save(path, encode(value, options));
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

/// A new T, which owns what it holds, from a file. Errors: those of decode and of file::load. A T
/// with views (string_view, span) does not compile: keep the bytes that file::load gives, and
/// decode.
template <typename T>
[[nodiscard]] Result<T> load(const file::Path& path, const DecodeOptions& options = {},
                             const file::LoadOptions& file_options = {}) {
  using Mistake = schema::MistakeInLoading<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    return file::load_with(path, file_options,
                           [&](BytesView bytes) { return decode<T>(bytes, options); });
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

}  // namespace fastser::flat
