// SPDX-License-Identifier: MIT
//
// fastser::msgpack: C++ values as MessagePack, the format of github.com/msgpack/msgpack/spec.md,
// straight from the object to the bytes and back.
//
//   bool, integers, floats, enums    bool, the smallest integer, float 32/64, the integer
//   std::string, path; bytes; Ext    str; bin (read from str, too); ext
//   time points of the system clock  timestamp (ext -1) 32, 64 or 96; other clocks: a number
//   lists, arrays, sets, tuples      array
//   maps                             map, keys of any type
//   records                          map by names or numbers, or array (Keys); all are read
//   optional, unique_ptr, shared_ptr nil, or the value; a shared object is written each time
//   variant                          the value, or [index, value] if the value alone is ambiguous
//
// Fields of a record are read in any order. Unknown fields are skipped, and missing fields get the
// value that T{} gives them. MessagePack cannot hold references (weak_ptr, raw pointers, cycles)
// and polymorphic classes; see fastser/archive.hpp for those.
//
// Errors: values (Status, Result) with a byte offset and a path. decode allocates in proportion to
// its input only (Limits). Threads: calls share nothing.
// The options (EncodeOptions, DecodeOptions, Keys) are in fastser/internal/msgpack/options.hpp.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <span>
#include <utility>

#include "fastser/file.hpp"
#include "fastser/internal/msgpack/codec/composite.hpp"
#include "fastser/internal/msgpack/codec/map.hpp"
#include "fastser/internal/msgpack/codec/record.hpp"
#include "fastser/internal/msgpack/codec/scalar.hpp"
#include "fastser/internal/msgpack/codec/sequence.hpp"
#include "fastser/internal/msgpack/codec/text.hpp"
#include "fastser/internal/msgpack/run.hpp"
#include "fastser/internal/schema/check.hpp"
#include "fastser/msgpack/stream.hpp"

namespace fastser::msgpack {

/// Replaces the contents of `out` by the message of `value`, reusing its capacity.
/// Errors: kNoMemory, kTooDeep (deeper than EncodeOptions::depth, or in a cycle), kOverBudget
/// (shared objects, see EncodeOptions), kUsage (more than 2^32 - 1 elements or bytes in one).
/// Contents of `out` are then unspecified. Cost: one pass over the value.
template <typename T>
[[nodiscard]] inline Status encode_into(Buffer& out, const T& value,
                                        const EncodeOptions& options = {}) {
  using Mistake = schema::MistakeInWriting<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    out.clear();
    Encoder encoder(out);
    std::size_t written = 0;
    return detail::run_encode(encoder, value, options, written);
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

/// The message of `value` in a new Buffer.
template <typename T>
[[nodiscard]] Result<Buffer> encode(const T& value, const EncodeOptions& options = {}) {
  using Mistake = schema::MistakeInWriting<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    Result<Buffer> out{std::in_place};
    static_cast<void>(out->reserve(detail::kFirstRoom));  // out of memory now is so again in it
    Status status = encode_into(*out, value, options);
    if (!status.ok()) out.fail(std::move(status));
    return out;
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}
template <typename T>
[[nodiscard]] Result<Buffer> encode(const T& value, Keys keys) {
  return encode(value, EncodeOptions{.keys = keys});
}

/// Writes the message into the caller's memory; returns how many bytes it took. kNoSpace if it does
/// not fit.
template <typename T>
[[nodiscard]] Result<std::size_t> encode_to(std::span<std::byte> memory, const T& value,
                                            const EncodeOptions& options = {}) {
  using Mistake = schema::MistakeInWriting<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    Encoder encoder(memory);
    std::size_t written = 0;
    Status status = detail::run_encode(encoder, value, options, written);
    if (!status.ok()) return status;
    return written;
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

/// Exactly how many bytes encode would write. Cost: about that of encode, but no memory.
template <typename T>
[[nodiscard]] Result<std::size_t> encoded_size(const T& value, const EncodeOptions& options = {}) {
  using Mistake = schema::MistakeInWriting<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    Encoder encoder;
    std::size_t written = 0;
    Status status = detail::run_encode(encoder, value, options, written);
    if (!status.ok()) return status;
    return written;
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

/// Reads a message into an existing `value`. Strings, vectors and map nodes keep their memory;
/// elements that the message does not have are removed. On an error `value` is valid but
/// unspecified. Views in T (string_view, span of bytes) point into `bytes`, which must be one
/// message and nothing else (kTrailing).
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

/// A new T from a message. T must be default-constructible.
template <typename T>
[[nodiscard]] Result<T> decode(InputBytes bytes, const DecodeOptions& options = {}) {
  using Mistake = schema::MistakeInMaking<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    return guarded([&] {
      Result<T> result{std::in_place};
      Status status = detail::run_decode(bytes, *result, options);
      if (!status.ok()) result.fail(std::move(status));
      return result;
    });
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

/// Checks that `bytes` are one sound message, without the program's types. Linear, no memory, no
/// recursion.
[[nodiscard]] Status verify(InputBytes bytes);

/// Replaces a file by the message of `value`, or creates it. Errors: those of encode and of
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

}  // namespace fastser::msgpack
