// SPDX-License-Identifier: MIT
//
// One encode from end to end; the verbs of archive.hpp are thin over it.
//
//   header -> table or fingerprint -> root by its codec -> deferred bodies -> checksum
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "fastser/archive_options.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/archive/typed/codecs.hpp"
#include "fastser/internal/archive/typed/typed_table.hpp"
#include "fastser/internal/archive/typed/workspace.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/wire/crc32c.hpp"

namespace fastser::archive::detail {

/// Kind, flags and user version, where a header has them.
inline void store_header_options(std::byte* header, const EncodeOptions& options) noexcept {
  const Kind kind =
      options.header == Header::fingerprint ? Kind::kFingerprint : Kind::kTableInFront;
  header[kMagic.size()] =
      static_cast<std::byte>(static_cast<unsigned>(kind) | (options.checksum ? kChecksumFlag : 0U));
  wire::store_le(header + kMagic.size() + 1, options.user_version);
}
[[nodiscard]] inline std::byte* put_header(Encoder& encoder, std::byte* cur,
                                           const EncodeOptions& options) noexcept {
  cur = encoder.ensure(cur, kHeaderBytes);
  std::memcpy(cur, kMagic.data(), kMagic.size());
  store_header_options(cur, options);
  return cur + kHeaderBytes;
}

/// Header and what it announces, for a type whose table is a constant.
template <typename T, Flags F>
[[nodiscard]] std::byte* put_prologue(Encoder& encoder, std::byte* cur,
                                      const EncodeOptions& options) noexcept {
  if (options.header == Header::bare) return cur;
  if (options.header == Header::self_described) {
    constexpr const auto& kBytes = kSelfDescription<T, F>;
    if constexpr (kBytes.size() <= wire::kMaxStep) {
      cur = encoder.ensure(cur, kBytes.size());
      std::memcpy(cur, kBytes.data(), kBytes.size());
      store_header_options(cur, options);
      return cur + kBytes.size();
    } else {
      cur = put_header(encoder, cur, options);
      return encoder.put_bytes(cur, kBytes.data() + kHeaderBytes, kBytes.size() - kHeaderBytes);
    }
  }
  cur = put_header(encoder, cur, options);
  cur = encoder.ensure(cur, sizeof(std::uint64_t));
  wire::store_le(cur, kFingerprintOf<T, F>);
  return cur + sizeof(std::uint64_t);
}

/// The same with the classes of a registry.
template <typename T, Flags F>
[[nodiscard]] std::byte* put_registry_prologue(Encoder& encoder, std::byte* cur,
                                               const EncodeOptions& options) {
  RegistryTable table = build_registry_table<T, F>(*options.registry);
  encoder.tables->class_shapes = std::move(table.class_shapes);
  if (options.header == Header::bare) return cur;
  cur = put_header(encoder, cur, options);
  if (options.header == Header::self_described) {
    return encoder.put_sized(cur, table.bytes.data(), table.bytes.size());
  }
  cur = encoder.ensure(cur, sizeof(std::uint64_t));
  wire::store_le(cur, hash_table(table.bytes.data(), table.bytes.size()));
  return cur + sizeof(std::uint64_t);
}

[[nodiscard]] inline std::byte* put_checksum(Encoder& encoder, std::byte* cur) noexcept {
  cur = encoder.ensure(cur, sizeof(std::uint32_t));
  if (encoder.writes()) {
    const std::byte* start = encoder.start();
    wire::store_le(cur, wire::crc32c({start, static_cast<std::size_t>(cur - start)}));
  }
  return cur + sizeof(std::uint32_t);
}

/// The payload. The one large function of an encode: one copy for a type, whatever the options.
template <Flags F, typename T>
FASTSER_NOINLINE std::byte* put_payload(Encoder& encoder, std::byte* cur, const T& value) {
  cur = encode_value<F>(value, cur, encoder);
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
      return Status(Code::kUsage, "polymorphic pointers need EncodeOptions::registry");
    }
    cur = put_registry_prologue<T, F>(encoder, cur, options);
  } else {
    cur = put_prologue<T, F>(encoder, cur, options);
  }
  cur = put_payload<F>(encoder, cur, value);
  if (options.checksum && options.header != Header::bare) cur = put_checksum(encoder, cur);
  return encoder.finish(cur, written);
}

template <Flags F, typename T>
FASTSER_INLINE inline Status run_encode_with(Encoder& encoder, const T& value,
                                             const EncodeOptions& options, std::size_t& written) {
  encoder.canonical = options.canonical;
  encoder.max_depth = std::min(options.depth, kMaxDepth);
  if constexpr (kTableFacts<T, F>.needs_tables) {
    return guarded([&] {
      std::optional<EncoderTables> own;
      encoder.tables =
          options.workspace != nullptr ? &options.workspace->encoder_tables() : &own.emplace();
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

template <typename T>
constexpr bool shares_strings() {
  // What the classes of a registry share is not known from T.
  return kTableFacts<T, 0>.shares_strings || kTableFacts<T, 0>.needs_registry;
}

}  // namespace fastser::archive::detail
