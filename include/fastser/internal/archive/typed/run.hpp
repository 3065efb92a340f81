// SPDX-License-Identifier: MIT
//
// One encode or decode from end to end: header, table, payload, deferred bodies, checksum. The
// verbs of archive.hpp are thin over these.
//
// encode:  header -> table or fingerprint -> root by its codec -> deferred bodies -> checksum
// decode:  open the envelope; the table is T's own (compare bytes) -> decode by the codecs;
//          another table -> parse it, resolve by the writer's shapes (resolve.hpp)
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#if defined(__cpp_exceptions)
#include <exception>
#endif

#include "fastser/archive_options.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/archive/typed/codecs.hpp"
#include "fastser/internal/archive/typed/typed_table.hpp"
#include "fastser/internal/archive/typed/workspace.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/wire/crc32c.hpp"
#include "fastser/walker.hpp"

namespace fastser::archive::detail {

inline constexpr std::array<std::uint8_t, 4> kMagic = {'F', 'S', 'R', kFormatVersion};

/// The header of a self-described archive with default options: magic, kind, user version, and the
/// table with its size in front.
template <typename T, Flags F>
inline constexpr auto kSelfDescription = [] {
  constexpr std::size_t kSize = kTable<T, F>.size();
  std::array<std::uint8_t, kHeaderBytes + wire::varint_size(kSize) + kSize> bytes{};
  std::copy(kMagic.begin(), kMagic.end(), bytes.begin());
  TypeBytes size;
  schema::append_varint(size, kSize);
  auto* to = std::copy(size.begin(), size.end(), bytes.data() + kHeaderBytes);
  std::copy(kTable<T, F>.begin(), kTable<T, F>.end(), to);
  return bytes;
}();

constexpr std::uint64_t hash_table(const std::uint8_t* bytes, std::size_t size) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3U;
  return hash;
}
template <typename T, Flags F>
inline constexpr std::uint64_t kFingerprintOf = hash_table(kTable<T, F>.data(),
                                                           kTable<T, F>.size());

/// Kind, flags and user version, where a header has them.
FASTSER_INLINE inline void store_header_options(std::byte* header,
                                                const EncodeOptions& options) noexcept {
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

/// Header and what it announces, for a type whose table is a constant. Inlined, as what calls it.
template <typename T, Flags F>
[[nodiscard]] FASTSER_INLINE inline std::byte* put_prologue(Encoder& encoder, std::byte* cur,
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

// --- decoding ------------------------------------------------------------------------------------

/// Where the payload lies in the archive, and what table describes it.
struct Input {
  BytesView archive;
  BytesView payload;
  BytesView table;
  std::size_t payload_offset = 0;
};

/// A failed decode as a Status: the offset in the archive, and the path by a second, careful walk.
[[nodiscard]] Status describe_failure(const Decoder& decoder, const Input& input);

/// The end of a decode: nothing left over.
[[nodiscard]] inline Status finish_decode(Decoder& decoder, Cursor cur, const Input& input) {
  // Not by `cur` alone: the end of no bytes at all may be null, as a failure is.
  if (cur == decoder.end && !decoder.failed()) [[likely]] {
    if (decoder.tables != nullptr) decoder.tables->complete = true;
    return {};
  }
  if (!decoder.failed()) decoder.fail(Code::kTrailing, cur, "bytes behind the last value");
  return describe_failure(decoder, input);
}

/// shape -> registry class + 1, by the shapes' names.
[[nodiscard]] std::vector<std::uint32_t> match_classes(const schema::TypeTable& table,
                                                       const Registry& registry);

/// The payload. The one large function of a decode: one copy for a type, whatever the options.
template <Flags F, typename T>
FASTSER_NOINLINE Cursor take_payload(Decoder& decoder, Cursor cur, T& value) {
  return decode_value<F>(value, cur, decoder);
}

/// Lets go of the objects when a decode ends, whichever way; keeps the memory.
struct Emptied {
  DecoderTables& tables;
  ~Emptied() { tables.clear(); }
};

/// Reads by the writer's table, which is not the reader's own.
[[nodiscard]] Status decode_resolving(const Input& input, std::size_t table_offset,
                                      const Node& node, void* value, const DecodeOptions& options);

template <Flags F, typename T>
FASTSER_INLINE inline Status decode_own(const Input& input, T& value, const DecodeOptions& options,
                                        const RegistryTable* registry_table) {
  Decoder decoder(input.payload, options.limits, input.archive.size());
  if constexpr (kTableFacts<T, F>.needs_tables) {
    std::optional<DecoderTables> own;
    DecoderTables& tables =
        options.workspace != nullptr ? options.workspace->decoder_tables() : own.emplace();
    const Emptied emptied{tables};
    decoder.tables = &tables;
    decoder.registry = options.registry;
    decoder.arena = options.arena;
    if (registry_table != nullptr) {
      tables.shape_classes.resize(registry_table->shape_count);
      for (std::size_t i = 0; i < registry_table->class_shapes.size(); ++i) {
        tables.shape_classes[registry_table->class_shapes[i]] = static_cast<std::uint32_t>(i + 1);
      }
    }
    Cursor cur = take_payload<F>(decoder, input.payload.data(), value);
    if (cur != nullptr) cur = decoder.drain(cur);
    cur = decoder.settle(cur);
    if (tables.reread || (cur != nullptr && tables.owns_promised())) [[unlikely]] {
      tables.clear();
      ObjectClassOf<T>::empty(&value);  // what was read so far is not paid for by what comes
      return decode_resolving(input, 0, *node_of<T>(), &value, options);
    }
    return finish_decode(decoder, cur, input);
  } else {
    static_cast<void>(registry_table);
    const Cursor cur = take_payload<F>(decoder, input.payload.data(), value);
    return finish_decode(decoder, cur, input);
  }
}

[[nodiscard]] inline bool same_bytes(BytesView left, const void* right, std::size_t size) noexcept {
  return left.size() == size && std::memcmp(left.data(), right, size) == 0;
}
[[nodiscard]] inline BytesView as_view(const std::uint8_t* bytes, std::size_t size) noexcept {
  return {reinterpret_cast<const std::byte*>(bytes), size};
}

/// Tries to read the archive as T written with flags F. False when it was not.
template <Flags F, typename T>
[[nodiscard]] bool decode_if_own(const Envelope* envelope, Input& input, T& value,
                                 const DecodeOptions& options, Status& status) {
  const auto is_own = [&](const std::uint8_t* table, std::size_t size, std::uint64_t fingerprint) {
    if (envelope == nullptr) return true;  // bare: the caller says so
    if (envelope->kind == Kind::kFingerprint) return envelope->fingerprint == fingerprint;
    return same_bytes(input.table, table, size);
  };
  if constexpr (kTableFacts<T, F>.needs_registry) {
    if (options.registry == nullptr) {
      status = Status(Code::kUsage, "polymorphic pointers need DecodeOptions::registry");
      return true;
    }
    const RegistryTable table = build_registry_table<T, F>(*options.registry);
    const std::size_t size = table.bytes.size();
    if (!is_own(table.bytes.data(), size, hash_table(table.bytes.data(), size))) return false;
    input.table = as_view(table.bytes.data(), size);
    status = decode_own<F>(input, value, options, &table);
  } else {
    constexpr auto& kOwn = kTable<T, F>;
    if (!is_own(kOwn.data(), kOwn.size(), kFingerprintOf<T, F>)) return false;
    input.table = as_view(kOwn.data(), kOwn.size());
    status = decode_own<F>(input, value, options, nullptr);
  }
  return true;
}

/// Whether the bytes at `at` are those of `wanted`: in blocks of two words, which for the few of a
/// usual table is less than a call.
template <std::size_t kSize>
[[nodiscard]] inline bool same_words(const std::byte* at, const std::uint8_t* wanted) noexcept {
#if FASTSER_GNU
  using Block [[gnu::vector_size(16)]] = std::uint64_t;
  if constexpr (kSize >= sizeof(Block) && kSize <= 512) {
    Block difference = {};
    const auto compare = [&](std::size_t offset) FASTSER_INLINE_LAMBDA {
      Block left;
      Block right;
      std::memcpy(&left, at + offset, sizeof left);
      std::memcpy(&right, wanted + offset, sizeof right);
      difference |= left ^ right;
    };
    for (std::size_t offset = 0; offset + sizeof(Block) <= kSize; offset += sizeof(Block)) {
      compare(offset);
    }
    compare(kSize - sizeof(Block));
    return (difference[0] | difference[1]) == 0;
  }
#endif
  return std::memcmp(at, wanted, kSize) == 0;
}

/// The common case by two comparisons: T's own table in front, no checksum.
template <typename T>
[[nodiscard]] bool find_own_payload(BytesView bytes, Input& input) noexcept {
  if constexpr (kTableFacts<T, 0>.needs_registry) {
    return false;
  } else {
    constexpr const auto& kBytes = kSelfDescription<T, 0>;
    constexpr std::size_t kPrologue = kBytes.size();
    constexpr std::uint64_t kHead = 0x00'01'52'53'46;  // "FSR", version 1, no flags
    if (bytes.size() < kPrologue ||
        (wire::load_le<std::uint64_t>(bytes.data()) & 0xFF'FF'FF'FF'FF) != kHead ||
        !same_words<kPrologue - kHeaderBytes>(bytes.data() + kHeaderBytes,
                                              kBytes.data() + kHeaderBytes)) {
      return false;
    }
    input.table = as_view(kTable<T, 0>.data(), kTable<T, 0>.size());
    input.payload = bytes.subspan(kPrologue);
    input.payload_offset = kPrologue;
    return true;
  }
}

/// Any archive but the common one: a fingerprint, shared strings, a table behind, another type.
template <typename T>
FASTSER_NOINLINE Status decode_enveloped(BytesView bytes, T& value, const DecodeOptions& options) {
  const Result<Envelope> envelope = open_envelope(bytes);
  if (!envelope.ok()) return envelope.status();
  Input input{bytes, envelope->payload, envelope->table, envelope->payload_offset};
  if (options.user_version != nullptr) *options.user_version = envelope->user_version;
  const Envelope* known = &*envelope;
  Status status;
  if (decode_if_own<0>(known, input, value, options, status)) return status;
  if (decode_if_own<schema::kShareAll>(known, input, value, options, status)) return status;
  if (envelope->kind != Kind::kFingerprint) {
    return decode_resolving(input, envelope->table_offset, *node_of<T>(), &value, options);
  }
  return Status(Code::kFingerprint, "written with another type", kHeaderBytes);
}

template <Flags F, typename T>
FASTSER_INLINE inline Status decode_bare(BytesView bytes, T& value, const DecodeOptions& options) {
  Input input{bytes, bytes, {}, 0};
  if constexpr (kTableFacts<T, F>.needs_registry) {
    Status status;
    static_cast<void>(decode_if_own<F>(nullptr, input, value, options, status));
    return status;
  } else {
    input.table = as_view(kTable<T, F>.data(), kTable<T, F>.size());
    return decode_own<F>(input, value, options, nullptr);
  }
}

template <typename T>
FASTSER_INLINE inline Status run_decode(BytesView bytes, T& value, const DecodeOptions& options) {
  return guarded([&]() FASTSER_INLINE_LAMBDA -> Status {
    if (options.header == Header::bare) {
      return options.sharing == Sharing::off
                 ? decode_bare<0>(bytes, value, options)
                 : decode_bare<schema::kShareAll>(bytes, value, options);
    }
    Input input{bytes, bytes, {}, 0};
    if (find_own_payload<T>(bytes, input)) [[likely]] {
      if (options.user_version != nullptr) {
        *options.user_version = wire::load_le<std::uint32_t>(bytes.data() + 5);
      }
      return decode_own<0>(input, value, options, nullptr);
    }
    return decode_enveloped(bytes, value, options);
  });
}

/// verify<T>: the walker over `table`, which starts at the archive's byte `table_offset`; and
/// whether `node`, unless it is null, is read from values of the root's type.
[[nodiscard]] Status verify_payload(BytesView table, std::size_t table_offset, const Input& input,
                                    const Limits& limits, const Node* node);

template <Flags F, typename T>
Status verify_as(const Input& input, const DecodeOptions& options) {
  if constexpr (kTableFacts<T, F>.needs_registry) {
    if (options.registry == nullptr) {
      return Status(Code::kUsage, "polymorphic pointers need DecodeOptions::registry");
    }
    const RegistryTable table = build_registry_table<T, F>(*options.registry);
    return verify_payload(as_view(table.bytes.data(), table.bytes.size()), 0, input, options.limits,
                          nullptr);
  } else {
    return verify_payload(as_view(kTable<T, F>.data(), kTable<T, F>.size()), 0, input,
                          options.limits, nullptr);
  }
}

template <typename T>
Status run_verify(BytesView bytes, const DecodeOptions& options) {
  return guarded([&]() -> Status {
    Input input{bytes, bytes, {}, 0};
    bool shared = options.sharing != Sharing::off;
    if (options.header != Header::bare) {
      Result<Envelope> opened = open_envelope(bytes);
      if (!opened.ok()) return opened.status();
      input.payload = opened->payload;
      input.payload_offset = opened->payload_offset;
      if (opened->kind != Kind::kFingerprint) {
        return verify_payload(opened->table, opened->table_offset, input, options.limits,
                              node_of<T>());
      }
      if constexpr (!kTableFacts<T, 0>.needs_registry) {
        shared = opened->fingerprint == kFingerprintOf<T, schema::kShareAll>;
        if (!shared && opened->fingerprint != kFingerprintOf<T, 0>) {
          return Status(Code::kFingerprint, "written with another type", kHeaderBytes);
        }
      }
    }
    return shared ? verify_as<schema::kShareAll, T>(input, options)
                  : verify_as<0, T>(input, options);
  });
}

}  // namespace fastser::archive::detail
