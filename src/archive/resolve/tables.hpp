// SPDX-License-Identifier: MIT
//
// What one decode of another version's archive remembers: how the writer's shapes get into the
// reader's records, where objects lie that were passed by, and which promises are kept.
//
// All of it is paid for: by the decode's budget, or (one bit for an object) not worth it. An object
// that is passed by takes 32 bytes in DecoderTables::objects and 32 here (on 64-bit machines), and
// two bytes or more of the archive: reading less never costs more than the budget has (R5).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "fastser/internal/archive/resolve/node.hpp"
#include "fastser/internal/archive/resolve/record_types.hpp"
#include "fastser/internal/archive/resolve/slot_type.hpp"
#include "fastser/internal/archive/typed/block_list.hpp"
#include "fastser/internal/archive/typed/decoder.hpp"
#include "fastser/registry.hpp"

namespace fastser::archive {

/// What to do with the next field, or run of fields, of a record of the writer's.
struct RecordStep {
  const std::byte* type;  ///< of the writer's
  std::uint64_t repeat;   ///< of fields that are passed by
  std::ptrdiff_t offset;  ///< of the reader's field, from its object
  std::uint32_t field;    ///< of the reader's, or kNoField; behind those: RecordMatch::removed
};
inline constexpr std::uint32_t kNoField = 0xFFFFFFFFU;
inline constexpr std::uint32_t kNotOlder = 0xFFFFFFFFU;

/// A field that the reader's class has for its hook only.
struct RemovedField {
  std::uint32_t hook;   ///< index in RecordNode::hooks
  std::uint32_t field;  ///< of UpgradeHook::removed
};

/// How records of a shape get into records of a node.
struct RecordMatch {
  const RecordNode* node = nullptr;
  std::unique_ptr<RecordStep[]> steps;
  std::size_t step_count = 0;
  std::unique_ptr<bool[]> missing;  ///< of the reader's fields; null: none is
  /// For each hook of the node the version that it is called with, or kNotOlder; null: none is.
  std::unique_ptr<std::uint32_t[]> from;
  std::unique_ptr<RemovedField[]> removed;
  std::uint32_t next = 0;         ///< another match of the shape: its index + 1, or 0
  std::uint32_t first_place = 0;  ///< of the first step; the others follow
};

/// Where in the reader's records something was asked for: a step of a match, by its number. An
/// object's body may be read when nobody is in that record any more, and errors name the field.
using Place = std::uint32_t;
inline constexpr Place kNoPlace = 0;

/// An object whose place the reader does not have: enough to read it later after all.
struct SkippedObject {
  Cursor body;            ///< null while deferred,
  const std::byte* type;  ///< of the body
  std::uint32_t queued;   ///< while deferred: its place in DecoderTables::bodies
  std::uint32_t next_object, next_string, next_data;
};

/// A skipped object that is wanted after all: read once the payload is through. Not at once: a
/// chain of such objects would be recursion.
struct Replay {
  const Node* node;
  void* object;
  std::uint32_t skipped;  ///< index
  Place place;
};

/// An object that was owned when it was only promised: should its body be passed by, it is wanted.
struct OwnedPromise {
  const Node* node;
  std::uint32_t number;
  Place place;
};

struct KeptPromise {
  std::uint32_t number;
  const std::byte* type;  ///< of the body
};

struct ResolveTables {
  explicit ResolveTables(const RecordTypes& types) : record_types(types) {}

  const RecordTypes& record_types;  ///< of the writer's shapes
  BytesView payload;
  std::uint32_t depth = 0;  ///< that the decode began with

  std::vector<std::unique_ptr<RecordMatch>> matches;
  std::vector<std::uint32_t> first_match;  ///< shape -> index in `matches` + 1
  Place next_place = kNoPlace + 1;
  Place place = kNoPlace;  ///< that is being read

  std::vector<std::uint32_t> passed;  ///< shapes of open records whose fields are passed by
  BlockList<SkippedObject> skipped;
  BlockList<Replay> replays;
  /// Bytes that were skipped before are being read: every object in them has its number already.
  bool replaying = false;

  bool scanned = false;           ///< `kept` is known
  bool scanning = false;          ///< by this very pass, which does nothing else
  std::vector<KeptPromise> kept;  ///< by number
  BlockList<OwnedPromise> owned;
};

/// The match of a shape and a node, found or made; null: failed. `object` is one of the node's.
[[nodiscard]] const RecordMatch* match_record(const RecordNode& node, void* object,
                                              std::uint32_t shape, Cursor at, Decoder& decoder);

// --- slots ---------------------------------------------------------------------------------------

/// A slot up to the body.
struct SlotRead : SlotHead {
  TypeExpr body;  ///< its type; null `at` where the writer does not say it
};
[[nodiscard]] Cursor read_slot(Decoder& decoder, TypeExpr slot_type, Cursor cur, SlotRead& read);
/// An object slot where a plain value is wanted: the body's type, for objects that begin here.
[[nodiscard]] Cursor enter_object_as_value(Decoder& decoder, TypeExpr slot_type, Cursor cur,
                                           TypeExpr& type);
/// Steps over an object slot that is nil to everybody; others are left to be read.
[[nodiscard]] Cursor pass_nil(Decoder& decoder, TypeExpr slot_type, Cursor cur, bool& is_nil);
/// Takes the next number for an object of a type (null `at`: not known); false when out of budget.
[[nodiscard]] bool take_number(Decoder& decoder, TypeExpr type, std::uint32_t& number);
/// Takes the number of a promise whose body of a type comes now.
[[nodiscard]] bool keep_promise(Decoder& decoder, const SlotRead& read, Cursor at);
/// Whether an object's type, as far as it is known, is `wanted`, as far as that is known.
[[nodiscard]] bool has_type(Decoder& decoder, const DecodedObject& object, TypeExpr wanted);
/// Notes where the body of an object begins that nobody reads now. False when out of budget.
[[nodiscard]] bool note_skipped(Decoder& decoder, std::uint32_t number, TypeExpr type, Cursor body);
/// Passes an object's body by, which counts as depth.
[[nodiscard]] Cursor skip_body(Decoder& decoder, TypeExpr type, Cursor cur);
/// Passes an object slot by.
[[nodiscard]] Cursor skip_slot(Decoder& decoder, TypeExpr slot_type, Cursor cur);
/// Reads a deferred body, or passes it by.
[[nodiscard]] Cursor resolve_deferred(Decoder& decoder, const DecoderBody& body, Cursor cur);
/// Reads what was passed by and is wanted after all. False when that failed.
[[nodiscard]] bool resolve_replays(Decoder& decoder);
[[nodiscard]] Cursor resolve_pointer(const PointerNode& node, void* pointer, TypeExpr type,
                                     Cursor cur, Decoder& decoder);
[[nodiscard]] Cursor resolve_owned(const OwnedNode& node, void* owner, TypeExpr type, Cursor cur,
                                   Decoder& decoder);

/// What DecodedObject::type says of a type: 0 where that cannot be said.
[[nodiscard]] std::uint32_t type_mark(const Decoder& decoder, TypeExpr type) noexcept;
/// The type of an object; null `at`: not known.
[[nodiscard]] TypeExpr object_type(const Decoder& decoder, const DecodedObject& object) noexcept;
/// The type of the body that keeps the promise with this number; `body` stays as it is where none
/// does. Null when looking for it failed.
[[nodiscard]] Cursor look_at_promise(Decoder& decoder, std::uint64_t number, Cursor at,
                                     TypeExpr& body);
/// How a pointer to a class leads to the registered class of a shape; null if it does not.
[[nodiscard]] const Registry::Link* link_for(const Decoder& decoder, const void* base,
                                             std::uint32_t shape) noexcept;

/// The expression at `at` in the table, in RecordTypes or inline in the payload.
[[nodiscard]] TypeExpr expr_at(const Decoder& decoder, const std::byte* at) noexcept;

// --- what does not fit ---------------------------------------------------------------------------

/// The archive has `type`, the reader `node`.
Cursor fail_type(Decoder& decoder, TypeExpr type, const Node& node, Cursor at);
/// The archive has an object of `type` where it says that there is one of `wanted`.
Cursor fail_object(Decoder& decoder, TypeExpr type, TypeExpr wanted, Cursor at);
/// The archive has an object of `type`, which the reader wants `now`, and wanted `before`.
Cursor fail_two_classes(Decoder& decoder, TypeExpr type, const Node& before, const Node& now,
                        Cursor at);
/// Adds class and field to the message of a type mismatch that has none yet.
void name_mismatch(Decoder& decoder, const RecordNode& node, std::uint32_t field);
/// The same, of a place.
void name_mismatch_at(Decoder& decoder, Place place);

// --- parts of types ------------------------------------------------------------------------------

/// `type` behind an inline `any`; steps over the type expression.
[[nodiscard]] Cursor read_any_type(Decoder& decoder, Cursor cur, TypeExpr& type);
/// Starts reading `type` as a record: its shape's number.
[[nodiscard]] Cursor record_shape(Decoder& decoder, TypeExpr type, const Node& node, Cursor cur,
                                  std::uint32_t& shape);
/// The shape that stands in the payload.
[[nodiscard]] Cursor read_shape(Decoder& decoder, Cursor cur, bool owned, std::uint64_t& shape);

}  // namespace fastser::archive
