// SPDX-License-Identifier: MIT
//
// What a CoderReader has open and what it has come by: plain values on heap stacks.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fastser/internal/archive/coder/tables.hpp"
#include "fastser/internal/archive/depth_rule.hpp"
#include "fastser/internal/schema/type_table.hpp"

namespace fastser::archive::coder {

enum class FrameKind : std::uint8_t {
  kRoot,
  kRecord,
  kObject,
  kList,
  kMap,
  kPlace,  ///< one value somewhere: begin_at
};

/// Something open. Of the cursor's own state (position, field, run) it holds what the reader had
/// when it opened the next thing inside.
struct Frame {
  FrameKind kind = FrameKind::kRoot;
  bool tuple = false;
  bool materialised = false;  ///< starts of the fields are known
  bool tail = false;          ///< a deferred body that is read where the last one ended
  bool slow = false;          ///< more is to do at the end than to go on behind what was read
  bool unique = false;        ///< keys, or elements of the set, are looked at for equal ones
  /// Elements are all of this code, which is no wrapper, and take bytes that are looked at one by
  /// one; kNull: their type has to be looked at.
  schema::TypeCode each = schema::TypeCode::kNull;
  Tag tag = Tag::kNone;  ///< saved: of the run; kNone while the frame is the innermost one
  std::uint32_t shape = kNoNumber;
  std::uint32_t depth = 0;
  Inside inside = Inside::kField;  ///< where the values in it lie
  ReadField* first = nullptr;      ///< the fields; closed by one that nothing matches
  std::size_t count = 0;
  ReadField* after = nullptr;  ///< in a run: the field behind it
  ReadField* at = nullptr;     ///< saved: the next field
  schema::TypeExpr type;       ///< of the run, of elements, of the next of a tuple; keys of a map
  schema::TypeExpr mapped;     ///< values of a map
  std::uint64_t left = 0;      ///< values, where the width is not fixed
  const std::byte* limit = nullptr;   ///< saved: end of the run
  const std::byte* body = nullptr;    ///< where the fields start
  const std::byte* end = nullptr;     ///< where they end; materialised only
  const std::byte* resume = nullptr;  ///< the value lies elsewhere: where to go on
  const std::byte* key = nullptr;     ///< where the key (the element) starts; unique only
  std::size_t starts = 0;             ///< of the fields, among the reader's starts

  /// Makes a frame that was used before a fresh one. Members that are set together with others (by
  /// materialising, entering a run, opening something inside) are left as they are.
  void renew(FrameKind new_kind, std::uint32_t new_depth, Inside where) noexcept {
    kind = new_kind;
    inside = where;
    tuple = materialised = tail = slow = unique = false;
    each = schema::TypeCode::kNull;
    tag = Tag::kNone;
    shape = kNoNumber;
    depth = new_depth;
    first = nullptr;
    count = 0;
    after = nullptr;
    left = 0;
    resume = nullptr;
  }
};

/// An object met. It is of a shape, or of another type, or (a promise) of a shape not known yet.
struct MetObject {
  std::size_t slot;
  std::size_t body;       ///< payload offset; kNowhere: not known
  const std::byte* type;  ///< null: of a shape
  void* user;
  std::uint32_t shape;
  bool delivered;  ///< given out as new
  bool deferred;   ///< its body lies behind the root
};
inline constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

/// A shared string or shared data met.
struct MetText {
  std::size_t at;
  std::size_t size;
};

}  // namespace fastser::archive::coder
