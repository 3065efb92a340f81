// SPDX-License-Identifier: MIT
//
// The type table of a C++ type. A constant of the program, except where polymorphic pointers bring
// the classes of a Registry into it; those tables are made at run time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/schema/fingerprint.hpp"
#include "fastser/internal/schema/table_builder.hpp"
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

template <typename T, Flags F>
constexpr TypeBytes build_table(TableFacts& facts) {
  TableBuilder builder;
  TypeBytes root;
  Codec<T>::template describe<F>(builder, root);
  TypeBytes table = builder.finish(root);
  facts = {table.size(), builder.needs_tables, builder.shares_strings, builder.needs_registry,
           builder.has_weak};
  return table;
}

template <typename T, Flags F>
inline constexpr TableFacts kTableFacts = [] {
  TableFacts facts;
  build_table<T, F>(facts);
  return facts;
}();

/// The table's bytes, for types that need no Registry.
template <typename T, Flags F>
inline constexpr auto kTable = [] {
  std::array<std::uint8_t, kTableFacts<T, F>.size> bytes{};
  TableFacts facts;
  const TypeBytes table = build_table<T, F>(facts);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = table[i];
  return bytes;
}();

/// A table with the registry's classes behind the type's own shapes, in order of registration.
struct RegistryTable {
  TypeBytes bytes;
  std::vector<std::uint32_t> class_shapes;  ///< registry class -> shape
  std::size_t shape_count = 0;
};

[[nodiscard]] inline std::uint64_t fingerprint_of(const RegistryTable& table) noexcept {
  return schema::fingerprint_of<std::uint8_t>(table.bytes);
}

template <typename T, Flags F>
RegistryTable build_registry_table(const Registry& registry) {
  RegistryTable made;
  TableBuilder builder;
  TypeBytes root;
  Codec<T>::template describe<F>(builder, root);
  for (const Registry::Class& one : registry.classes()) {
    made.class_shapes.push_back(one.describe[(F & schema::kShareAll) != 0 ? 1 : 0](builder));
  }
  made.bytes = builder.finish(root);
  made.shape_count = builder.shape_count();
  return made;
}

}  // namespace fastser::archive
