// SPDX-License-Identifier: MIT
//
// Texts by number: equal texts are one. Their bytes lie one behind another in blocks that never
// move, and are found by a table of numbers with open addressing: a text costs about 30 bytes
// besides its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "fastser/internal/wire/content_hash.hpp"

namespace fastser::convert {

class Texts {
 public:
  static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

  /// `seed`: a secret, so that no texts can be made to collide (B10).
  explicit Texts(wire::HashSeed seed) : seed_(seed) {}

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  /// How many bytes behind a text may be read, too.
  static constexpr std::size_t kMargin = 16;
  /// Stays where it is until clear().
  [[nodiscard]] std::string_view operator[](std::size_t number) const {
    return {entries_[number].text, entries_[number].size};
  }
  /// The number of a text, a new one if it is new.
  std::uint32_t intern(std::string_view text);
  /// kNone: it is none of them.
  [[nodiscard]] std::uint32_t find(std::string_view text) const;
  void clear();

 private:
  struct Entry {
    const char* text;
    std::size_t size;
    std::uint32_t hash;
  };

  [[nodiscard]] std::uint32_t hash(std::string_view text) const;
  // Where the text is in the table, or would be.
  [[nodiscard]] std::size_t place(std::string_view text, std::uint32_t hash) const;
  void grow();
  const char* keep(std::string_view text);

  wire::HashSeed seed_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> table_;  // of numbers; its size is a power of two
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t block_ = 0;  // the size of the last one
  std::size_t left_ = 0;   // of it
};

}  // namespace fastser::convert
