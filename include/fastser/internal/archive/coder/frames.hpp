// SPDX-License-Identifier: MIT
//
// What a CoderReader has open and what it has come by: plain values on heap stacks.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fastser/internal/archive/coder/tables.hpp"
#include "fastser/internal/archive/depth_rule.hpp"
#include "fastser/internal/base/compiler.hpp"
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
  /// The kind once more, if nothing is to do at the end but to go on behind what was read; else
  /// kRoot, which nobody ends.
  FrameKind whole = FrameKind::kRoot;
  /// Elements are all of this code, which is no wrapper, and take bytes that are looked at one by
  /// one; kNull: their type has to be looked at.
  schema::TypeCode each = schema::TypeCode::kNull;
  /// Of a list of records: the shape's number, one byte, for which the frame above is made ready;
  /// no byte is kNever.
  static constexpr std::uint16_t kNever = 0x100;
  std::uint16_t again = kNever;
  bool counted : 1 = false;  ///< elements, not fields
  bool tuple : 1 = false;
  bool materialised : 1 = false;    ///< starts of the fields are known
  bool tail : 1 = false;            ///< a deferred body that is read where the last one ended
  bool unique : 1 = false;          ///< keys, or elements of the set, are looked at for equal ones
  bool in_run : 1 = false;          ///< of fields
  bool elsewhere : 1 = false;       ///< the value lies elsewhere than the one around it goes on
  bool in_outer_run : 1 = false;    ///< a run goes on where this ends
  std::uint32_t shape = kNoNumber;  ///< whose fields they are
  std::uint32_t depth = 0;
  Inside inside = Inside::kField;     ///< where the values in it lie
  Tag tag = Tag::kNone;               ///< saved: of the run that goes on
  const std::byte* limit = nullptr;   ///< saved: its end
  ReadField* at = nullptr;            ///< saved: the next field
  const std::byte* body = nullptr;    ///< where the fields start
  std::uint64_t left = 0;             ///< values of a run or container, if no width is fixed
  schema::TypeExpr type;              ///< of them, of the next of a tuple; keys of a map
  schema::TypeExpr mapped;            ///< values of a map
  ReadField* after = nullptr;         ///< behind the run; in_run only
  ReadField* first = nullptr;         ///< of the shape; above a list that has `again` only
  const std::byte* end = nullptr;     ///< where the fields end; materialised only
  std::size_t starts = 0;             ///< of them, among the reader's starts; materialised only
  const std::byte* key = nullptr;     ///< where the key (the element) starts; unique only
  const std::byte* resume = nullptr;  ///< where to go on; elsewhere only

  /// Makes a frame that was used before a fresh one. What is said by the members above only is left
  /// as it is.
  FASTSER_INLINE void renew(FrameKind new_kind, std::uint32_t new_depth, Inside where,
                            std::uint32_t new_shape = kNoNumber) noexcept {
    kind = whole = new_kind;
    inside = where;
    each = schema::TypeCode::kNull;
    again = kNever;
    counted = new_kind == FrameKind::kList || new_kind == FrameKind::kMap;
    tuple = materialised = tail = unique = in_run = elsewhere = in_outer_run = false;
    shape = new_shape;
    depth = new_depth;
  }
  /// More is to do at the end than to go on behind what was read.
  void end_slowly() noexcept { whole = FrameKind::kRoot; }
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
