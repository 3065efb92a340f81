// SPDX-License-Identifier: MIT
//
// One encode from end to end; the verbs of archive.hpp are thin over it.
//
//   header -> table or fingerprint -> root by its codec -> deferred bodies -> checksum
#pragma once

#include <utility>

#include "fastser/archive/options.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/archive/typed/codecs.hpp"
#include "fastser/internal/archive/typed/typed_table.hpp"
#include "fastser/internal/archive/typed/workspace.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/base/guarded.hpp"

namespace fastser::archive::detail {

/// What stands in front of the payload of a type whose table has the classes of a registry.
template <typename T, Flags F>
[[nodiscard]] std::byte* put_registry_prologue(Encoder& encoder, std::byte* cur,
                                               const EncodeOptions& options) {
  RegistryTable table = build_registry_table<T, F>(*options.registry);
  encoder.tables->class_shapes = std::move(table.class_shapes);
  return put_prologue(encoder, cur, options, make_prologue(table.bytes), fingerprint_of(table));
}

/// The payload. Its one large function is encode_each.
template <Flags F, typename T>
FASTSER_INLINE inline std::byte* put_payload(Encoder& encoder, std::byte* cur, const T& value) {
  constexpr Flags kHow = kBoundedWhenWritten<T, F> ? F : F | schema::kCountDepth;
  cur = encode_each<kHow, Inside::kElement>(&value, &value + 1, cur, encoder);
  if constexpr (kTableFacts<T, F>.needs_tables) cur = encoder.drain(cur);
  return cur;
}

/// What a new Buffer is made for: the table and a value without long texts or many elements.
template <typename T, Flags F>
inline constexpr std::size_t kFirstRoom = kTableFacts<T, F>.size + 4 * kMinSize<T, F> + 128;

/// Around the payload. Inlined, so that constant options cost nothing.
template <Flags F, typename T>
FASTSER_INLINE inline Status run_encode_as(Encoder& encoder, const T& value,
                                           const EncodeOptions& options, std::size_t& written) {
  constexpr TableFacts kFacts = kTableFacts<T, F>;
  std::byte* cur = encoder.start();
  encoder.expect(cur, kFirstRoom<T, F>);
  if constexpr (kFacts.needs_registry) {
    if (options.registry == nullptr) {
      return without_registry(kFacts.polymorphic_class, "EncodeOptions::registry");
    }
    cur = put_registry_prologue<T, F>(encoder, cur, options);
  } else {
    cur = put_prologue(encoder, cur, options, kSelfDescription<T, F>, kFingerprintOf<T, F>);
  }
  cur = put_payload<F>(encoder, cur, value);
  cur = put_end(encoder, cur, options);
  if constexpr (!kBoundedWhenWritten<T, F>) {
    if (!encoder.writes()) return encoder.finish_named(cur, written);
  }
  return encoder.finish(cur, written);
}

template <Flags F, typename T>
FASTSER_INLINE inline Status run_encode_with(Encoder& encoder, const T& value,
                                             const EncodeOptions& options, std::size_t& written) {
  encoder.canonical = options.canonical;
  if constexpr (!kBoundedWhenWritten<T, F>) encoder.limit_depth(options.depth);
  if constexpr (kTableFacts<T, F>.needs_tables) {
    return guarded([&] {
      OwnTables<EncoderTables> own;
      encoder.tables =
          options.workspace != nullptr ? &options.workspace->encoder_tables() : &own.make();
      encoder.registry = options.registry;
      encoder.adaptive = options.sharing == Sharing::adaptive;
      return run_encode_as<F>(encoder, value, options, written);
    });
  } else {
    return guarded(
        [&]() FASTSER_INLINE_LAMBDA { return run_encode_as<F>(encoder, value, options, written); });
  }
}

template <typename T>
FASTSER_INLINE inline Status run_encode(Encoder& encoder, const T& value,
                                        const EncodeOptions& options, std::size_t& written) {
  if (options.sharing == Sharing::off) {
    return run_encode_with<0>(encoder, value, options, written);
  }
  return run_encode_with<schema::kShareAll>(encoder, value, options, written);
}

/// A new Buffer with what encode_into(buffer) writes. A function of its own: g++ 12 makes the
/// result where the caller wants it only when it is declared outside of any block.
template <typename T, typename EncodeInto>
FASTSER_INLINE inline Result<Buffer> encode_new(EncodeInto&& encode_into) {
  Result<Buffer> out{std::in_place};
  // Before there is an Encoder that would have to be told. Out of memory now is so again in it.
  static_cast<void>(out->reserve(kFirstRoom<T, 0>));
  Status status = encode_into(*out);
  if (!status.ok()) [[unlikely]] {
    out.fail(std::move(status));
  }
  return out;
}

template <typename T>
constexpr bool shares_strings() {
  // What the classes of a registry share is not known from T.
  return kTableFacts<T, 0>.shares_strings || kTableFacts<T, 0>.needs_registry;
}

}  // namespace fastser::archive::detail
