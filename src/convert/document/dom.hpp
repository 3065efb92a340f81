// SPDX-License-Identifier: MIT
//
// A document of any format as a flat array of nodes in its order: a container's children follow it,
// `end` is the node behind them. A map with keys that are not all text has its keys among its
// children: key, value, key, value. Texts (keys, strings and data alike) are interned, so equal
// texts are equal numbers; containers know the first container of equal content. So everything the
// writers ask about equality is one compare.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "convert/document/texts.hpp"
#include "fastser/internal/wire/content_hash.hpp"

namespace fastser::convert {

enum class NodeKind : std::uint8_t {
  kNull,
  kBool,
  kNegative,  ///< a negative integer, as two's complement
  kUnsigned,
  kReal,  ///< JSON's: a number that any width may hold, if it holds it exactly
  kString,
  kList,
  kObject,
  kF32,  ///< bits of a float, of which every one counts
  kF64,
  kData,
  kMoment,  ///< seconds since 1970, as two's complement
  kExt,
  kMap,
};

inline constexpr std::uint32_t kNoKey = static_cast<std::uint32_t>(-1);

/// Large documents have many millions of these: what only some kinds have has no room of its own.
struct Node {
  /// Scalars: the value; string, data, ext: the number of the text; containers: same() and
  /// weight().
  std::uint64_t bits = 0;
  std::uint32_t end = 0;       ///< the node behind this one and all it holds
  std::uint32_t key = kNoKey;  ///< number of the key's text, in objects
  std::uint32_t count = 0;     ///< children; moments: nanoseconds; ext: its type, as eight bits
  NodeKind kind = NodeKind::kNull;
  bool comes_again = false;  ///< containers: a later one is of equal content
  /// One more than the alternative of a variant that the value is; 0: no variant, or not told.
  std::uint16_t choice = 0;

  [[nodiscard]] bool is_container() const noexcept {
    return kind == NodeKind::kList || kind == NodeKind::kObject || kind == NodeKind::kMap;
  }
  /// Containers: the first node of equal content (maybe itself).
  [[nodiscard]] std::uint32_t same() const noexcept { return static_cast<std::uint32_t>(bits); }
  /// Containers: about how many bytes they take.
  [[nodiscard]] std::uint32_t weight() const noexcept {
    return static_cast<std::uint32_t>(bits >> 32);
  }
  void set_same(std::uint32_t first) noexcept { bits = (bits >> 32 << 32) | first; }
  void set_weight(std::uint32_t bytes) noexcept { bits = std::uint64_t{bytes} << 32 | same(); }
};

/// Hashes texts with a secret of this process, so that no text can be made to collide (B10).
struct TextHash {
  wire::HashSeed seed;
  [[nodiscard]] std::size_t operator()(std::string_view text) const noexcept {
    return text.empty() ? 0 : wire::content_hash(text.data(), text.size(), seed);
  }
};

/// Hashes numbers that a text decides, for the same reason.
struct NumberHash {
  wire::HashSeed seed;
  [[nodiscard]] std::size_t operator()(std::uint64_t number) const noexcept {
    return static_cast<std::size_t>(wire::hash_detail::fold(number ^ seed.first, seed.second | 1U));
  }
};

struct Document {
  Document();
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  std::vector<Node> nodes;  // nodes[0] is the root
  std::uint64_t seed;
  Texts texts;
  /// Of moments that were told as such, with every bit; in the order of their nodes.
  struct AppleDate {
    std::uint32_t node;
    double date;
  };
  std::vector<AppleDate> apple_dates;
  /// Of values of any type that were told with theirs, in the order of their nodes.
  struct InlineType {
    std::uint32_t node;
    std::uint32_t type;  // the number of a text: its codes
  };
  std::vector<InlineType> inline_types;

  std::uint32_t intern(std::string_view text) { return texts.intern(text); }
  /// Its number; kNoKey: it is none of the texts.
  [[nodiscard]] std::uint32_t find(std::string_view text) const { return texts.find(text); }
  /// The date as which the moment `node` was told; null: as no such one.
  [[nodiscard]] const double* apple_date(std::uint32_t node) const;
  /// The number of the text of the type with which the value `node` was told; kNoKey: with none.
  [[nodiscard]] std::uint32_t inline_type(std::uint32_t node) const;
  /// As it was when new, but for the seed.
  void clear();
  [[nodiscard]] NumberHash number_hash() const { return {wire::HashSeed::from(seed)}; }
  [[nodiscard]] std::string_view text(std::uint64_t number) const {
    return texts[static_cast<std::size_t>(number)];
  }
};

}  // namespace fastser::convert
