// SPDX-License-Identifier: MIT
//
// What belongs to what between a writer's types and a reader's: which field is which, which
// alternative of a variant is which, what type fits into what type.
#pragma once

#include <vector>

#include "support/version_reader.hpp"

namespace fastser::testing::versions {

/// The alternative that a value goes into.
struct Choice {
  int index = -1;       ///< -1: none
  bool unsure = false;  ///< nobody promises that it is this one, or any
};

/// list<tuple<K, V>>
bool is_pairs(const Type& type);
/// The length of a tick, where a duration says it: num / den seconds.
bool tick_of(const Type& type, std::int64_t& num, std::int64_t& den);

class Match {
 public:
  Match(const Reader& reader, const Document& document) : reader_(reader), document_(document) {}

  /// Whether values of the writer's type `from` can be a reader's `to`, as far as types say.
  [[nodiscard]] bool fits(const Type& from, const Type& to) const;
  /// The class of a shape's name among those that a polymorphic pointer of type `to` may lead to;
  /// null if there is none.
  [[nodiscard]] const Type* class_of(std::uint64_t shape, const Type& to) const;
  /// Whether it is the same type: the same class by name, and integers of one width.
  [[nodiscard]] bool is_exact(const Type& from, const Type& to) const;
  [[nodiscard]] Choice choose(const Type& from, std::size_t held, const Type& to) const;
  /// For each of the writer's fields the reader's field, or -1.
  [[nodiscard]] std::vector<int> targets(const std::vector<const Field*>& fields,
                                         const ReaderClass& one) const;

 private:
  const Reader& reader_;
  const Document& document_;
};

}  // namespace fastser::testing::versions
