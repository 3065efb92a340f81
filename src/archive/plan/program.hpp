// SPDX-License-Identifier: MIT
//
// The steps that a Plan runs.
//
// A block is what happens to one value in memory: steps in the order of the wire, each at an offset
// from the value's address, the last of them kEnd. Records that lie inside a value are part of its
// block; elements of containers, optionals and objects have blocks of their own, which steps name
// by number. (upb's mini-tables are the like for Protocol Buffers: one small entry per field,
// offset and kind, run by one loop.)
//
// Fields of fixed size that follow each other form a run: its first step has the room that all of
// them take (`room`), so that one check is enough. Where they also lie in memory as they do on the
// wire they are one step: a record of such fields is one copy, and so is an array of them.
//
// Invariants: a block never leads into itself without a container, optional or object in between
// (Type has no such records); everything a step says was checked by the compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "archive/plan/layout.hpp"
#include "fastser/internal/archive/typed/decoder.hpp"
#include "fastser/internal/archive/typed/encoder.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/plan.hpp"

namespace fastser::archive {

enum class PlanOp : std::uint8_t {
  kEnd,
  // Fixed: behind the room of their run.
  kCopy1,
  kCopy2,
  kCopy4,
  kCopy8,
  kCopy16,  ///< at most 16, at least 8
  kCopy,    ///< any number
  kSwap2,   ///< on big-endian machines
  kSwap4,
  kSwap8,
  kBools,  ///< `size` bools side by side
  kFixed,  ///< by FixedAccess
  kDate,
  kDecimal,
  kBits,  ///< `count` bits
  // Of any size.
  kBulk,    ///< a copy longer than a run may be
  kVarint,  ///< unsigned, `size` bytes in memory
  kZigzag,  ///< signed
  kString,
  kStrings,  ///< `count` of them, side by side
  kStringShared,
  kStringLeft,  ///< shared, not looked up
  kBytes,
  kBytesShared,
  kText,
  kTextShared,
  kTextLeft,
  kOptional,
  kList,
  kArray,
  kSet,
  kMap,
  kVariant,
  kRef,
  kCall,  ///< another block, for a part of this value
  kSlot,  ///< adaptive sharing: what follows belongs to another field
};

[[nodiscard]] constexpr bool is_fixed(PlanOp op) noexcept {
  return op >= PlanOp::kCopy1 && op <= PlanOp::kBits;
}
[[nodiscard]] constexpr bool is_text(PlanOp op) noexcept {
  return op >= PlanOp::kString && op <= PlanOp::kTextLeft;
}

struct PlanStep {
  /// No slot of its own: that of the step before stays.
  static constexpr std::uint8_t kNoSlot = 0xFF;

  PlanOp op = PlanOp::kEnd;
  std::uint8_t slot = kNoSlot;    ///< adaptive sharing: the field's state
  std::uint32_t offset = 0;       ///< in the value
  std::uint32_t size = 0;         ///< bytes on the wire, for fixed steps; see the ops
  std::uint32_t room = 0;         ///< of the run that starts here
  std::uint32_t block = 0;        ///< of elements; the first of a variant's, in `alternatives`
  std::uint32_t value_block = 0;  ///< of a map's values
  std::uint64_t count = 0;        ///< elements of an array, alternatives, bits
  const void* access = nullptr;
  const struct PlanBlock* inner = nullptr;  ///< the block, and
  const struct PlanBlock* value = nullptr;  ///< the value_block, once all of them are there
};

struct PlanBlock {
  const PlanStep* steps = nullptr;
  std::size_t min_size = 0;      ///< least bytes on the wire
  std::size_t copied = 0;        ///< all of it is one copy of so many bytes from offset 0, else 0
  std::uint32_t texts = 0;       ///< shared texts, where all other steps are fixed; else 0
  std::uint32_t left_alone = 0;  ///< then: the block that does not look them up
  std::size_t first = 0;         ///< while compiling: index of the first step
  bool nests = false;            ///< counts towards the depth of values
  PlanOp only = PlanOp::kEnd;    ///< the block\'s one step, where it has one at offset 0
};

/// Objects of one class. Its address is what the decoder knows the class by.
struct PlanClass {
  PlanClass(const ObjectAccess& accessor, std::uint32_t body) noexcept
      : key{nullptr, &empty}, access(&accessor), block(body) {}
  static void empty(const ObjectClass& one, void* object) noexcept {
    const ObjectAccess& access = *reinterpret_cast<const PlanClass&>(one).access;
    if (access.empty != nullptr) access.empty(access.context, object);
  }

  ObjectClass key;  ///< the first member: its address is the class's
  const ObjectAccess* access;
  std::uint32_t block;
};

/// What stands in front of a payload.
struct PlanRoot {
  std::vector<std::uint8_t> prologue;  ///< see archive::make_prologue
  std::size_t table_size = 0;          ///< bytes at the end of it that are the table
  std::uint64_t fingerprint = 0;

  [[nodiscard]] BytesView table() const noexcept {
    return std::as_bytes(std::span(prologue)).last(table_size);
  }
};

/// The steps for one table: with or without shared strings.
struct PlanProgram {
  std::vector<PlanStep> steps;
  std::vector<PlanBlock> blocks;
  std::vector<std::uint32_t> alternatives;  ///< blocks of variants
  std::vector<const PlanBlock*> alternative_blocks;
  std::vector<std::unique_ptr<PlanClass>> classes;
  std::uint32_t root = 0;
  bool needs_tables = false;  ///< shares strings or has objects

  PlanRoot value;  ///< archives of one value
  PlanRoot list;   ///< of a list of them
};

struct PlanNodes;

struct PlanPrograms {
  explicit PlanPrograms(Type t);
  ~PlanPrograms();
  Type type;
  Accessors accessors;
  PlanProgram plain;
  std::unique_ptr<PlanProgram> shared;  ///< null where no string can be shared
  std::unique_ptr<PlanNodes> nodes;     ///< for archives of other versions
};

/// Binds a type to a layout. `program.table` is the type's; kUsage.
[[nodiscard]] Status compile_plan(const Type& type, bool shares_all, const LayoutGraph& layout,
                                  const Accessors& accessors, std::uint32_t root,
                                  PlanProgram& program);

class PlanEncoder : public Encoder {
 public:
  PlanEncoder(Buffer& out, const PlanProgram& program) noexcept : Encoder(out), program_(program) {}

  [[nodiscard]] std::byte* value(const void* value, std::byte* cur) {
    return run(program_.blocks[program_.root].steps, static_cast<const std::byte*>(value), cur);
  }
  [[nodiscard]] std::byte* array(const void* first, std::size_t count, std::size_t stride,
                                 std::byte* cur) {
    cur = put_varint(cur, count);
    return elements(program_.blocks[program_.root], static_cast<const std::byte*>(first), count,
                    stride, cur);
  }
  /// The deferred bodies.
  [[nodiscard]] std::byte* bodies(std::byte* cur);

 private:
  struct Body {
    std::uint32_t block;
    const void* object;
  };
  struct Each;
  struct Gather;

  /// Runs a block for `count` values, `stride` apart.
  std::byte* run(const PlanStep* first, const std::byte* base, std::byte* cur,
                 std::size_t count = 1, std::size_t stride = 0);
  /// The same for one value; without a call for what is a text or a number.
  FASTSER_INLINE std::byte* one(const PlanBlock& block, const void* value, std::byte* cur);
  std::byte* fixed(const PlanStep& step, const std::byte* from, std::byte* cur);
  std::byte* text(const PlanStep& step, const std::byte* from, std::byte* cur);
  std::byte* list(const PlanStep& step, const std::byte* from, std::byte* cur);
  std::byte* elements(const PlanBlock& block, const std::byte* first, std::size_t count,
                      std::size_t stride, std::byte* cur);
  std::byte* each_of_list(const PlanStep& step, const void* list, std::byte* cur);
  std::byte* map(const PlanStep& step, const void* map, std::byte* cur);
  std::byte* sorted(const PlanStep& step, const void* map, std::byte* cur);
  std::byte* variant(const PlanStep& step, const void* slot, std::byte* cur);
  std::byte* ref(const PlanStep& step, const void* slot, std::byte* cur);
  template <typename At>
  bool leaves_texts(const PlanBlock& block, std::size_t count, const At& at);
  FASTSER_INLINE std::byte* nested(const PlanBlock& block, const void* base, std::byte* cur);
  std::byte* refused(std::byte* cur, Code code);

  const PlanProgram& program_;
  std::vector<Body> bodies_;
};

class PlanDecoder : public Decoder {
 public:
  PlanDecoder(BytesView bytes, const Limits& limits, std::size_t input_size,
              const PlanProgram& program) noexcept
      : Decoder(bytes, limits, input_size), program_(program) {}

  [[nodiscard]] Cursor value(void* value, Cursor cur) {
    return run(program_.blocks[program_.root].steps, static_cast<std::byte*>(value), cur);
  }
  [[nodiscard]] Cursor array(const ListAccess& access, void* list, Cursor cur) {
    return list_of(program_.blocks[program_.root], access, list, cur);
  }

 private:
  /// Runs a block for `count` values, `stride` apart.
  Cursor run(const PlanStep* first, std::byte* base, Cursor cur, std::size_t count = 1,
             std::size_t stride = 0);
  Cursor run_block(const PlanBlock& block, void* base, Cursor cur) {
    return run(block.steps, static_cast<std::byte*>(base), cur);
  }
  Cursor fixed(const PlanStep& step, std::byte* to, Cursor cur);
  Cursor varint_into(const PlanStep& step, std::byte* to, Cursor cur);
  Cursor text(const PlanStep& step, std::byte* to, Cursor cur);
  Cursor list_of(const PlanBlock& block, const ListAccess& access, void* list, Cursor cur);
  Cursor resized(const PlanBlock& block, const ListAccess& access, void* list, std::size_t count,
                 Cursor cur);
  Cursor appended(const PlanBlock& block, const ListAccess& access, void* list, std::size_t count,
                  Cursor cur);
  Cursor array_of(const PlanStep& step, std::byte* to, Cursor cur);
  Cursor map(const PlanStep& step, void* map, Cursor cur);
  Cursor map_elements(const PlanStep& step, void* map, std::size_t count, Cursor cur);
  Cursor optional(const PlanStep& step, void* slot, Cursor cur);
  Cursor variant(const PlanStep& step, void* slot, Cursor cur);
  Cursor ref(const PlanStep& step, void* slot, Cursor cur);
  Cursor new_object(const PlanStep& step, void* slot, std::uint64_t slot_value, Cursor at,
                    Cursor cur);
  Cursor refused(Cursor at, Code code);
  static Cursor object_body(void* object, std::uint32_t block, Cursor cur, Decoder& decoder);

  const PlanProgram& program_;
};

/// Copies 8 to 16 bytes by two words that may overlap: no call, no loop (PlanOp::kCopy16).
FASTSER_INLINE inline void copy_two_words(std::byte* to, const std::byte* from,
                                          std::size_t size) noexcept {
  std::uint64_t head;
  std::uint64_t tail;
  std::memcpy(&head, from, 8);
  std::memcpy(&tail, from + size - 8, 8);
  std::memcpy(to, &head, 8);
  std::memcpy(to + size - 8, &tail, 8);
}

}  // namespace fastser::archive
