// SPDX-License-Identifier: MIT
//
// Pool: where in the output a text was written, by its contents.
//
// It keeps views of the caller's texts, not of the output, which may move or only be counted: they
// must live as long as the encode. A search looks at kMostProbes entries and no more, so that texts
// chosen to collide cost size, not time; what it then does not find is written again. Nothing
// depends on addresses: equal values make equal bytes.
#pragma once

#include <cstddef>
#include <cstdint>
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

  std::size_t count_ = 0;
  std::vector<Entry> large_;  ///< open addressing, at most half full; empty: they are in small_
  Entry small_[kInline];      ///< in a row, which for so few is faster
};

}  // namespace fastser::flexbuffers
