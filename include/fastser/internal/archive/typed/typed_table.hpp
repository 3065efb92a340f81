// SPDX-License-Identifier: MIT
//
// The type table of a C++ type. A constant of the program, except where polymorphic pointers bring
// the classes of a Registry into it; those tables are made at run time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/schema/fingerprint.hpp"
#include "fastser/internal/schema/table_builder.hpp"
#include "fastser/registry.hpp"

namespace fastser::archive {

/// What is said where `option`, the registry, is missing.
[[nodiscard]] Status without_registry(std::string_view polymorphic_class, std::string_view option);

/// The prologues of T's archives (envelope.hpp), for types that need no Registry: as T is, and with
/// all strings shared.
template <typename T>
inline constexpr auto kPrologues = [] {
  constexpr std::size_t kSize = kTableFacts<T, 0>.size;
  std::array<std::array<std::uint8_t, prologue_size(kSize)>, 2> bytes{};
  TableBuilder builder;
  describe_root<T, 0>(builder);
  builder.write_to(begin_prologue(bytes[0].data(), kSize), begin_prologue(bytes[1].data(), kSize));
  describe_root<T, 0>(builder);
  return bytes;
}();
template <typename T, Flags F>
inline constexpr const auto& kSelfDescription = kPrologues<T>[(F & schema::kShareAll) != 0 ? 1 : 0];

/// The table alone.
template <typename T, Flags F>
inline constexpr std::span<const std::uint8_t> kTable =
    std::span(kSelfDescription<T, F>).last(kTableFacts<T, 0>.size);

/// How deep what lies in a T may nest, objects each by themselves.
struct DepthBounds {
  std::uint32_t root = kNoDepth;
  std::uint32_t object = kNoDepth;  ///< 0: there are none
};
template <typename T, Flags F>
inline constexpr DepthBounds kDepthBounds = [] {
  DepthBounds bounds;
  if constexpr (!kTableFacts<T, F>.needs_registry) {
    DepthOfType depth(kTable<T, F>);
    bounds.root = depth.root();
    bounds.object = depth.objects();
  }
  return bounds;
}();
/// Writing defers what would be one object too many in others.
template <typename T, Flags F>
inline constexpr bool kBoundedWhenWritten =
    kDepthBounds<T, F>.root + (schema::kInlineObjects + 1) * kDepthBounds<T, F>.object
    <= Limits{}.depth;
/// Other writers need not.
template <typename T, Flags F>
inline constexpr bool kBoundedWhenRead =
    kDepthBounds<T, F>.object == 0 && kDepthBounds<T, F>.root <= Limits{}.depth;

template <typename T, Flags F>
inline constexpr std::uint64_t kFingerprintOf = schema::fingerprint_of<std::uint8_t>(kTable<T, F>);

/// A table with the registry's classes behind the type's own shapes, in order of registration.
struct RegistryTable {
  schema::TypeBytes bytes;
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
