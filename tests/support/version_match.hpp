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

enum class Fit {
  kNot,
  kWider,  ///< converted
  kExact,  ///< the same type, of the same class
};

/// list<tuple<K, V>>
bool is_pairs(const Type& type);
/// The length of a tick, where a duration says it: num / den seconds.
bool tick_of(const Type& type, std::int64_t& num, std::int64_t& den);

class Match {
 public:
  Match(const Reader& reader, const Document& document) : reader_(reader), document_(document) {}

  /// How well values of the writer's type `from` fit the reader's `to`, as far as types say.
  [[nodiscard]] Fit fit(const Type& from, const Type& to) const;
  [[nodiscard]] bool fits(const Type& from, const Type& to) const {
    return fit(from, to) != Fit::kNot;
  }
  /// The class of a shape's name among those that a polymorphic pointer of type `to` may lead to;
  /// null if there is none.
  [[nodiscard]] const Type* class_of(std::uint64_t shape, const Type& to) const;
  /// For a value of type `held` that was in `variant` (or null) at `index`.
  [[nodiscard]] Choice choose(const Type& held, const Type* variant, std::size_t index,
                              const Type& to) const;
  /// For each of the fields of a shape the reader's field, or -1.
  [[nodiscard]] std::vector<int> targets(std::uint64_t shape, const ReaderClass& one) const;

 private:
  [[nodiscard]] Fit fit_operands(const Type& from, const Type& to) const;
  [[nodiscard]] Fit fit_list(const Type& from, const Type& to) const;
  [[nodiscard]] Fit fit_map(const Type& from, const Type& to) const;
  [[nodiscard]] Fit fit_record(const Type& from, const Type& to) const;

  const Reader& reader_;
  const Document& document_;
};

}  // namespace fastser::testing::versions
