// SPDX-License-Identifier: MIT
//
// StringTable: which string was written before? By content, for shared strings and shared data
// (docs/format.md section 7).
//
// The table keeps no bytes: an entry holds a 32-bit hash and where the string lies in the *output*,
// so sources may be temporaries. Entries stand in order of appearance; strings whose hashes fall
// into one bucket are chained, the last that was added or met in front. A bucket is a word: the
// entry in front, and a mask of what hashes the chain has. So most strings that are new are known
// to be by one look at 8 bytes, by a branch that is foreseen, and added without another.
//
// The hash is seeded; numbers are handed out in order of first appearance, so the output never
// depends on the seed. A chain that chance does not produce makes the table take another seed
// (B10).
//
// Forgetting costs a store for each bucket in use, a few hundredths of what the strings cost: less
// than to ask of every bucket which archive it is of. The first strings lie in the table itself, so
// that a small archive needs no memory for them.
//
// Thread rule: one thread at a time. Errors: memory that runs out loses no number; the table stops
// learning and failed() stays true until clear().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/wire/content_hash.hpp"

namespace fastser::archive {

using wire::content_hash;
using wire::exact_content;
using wire::HashSeed;
using wire::same_content;
using wire::short_content;
using wire::ShortContent;

class StringTable {
 public:
  struct Found {
    bool found;            ///< written before
    std::uint32_t number;  ///< its string number: the earlier one, or the one just taken
  };
  /// A string that was added.
  struct Entry {
    std::uint32_t hash;
    std::uint32_t number;
    std::uint32_t offset;  ///< in the output
    std::uint32_t size;
  };

  /// `seed` should be something a stranger cannot guess; see wire::random_seed().
  explicit StringTable(std::uint64_t seed = wire::random_seed()) noexcept
      : buckets_(first_buckets_.data()),
        entries_(first_entries_),
        links_(first_links_),
        seed_(HashSeed::from(seed)) {}
  StringTable(const StringTable&) = delete;
  StringTable& operator=(const StringTable&) = delete;
  ~StringTable();

  // A lookup is a hash; candidate(), which says of most new strings that they are new, and of most
  // others where they were written; and find() where the candidate is another string. `base` is the
  // start of the output, `size` at least 1.

  [[nodiscard]] FASTSER_INLINE std::uint32_t hash(const char* text,
                                                  std::size_t size) const noexcept {
    return content_hash(text, size, seed_);
  }
  [[nodiscard]] FASTSER_INLINE std::uint32_t hash(const ShortContent& content,
                                                  std::size_t size) const noexcept {
    return content_hash(content, size, seed_);
  }
  /// Of sized_content.
  [[nodiscard]] FASTSER_INLINE std::uint32_t hash(const ShortContent& sized) const noexcept {
    return content_hash(sized, seed_);
  }
  [[nodiscard]] FASTSER_INLINE std::uint32_t middle_hash(const char* text,
                                                         std::size_t size) const noexcept {
    return wire::middle_hash(text, size, seed_);
  }
  [[nodiscard]] FASTSER_INLINE std::uint32_t long_hash(const char* text,
                                                       std::size_t size) const noexcept {
    return wire::long_hash(text, size, seed_);
  }
  /// Where strings with this hash hang.
  using Bucket = std::uint64_t;
  [[nodiscard]] FASTSER_INLINE Bucket& bucket_of(std::uint32_t hash) noexcept {
    return buckets_[(hash >> kMarkBits) & mask_];
  }
  /// Whether there may be a string with this hash; if so, `entry` is one.
  [[nodiscard]] FASTSER_INLINE bool candidate(std::uint32_t hash,
                                              const Entry*& entry) const noexcept {
    return candidate(hash, buckets_[(hash >> kMarkBits) & mask_], entry);
  }
  [[nodiscard]] FASTSER_INLINE bool candidate(std::uint32_t hash, Bucket bucket,
                                              const Entry*& entry) const noexcept {
    if ((static_cast<std::uint32_t>(bucket) >> (hash & 31) & 1) == 0) return false;
    entry = entries_ + static_cast<std::size_t>(bucket >> 32) - 1;
    return true;
  }
  /// Where its bytes are.
  [[nodiscard]] static const char* bytes_of(const Entry& entry, const std::byte* base) noexcept {
    return reinterpret_cast<const char*>(base) + entry.offset;
  }

  /// What find_first answers where the string is not the candidate.
  static constexpr std::uint32_t kNotThere = 0xFFFFFFFFU;
  /// The number of the string if it is the candidate, else kNotThere.
  [[nodiscard]] FASTSER_INLINE std::uint32_t find_first(std::uint32_t hash, const char* text,
                                                        std::size_t size,
                                                        const std::byte* base) const noexcept {
    const Entry* entry = nullptr;
    if (!candidate(hash, entry) || entry->size != size) return kNotThere;
    return same_content(text, bytes_of(*entry, base), size) ? entry->number : kNotThere;
  }
  /// The same for at most 15 bytes, where 16 may be read in the output from the start of every
  /// string looked up so far: no branch depends on the size.
  [[nodiscard]] FASTSER_INLINE std::uint32_t find_first_short(
      std::uint32_t hash, const ShortContent& content, std::size_t size,
      const std::byte* base) const noexcept {
    const Entry* entry = nullptr;
    if (!candidate(hash, entry) || entry->size != size) return kNotThere;
    return short_content(bytes_of(*entry, base), size) == content ? entry->number : kNotThere;
  }
  /// Looks the string up: its number, else kNotThere.
  [[nodiscard]] std::uint32_t find(std::uint32_t hash, const char* text, std::size_t size,
                                   const std::byte* base) noexcept;
  /// Adds a string that was not found just now: its number. The bytes are going to lie at
  /// `base + offset` before the next call.
  std::uint32_t add(std::uint32_t hash, const char* text, std::size_t size, const std::byte* base,
                    std::size_t offset) noexcept {
    if (!add_quickly(hash, size, offset)) [[unlikely]] {
      return add_slow(hash, text, size, base, offset);
    }
    return this->size() - 1;
  }
  /// The same where nothing needs doing first; false, and not added, where something does.
  [[nodiscard]] FASTSER_INLINE bool add_quickly(std::uint32_t hash, std::size_t size,
                                                std::size_t offset) noexcept {
    if (size > kMaxStored) return false;
    return add_quickly(bucket_of(hash), hash, static_cast<std::uint32_t>(size), offset);
  }
  [[nodiscard]] FASTSER_INLINE bool add_quickly(Bucket& bucket, std::uint32_t hash,
                                                std::uint32_t size, std::size_t offset) noexcept {
    if (count_ >= room_ || offset > kMaxStored) return false;
    Entry* entry = entries_ + count_;
    entry->hash = hash;
    entry->offset = static_cast<std::uint32_t>(offset);
    FASTSER_HIDE(
        entry);  // or four stores become a vector, which takes twice as long to put together
    entry->number = this->size();
    entry->size = size;
    chain(bucket, count_++, hash);
    return true;
  }
  /// All in one.
  [[nodiscard]] Found find_or_add(const char* text, std::size_t size, const std::byte* base,
                                  std::size_t offset) noexcept {
    const std::uint32_t sum = hash(text, size);
    const std::uint32_t number = find(sum, text, size, base);
    return number != kNotThere ? Found{true, number}
                               : Found{false, add(sum, text, size, base, offset)};
  }
  /// Takes the numbers of `count` strings that are not looked up and will not be found again.
  void take(std::uint32_t count) noexcept { passed_ += count; }

  /// The output from `from` on was moved up by `by` bytes. Linear in the table.
  void moved(std::size_t from, std::size_t by) noexcept;

  /// Strings numbered so far.
  [[nodiscard]] std::uint32_t size() const noexcept { return count_ + passed_; }
  /// True when memory ran out since the last clear().
  [[nodiscard]] bool failed() const noexcept { return failed_; }
  /// Lets the table learn again after memory ran out.
  void forgive() noexcept { failed_ = false; }
  /// Forgets all strings, keeps the memory. Linear in the buckets that they used.
  void clear() noexcept {
    if ((count_ | passed_) != 0 || mask_ + 1 != kFirstBuckets || failed_) forget_all();
  }

 private:
  static constexpr std::size_t kMaxStored = 0xFFFFFFFFU;
  static constexpr std::uint32_t kMaxProbes = 96;
  static constexpr std::uint32_t kFirstBuckets = 16;
  static constexpr std::uint32_t kFirstRoom = 8;

  // The lower half of a bucket is one of 32 bits for each hash in its chain, the upper half the
  // index of the entry in front, plus one. An empty one is zero.
  static constexpr unsigned kMarkBits = 5;
  [[nodiscard]] static std::uint32_t mark_of(std::uint32_t hash) noexcept {
    return std::uint32_t{1} << (hash & 31);
  }
  [[nodiscard]] static std::uint32_t front_of(Bucket bucket) noexcept {
    return static_cast<std::uint32_t>(bucket >> 32);
  }
  // Puts an entry in front of the chain of its bucket.
  FASTSER_INLINE void chain(Bucket& bucket, std::uint32_t index, std::uint32_t hash) noexcept {
    links_[index] = front_of(bucket);
    const std::uint32_t marks = static_cast<std::uint32_t>(bucket) | mark_of(hash);
    bucket = (std::uint64_t{index} + 1) << 32 | marks;
  }

  FASTSER_NOINLINE std::uint32_t add_slow(std::uint32_t hash, const char* text, std::size_t size,
                                          const std::byte* base, std::size_t offset) noexcept;
  bool make_room() noexcept;
  void reseed(const std::byte* base) noexcept;
  FASTSER_NOINLINE void forget_all() noexcept;
  void rebuild() noexcept;
  void release() noexcept;

  std::array<std::uint64_t, kFirstBuckets> first_buckets_ = {};
  Entry first_entries_[kFirstRoom];
  std::uint32_t first_links_[kFirstRoom];
  std::uint64_t* buckets_;
  Entry* entries_;
  std::uint32_t* links_;  // entry -> index of the next in its chain, plus one; 0: none
  std::uint32_t mask_ = kFirstBuckets - 1;
  std::uint32_t count_ = 0;          // entries
  std::uint32_t room_ = kFirstRoom;  // entries up to which adding is simple
  std::uint32_t passed_ = 0;         // numbers of strings without an entry
  std::uint32_t reseeds_ = 0;
  HashSeed seed_;
  std::size_t allocated_ = kFirstBuckets;  // buckets there are, at least mask_ + 1
  bool failed_ = false;
  bool suspicious_ = false;
};

}  // namespace fastser::archive
