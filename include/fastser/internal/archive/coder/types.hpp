// SPDX-License-Identifier: MIT
//
// Arguments and results of CoderWriter and CoderReader: keys, classes, well-known values.
// Plain values; thread rule: like any other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fastser/archive/options.hpp"
#include "fastser/limits.hpp"
#include "fastser/type/code.hpp"

namespace fastser::archive {

/// The name of a field. A coder compares the *address* of a key with that of the key at the same
/// place in the record before. Only if the addresses differ, it compares the characters.
class Key {
 public:
  /// A literal, or another constant array, which is identified by its address.
  template <std::size_t kSize>
  consteval Key(const char (&literal)[kSize]) noexcept  // NOLINT: implicit on purpose
      : id_(literal), data_(literal), size_(static_cast<std::uint32_t>(kSize - 1)) {}

  /// Promises that the characters stay unchanged at their address as long as the coder lives.
  [[nodiscard]] static constexpr Key interned(std::string_view text) noexcept {
    return Key(text.data(), text);
  }
  /// The same from a pointer and a size.
  [[nodiscard]] static constexpr Key interned(const char* text, std::uint32_t size) noexcept {
    return Key(text, size);
  }
  /// Characters that may be gone after the call: compared by content every time.
  [[nodiscard]] static constexpr Key transient(std::string_view text) noexcept {
    return Key(nullptr, text);
  }

  [[nodiscard]] constexpr const char* id() const noexcept { return id_; }
  [[nodiscard]] constexpr std::uint32_t size() const noexcept { return size_; }
  [[nodiscard]] constexpr std::string_view text() const noexcept { return {data_, size_}; }

 private:
  constexpr Key(const char* id, std::string_view text) noexcept
      : id_(id), data_(text.data()), size_(static_cast<std::uint32_t>(text.size())) {}
  constexpr Key(const char* text, std::uint32_t size) noexcept
      : id_(text), data_(text), size_(size) {}

  const char* id_;  // null: the address says nothing
  const char* data_;
  std::uint32_t size_;
};

/// Which fields of a record have names. All of no fields.
enum class FieldNames : std::uint8_t { kNone, kAll, kSome };

/// A class known to one CoderWriter. Valid as long as the writer, also after reset().
struct ClassHandle {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  std::uint32_t index = kNone;
  [[nodiscard]] constexpr bool valid() const noexcept { return index != kNone; }
};

/// A key known to one CoderWriter by a number, for callers who have no constant characters.
struct KeyHandle {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  std::uint32_t index = kNone;
  [[nodiscard]] constexpr bool valid() const noexcept { return index != kNone; }
};

/// The type of a container's elements: values of one code (scalars, texts, data, null, kAnyRef for
/// objects, kAnyRecord for records), of any type (kAny), or lists or sets of such values.
class CoderType {
 public:
  constexpr CoderType(schema::TypeCode code) noexcept : code_(code) {}  // NOLINT: implicit
  [[nodiscard]] static constexpr CoderType list_of(schema::TypeCode element) noexcept {
    return CoderType(schema::TypeCode::kList, element);
  }
  [[nodiscard]] static constexpr CoderType set_of(schema::TypeCode element) noexcept {
    return CoderType(schema::TypeCode::kSet, element);
  }

  /// The code of the elements, or, for lists and sets, that of their elements.
  [[nodiscard]] constexpr schema::TypeCode code() const noexcept { return code_; }
  /// kList or kSet if the elements are lists or sets; else kNull.
  [[nodiscard]] constexpr schema::TypeCode outer() const noexcept { return outer_; }

 private:
  constexpr CoderType(schema::TypeCode outer, schema::TypeCode code) noexcept
      : code_(code), outer_(outer) {}

  schema::TypeCode code_;
  schema::TypeCode outer_ = schema::TypeCode::kNull;
};

/// The count of a container that is not known when it begins.
inline constexpr std::uint64_t kUnknownCount = ~std::uint64_t{0};

/// Seconds and nanoseconds (below 10^9) since 1970-01-01T00:00:00Z.
struct CoderDate {
  std::int64_t seconds = 0;
  std::uint32_t nanoseconds = 0;
  friend constexpr bool operator==(const CoderDate&, const CoderDate&) = default;
};

/// 16 bytes in RFC 4122 order.
using CoderUuid = std::array<std::byte, 16>;

/// A 96-bit integer over a power of ten, as .NET's decimal.
struct CoderDecimal {
  std::uint32_t low = 0;
  std::uint32_t middle = 0;
  std::uint32_t high = 0;
  std::uint8_t scale = 0;  ///< 0 to 28
  bool negative = false;
  friend constexpr bool operator==(const CoderDecimal&, const CoderDecimal&) = default;
};

/// What happens if a key is written twice in one record.
enum class RepeatedKeys : std::uint8_t {
  error,  ///< kUsage, at the end of the record
  last,   ///< the later value counts; the earlier one stays as a value without a key
};

struct CoderOptions {
  Sharing sharing = Sharing::adaptive;  ///< of equal strings and equal data
  std::uint32_t user_version = 0;
  bool checksum = false;
  Limits limits = {};
  RepeatedKeys repeated_keys = RepeatedKeys::error;
  /// Most bytes for calls that are recorded while a branch of the writer is incomplete.
  std::size_t branch_memory = std::size_t{1} << 28;
};

}  // namespace fastser::archive
