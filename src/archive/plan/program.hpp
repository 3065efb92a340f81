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
// Room. Reading, fields of fixed size that follow each other form a run: its first step has the
// bytes that all of them take (`room`), so that one check is enough. Writing, runs are longer:
// short texts, counts and flags belong to them too, by the most that they take. Who comes to a step
// finds the room for its run; a step that ends one, and a text that turns out long, makes the room
// for the next (`rest`).
//
// Fields that lie in memory as they do on the wire are one step: a record of such fields is one
// copy, and so is an array of them.
//
// Invariants: a block never leads into itself without a container, optional or object in between
// (Type has no such records); everything a step says was checked by the compiler.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "archive/plan/layout.hpp"
#include "fastser/internal/archive/typed/decoder.hpp"
#include "fastser/internal/archive/typed/encoder.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/plan.hpp"

namespace fastser::archive {

// In the order of the enum; the writing loop's labels are made from the same list.
#define FASTSER_PLAN_OPS(X)                                                        \
  X(kEnd)                                                                          \
  /* Fixed: behind the room of their run. */                                       \
  X(kCopy1)                                                                        \
  X(kCopy2)                                                                        \
  X(kCopy4)                                                                        \
  X(kCopy8)                                                                        \
  X(kCopyFew) /* 3, or 5 to 7 */                                                   \
  X(kCopy16)  /* at most 16, at least 8 */                                         \
  X(kCopy32)  /* at most 32, at least 16 */                                        \
  X(kCopy)    /* any number */                                                     \
  X(kSwap2)   /* on big-endian machines */                                         \
  X(kSwap4)                                                                        \
  X(kSwap8)                                                                        \
  X(kBools) /* `size` bools side by side */                                        \
  X(kFixed) /* by FixedAccess */                                                   \
  X(kDate)                                                                         \
  X(kDecimal)                                                                      \
  X(kBits) /* `count` bits */                                                      \
  /* Of any size. */                                                               \
  X(kBulk)   /* a copy longer than a run may be */                                 \
  X(kVarint) /* unsigned, `size` bytes in memory */                                \
  X(kZigzag) /* signed */                                                          \
  X(kString)                                                                       \
  X(kStrings) /* `count` of them, side by side */                                  \
  X(kStringShared)                                                                 \
  X(kStringLeft) /* shared, not looked up */                                       \
  X(kBytes)                                                                        \
  X(kBytesShared)                                                                  \
  X(kText)                                                                         \
  X(kTextAt) /* by SpanAt */                                                       \
  X(kTextShared)                                                                   \
  X(kTextLeft)                                                                     \
  X(kOptional)                                                                     \
  X(kOptionalHere) /* by MaybeAt; the steps of the value follow, `size` of them */ \
  X(kList)                                                                         \
  X(kListAt)     /* by SpanAt */                                                   \
  X(kListCopied) /* by SpanAt, of elements that are copied */                      \
  X(kArray)                                                                        \
  X(kSet)                                                                          \
  X(kMap)                                                                          \
  X(kVariant)                                                                      \
  X(kAny)        /* a variant whose type the archive says: `cases` */              \
  X(kAnyRecord)  /* of records */                                                  \
  X(kAnyRef)     /* of refs to records */                                          \
  X(kOwnedAny)   /* nothing, or */                                                 \
  X(kOwnedValue) /* one of several records */                                      \
  X(kRef)                                                                          \
  X(kCall) /* another block, for a part of this value */                           \
  X(kSlot) /* adaptive sharing: what follows belongs to another field */           \
  X(kRoom) /* a run that became too long ends here */

enum class PlanOp : std::uint8_t {
#define FASTSER_PLAN_NAME(name) name,
  FASTSER_PLAN_OPS(FASTSER_PLAN_NAME)
#undef FASTSER_PLAN_NAME
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
  /// `kind` of a map of std::strings and variants that lie in their slots, and say by a byte which.
  static constexpr std::uint8_t kNamed = 1;

  PlanOp op = PlanOp::kEnd;
  std::uint8_t slot = kNoSlot;  ///< adaptive sharing: the field's state
  std::uint8_t kind = 0;        ///< SpanAt::Extent, MaybeAt::Has, VariantAt::index_size
  std::uint8_t shift = 0;       ///< with `count`, where the extent is a pointer
  std::uint32_t offset = 0;     ///< in the value
  std::uint32_t size = 0;       ///< fixed: bytes on the wire; a list: its stride; see the ops
  std::uint32_t room = 0;       ///< reading: of the run that starts here
  std::uint16_t rest = 0;  ///< writing: of the run behind this step; kEnd: of the block's first
  std::uint16_t deeper =
      0;  ///< levels of depth that what it leads to lies in, of this block's value
  std::uint32_t first = 0;   ///< in the value: SpanAt::first, MaybeAt::value, VariantAt::value
  std::uint32_t extent = 0;  ///< in the value: extent_at, flag, index; the block of a map's values
  std::uint32_t block = 0;   ///< of elements; the first of a variant's, in `alternatives`
  /// Elements of an array, alternatives, bits. Of a list that ends by a pointer: bytes between the
  /// pointers, shifted right by `shift`, times this are its elements. Of a map or set: not 0 where
  /// keys are compared by their bytes on the wire.
  std::uint64_t count = 0;
  const void* access = nullptr;
  const struct PlanBlock* inner = nullptr;  ///< the block, once all of them are there
  const void* label = nullptr;              ///< of the writing loop, where it goes by labels
};

struct PlanBlock {
  const PlanStep* steps = nullptr;
  std::size_t min_size = 0;      ///< least bytes on the wire
  std::size_t copied = 0;        ///< all of it is one copy of so many bytes from offset 0, else 0
  std::uint32_t texts = 0;       ///< shared texts, where all other steps are fixed; else 0
  std::uint32_t left_alone = 0;  ///< then: the block that does not look them up
  std::uint32_t room = 0;        ///< writing: of the first run
  std::size_t first = 0;         ///< while compiling: index of the first step
  /// Levels of depth that the value always has in it, and whether (0 or 1) it is one itself, by
  /// where it lies (depth_rule.hpp).
  std::uint16_t levels = 0;
  std::array<std::uint8_t, 4> own{};
  PlanOp only = PlanOp::kEnd;  ///< the block's one step, where it has one at offset 0

  /// Levels from a value that leads here to what this one holds.
  [[nodiscard]] std::uint32_t inside(const PlanStep& step, Inside place) const noexcept {
    return std::uint32_t{step.deeper} + own[static_cast<std::size_t>(place)];
  }
};

/// Where the alternative of a variant lies, or the case of an any.
[[nodiscard]] constexpr Inside place_of_case(PlanOp op) noexcept {
  return op == PlanOp::kVariant || op == PlanOp::kAny ? Inside::kChoice : Inside::kBody;
}

/// Objects of one class. Its address is what the decoder knows the class by.
struct PlanClass {
  PlanClass(const ObjectAccess& accessor, std::uint32_t body) noexcept
      : key{nullptr, nullptr, &empty}, access(&accessor), block(body) {}
  static void empty(const ObjectClass& one, void* object) noexcept {
    const ObjectAccess& access = *reinterpret_cast<const PlanClass&>(one).access;
    if (access.empty != nullptr) access.empty(access.context, object);
  }

  ObjectClass key;  ///< the first member: its address is the class's
  const ObjectAccess* access;
  std::uint32_t block;
};

/// A case of an any.
struct PlanCase {
  std::vector<std::byte> type;  ///< its type expression, by the shapes of the program's table
  std::uint32_t shape = 0;      ///< of a record, or of what a ref leads to
  std::uint32_t of_class = 0;   ///< of a ref: index in `classes`
  const RefAccess* ref = nullptr;

  [[nodiscard]] schema::TypeExpr expr() const noexcept {
    return {type.data(), type.data() + type.size()};
  }
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
  explicit PlanProgram(Type t) : type(std::move(t)) {}

  Type type;
  std::vector<PlanStep> steps;
  std::vector<PlanBlock> blocks;
  std::vector<std::uint32_t> alternatives;  ///< blocks of variants
  /// Beside `alternatives`: bytes of those that lie elsewhere, 0 for those in the slot.
  std::vector<std::size_t> boxes;
  std::vector<const PlanBlock*> alternative_blocks;
  std::vector<PlanCase> cases;  ///< beside `alternatives`; empty ones for variants
  std::map<std::uint32_t, std::size_t> any_forms;  ///< form of an any: its first case
  std::vector<std::unique_ptr<PlanClass>> classes;
  std::uint32_t root = 0;
  std::size_t root_size = 0;  ///< bytes of the root in memory
  bool needs_tables = false;  ///< shares strings or has objects
  bool shares_texts = false;

  PlanRoot value;  ///< archives of one value
  PlanRoot list;   ///< of a list of them
};

/// What an error says whose code is the caller's.
inline constexpr std::string_view kRefused =
    "a function of the layout failed, or a slot holds no value of its type";

template <typename T>
[[nodiscard]] const T& access_of(const PlanStep& step) noexcept {
  return *static_cast<const T*>(step.access);
}

struct PlanNodes;

struct PlanPrograms {
  explicit PlanPrograms(Type t);
  ~PlanPrograms();
  Accessors accessors;
  PlanProgram plain;
  std::unique_ptr<PlanProgram> shared;  ///< null where no string can be shared
  std::unique_ptr<PlanNodes> nodes;     ///< for archives of other versions
  bool has_functions = false;           ///< the layout says not everything by offset
  bool makes_objects_of_zeros = false;  ///< decode would take zeros for a std::string
  bool fills_arena = false;             ///< the layout has slots without functions to fill them
};

/// Binds the program's type to a layout; kUsage.
[[nodiscard]] Status compile_plan(bool shares_all, const LayoutGraph& layout,
                                  const Accessors& accessors, std::uint32_t root,
                                  PlanProgram& program);

/// Lists from so many elements on are looked at before they are written.
inline constexpr std::size_t kLongList = 16;

/// A deferred body.
struct PlanBody {
  std::uint32_t block;
  const void* object;
};

class PlanEncoder : public Encoder {
 public:
  PlanEncoder(Buffer& out, const PlanProgram& program) noexcept : Encoder(out), program_(program) {}
  PlanEncoder(std::span<std::byte> memory, const PlanProgram& program) noexcept
      : Encoder(memory), program_(program) {}

  [[nodiscard]] std::byte* value(const void* value, std::byte* cur) {
    const PlanBlock& root = program_.blocks[program_.root];
    if (!enter(root.inside({}, Inside::kElement), root, cur)) return cur;
    return run(root, static_cast<const std::byte*>(value), cur);
  }
  [[nodiscard]] std::byte* array(const void* first, std::size_t count, std::size_t stride,
                                 std::byte* cur) {
    if (!has_depth(1)) return fail_depth(cur);
    cur = put_varint(cur, count);
    const PlanBlock& root = program_.blocks[program_.root];
    return elements({root, 1 + root.inside({}, Inside::kElement)},
                    static_cast<const std::byte*>(first), count, stride, cur);
  }
  /// PlanStep::label of every op; null where the loop is a switch.
  [[nodiscard]] const void* const* labels();
  /// The deferred bodies.
  [[nodiscard]] std::byte* bodies(std::byte* cur);

  std::vector<PlanBody>* waiting = nullptr;  ///< deferred bodies; given with `tables`

 private:
  struct Frame;
  struct Each;
  struct Gather;

  /// Runs a block for `count` values, `stride` apart.
  std::byte* run(const PlanBlock& block, const std::byte* base, std::byte* cur,
                 std::size_t count = 1, std::size_t stride = 0);
  std::byte* fixed(const PlanStep& step, const std::byte* from, std::byte* cur);
  std::byte* text(const PlanStep& step, const std::byte* from, std::byte* cur);
  Code get_text(const PlanStep& step, const std::byte* from, const char*& bytes, std::size_t& size);
  FASTSER_INLINE std::size_t span(const PlanStep& step, const std::byte* from,
                                  const std::byte*& first, std::byte*& cur);
  const void* get_optional(const PlanStep& step, const std::byte* from) noexcept;
  std::byte* list(const PlanStep& step, const std::byte* from, std::byte* cur);
  /// A block, and how much deeper it lies.
  struct Deeper {
    const PlanBlock& block;
    std::uint32_t levels;
  };
  std::byte* elements(Deeper inner, const std::byte* first, std::size_t count, std::size_t stride,
                      std::byte* cur);
  std::byte* each_of_list(const PlanStep& step, const void* list, std::byte* cur);
  std::byte* map(const PlanStep& step, const void* map, std::byte* cur);
  struct EntryBlocks;
  FASTSER_INLINE std::byte* entry(const EntryBlocks& blocks, const ElementAt& element,
                                  std::byte* cur);
  FASTSER_NOINLINE std::byte* entry_slow(const EntryBlocks& blocks, const ElementAt& element,
                                         std::byte* cur);
  FASTSER_INLINE std::byte* named_variant(const EntryBlocks& blocks, const PlanStep& variant,
                                          const PlanBlock* const* alternatives,
                                          const ElementAt& element, std::byte* cur);
  Code sorted(const MapAccess& access, const void* map, Each& call);
  struct Picked;
  Picked pick(const PlanStep& step, const std::byte* from);
  FASTSER_INLINE Picked pick_fast(const PlanStep& step, const std::byte* from);
  std::byte* variant(const PlanStep& step, const std::byte* from, std::byte* cur);
  /// The same of a variant that lies `levels` deeper, without a call.
  FASTSER_INLINE std::byte* variant_within(const PlanStep& step, std::uint32_t levels,
                                           const std::byte* from, std::byte* cur);
  std::byte* any(const PlanStep& step, const std::byte* from, std::byte* cur);
  std::byte* any_ref(const PlanStep& step, const PlanCase& one, const void* slot, std::byte* cur);
  std::byte* new_object(const PlanStep& step, SlotResult made, std::uint32_t number,
                        const void* object);
  std::byte* ref(const PlanStep& step, const void* slot, std::byte* cur);
  template <typename At>
  bool leaves_texts(const PlanBlock& block, std::size_t count, const At& at);
  [[nodiscard]] bool samples(const PlanBlock& block, std::size_t count) const noexcept;
  template <typename At>
  const PlanBlock& sampled(const PlanBlock& block, std::size_t count, const At& at,
                           std::size_t& taken);
  /// Goes so much deeper, to where the block is; who came in leaves as much.
  [[nodiscard]] bool enter(std::uint32_t levels, const PlanBlock& block, std::byte*& cur) noexcept {
    if (!has_depth(levels + block.levels)) [[unlikely]] {
      cur = fail_depth(cur);
      return false;
    }
    depth_left -= levels;
    return true;
  }
  void leave(std::uint32_t levels) noexcept { depth_left += levels; }
  /// A value of a block that lies deeper; without a call for what is a text or a number.
  FASTSER_INLINE std::byte* nested(Deeper inner, const void* base, std::byte* cur);
  /// The same where the depth was looked at.
  FASTSER_INLINE std::byte* nested_within(Deeper inner, const void* base, std::byte* cur);
  std::byte* refused(std::byte* cur, Code code);
  FASTSER_COLD std::byte* wrong_date(std::byte* cur);

  const PlanProgram& program_;
};

class PlanDecoder : public Decoder {
 public:
  PlanDecoder(BytesView bytes, const Limits& limits, std::size_t input_size,
              const PlanProgram& program) noexcept
      : Decoder(bytes, limits, input_size), program_(program) {}

  [[nodiscard]] Cursor value(void* value, Cursor cur) {
    const PlanBlock& root = program_.blocks[program_.root];
    return nested(root, root.inside({}, Inside::kElement), value, cur, cur);
  }
  /// Set, with a null cursor, where only resolving knows what to do: slots that no writer of ours
  /// writes, values of an any that no case is of exactly.
  bool reread = false;

  [[nodiscard]] Cursor array(const ListAccess& access, void* list, Cursor cur) {
    if (depth_left == 0) return fail_depth(cur);
    const PlanBlock& root = program_.blocks[program_.root];
    return list_of(root, 1 + root.inside({}, Inside::kElement), access, list, cur);
  }

 private:
  /// Runs a block for `count` values, `stride` apart.
  Cursor run(const PlanStep* first, std::byte* base, Cursor cur, std::size_t count = 1,
             std::size_t stride = 0);
  Cursor run_block(const PlanBlock& block, void* base, Cursor cur) {
    return run(block.steps, static_cast<std::byte*>(base), cur);
  }
  /// Goes so much deeper, to where the block is; who came in leaves as much.
  [[nodiscard]] bool enter(std::uint32_t levels, const PlanBlock& block) noexcept {
    if (depth_left < levels + block.levels) [[unlikely]] {
      return false;
    }
    depth_left -= levels;
    return true;
  }
  void leave(std::uint32_t levels) noexcept { depth_left += levels; }
  /// A block that lies deeper; `place` is where a limit is exceeded.
  Cursor nested(const PlanBlock& block, std::uint32_t levels, void* base, Cursor cur,
                Cursor place) {
    if (!enter(levels, block)) return fail_depth(place);
    cur = run_block(block, base, cur);
    leave(levels);
    return cur;
  }
  Cursor fixed(const PlanStep& step, std::byte* to, Cursor cur);
  Cursor varint_into(const PlanStep& step, std::byte* to, Cursor cur);
  Cursor text(const PlanStep& step, std::byte* to, Cursor cur);
  Cursor list_of(const PlanBlock& block, std::uint32_t levels, const ListAccess& access, void* list,
                 Cursor cur);
  Cursor array_of(const PlanStep& step, std::byte* to, Cursor cur);
  Cursor map(const PlanStep& step, void* map, Cursor cur);
  Cursor optional(const PlanStep& step, void* slot, Cursor cur);
  /// The value of an optional, and of a variant.
  Cursor owned(const PlanStep& step, Inside inside, void* slot, Cursor cur, Cursor place);
  Cursor alternative(const PlanStep& step, void* slot, std::size_t index, Cursor cur, Cursor place);
  Cursor variant(const PlanStep& step, void* slot, Cursor cur);
  Cursor any(const PlanStep& step, void* slot, Cursor cur);
  Cursor find_case(const PlanStep& step, Cursor cur, std::size_t& index);
  Cursor owned_any(const PlanStep& step, void* slot, Cursor cur);
  Cursor any_ref(const PlanStep& step, void* slot, Cursor cur);
  Cursor ref(const PlanStep& step, void* slot, Cursor cur);
  /// A slot that was read: what it says, and the number of 4 and 5.
  struct NewObject {
    std::uint64_t slot;
    std::uint64_t number;
    Cursor place;
  };
  bool owns_promise(const RefAccess& access, std::uint64_t slot);
  Cursor object_number(NewObject& read, Cursor cur);
  Cursor new_object(const PlanStep& step, const RefAccess& access, const PlanClass& one, void* slot,
                    NewObject read, Cursor cur);
  Cursor refused(Cursor at, Code code);
  static Cursor object_body(void* object, std::uint32_t block, Cursor cur, Decoder& decoder);

  const PlanProgram& program_;
};

/// Copies size_of(Word) to twice as many bytes by two words that may overlap: no call, no loop.
template <typename Word>
FASTSER_INLINE inline void copy_two(std::byte* to, const std::byte* from,
                                    std::size_t size) noexcept {
  Word head;
  Word tail;
  std::memcpy(&head, from, sizeof head);
  std::memcpy(&tail, from + size - sizeof tail, sizeof tail);
  std::memcpy(to, &head, sizeof head);
  std::memcpy(to + size - sizeof tail, &tail, sizeof tail);
}
/// 16 bytes, for copy_two.
#if FASTSER_GNU
using CopyWord [[gnu::vector_size(16)]] = std::uint64_t;  // clang keeps an array in memory
#else
struct CopyWord {
  std::uint64_t words[2];
};
#endif

}  // namespace fastser::archive
