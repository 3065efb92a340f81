// SPDX-License-Identifier: MIT
//
// CoderReader: passing values by. New objects and strings on the way are registered, so that later
// references find them. Recursion follows the nesting of values, never deeper than Limits::depth.
//
// The walker and schema resolution pass values by too, each in its own way, and neither's serves
// here. The walker goes through a payload once, from its start, and numbers what comes; the reader
// stands anywhere, and what it passes it may have passed before, so it knows objects and strings by
// where they lie. Resolution notes for each object what a typed decode may come back for. What is
// one thing is shared: slots (resolve/slot_type.hpp), what is a sound value (value_checks.hpp).
#include "fastser/coder_reader.hpp"
#include "fastser/internal/archive/resolve/slot_type.hpp"
#include "fastser/internal/archive/value_checks.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::archive {

using coder::Tag;
using schema::TypeCode;
using schema::TypeExpr;

namespace {

// What is wrong with the first wrong one of values of a fixed size.
ValueFault first_fault(TypeCode code, BytesView values) noexcept {
  if (code != TypeCode::kBool && code != TypeCode::kDate && code != TypeCode::kDecimal) return {};
  for (std::size_t at = 0; at < values.size(); at += schema::fixed_size(code)) {
    if (const ValueFault fault = fault_of_fixed(code, values.data() + at)) {
      return {fault.message, at + fault.at};
    }
  }
  return {};
}

}  // namespace

void CoderReader::skip_next(const Key* key) noexcept {
  TypeExpr type;
  if (!next(key, type)) return;
  // Of the choices around it the last is for skip_value to count.
  const Inside inside = choices_ != 0 ? Inside::kChoice : top_->inside;
  skip_value(type, top_->depth + levels_of(TypeCode::kNull), inside);
}

// What is left of the innermost open thing.
bool CoderReader::skip_rest() noexcept {
  const std::uint32_t depth = top_->depth;
  const Inside inside = top_->inside;
  const bool fixed = run_.tag() != Tag::kNone;
  if (fixed) {
    const BytesView passed(cur_, run_.limit());
    if (const ValueFault fault = first_fault(coder::code_of(run_.tag()), passed)) {
      return error(Code::kMalformed, fault.message, cur_ + fault.at);
    }
    cur_ = run_.limit();
  }
  if (is_counted()) {
    if (fixed) return true;
    while (top_->left != 0) {
      if (!top_->tuple && !top_->unique && top_->kind == Kind::kList) {
        const std::uint64_t left = top_->left;
        top_->left = 0;
        return skip_many(top_->type, left, depth, inside);
      }
      TypeExpr type;
      if (!step_keys() || !next_element(type) || !skip_value(type, depth, inside)) return false;
    }
    return true;
  }
  if (in_run()) {
    const std::uint64_t left = top_->left;
    if (!fixed && left != 0 && !skip_many(top_->type, left, depth, inside)) return false;
    Field* const after = top_->after;
    leave_run();
    at_ = after;
  }
  for (; at_->tag != Tag::kEnd; ++at_) {
    if (!skip_many(at_->type, at_->repeat, depth, inside)) return false;
  }
  return true;
}

bool CoderReader::skip_root() noexcept {
  const std::uint32_t shape = root_shape();
  return shape == kNone ? skip_value(types().root(), 0, Inside::kElement) : skip_shape(shape, 0);
}

bool CoderReader::skip_many(TypeExpr type, std::uint64_t count, std::uint32_t depth,
                            Inside inside) noexcept {
  if (count == 1) return skip_value(type, depth, inside);
  BytesView bytes;
  if (!charge_measure(type)) return false;
  const std::size_t plain = schema::plain_wire_size(types(), type);
  if (plain != schema::kNotPlain && depth + plain_depth(types(), type, inside) > max_depth_) {
    return fail_depth();
  }
  if (plain == 0) return true;
  const std::size_t width =
      plain != schema::kNotPlain ? plain : schema::fixed_size(schema::code(type));
  if (width != 0) {
    if (count > left() / width) {
      return error(Code::kTruncated, "more elements than the payload has bytes for", end_);
    }
    if (!take(count * width, bytes)) return false;
    const ValueFault fault = first_fault(schema::code(type), bytes);
    return !fault || error(Code::kMalformed, fault.message, bytes.data() + fault.at);
  }
  for (; count != 0; --count) {
    const std::byte* const start = cur_;
    if (!skip_value(type, depth, inside)) return false;
    if (cur_ == start && !charge(1)) return false;  // B9
  }
  return true;
}

bool CoderReader::skip_value(TypeExpr type, std::uint32_t depth, Inside inside) noexcept {
  if (!unwrap(type)) return false;
  const TypeCode code = schema::code(type);
  if (choices_ != 0) {
    depth += choices_ - (inside == Inside::kChoice ? 0 : 1);
    inside = Inside::kChoice;
  }
  const bool counts =
      counts_as_depth(code, inside) && (code != TypeCode::kOwnedAny || !wire::is_zero(cur_, end_));
  depth += counts ? 1 : 0;
  if (depth > max_depth_) return fail_depth();
  BytesView bytes;
  std::uint64_t number = 0;
  if (const std::size_t width = schema::fixed_size(code); width != 0) {
    if (!take(width, bytes)) return false;
    const ValueFault fault = fault_of_fixed(code, bytes.data());
    return !fault || error(Code::kMalformed, fault.message, bytes.data() + fault.at);
  }
  switch (code) {
    case TypeCode::kNull: return true;
    case TypeCode::kString:
    case TypeCode::kData:
    case TypeCode::kUrl:
    case TypeCode::kClassRef: return varint(number) && take(number, bytes);
    case TypeCode::kSharedString: return shared_value(strings_, true, bytes);
    case TypeCode::kSharedData: return shared_value(datas_, false, bytes);
    case TypeCode::kBits: return bits_value(type, bytes);
    case TypeCode::kVarI16:
    case TypeCode::kVarU16:
    case TypeCode::kVarI32:
    case TypeCode::kVarU32:
    case TypeCode::kVarI64:
    case TypeCode::kVarU64: {
      const std::byte* const start = cur_;
      if (!varint(number)) return false;
      return number <= largest_varint(code) || error(Code::kMalformed, kBeyondItsWidth, start);
    }
    case TypeCode::kRef:
    case TypeCode::kAnyRef: return skip_reference(type, depth);  // its body nests, not the slot
    default: break;
  }
  return skip_container(type, depth);
}

bool CoderReader::skip_container(TypeExpr type, std::uint32_t depth) noexcept {
  std::uint64_t number = 0;
  switch (schema::code(type)) {
    case TypeCode::kList:
    case TypeCode::kSet: {
      const TypeExpr element = schema::element(type);
      if (!varint(number) || !elements_fit(element, number)) return false;
      if (schema::code(type) == TypeCode::kSet) return skip_set(element, number, depth);
      return skip_many(element, number, depth, Inside::kElement);
    }
    case TypeCode::kArray:
      if (!charge_measure(type)) return false;
      return skip_many(schema::element(type), schema::operand_count(type), depth, Inside::kField);
    case TypeCode::kMap:
    case TypeCode::kOrderedMap: return skip_entries(type, depth);
    case TypeCode::kTuple: {
      TypeExpr element = schema::first_operand(type);
      for (number = schema::operand_count(type); number != 0; --number) {
        if (!skip_value(element, depth, Inside::kField)) return false;
        const TypeExpr next = schema::skip_type(element);
        if (!charge_type(element, next)) return false;
        element = next;
      }
      return true;
    }
    case TypeCode::kRecord: return skip_shape(schema::operand_shape(type), depth);
    case TypeCode::kAnyRecord:
    case TypeCode::kOwnedAny: {
      const bool owned = schema::code(type) == TypeCode::kOwnedAny;
      if (!shape_number(owned, number)) return false;
      if (owned && number-- == 0) return true;
      return skip_shape(static_cast<std::uint32_t>(number), depth);
    }
    default: return error(Code::kMalformed, "an unknown type", cur_);
  }
}

bool CoderReader::skip_entries(TypeExpr type, std::uint32_t depth) noexcept {
  const TypeExpr keys = schema::key_type(type);
  const TypeExpr values = schema::value_type(type);
  std::uint64_t number = 0;
  if (!charge_type(keys, values) || !charge_measure(keys) || !varint(number)) return false;
  const bool empty = schema::min_wire_size(types(), keys) == 0;
  if (!elements_fit(empty ? values : keys, number)) return false;
  bool looks = false;
  if (!look_for_equals(keys, number, looks)) return false;
  for (; number != 0; --number) {
    const std::byte* const start = cur_;
    if (!skip_value(keys, depth, Inside::kElement) || (looks && !end_key(keys, start)) ||
        !skip_value(values, depth, Inside::kElement)) {
      return false;
    }
  }
  if (looks) keys_of_open_.close();
  return true;
}

bool CoderReader::skip_set(TypeExpr element, std::uint64_t count, std::uint32_t depth) noexcept {
  const std::byte* const first = cur_;
  if (schema::fixed_size(schema::code(element)) != 0) {
    return skip_many(element, count, depth, Inside::kElement) && plain_set(element, first, count);
  }
  bool looks = false;
  if (!look_for_equals(element, count, looks)) return false;
  if (!looks) return skip_many(element, count, depth, Inside::kElement);
  for (; count != 0; --count) {
    const std::byte* const start = cur_;
    if (!skip_value(element, depth, Inside::kElement) || !end_key(element, start)) return false;
  }
  keys_of_open_.close();
  return true;
}

bool CoderReader::skip_shape(std::uint32_t shape, std::uint32_t depth) noexcept {
  const schema::Shape& what = types().shapes()[shape];
  const bool plain = what.plain_size != schema::kNotPlain;
  if (plain && depth + what.plain_nesting > max_depth_) {
    return fail_depth();
  }
  if ((plain ? what.plain_size : what.min_size) > left()) {
    return error(Code::kTruncated, "the payload ends inside a record", end_);
  }
  if (plain) {
    cur_ += what.plain_size;
    return true;
  }
  if (!fields_of(shape)) return false;
  const coder::ReadShape fields = known_->shape(shape);
  for (std::size_t at = 0; at < fields.count; ++at) {
    const std::byte* const start = cur_;
    if (!skip_many(fields.first[at].type, fields.first[at].repeat, depth, Inside::kField))
      return false;
    if (cur_ == start && !charge(1)) return false;
  }
  return true;
}

bool CoderReader::skip_reference(TypeExpr type, std::uint32_t depth) noexcept {
  SlotHead slot;
  if (!read_slot(type, slot)) return false;
  const bool here = slot.has_body_here();
  return !here || skip_body(static_cast<std::uint32_t>(slot.number), depth);
}

// The body of an object, at the cursor.
bool CoderReader::skip_body(std::uint32_t number, std::uint32_t depth) noexcept {
  const Object object = objects_[number];
  if (depth >= max_depth_) return fail_depth();
  if (object.type == nullptr) return skip_shape(object.shape, depth + 1);
  return skip_value(expr_at(object.type), depth + 1, Inside::kBody);
}

}  // namespace fastser::archive
