// SPDX-License-Identifier: MIT
//
// Plist: a binary property list (bplist00), read where it lies: nothing is built, an item is looked
// up by its number each time. Every offset, size and number is checked at every look.
//
//   8 bytes "bplist00", items, table of their offsets, trailer of 32 bytes:
//   6 of no meaning, width of offsets, width of item numbers, then three of 8 bytes, big-endian:
//   count of items, number of the outermost, where the table lies
//
// Items may lead back to themselves: who follows them has to look out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace fastser::convert::cocoa {

inline constexpr std::string_view kPlistName = "bplist";
inline constexpr std::string_view kPlistMark = "bplist00";
/// Whether a text begins as one does, of whatever version.
[[nodiscard]] bool is_binary_plist(std::string_view text) noexcept;

struct Item {
  enum class Kind : std::uint8_t {
    kNull,
    kBool,
    kInteger,  ///< bits, sign-extended; `is_unsigned` above what i64 holds
    kReal32,   ///< bits
    kReal64,   ///< bits
    kDate,     ///< bits: seconds since 2001
    kData,
    kAscii,       ///< count bytes at body
    kUtf16,       ///< count units at body, big-endian
    kUid,         ///< bits
    kArray,       ///< count items
    kSet,         ///< count items
    kDictionary,  ///< count keys, then count values
  };
  Kind kind = Kind::kNull;
  bool is_unsigned = false;
  std::uint64_t bits = 0;
  std::size_t count = 0;
  std::size_t body = 0;  ///< byte of the input
  std::size_t at = 0;    ///< byte of the input where the item begins

  [[nodiscard]] bool is_text() const { return kind == Kind::kAscii || kind == Kind::kUtf16; }
};

class Plist {
 public:
  /// Errors: kMalformed, kTruncated, kVersion.
  [[nodiscard]] static Result<Plist> open(BytesView input);

  [[nodiscard]] std::uint64_t top() const { return top_; }
  [[nodiscard]] std::uint64_t size() const { return count_; }
  [[nodiscard]] BytesView input() const { return input_; }

  /// The item with a number. Errors: kMalformed, kBadReference; kTypeMismatch: an integer beyond 64
  /// bits.
  [[nodiscard]] Status item(std::uint64_t number, Item& out) const;
  /// The number of the item in place `index` of an array, a set, or a dictionary (its keys come
  /// first, its values behind).
  [[nodiscard]] std::uint64_t element(const Item& of, std::size_t index) const {
    return big_endian(of.body + index * number_width_, number_width_);
  }
  /// The characters of an ASCII string.
  [[nodiscard]] std::string_view ascii(const Item& item) const {
    return {reinterpret_cast<const char*>(input_.data()) + item.body, item.count};
  }
  [[nodiscard]] BytesView data(const Item& item) const {
    return input_.subspan(item.body, item.count);
  }

 private:
  [[nodiscard]] std::uint64_t big_endian(std::size_t at, std::size_t width) const;
  Status integer(std::size_t at, std::size_t width, Item& out) const;
  Status sized(Item& out, unsigned low, std::size_t unit) const;

  BytesView input_;
  std::size_t end_ = 0;  // of the items: the table of offsets
  std::size_t offset_width_ = 0;
  std::size_t number_width_ = 0;
  std::uint64_t count_ = 0;
  std::uint64_t top_ = 0;
};

}  // namespace fastser::convert::cocoa
