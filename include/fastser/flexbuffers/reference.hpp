// SPDX-License-Identifier: MIT
//
// Reference: reads one value of a message in place, without knowing its type beforehand.
//
//   const Result<Reference> root = flexbuffers::root(bytes);
//   if (!root.ok()) ...
//   const std::optional<std::int64_t> age = root->find("age").as_int64();
//   for (const Reference& one : root->find("items")) ...
//
// Nothing is checked beforehand, and nothing is trusted: each step checks bounds. If bytes are
// damaged, or are another type than you asked for, it gives a null Reference, no value, or size 0.
// To check everything first, call verify(). A Reference points into the bytes, which must outlive
// it. It allocates nothing. Each step takes constant time, but the size and text of a key take as
// long as the key; find() takes log(size) steps. Threads may share it.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

#include "fastser/internal/flexbuffers/source.hpp"
#include "fastser/status.hpp"

namespace fastser::flexbuffers {

enum class Kind : std::uint8_t {
  null,
  boolean,
  integer,
  natural,  ///< an unsigned integer
  floating,
  key,
  string,
  blob,
  vector,  ///< of any form
  map,
};

class Reference {
 public:
  class Iterator;

  /// Null.
  Reference() noexcept : source_(BytesView()) {}

  [[nodiscard]] Kind kind() const noexcept;
  [[nodiscard]] bool is_null() const noexcept { return kind() == Kind::null; }

  // The value, if it has this type or is a number that this type holds exactly; else nothing.
  [[nodiscard]] std::optional<bool> as_bool() const noexcept;
  [[nodiscard]] std::optional<std::int64_t> as_int64() const noexcept;
  [[nodiscard]] std::optional<std::uint64_t> as_uint64() const noexcept;
  [[nodiscard]] std::optional<double> as_double() const noexcept;
  /// The text of a string or a key; else nothing.
  [[nodiscard]] std::optional<std::string_view> as_string() const noexcept;
  /// The bytes of a blob or a string; else nothing.
  [[nodiscard]] std::optional<BytesView> as_blob() const noexcept;

  /// Elements of a vector, values of a map, bytes of a string, key or blob; else 0.
  [[nodiscard]] std::size_t size() const noexcept;
  /// The element of a vector, or the value of a map, in the order of its keys.
  [[nodiscard]] Reference operator[](std::size_t index) const noexcept;
  /// The key of the map's value with this index; a null Reference if this is not a map.
  [[nodiscard]] Reference key(std::size_t index) const noexcept;
  /// The value of this key in a map. The keys of the map must be sorted.
  [[nodiscard]] Reference find(std::string_view key) const noexcept;

  // Iterates over the elements of a vector, or the values of a map.
  [[nodiscard]] Iterator begin() const noexcept;
  [[nodiscard]] Iterator end() const noexcept;

 private:
  friend Result<Reference> root(InputBytes bytes);
  Reference(const Source& source, const Raw& raw) noexcept : source_(source), raw_(raw) {}
  [[nodiscard]] std::optional<Number> number() const noexcept;

  Source source_;
  Raw raw_;
};

class Reference::Iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = Reference;
  using difference_type = std::ptrdiff_t;
  using pointer = const Reference*;
  using reference = Reference;

  [[nodiscard]] Reference operator*() const noexcept { return {source_, elements_[index_]}; }
  Iterator& operator++() noexcept {
    ++index_;
    return *this;
  }
  Iterator operator++(int) noexcept {
    Iterator old = *this;
    ++index_;
    return old;
  }
  [[nodiscard]] bool operator==(const Iterator& other) const noexcept {
    return index_ == other.index_;
  }

 private:
  friend class Reference;
  Iterator(const Source& source, const Elements& elements, std::size_t index) noexcept
      : source_(source), elements_(elements), index_(index) {}

  Source source_;
  Elements elements_;
  std::size_t index_;
};

/// The root of the message. kMalformed or kTruncated if there is none.
[[nodiscard]] Result<Reference> root(InputBytes bytes);

}  // namespace fastser::flexbuffers
