// SPDX-License-Identifier: MIT
//
// fastser::flexbuffers: C++ values as FlexBuffers, the format without a schema of
// github.com/google/flatbuffers, straight from the object to the bytes and back; and reading them
// in place.
//
//   bool; integers, enums, durations bool; int, uint, as narrow as their value allows
//   float, double                    float of 4 bytes, of 8 where 4 lose something
//   std::string, path; bytes         string; blob
//   time points of the system clock  int: nanoseconds since 1970; other clocks: their number
//   lists, arrays, sets, tuples      vector, of scalars a typed one
//   records, maps of texts           map, sorted by key; keys are shared
//   other maps                       vector of [key, value]
//   optional, unique_ptr, shared_ptr null, or the value; what is shared is written again
//   variant                          [index, value]
//
// Fields of a record are read in any order. Unknown fields are skipped, and missing fields get the
// value that T{} gives them. FlexBuffers cannot hold references (weak_ptr, raw pointers, cycles)
// and polymorphic classes; see fastser/archive.hpp for those.
//
// Errors: values (Status, Result) with a byte offset and a path. decode allocates in proportion to
// its input only, however often parts of it are referred to (Limits). Threads: calls share nothing.
// The options (EncodeOptions, DecodeOptions) are in fastser/internal/flexbuffers/options.hpp.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <span>
#include <utility>

#include "fastser/file.hpp"
#include "fastser/flexbuffers/reference.hpp"
#include "fastser/internal/flexbuffers/codec/composite.hpp"
#include "fastser/internal/flexbuffers/codec/map.hpp"
#include "fastser/internal/flexbuffers/codec/record.hpp"
#include "fastser/internal/flexbuffers/codec/scalar.hpp"
#include "fastser/internal/flexbuffers/codec/sequence.hpp"
#include "fastser/internal/flexbuffers/codec/text.hpp"
#include "fastser/internal/flexbuffers/run.hpp"
#include "fastser/internal/schema/check.hpp"

namespace fastser::flexbuffers {

/// Replaces the contents of `out` by the message of `value`, reusing its capacity.
/// Errors: kNoMemory, kTooDeep (deeper than EncodeOptions::depth, or in a cycle), kOverBudget
/// (shared objects, see EncodeOptions), kUsage (a zero byte in a map's key). Contents of `out` are
/// then unspecified. Cost: one pass over the value, two over lists of numbers.
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

/// Reads a message into an existing `value`. Strings and vectors keep their memory; elements that
/// the message does not have are removed. On an error `value` is valid but unspecified. Views in T
/// (string_view, span of bytes) point into `bytes`. The root is at the end of the bytes; there may
/// be unused bytes before it.
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

/// Checks everything that can be reached from the root of `bytes`, without the program's types: it
/// lies within the input, types are known, keys and strings end with a zero. It looks at no more
/// values than the limits allow bytes of memory (kOverBudget), since a few vectors that refer to
/// each other can be a huge tree; and no deeper than the limits allow (kTooDeep), so that cycles
/// end. It does not check whether keys are sorted (no reader's safety depends on it), alignment,
/// UTF-8, and bytes that nothing refers to. No memory.
[[nodiscard]] Status verify(InputBytes bytes, const Limits& limits = {});

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

}  // namespace fastser::flexbuffers
