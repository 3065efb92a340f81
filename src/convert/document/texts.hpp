// SPDX-License-Identifier: MIT
//
// Texts by number: equal texts are one. Their bytes lie one behind another in blocks that never
// move, or stay in the input, and are found by a table with open addressing: a text costs about 40
// bytes besides its own.
//
// In a large document most texts are new, and each waits for memory that is in no cache. So a place
// of the table has the hash beside the number: it alone says of most texts that they are new. Who
// knows a text before its number is needed can have its place fetched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/wire/content_hash.hpp"

namespace fastser::convert {

class Texts {
 public:
  static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

  /// `seed`: a secret, so that no texts can be made to collide (B10).
  explicit Texts(wire::HashSeed seed) : seed_(seed) {}

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  /// The bytes of all texts.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// How many bytes behind a text may be read, too.
  static constexpr std::size_t kMargin = 16;
  /// Stays where it is until clear(), or as long as who gave a lasting text promised.
  [[nodiscard]] std::string_view operator[](std::size_t number) const {
    return {entries_[number].text, entries_[number].size};
  }
  /// The number of a text, a new one if it is new.
  std::uint32_t intern(std::string_view text) { return intern(text, hash(text)); }
  /// The same by its hash().
  std::uint32_t intern(std::string_view text, std::uint32_t hash);
  /// The same without a copy, of a text that stays where it is, with the kMargin bytes behind it,
  /// for as long as there are these Texts.
  std::uint32_t intern_lasting(std::string_view text, std::uint32_t hash);
  [[nodiscard]] std::uint32_t hash(std::string_view text) const {
    if (text.empty()) return 0;
    const std::uint64_t whole = wire::content_hash(text.data(), text.size(), seed_);
    return static_cast<std::uint32_t>(whole ^ (whole >> 32));
  }
  // Inlined always: g++ takes calls of a function that only prefetches for calls without effect.

  /// Have the memory fetched that intern() looks at, one step after another: the place in the
  /// table; if a text of this hash is there, where its bytes are; and the bytes.
  FASTSER_INLINE void fetch_place(std::uint32_t hash) const {
    if (!table_.empty()) FASTSER_PREFETCH(&table_[first_place(hash)]);
  }
  FASTSER_INLINE void fetch_entry(std::uint32_t hash) const {
    if (const Entry* const entry = likely(hash)) FASTSER_PREFETCH(entry);
  }
  FASTSER_INLINE void fetch_bytes(std::uint32_t hash) const {
    if (const Entry* const entry = likely(hash)) FASTSER_PREFETCH(entry->text);
  }
  /// The same for operator[], and the bytes that it leads to.
  FASTSER_INLINE void fetch_entry_of(std::uint64_t number) const {
    FASTSER_PREFETCH(&entries_[static_cast<std::size_t>(number)]);
  }
  FASTSER_INLINE void fetch_bytes_of(std::uint64_t number) const {
    FASTSER_PREFETCH(entries_[static_cast<std::size_t>(number)].text);
  }
  /// kNone: it is none of them.
  [[nodiscard]] std::uint32_t find(std::string_view text) const;
  void clear();

 private:
  struct Entry {
    const char* text;
    std::size_t size;
  };
  struct Place {
    std::uint32_t hash;
    std::uint32_t number;  // kNone: free
  };

  [[nodiscard]] std::size_t first_place(std::uint32_t hash) const {
    return hash & (table_.size() - 1);
  }
  [[nodiscard]] std::size_t next_place(std::size_t at) const {
    return (at + 1) & (table_.size() - 1);
  }
  // The first text of this hash.
  [[nodiscard]] const Entry* likely(std::uint32_t hash) const {
    if (table_.empty()) return nullptr;
    std::size_t at = first_place(hash);
    while (table_[at].number != kNone && table_[at].hash != hash) at = next_place(at);
    return table_[at].number != kNone ? &entries_[table_[at].number] : nullptr;
  }
  // Where the text is in the table, or would be.
  [[nodiscard]] std::size_t place(std::string_view text, std::uint32_t hash) const;
  // Whether the text is new; `number` is its number.
  bool add(std::string_view text, std::uint32_t hash, std::uint32_t& number);
  void grow();
  void grow_entries();
  const char* keep(std::string_view text);

  wire::HashSeed seed_;
  std::vector<Entry> entries_;
  std::vector<Place> table_;  // its size is a power of two
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t block_ = 0;  // the size of the last one
  std::size_t left_ = 0;   // of it
  std::size_t bytes_ = 0;
};

}  // namespace fastser::convert
