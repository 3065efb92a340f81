// SPDX-License-Identifier: MIT
//
// The type table of a C++ type. A constant of the program, except where polymorphic pointers bring
// the classes of a Registry into it; those tables are made at run time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/schema/fingerprint.hpp"
#include "fastser/internal/schema/table_builder.hpp"
#include "fastser/internal/wire/varint.hpp"
#include "fastser/registry.hpp"

namespace fastser::archive {

/// What describing T says about it, besides the table.
struct TableFacts {
  std::size_t size = 0;
  bool needs_tables = false;  ///< shares strings or has objects
  bool shares_strings = false;
  bool needs_registry = false;  ///< the table is not a constant
  bool has_weak = false;        ///< weak pointers of classes that are known now
};

/// Describes a root of type T; twice for the bytes (TableBuilder).
template <typename T, Flags F>
constexpr void describe_root(TableBuilder& builder) {
  TypeSink root = builder.begin_root();
  Codec<T>::template describe<F>(builder, root);
  builder.end_root(root);
}

template <typename T, Flags F>
inline constexpr TableFacts kTableFacts = [] {
  TableBuilder builder;
  describe_root<T, F>(builder);
  return TableFacts{builder.size(), builder.needs_tables, builder.shares_strings,
                    builder.needs_registry, builder.has_weak};
}();

namespace detail {
inline constexpr std::array<std::uint8_t, 4> kMagic = {'F', 'S', 'R', kFormatVersion};
}  // namespace detail

/// The beginning of a self-described archive with default options, for types that need no Registry:
/// magic, kind, user version, and the table with its size in front.
template <typename T, Flags F>
inline constexpr auto kSelfDescription = [] {
  constexpr std::size_t kSize = kTableFacts<T, F>.size;
  constexpr std::size_t kStart = kHeaderBytes + wire::varint_size(kSize);
  std::array<std::uint8_t, kStart + kSize> bytes{};
  for (std::size_t i = 0; i < detail::kMagic.size(); ++i) bytes[i] = detail::kMagic[i];
  schema::TypeSink size(bytes.data() + kHeaderBytes);
  schema::append_varint(size, kSize);
  TableBuilder builder;
  describe_root<T, F>(builder);
  builder.write_to(bytes.data() + kStart);
  describe_root<T, F>(builder);
  return bytes;
}();

/// The table alone.
template <typename T, Flags F>
inline constexpr std::span<const std::uint8_t> kTable =
    std::span(kSelfDescription<T, F>).last(kTableFacts<T, F>.size);

constexpr std::uint64_t hash_table(const std::uint8_t* bytes, std::size_t size) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3U;
  return hash;
}
template <typename T, Flags F>
inline constexpr std::uint64_t kFingerprintOf = hash_table(kTable<T, F>.data(),
                                                           kTable<T, F>.size());

/// A table with the registry's classes behind the type's own shapes, in order of registration.
struct RegistryTable {
  schema::TypeBytes bytes;
  std::vector<std::uint32_t> class_shapes;  ///< registry class -> shape
  std::size_t shape_count = 0;
};

template <typename T, Flags F>
RegistryTable build_registry_table(const Registry& registry) {
  RegistryTable made;
  TableBuilder builder;
  describe_root<T, F>(builder);
  for (const Registry::Class& one : registry.classes()) {
    made.class_shapes.push_back(one.describe[(F & schema::kShareAll) != 0 ? 1 : 0](builder));
  }
  made.bytes.resize(builder.size());
  builder.write_to(made.bytes.data());
  describe_root<T, F>(builder);
  for (const Registry::Class& one : registry.classes()) {
    one.describe[(F & schema::kShareAll) != 0 ? 1 : 0](builder);
  }
  made.shape_count = builder.shape_count();
  return made;
}

}  // namespace fastser::archive
