// SPDX-License-Identifier: MIT
//
// UniqueKeys: does a map have a key twice, or a set an element? For readers that build neither.
//
// What "equal" means is said in docs/format.md (section 4, "Equal keys"). Here it is made one
// question, whether two runs of bytes are the same: a reader that passes over a key writes down its
// *canonical bytes*, in which equal keys are the same bytes and others are not. Numbers go without
// padding, -0 as +0, references as the number of their object, shared strings by their content. A
// key that holds a NaN equals nothing and is not kept. Keys whose bytes on the wire are canonical
// already are compared where they lie.
//
// Containers nest, also inside keys: a key of an inner map is a part of the outer one's key. All
// levels share one buffer and one table, from which a level takes its keys again, the last first.
//
// Time is linear in the bytes of the keys, whatever they are: the hash is seeded (B10), and a
// shared string is hashed once, however often it is referred to (B4). Memory is charged to a budget
// of the owner's (B2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/internal/archive/pod_stack.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/internal/wire/content_hash.hpp"
#include "fastser/status.hpp"

namespace fastser::archive {

/// Runs of bytes, numbered from 0, found again by content. Open addressing, at most half full. The
/// runs are kept by their offset from a base, so that the memory they lie in may move.
class ContentTable {
 public:
  explicit ContentTable(std::size_t& budget) noexcept;

  /// Looks `size` bytes at base + offset up among the runs numbered from `first` on, and adds them
  /// if they are not there. kOk, and whether they were there; kOverBudget, kNoMemory.
  Code add(const std::byte* base, std::size_t offset, std::size_t size, std::size_t first,
           bool& found, std::uint32_t& number) noexcept;
  /// Forgets the runs from number `first` on.
  void cut(std::size_t first) noexcept;
  [[nodiscard]] std::size_t size() const noexcept { return runs_.size(); }

 private:
  struct Run {
    std::size_t offset;
    std::uint32_t size;
    std::uint32_t hash;
  };

  Code grow() noexcept;

  std::size_t& budget_;
  PodStack<Run> runs_;
  std::unique_ptr<std::uint32_t[]> slots_;  // number + 1, or 0
  std::size_t capacity_ = 0;                // a power of two
  wire::HashSeed seed_;
};

/// How keys of a type are compared where they lie in the payload, if they can be.
enum class KeyBytes : std::uint8_t {
  kNone,     ///< they cannot: canonical bytes are put
  kAll,      ///< all their bytes
  kContent,  ///< text and data: without their size in front, which may be padded
};
/// What is compared of a key's bytes; not for kNone.
[[nodiscard]] BytesView key_content(KeyBytes kind, BytesView key) noexcept;

class UniqueKeys {
 public:
  /// `payload` is where keys and texts lie; `budget` is charged. Both outlive this.
  UniqueKeys(BytesView payload, std::size_t& budget) noexcept;

  /// Not kNone: keys of this type need no canonical bytes. No part of them is put, and end_key
  /// compares them where they lie.
  [[nodiscard]] static KeyBytes in_place(schema::TypeExpr type) noexcept;

  /// A map or set of more than one key begins; `recording`: inside a key that is being put.
  /// kOk, or kOverBudget, kNoMemory.
  Code open(schema::TypeExpr key, bool recording) noexcept;
  /// A key begins. True if its parts have to be put.
  [[nodiscard]] bool begin_key() noexcept;
  /// It has ended; `wire` are its bytes in the payload. kMalformed: it has come before.
  Code end_key(BytesView wire) noexcept;
  /// The map or set has ended. Whether the parts of what follows have to be put.
  bool close() noexcept;

  // The parts of a key, in the order of the payload. What fails is told by end_key.
  void put_number(std::uint64_t number) noexcept;
  void put_bytes(BytesView bytes) noexcept;
  /// A value of fixed size (of an enum: its integer's code).
  void put_fixed(schema::TypeCode code, BytesView bytes) noexcept;
  /// string, data, url, class reference.
  void put_text(std::string_view text) noexcept;
  /// Shared string or data: its content, and its number if it has one.
  void put_shared(bool is_data, std::string_view text, bool numbered,
                  std::uint64_t number) noexcept;
  /// The type before a value of type `any`; what is put until end_any is part of that value.
  /// Returns what end_any is given.
  bool begin_any(schema::TypeExpr type) noexcept;
  void end_any(bool outer) noexcept { inside_any_ = outer; }

 private:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  struct Level {
    std::size_t first_key;
    std::size_t first_byte;
    std::size_t key_start;
    std::size_t nan;
    KeyBytes in_place;
    bool recording;
  };

  template <typename T>
  bool push(PodStack<T>& array, const T& item) noexcept;
  void put_content(std::string_view text) noexcept;
  [[nodiscard]] std::uint32_t intern(std::string_view text) noexcept;
  schema::TypeExpr put_type(schema::TypeExpr type) noexcept;
  schema::TypeExpr put_operand(schema::TypeExpr at, std::uint64_t& number) noexcept;

  const std::byte* payload_;
  std::size_t& budget_;
  ContentTable keys_;
  ContentTable texts_;         // of shared strings and data, and of all texts inside `any`
  PodStack<std::byte> bytes_;  // canonical bytes of the keys of all open levels
  PodStack<Level> levels_;
  PodStack<std::uint32_t> known_[2];  // number in texts_ + 1 of a shared string, of shared data
  std::size_t nan_ = kNowhere;        // where in bytes_ the last NaN was put
  bool inside_any_ = false;
  Code failed_ = Code::kOk;
};

}  // namespace fastser::archive
