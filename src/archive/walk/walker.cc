// SPDX-License-Identifier: MIT
//
// Walker: entry points, dispatch, choices and records. Recursion follows the nesting of values
// and is never deeper than Limits::depth; functions return bool and leave the failure in members,
// since a Status in every frame would multiply the stack that a level takes. Lists, sets and maps
// are in walker_containers.cc, scalars and text in walker_scalars.cc, objects in walker_objects.cc,
// failures and paths in walker_path.cc.
#include "fastser/walker.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "archive/resolve/type_memo.hpp"
#include "fastser/internal/archive/depth_rule.hpp"
#include "fastser/internal/archive/value_checks.hpp"
#include "fastser/internal/archive/walk/unique_keys.hpp"
#include "fastser/internal/schema/lone_value.hpp"
#include "fastser/internal/wire/faults.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::archive {

using schema::TypeCode;
using schema::TypeExpr;

Walker::Walker(const schema::TypeTable& table, BytesView payload, const Options& options) noexcept
    : table_(table),
      begin_(payload.data()),
      at_(payload.data()),
      end_(payload.data() + payload.size()),
      options_(options),
      max_depth_(std::min(options.limits.depth, kMaxDepth) + 1),  // the root takes one
      // A table of many types without bytes may have a payload of none: it is input as well.
      budget_(options.limits.memory_for(table.bytes().size() + payload.size())) {}

Walker::~Walker() = default;

Status Walker::walk(Visitor& visitor) {
  visitor_ = &visitor;
  as_element_ = true;
  if (value(table_.root()) && deferred_bodies() && at_ != end_) {
    fail(Code::kTrailing, "bytes after the last value", at_);
  }
  return finish(&visitor);
}

bool Walker::replay_root(Visitor& visitor) {
  visitor_ = &visitor;
  replaying_ = true;
  as_element_ = true;
  at_ = begin_;
  return value(table_.root());
}

// ---- cursor, budget, depth

bool Walker::varint(std::uint64_t& out) {
  bool truncated = false;
  const std::byte* next = wire::get_varint(at_, end_, out, truncated);
  if (next == nullptr) {
    if (truncated) return fail(Code::kTruncated, "the payload ends inside a number", end_);
    return fail(Code::kMalformed, kTooLongVarint, at_);
  }
  at_ = next;
  return true;
}

bool Walker::take(std::uint64_t size, BytesView& out) {
  if (size > left()) return fail(Code::kTruncated, "the payload ends inside a value", end_);
  out = {at_, static_cast<std::size_t>(size)};
  at_ += out.size();
  return true;
}

// The number of a shape; where it may lack, the number + 1 or 0.
bool Walker::shape(bool may_lack, std::uint64_t& number) {
  const std::byte* const start = at_;
  if (!varint(number)) return false;
  const bool there = may_lack ? number <= table_.shapes().size() : number < table_.shapes().size();
  return there || fail(Code::kMalformed, kNoSuchShape, start);
}

bool Walker::charge(std::uint64_t bytes) {
  if (replaying_) return true;  // what a replay makes is bounded by whoever receives it
  if (bytes > budget_) return fail(Code::kOverBudget, wire::kTakesTooMuch, at_);
  budget_ -= static_cast<std::size_t>(bytes);
  return true;
}

bool Walker::enter() {
  if (depth_ >= max_depth_) {
    return fail(Code::kTooDeep, "values nest deeper than the limit", at_);
  }
  ++depth_;
  return true;
}

// ---- types

void Walker::remember(TypeExpr type, const schema::TypeSizes& sizes) {
  if (!memo_) memo_.reset(new (std::nothrow) TypeMemo);
  stalled_ = memo_ ? memo_->add(type.at, sizes, budget_) : Code::kNoMemory;
}

schema::TypeSizes Walker::measure(TypeExpr type) {
  const TypeCode code = schema::code(type);
  if (const std::size_t size = schema::fixed_size(code); size != 0) {
    const bool checked =
        code == TypeCode::kBool || code == TypeCode::kDate || code == TypeCode::kDecimal;
    return {type.at + 1, size, checked ? schema::kNotPlain : size};
  }
  if (memo_) {
    if (const TypeMemo::Entry* known = memo_->find(type.at); known != nullptr) return known->sizes;
  }
  const schema::TypeSizes sizes = schema::measure_type(table_, type);
  if (sizes.end - type.at > TypeMemo::kLong) remember(type, sizes);
  return sizes;
}

bool Walker::same_type(TypeExpr left, TypeExpr right) {
  if (left.at == right.at) return true;
  const std::ptrdiff_t shorter =
      std::min(measure(left).end - left.at, measure(right).end - right.at);
  if (shorter <= TypeMemo::kLong) return schema::same_type(left, right);
  return stalled_ != Code::kOk || memo_->equal(left.at, right.at);
}

TypeExpr Walker::alternative(TypeExpr variant, std::uint64_t index) {
  TypeExpr at = schema::first_operand(variant);
  if (index > TypeMemo::kManyAlternatives) {
    (void)measure(variant);
    const TypeMemo::Entry* known = memo_ ? memo_->find(variant.at) : nullptr;
    if (known != nullptr) {
      const std::byte* found = nullptr;
      stalled_ = memo_->alternative(*known, variant, index, budget_, found);
      if (found != nullptr) return {found, variant.end};
    }
  }
  for (; index != 0; --index) at = skip(at);
  return at;
}

// ---- dispatch

namespace {

bool is_record_like(TypeCode code) noexcept {
  return code == TypeCode::kRecord || code == TypeCode::kAnyRecord || code == TypeCode::kTuple ||
         code == TypeCode::kArray || code == TypeCode::kOwnedAny;
}

}  // namespace

// A record, tuple or array that is itself an element of a list, set or map, or the root, is no
// deeper than they are: so the recursion stays in proportion to the limit, and a tree of records
// with lists in them may be as deep as the limit says.
bool Walker::value(TypeExpr type) {
  const std::byte* const start = at_;
  visitor_->position = offset();
  const bool free = std::exchange(as_element_, false) && is_record_like(schema::code(type));
  if (free) --depth_;
  if (!dispatch(type)) return false;
  if (free) ++depth_;
  return at_ == start || stop_ != kNowhere || stalled_ != Code::kOk ? end_value(start) : true;
}

bool Walker::end_value(const std::byte* start) {
  if (stalled_ != Code::kOk) return fail(stalled_, "no memory for the properties of types", at_);
  if (at_ == start && !charge(1)) return false;
  return before_stop();
}

bool Walker::dispatch(TypeExpr type) {
  const TypeCode code = schema::code(type);
  switch (code) {
    case TypeCode::kNull: return told(visitor_->absent(type));
    case TypeCode::kString:
    case TypeCode::kUrl:
    case TypeCode::kClassRef: return text(type);
    case TypeCode::kData: return data(type);
    case TypeCode::kSharedString:
    case TypeCode::kSharedData: return shared(type);
    case TypeCode::kOptional: return optional(type);
    case TypeCode::kList:
    case TypeCode::kSet:
    case TypeCode::kArray: return list(type);
    case TypeCode::kMap:
    case TypeCode::kOrderedMap: return map(type);
    case TypeCode::kVariant: return variant(type);
    case TypeCode::kTuple: return tuple(type);
    case TypeCode::kRecord: return record(schema::operand_shape(type));
    case TypeCode::kRef:
    case TypeCode::kAnyRef: return reference(type);
    case TypeCode::kAnyRecord: return any_record(type, false);
    case TypeCode::kOwnedAny: return any_record(type, true);
    case TypeCode::kAny: return inline_value();
    case TypeCode::kBits: return bits(type);
    case TypeCode::kEnum: {
      const TypeCode integer = schema::code(schema::enum_integer(type));
      return schema::fixed_size(integer) != 0 ? fixed(type, integer) : varying(type, integer);
    }
    default: return schema::fixed_size(code) != 0 ? fixed(type, code) : varying(type, code);
  }
}

// ---- choices

bool Walker::optional(TypeExpr type) {
  BytesView flag;
  if (!take(1, flag)) return false;
  if (recording_) keys_->put_bytes(flag);
  if (flag[0] == std::byte{0}) return told(visitor_->absent(type));
  if (flag[0] != std::byte{1}) return fail(Code::kMalformed, kNoSuchFlag, at_ - 1);
  return told(visitor_->present(type)) && before_stop() && wrapped(schema::element(type));
}

// A value inside an optional, a variant or an `any` is no deeper than they are, unless it is one of
// them again: so the recursion is at most twice as deep as the limit says.
bool Walker::wrapped(TypeExpr type) {
  const TypeCode code = schema::code(type);
  const bool again =
      code == TypeCode::kOptional || code == TypeCode::kVariant || code == TypeCode::kAny;
  if (again && !enter()) return false;
  if (!value(type)) return false;
  if (again) leave();
  return true;
}

bool Walker::variant(TypeExpr type) {
  const std::byte* start = at_;
  std::uint64_t index = 0;
  if (!varint(index)) return false;
  if (index >= schema::operand_count(type)) {
    return fail(Code::kMalformed, kNoSuchAlternative, start);
  }
  if (recording_) keys_->put_number(index);
  const TypeExpr chosen = alternative(type, index);
  return told(visitor_->alternative(type, index, chosen)) && before_stop() && wrapped(chosen);
}

bool Walker::tuple(TypeExpr type) {
  const std::uint64_t count = schema::operand_count(type);
  if (!enter() || !told(visitor_->begin_sequence(type, count))) return false;
  TypeExpr element = schema::first_operand(type);
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!value(element)) {
      prefix_index(i);
      return false;
    }
    element = skip(element);
  }
  leave();
  visitor_->position = offset();
  return told(visitor_->end_sequence(type));
}

bool Walker::inline_type(TypeExpr& type) {
  const Result<std::size_t> size = schema::validate_type(table_, {at_, left()});
  if (!size.ok()) {
    const Status& status = size.status();
    return fail(status.code(), status.message(), at_ + status.offset());
  }
  type = {at_, end_};
  at_ += *size;
  return true;
}

bool Walker::inline_value() {
  TypeExpr type;
  if (!inline_type(type)) return false;
  const bool outer = recording_ && keys_->begin_any(type);
  if (!told(visitor_->inline_type(type)) || !before_stop() || !wrapped(type)) return false;
  if (recording_) keys_->end_any(outer);
  return true;
}

// ---- records

bool Walker::any_record(TypeExpr type, bool owned) {
  std::uint64_t number = 0;
  if (!shape(owned, number)) return false;
  if (recording_) keys_->put_number(number);
  if (owned && number-- == 0) return told(visitor_->absent(type));
  return before_stop() && record(static_cast<std::uint32_t>(number));
}

bool Walker::record(std::uint32_t shape) {
  const schema::Shape& what = table_.shapes()[shape];
  if (what.min_size > left()) {
    return fail(Code::kTruncated, "the payload ends inside a record", end_);
  }
  if (!told(visitor_->begin_record(shape)) || !enter()) return false;
  std::uint64_t index = 0;
  if (what.super >= 0 && !super_shapes(shape, index)) return false;
  if (!fields(shape, what, index)) return false;
  leave();
  visitor_->position = offset();
  return told(visitor_->end_record(shape));
}

// The farthest first. They are no nesting: a record with many of them is as deep as one without.
// But a chain that is longer than the limit may be walked by every record of no bytes (B9).
bool Walker::super_shapes(std::uint32_t record, std::uint64_t& index) {
  const std::size_t first = supers_.size();
  for (std::int32_t super = table_.shapes()[record].super; super >= 0;) {
    if (supers_.size() - first + 1 >= max_depth_) {
      return fail(Code::kTooDeep, "more super-shapes than values may nest", at_);
    }
    const auto number = static_cast<std::uint32_t>(super);
    if (!push(supers_, number)) return false;
    super = table_.shapes()[number].super;
  }
  while (supers_.size() > first) {
    const std::uint32_t number = supers_.back();
    supers_.pop();
    if (!fields(record, table_.shapes()[number], index)) return false;
  }
  return true;
}

// Those of one shape of a record; `record` is the number of its own.
bool Walker::fields(std::uint32_t record, const schema::Shape& shape, std::uint64_t& index) {
  for (const schema::FieldEntry& entry : shape.fields) {
    if (entry.repeat != 1) {
      if (!field_run(entry, index)) return false;
      continue;
    }
    visitor_->position = offset();
    if (!told(visitor_->field(entry, index))) return false;
    if (!value(table_.expr(entry.type))) {
      if (!schema::is_lone_value(table_, record)) prefix_field(entry, index);
      return false;
    }
    ++index;
  }
  return true;
}

bool Walker::field_run(const schema::FieldEntry& entry, std::uint64_t& index) {
  const TypeExpr type = table_.expr(entry.type);
  const std::size_t plain = measure(type).plain;
  visitor_->position = offset();
  if (!told(visitor_->field(entry, index))) return false;
  if (plain != schema::kNotPlain) {
    // The record's least size fits what is left, so this product does.
    const std::size_t size = plain * static_cast<std::size_t>(entry.repeat);
    const bool inside = stop_ >= offset() && stop_ - offset() < size;
    const bool fits = depth_ + plain_depth(table_, type, Inside::kField) <= max_depth_;
    if (size > left()) return fail(Code::kTruncated, "the payload ends inside a record", end_);
    if (!inside && fits && visitor_->takes_run(type, entry.repeat, {at_, size})) {
      at_ += size;
      index += entry.repeat;
      return true;
    }
  }
  for (std::uint64_t i = 0; i < entry.repeat; ++i, ++index) {
    visitor_->position = offset();
    if (i != 0 && !told(visitor_->field(entry, index))) return false;
    if (!value(type)) {
      prefix_field(entry, index);
      return false;
    }
  }
  return true;
}

Status walk(const schema::TypeTable& table, BytesView payload, Visitor& visitor,
            const Limits& limits, std::size_t payload_offset) {
  Walker walker(table, payload, {.limits = limits, .payload_offset = payload_offset});
  return walker.walk(visitor);
}

}  // namespace fastser::archive
