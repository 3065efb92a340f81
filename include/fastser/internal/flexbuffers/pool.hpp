// SPDX-License-Identifier: MIT
//
// Pool: where in the output a text was written, by its contents.
//
// It keeps views of the caller's texts, not of the output, which may move or only be counted: they
// must live as long as the encode; those that do not (begin_passing) are copied. A search looks at
// kMostProbes entries and no more, so that texts chosen to collide cost size, not time; what it
// then does not find is written again. Nothing depends on addresses: equal values make equal bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/internal/base/fnv1a.hpp"

namespace fastser::flexbuffers {

/// That of a record's names is known when the program is compiled.
constexpr std::uint32_t hash_of(std::string_view text) { return fnv1a<std::uint32_t>(text); }

class Pool {
 public:
  static constexpr std::size_t kNew = static_cast<std::size_t>(-1);

  /// The position of an equal text; kNew, and `here` kept for it, when there is none.
  [[nodiscard]] std::size_t find_or_add(std::string_view text, std::uint32_t hash,
                                        std::size_t here);

  /// Until as many end_passing, texts are part of values made for the moment.
  void begin_passing() noexcept {
    ++passing_;
    limit_ = 0;
  }
  void end_passing() noexcept {
    --passing_;
    set_limit();
  }

 private:
  struct Entry {  // without initialisers: small_ is not filled ahead
    const char* data;
    std::size_t size;
    std::size_t position;
    std::uint32_t hash;
    bool used;
    [[nodiscard]] bool is(std::string_view text, std::uint32_t text_hash) const noexcept {
      return hash == text_hash && std::string_view(data, size) == text;
    }
  };
  static constexpr std::size_t kInline = 16;
  static constexpr std::size_t kMostProbes = 32;

  [[nodiscard]] Entry* place_of(std::string_view text, std::uint32_t hash) noexcept;
  [[nodiscard]] std::size_t find_or_add_large(std::string_view text, std::uint32_t hash,
                                              std::size_t here);
  void grow(std::size_t size);
  [[nodiscard]] std::size_t add_slowly(std::string_view text, std::uint32_t hash, std::size_t here);
  void settle(Entry& entry);
  [[nodiscard]] const char* copy_of(std::string_view text) {
    return copies_.emplace_front(text).data();
  }
  void set_limit() noexcept {
    limit_ = passing_ != 0 ? 0 : large_.empty() ? kInline : large_.size() / 2;
  }

  std::size_t count_ = 0;
  std::size_t limit_ =
      kInline;  ///< so many entries need no more than to be set: none while passing
  std::uint32_t passing_ = 0;
  std::forward_list<std::string> copies_;  // stay where they are; no memory while it is empty
  std::vector<Entry> large_;  ///< open addressing, at most half full; empty: they are in small_
  Entry small_[kInline];      ///< in a row, which for so few is faster
};

}  // namespace fastser::flexbuffers
