// SPDX-License-Identifier: MIT
//
// TypeMemo: sizes and alternatives of long type expressions, by where they lie, and which of them
// are equal. A value of two bytes may have a type of twenty thousand; without this, reading many
// such values would cost the product (B9).
//
// Open addressing by address, at most half full; memory is charged to the walk's budget. A walk
// whose memo gets none must end: it would be free to cost the product after all.
//
// Equal expressions form sets (union-find): they are compared once for each two sets that turn out
// to be one, and a comparison that fails is the end of the walk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "fastser/internal/archive/pod_stack.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/status.hpp"

namespace fastser::archive {

class TypeMemo {
 public:
  /// Types longer than this are worth an entry.
  static constexpr std::ptrdiff_t kLong = 128;
  /// Alternatives beyond this are looked up. Variants that have them are long or soon found.
  static constexpr std::uint64_t kManyAlternatives = kLong;

  struct Entry {
    const std::byte* at = nullptr;
    schema::TypeSizes sizes{};
    std::size_t alternatives = kUnknown;  // position of the first one's offset
    const std::byte* equal = nullptr;     // another expression of its set; null at the root
  };

  [[nodiscard]] Entry* find(const std::byte* at) noexcept;
  /// Remembers an expression that find does not know. kNoMemory, kOverBudget.
  Code add(const std::byte* at, const schema::TypeSizes& sizes, std::size_t& budget) noexcept;
  /// Whether two expressions that find knows are the same type.
  [[nodiscard]] bool equal(const std::byte* left, const std::byte* right) noexcept;
  /// Finds where an alternative of the entry's variant starts. kNoMemory, kOverBudget.
  Code alternative(const Entry& entry, schema::TypeExpr variant, std::uint64_t index,
                   std::size_t& budget, const std::byte*& found) noexcept;

 private:
  static constexpr std::size_t kUnknown = static_cast<std::size_t>(-1);

  Code grow(std::size_t& budget) noexcept;
  [[nodiscard]] Entry& root(const std::byte* at) noexcept;
  [[nodiscard]] std::size_t slot(const std::byte* at) const noexcept;

  std::unique_ptr<Entry[]> entries_;
  std::size_t capacity_ = 0;  // a power of two
  std::size_t used_ = 0;
  PodStack<std::size_t> offsets_;  // of alternatives, from their variant's first byte
};

}  // namespace fastser::archive
