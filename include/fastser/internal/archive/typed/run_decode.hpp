// SPDX-License-Identifier: MIT
//
// One decode from end to end, and verify<T>; the verbs of archive.hpp are thin over them.
//
//   open the envelope; the table is T's own (compare bytes) -> decode by the codecs;
//   another table -> parse it, resolve by the writer's shapes (resolve.hpp)
//
// Shared strings are no codecs of their own here, as they are in an encode: a flag of the decoder
// says that all strings are shared. That compiles in half of the time.
#pragma once

#include <array>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "fastser/archive/options.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/archive/typed/codecs.hpp"
#include "fastser/internal/archive/typed/typed_table.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/base/guarded.hpp"

namespace fastser::archive::detail {

/// Where the payload lies in the archive, and what table describes it.
struct Input {
  BytesView archive;
  BytesView payload;
  BytesView table;
  std::size_t payload_offset = 0;
};

/// What is read into, and how: for who has to read it again.
struct Target {
  const Node* node;  ///< null: not known
  void* value;
  const DecodeOptions& options;
};

/// A failed decode as a Status: the offset in the archive, and the path by a second, careful walk.
[[nodiscard]] Status describe_failure(const Decoder& decoder, const Input& input,
                                      const Target& target);

/// No bytes that have an address: a place that is null says that something failed.
[[nodiscard]] inline BytesView with_address(BytesView bytes) noexcept {
  static constexpr std::byte kNowhere{};
  return bytes.data() != nullptr ? bytes : BytesView(&kNowhere, 0);
}

/// Nothing is wrong and nothing left over, as finish_decode finds more carefully.
[[nodiscard]] inline bool ends_well(const Decoder& decoder, Cursor cur) noexcept {
  return cur == decoder.end && cur != nullptr;
}
/// The end of a decode: nothing left over.
[[nodiscard]] FASTSER_INLINE inline Status finish_decode(Decoder& decoder, Cursor cur,
                                                         const Input& input, const Target& target) {
  // Not by `cur` alone: the end of no bytes at all may be null, as a failure is.
  if (cur == decoder.end && !decoder.failed()) [[likely]] {
    if (decoder.tables != nullptr) decoder.tables->complete = true;
    return {};
  }
  if (!decoder.failed()) decoder.fail(Code::kTrailing, cur, "bytes after the last value");
  return describe_failure(decoder, input, target);
}

/// What a good end of a decode into an arena leaves to look at: whether a map has a key twice, or a
/// set an element, where their bytes do not say it.
[[nodiscard]] Status look_at_keys(const Decoder& decoder, const Input& input);

/// shape -> registry class + 1, by the shapes' names.
[[nodiscard]] std::vector<std::uint32_t> match_classes(const schema::TypeTable& table,
                                                       const Registry& registry);

/// Lets go of the objects and strings when a decode ends, whichever way; keeps the memory.
template <typename Tables>
struct Emptied {
  Tables& tables;
  ~Emptied() { tables.clear(); }
};
template <typename Tables>
Emptied(Tables&) -> Emptied<Tables>;  // clang 16 does not find it

/// Reads by the writer's table, which is not the reader's own.
[[nodiscard]] Status decode_resolving(const Input& input, std::size_t table_offset,
                                      const Node& node, void* value, const DecodeOptions& options);

/// The payload. The one large function of a decode: one copy for a type, whatever the options.
template <typename T>
inline constexpr auto kTakePayload =
    &decode_each<kBoundedWhenRead<T, 0> ? Flags{0} : schema::kCountDepth, T>;

/// A type that archives are read as. The pairs: [0] as it is, [1] with all strings shared.
struct RootType {
  std::uint32_t counts_below;  ///< limits of depth below it are for resolving, which counts
  bool has_objects;
  bool shares_strings;
  bool needs_registry;
  std::string_view polymorphic_class;
  /// Constants, or made with the classes of a registry. A table is the end of a prologue.
  std::array<std::span<const std::uint8_t>, 2> prologues;
  std::array<std::span<const std::uint8_t>, 2> tables;
  std::array<std::uint64_t, 2> fingerprints;
  std::array<RegistryTable (*)(const Registry&), 2> build_table;
  ReadEach take_each;
  std::size_t size;                     ///< in memory
  void (*empty)(void* value) noexcept;  ///< null unless it has objects
  const Node* (*node)() noexcept;
};
[[nodiscard]] inline Cursor take(const RootType& type, void* value, Cursor cur, Decoder& decoder) {
  return type.take_each(value, static_cast<std::byte*>(value) + type.size, cur, decoder);
}
template <typename T>
constexpr RootType make_root_type() {
  RootType type{};
  if constexpr (kBoundedWhenRead<T, 0>) type.counts_below = kDepthBounds<T, 0>.root;
  type.has_objects = kTableFacts<T, 0>.has_objects;
  type.shares_strings = kTableFacts<T, 0>.shares_strings;
  type.needs_registry = kTableFacts<T, 0>.needs_registry;
  type.polymorphic_class = kTableFacts<T, 0>.polymorphic_class;
  if constexpr (kTableFacts<T, 0>.needs_registry) {
    type.build_table = {&build_registry_table<T, 0>, &build_registry_table<T, schema::kShareAll>};
  } else {
    type.prologues = {kSelfDescription<T, 0>, kSelfDescription<T, schema::kShareAll>};
    type.tables = {kTable<T, 0>, kTable<T, schema::kShareAll>};
    type.fingerprints = {kFingerprintOf<T, 0>, kFingerprintOf<T, schema::kShareAll>};
  }
  type.take_each = kTakePayload<T>;
  type.size = sizeof(T);
  if constexpr (kTableFacts<T, 0>.has_objects) type.empty = &ObjectClassOf<T>::empty;
  type.node = &node_of<T>;
  return type;
}
template <typename T>
struct RootTypeOf {
  static const RootType kType;
};
template <typename T>
constinit const RootType RootTypeOf<T>::kType = make_root_type<T>();

/// Reads what was written as `type`.
[[nodiscard]] Status decode_own(const RootType& type, bool shares_all, const Input& input,
                                void* value, const DecodeOptions& options,
                                const RegistryTable* registry_table);
/// Any archive but the common one: a fingerprint, shared strings, a table behind, another type.
[[nodiscard]] Status decode_enveloped(const RootType& type, BytesView bytes, void* value,
                                      const DecodeOptions& options);
[[nodiscard]] Status decode_bare(const RootType& type, BytesView bytes, void* value,
                                 const DecodeOptions& options);

[[nodiscard]] inline bool same_bytes(BytesView left, const void* right, std::size_t size) noexcept {
  return left.size() == size && std::memcmp(left.data(), right, size) == 0;
}
[[nodiscard]] inline BytesView as_view(const std::uint8_t* bytes, std::size_t size) noexcept {
  return {reinterpret_cast<const std::byte*>(bytes), size};
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

/// Of an archive that has a header.
[[nodiscard]] inline std::uint32_t user_version_of(BytesView bytes) noexcept {
  return wire::load_le<std::uint32_t>(bytes.data() + kHeaderBytes - sizeof(std::uint32_t));
}

/// The first bytes of an archive that has a header and no flags.
[[nodiscard]] inline bool has_marks(BytesView bytes) noexcept {
  static_assert(kHeaderBytes == 9);
  constexpr std::uint64_t kMarks = 0x00'01'52'53'46;  // "FSR", version 1, no flags
  return (wire::load_le<std::uint64_t>(bytes.data()) & 0xFF'FF'FF'FF'FF) == kMarks;
}
/// The common case by two comparisons: T's own table in front, no checksum.
template <typename T, Flags F = 0>
[[nodiscard]] bool has_own_prologue(BytesView bytes) noexcept {
  constexpr const auto& kBytes = kSelfDescription<T, F>;
  constexpr std::size_t kPrologue = kBytes.size();
  return bytes.size() >= kPrologue && has_marks(bytes) &&
         same_words<kPrologue - kHeaderBytes>(bytes.data() + kHeaderBytes,
                                              kBytes.data() + kHeaderBytes);
}

/// The end of a decode by decode_common or decode_sharing, where something is wrong.
[[nodiscard]] FASTSER_COLD Status finish_common(Decoder& decoder, Cursor cur, const RootType& type,
                                                bool shares_all, std::size_t prologue, void* value,
                                                const DecodeOptions& options);

/// What is known by the first bytes, or by the options, to be written as T. `prologue` bytes lie in
/// front of the payload.
template <typename T>
FASTSER_INLINE inline Status decode_common(BytesView archive, std::size_t prologue, T& value,
                                           const DecodeOptions& options) {
  const BytesView payload = archive.subspan(prologue);
  const auto by_tables = [&] {
    const Input input{archive, payload, as_view(kTable<T, 0>.data(), kTable<T, 0>.size()),
                      prologue};
    return decode_own(RootTypeOf<T>::kType, false, input, &value, options, nullptr);
  };
  if constexpr (kTableFacts<T, 0>.needs_tables) {
    return by_tables();
  } else {
    if constexpr (kBoundedWhenRead<T, 0>) {
      if (options.limits.depth < kDepthBounds<T, 0>.root) [[unlikely]] {
        return by_tables();
      }
    }
    Decoder decoder(payload, options.limits, archive.size());
    const Cursor cur = kTakePayload<T>(&value, &value + 1, payload.data(), decoder);
    if (ends_well(decoder, cur)) [[likely]] {
      return {};
    }
    return finish_common(decoder, cur, RootTypeOf<T>::kType, false, prologue, &value, options);
  }
}

/// Whether decode_sharing may be used, if the bytes are of T with all strings shared.
template <typename T>
[[nodiscard]] inline bool shares_simply(const DecodeOptions& options) noexcept {
  if constexpr (kTableFacts<T, 0>.has_objects || kTableFacts<T, 0>.needs_registry) {
    return false;
  } else if constexpr (kBoundedWhenRead<T, 0>) {
    if (options.limits.depth < kDepthBounds<T, 0>.root) return false;
  }
  return options.sharing != Sharing::off && options.workspace == nullptr;
}
/// decode_common where all strings are shared: of small records the way here is half of the time.
template <typename T>
FASTSER_INLINE inline Status decode_sharing(BytesView archive, std::size_t prologue, T& value,
                                            const DecodeOptions& options) {
  const BytesView payload = archive.subspan(prologue);
  Decoder decoder(payload, options.limits, archive.size());
  DecoderTexts texts;
  decoder.texts = &texts;
  decoder.share_all();
  const Cursor cur = kTakePayload<T>(&value, &value + 1, payload.data(), decoder);
  if (ends_well(decoder, cur)) [[likely]] {
    return {};
  }
  return finish_common(decoder, cur, RootTypeOf<T>::kType, true, prologue, &value, options);
}

template <typename T>
FASTSER_INLINE inline Status run_decode(BytesView bytes, T& value, const DecodeOptions& options) {
  return guarded([&]() FASTSER_INLINE_LAMBDA -> Status {
    if (options.header == Header::bare) {
      bytes = with_address(bytes);
      if constexpr (!kTableFacts<T, 0>.needs_registry) {
        if (options.sharing == Sharing::off) return decode_common(bytes, 0, value, options);
        if (shares_simply<T>(options)) return decode_sharing(bytes, 0, value, options);
      }
      return decode_bare(RootTypeOf<T>::kType, bytes, &value, options);
    }
    if constexpr (kTableFacts<T, 0>.needs_registry) {
      return decode_enveloped(RootTypeOf<T>::kType, bytes, &value, options);
    } else {
      if (options.sharing == Sharing::off && has_own_prologue<T>(bytes)) [[likely]] {
        if (options.user_version != nullptr) *options.user_version = user_version_of(bytes);
        return decode_common(bytes, kSelfDescription<T, 0>.size(), value, options);
      }
      if (shares_simply<T>(options) && has_own_prologue<T, schema::kShareAll>(bytes)) {
        if (options.user_version != nullptr) *options.user_version = user_version_of(bytes);
        return decode_sharing(bytes, kSelfDescription<T, schema::kShareAll>.size(), value, options);
      }
      return decode_enveloped(RootTypeOf<T>::kType, bytes, &value, options);
    }
  });
}

/// Whether `bytes` are a sound archive that `type` is read from.
[[nodiscard]] Status verify_as(const RootType& type, BytesView bytes, const DecodeOptions& options);

template <typename T>
Status run_verify(BytesView bytes, const DecodeOptions& options) {
  return guarded([&] { return verify_as(RootTypeOf<T>::kType, bytes, options); });
}

}  // namespace fastser::archive::detail
