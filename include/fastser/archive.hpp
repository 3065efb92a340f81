// SPDX-License-Identifier: MIT
//
// fastser::archive: C++ values and object graphs to archives and back.
//
//   struct Person { std::int32_t age; std::string name; };
//
//   fastser::Result<fastser::Buffer> bytes = fastser::archive::encode(person);
//   fastser::Result<Person> again = fastser::archive::decode<Person>(*bytes);
//
// What can be encoded: scalars, enums, std strings, containers, optional, variant, tuple, chrono,
// path, bitset, smart pointers, raw pointers (read into an Arena), aggregates of these without any
// description, and every class that is described as fastser/describe.hpp says.
//
// Sharing: shared_ptr, weak_ptr and raw pointers keep identity, cycles included; an object is
// written once. Strings are written once per content where asked (EncodeOptions::sharing, or the
// field option `share`).
//
// Versions: a self-described archive is read by the writer's shapes. Fields are found by name (or
// an older name). Fields that the archive does not have keep the value that T{} gives them, fields
// that T does not have are skipped, integers and floats may become wider. Everything else is
// kTypeMismatch, with class, field, both types and byte offset.
//
// Errors: values (Status, Result); offsets count from the first byte given. decode allocates in
// proportion to its input only (Limits). If the program is built with exceptions, std::bad_alloc
// from a container becomes kNoMemory; without exceptions it ends the program, as everywhere.
//
// Threads: calls share nothing. An object graph must not change while it is encoded.
// Format: docs/format.md.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstddef>
#include <span>
#include <utility>

#include "fastser/archive/options.hpp"
#include "fastser/file.hpp"
#include "fastser/internal/archive/typed/run_decode.hpp"
#include "fastser/internal/archive/typed/run_encode.hpp"
#include "fastser/internal/schema/check.hpp"
#include "fastser/type.hpp"
#include "fastser/verify.hpp"

namespace fastser::archive {

/// Replaces the contents of `out` by the archive of `value`, reusing its capacity.
/// Errors: kNoMemory; kTooDeep (values nested deeper than EncodeOptions::depth); kUnknownClass (an
/// object whose class is not in the registry); kUsage (no registry for a polymorphic pointer, a
/// variant without a value, a time that cannot be written). The contents of `out` are then
/// unspecified. Cost: one pass over the value.
template <typename T>
FASTSER_INLINE inline Status encode_into(Buffer& out, const T& value,
                                         const EncodeOptions& options) {
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

/// The same with default options. The code that only other options need is not compiled in.
template <typename T>
FASTSER_INLINE inline Status encode_into(Buffer& out, const T& value) {
  using Mistake = schema::MistakeInWriting<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    out.clear();
    Encoder encoder(out);
    std::size_t written = 0;
    return detail::run_encode_with<0>(encoder, value, EncodeOptions{}, written);
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

/// The archive of `value` in a new Buffer.
template <typename T>
FASTSER_INLINE inline Result<Buffer> encode(const T& value, const EncodeOptions& options) {
  using Mistake = schema::MistakeInWriting<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    return detail::encode_new<T>(
        [&](Buffer& out) FASTSER_INLINE_LAMBDA { return encode_into(out, value, options); });
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}
template <typename T>
FASTSER_INLINE inline Result<Buffer> encode(const T& value) {
  using Mistake = schema::MistakeInWriting<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    return detail::encode_new<T>([&](Buffer& out)
                                     FASTSER_INLINE_LAMBDA { return encode_into(out, value); });
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

/// Writes the archive of `value` into the caller's memory; returns how many bytes it took. kNoSpace
/// if it does not fit (encoded_size says how much it needs).
template <typename T>
Result<std::size_t> encode_to(std::span<std::byte> memory, const T& value,
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

/// Exactly how many bytes encode would write. Cost: about that of encode. It needs memory for the
/// output only if strings may be shared, since they are looked up in it.
template <typename T>
Result<std::size_t> encoded_size(const T& value, const EncodeOptions& options = {}) {
  using Mistake = schema::MistakeInWriting<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    std::size_t written = 0;
    if (options.sharing != Sharing::off || detail::shares_strings<T>()) {
      Buffer out;
      Encoder encoder(out);
      Status status = detail::run_encode(encoder, value, options, written);
      if (!status.ok()) return status;
      return written;
    }
    Encoder encoder;
    Status status = detail::run_encode(encoder, value, options, written);
    if (!status.ok()) return status;
    return written;
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

/// Reads an archive into an existing `value`: strings, vectors, map nodes and optionals keep their
/// memory, elements that the archive does not have are removed. On an error `value` is valid but
/// unspecified (if that matters, call verify first). Views in T (string_view, span of bytes) point
/// into `bytes`. Errors: kTruncated, kMalformed, kTrailing, kChecksum, kBadReference (the bytes are
/// wrong); kVersion (a newer format); kTypeMismatch, kFingerprint (another type); kTooDeep,
/// kOverBudget (the limits); kUnknownClass (a class that is not in the registry); kUsage (no
/// registry or arena where T needs one); kNoMemory. Cost: one pass over the input; a checksum is
/// one more.
template <typename T>
FASTSER_INLINE inline Status decode_into(InputBytes bytes, T& value, const DecodeOptions& options) {
  using Mistake = schema::MistakeInReading<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    return detail::run_decode(bytes, value, options);
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}
/// The same with default options. Not for a T with raw pointers, which need DecodeOptions::arena.
template <typename T>
FASTSER_INLINE inline Status decode_into(InputBytes bytes, T& value) {
  using Mistake = schema::MistakeWithoutArena<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    return detail::run_decode(bytes, value, DecodeOptions{});
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

/// A new T from an archive. T must be default-constructible.
template <typename T>
Result<T> decode(InputBytes bytes, const DecodeOptions& options) {
  using Mistake = schema::MistakeInMaking<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    return guarded([&] {  // T{} may allocate, as a std::deque does
      Result<T> result{std::in_place};
      Status status = detail::run_decode(bytes, *result, options);
      if (!status.ok()) result.fail(std::move(status));
      return result;  // the only return: the value is built where the caller wants it
    });
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}
/// The same with default options. Not for a T with raw pointers, which need DecodeOptions::arena.
template <typename T>
Result<T> decode(InputBytes bytes) {
  using Mistake = schema::MistakeInMakingWithoutArena<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    return decode<T>(bytes, DecodeOptions{});
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

/// Checks that `bytes` are a sound archive whose root has a type that a T can be read from. Creates
/// no values. An archive with a type table is checked by that table, others (fingerprint, bare) by
/// the table of T. Two errors are found only by decode: a field of another version that cannot be
/// converted to T's, and keys that only T's containers treat as equal.
template <typename T>
Status verify(InputBytes bytes, const DecodeOptions& options = {}) {
  using Mistake = schema::MistakeInReading<Codec, T>;
  if constexpr (Mistake::kIsSound) {
    return detail::run_verify<T>(bytes, options);
  } else {
#include "fastser/internal/schema/mistakes.inc"
  }
}

/// The default options of save: with a checksum, since files are kept for long.
inline constexpr EncodeOptions kForFiles{.checksum = true};

/// Replaces a file by the archive of `value`, or creates it; with a checksum, unless `options` says
/// otherwise. Errors: those of encode and of file::save.
template <typename T>
[[nodiscard]] Status save(const file::Path& path, const T& value,
                          const EncodeOptions& options = kForFiles) {
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

}  // namespace fastser::archive

namespace fastser {

/// The description of a C++ type at run time: the same table that its archives have. Types with
/// polymorphic pointers need the registry that encode gets. Cost: linear in the table, so call it
/// once and keep the Type.
template <typename T>
Result<Type> type_of(const Registry* registry = nullptr) {
  using Mistake = schema::MistakeInWriting<archive::Codec, T>;
  if constexpr (!Mistake::kIsSound) {
#include "fastser/internal/schema/mistakes.inc"
  } else if constexpr (archive::kTableFacts<T, 0>.needs_registry) {
    return guarded([&]() -> Result<Type> {
      if (registry == nullptr) {
        return archive::without_registry(archive::kTableFacts<T, 0>.polymorphic_class,
                                         "a Registry");
      }
      const schema::TypeBytes table = archive::build_registry_table<T, 0>(*registry).bytes;
      return Type::parse(archive::detail::as_view(table.data(), table.size()));
    });
  } else {
    static_cast<void>(registry);
    constexpr auto kOwn = archive::kTable<T, 0>;
    return Type::parse(archive::detail::as_view(kOwn.data(), kOwn.size()));
  }
}

}  // namespace fastser
