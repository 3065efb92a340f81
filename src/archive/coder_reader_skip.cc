// SPDX-License-Identifier: MIT
//
// CoderReader: passing values by. New objects and strings on the way are registered, so that later
// references find them. Recursion follows the nesting of values, never deeper than Limits::depth.
#include "fastser/coder_reader.hpp"

namespace fastser::archive {

using coder::Tag;
using schema::TypeCode;
using schema::TypeExpr;

void CoderReader::skip_next(const Key* key) noexcept {
  TypeExpr type;
  if (next(key, type)) skip_value(type, static_cast<std::uint32_t>(frames_.size()));
}

// What is left of the innermost open thing.
bool CoderReader::skip_rest() noexcept {
  const auto depth = static_cast<std::uint32_t>(frames_.size());
  if (run_.tag() != Tag::kNone) cur_ = run_.limit();
  if (top_.kind == Kind::kList || top_.kind == Kind::kMap) {
    if (run_.tag() != Tag::kNone) return true;
    while (top_.left != 0) {
      if (!top_.tuple && top_.kind == Kind::kList) {
        const std::uint64_t left = top_.left;
        top_.left = 0;
        return skip_many(top_.type, left, depth);
      }
      TypeExpr type;
      if (!next_element(type) || !skip_value(type, depth)) return false;
    }
    return true;
  }
  if (in_run()) {
    if (run_.tag() == Tag::kNone && !skip_many(top_.type, top_.left, depth)) return false;
    at_ = top_.fields.first + (top_.after - top_.fields.first);
    leave_run();
  }
  for (; at_->tag != Tag::kEnd; ++at_) {
    if (!skip_many(at_->type, at_->repeat, depth)) return false;
  }
  return true;
}

bool CoderReader::skip_many(TypeExpr type, std::uint64_t count, std::uint32_t depth) noexcept {
  if (count == 1) return skip_value(type, depth);
  BytesView bytes;
  if (!charge_measure(type)) return false;
  const std::size_t plain = schema::plain_wire_size(table_, type);
  if (plain == 0) return true;
  const std::size_t width =
      plain != schema::kNotPlain ? plain : schema::fixed_size(schema::code(type));
  if (width != 0) {
    if (count > left() / width) {
      return error(Code::kTruncated, "more elements than the payload has bytes for", end_);
    }
    return take(count * width, bytes);
  }
  for (; count != 0; --count) {
    const std::byte* const start = cur_;
    if (!skip_value(type, depth)) return false;
    if (cur_ == start && !charge(1)) return false;  // B9
  }
  return true;
}

bool CoderReader::skip_value(TypeExpr type, std::uint32_t depth) noexcept {
  if (!unwrap(type)) return false;
  const TypeCode code = schema::code(type);
  BytesView bytes;
  std::uint64_t number = 0;
  if (const std::size_t width = schema::fixed_size(code); width != 0) return take(width, bytes);
  switch (code) {
    case TypeCode::kNull: return true;
    case TypeCode::kString:
    case TypeCode::kData:
    case TypeCode::kUrl:
    case TypeCode::kClassRef: return varint(number) && take(number, bytes);
    case TypeCode::kSharedString: return shared_value(strings_, true, bytes);
    case TypeCode::kSharedData: return shared_value(datas_, false, bytes);
    case TypeCode::kBits:
      number = schema::operand_count(type);
      return take(number / 8 + (number % 8 != 0 ? 1 : 0), bytes);
    case TypeCode::kVarI16:
    case TypeCode::kVarU16:
    case TypeCode::kVarI32:
    case TypeCode::kVarU32:
    case TypeCode::kVarI64:
    case TypeCode::kVarU64: return varint(number);
    default: break;
  }
  if (depth >= max_depth_) return error(Code::kTooDeep, "values nest deeper than the limit", cur_);
  return skip_container(type, depth + 1);
}

bool CoderReader::skip_container(TypeExpr type, std::uint32_t depth) noexcept {
  const std::byte* const start = cur_;
  std::uint64_t number = 0;
  switch (schema::code(type)) {
    case TypeCode::kList:
    case TypeCode::kSet: {
      const TypeExpr element = schema::element(type);
      return varint(number) && elements_fit(element, number) && skip_many(element, number, depth);
    }
    case TypeCode::kArray:
      if (!charge_measure(type)) return false;
      return skip_many(schema::element(type), schema::operand_count(type), depth);
    case TypeCode::kMap:
    case TypeCode::kOrderedMap: {
      const TypeExpr keys = schema::key_type(type);
      const TypeExpr values = schema::value_type(type);
      if (!charge_type(keys, values)) return false;
      const bool empty = schema::min_wire_size(table_, keys) == 0;
      if (!varint(number) || !elements_fit(empty ? values : keys, number)) return false;
      for (; number != 0; --number) {
        if (!skip_value(keys, depth) || !skip_value(values, depth)) return false;
      }
      return true;
    }
    case TypeCode::kTuple: {
      TypeExpr element = schema::first_operand(type);
      for (number = schema::operand_count(type); number != 0; --number) {
        if (!skip_value(element, depth)) return false;
        const TypeExpr next = schema::skip_type(element);
        if (!charge_type(element, next)) return false;
        element = next;
      }
      return true;
    }
    case TypeCode::kRecord: return skip_shape(schema::operand_shape(type), depth);
    case TypeCode::kAnyRecord:
    case TypeCode::kOwnedAny:
      if (!varint(number)) return false;
      if (schema::code(type) == TypeCode::kOwnedAny && number-- == 0) return true;
      if (number >= table_.shapes().size()) {
        return error(Code::kMalformed, "a shape number that is out of range", start);
      }
      return skip_shape(static_cast<std::uint32_t>(number), depth);
    case TypeCode::kRef:
    case TypeCode::kAnyRef: return skip_reference(type, depth);
    default: return error(Code::kMalformed, "an unknown type", start);
  }
}

bool CoderReader::skip_shape(std::uint32_t shape, std::uint32_t depth) noexcept {
  const schema::Shape& what = table_.shapes()[shape];
  BytesView bytes;
  if (what.plain_size != schema::kNotPlain) return take(what.plain_size, bytes);
  if (what.min_size > left()) {
    return error(Code::kTruncated, "the payload ends inside a record", end_);
  }
  Fields fields;
  if (!fields_of(shape, fields)) return false;
  for (std::size_t at = 0; at < fields.count; ++at) {
    const std::byte* const start = cur_;
    if (!skip_many(fields.first[at].type, fields.first[at].repeat, depth)) return false;
    if (cur_ == start && !charge(1)) return false;
  }
  return true;
}

bool CoderReader::skip_reference(TypeExpr type, std::uint32_t depth) noexcept {
  Slot slot;
  if (!read_slot(type, slot)) return false;
  switch (slot.kind) {
    case schema::kSlotNew:
    case schema::kSlotFulfil: return skip_body(slot.number, depth);
    case schema::kSlotDeferred:
    case schema::kSlotFulfilDeferred:
      if (!scanning_) return true;
      return (charge(sizeof(std::uint32_t)) && deferred_.push(slot.number)) ||
             error(Code::kNoMemory, "no memory for deferred objects", cur_);
    default: return true;
  }
}

// The body of an object, at the cursor.
bool CoderReader::skip_body(std::uint32_t number, std::uint32_t depth) noexcept {
  const Object object = objects_[number];
  if (depth >= max_depth_) return error(Code::kTooDeep, "values nest deeper than the limit", cur_);
  if (object.type == nullptr) return skip_shape(object.shape, depth + 1);
  return skip_value({object.type, end_}, depth + 1);
}

// One pass over the whole payload: finds the bodies that lie behind the root.
bool CoderReader::scan() noexcept {
  if (failed_) return false;
  if (scanned_) return true;
  const std::byte* const back = cur_;
  scanning_ = true;
  cur_ = begin_;
  bool sound = skip_value(table_.root(), 0);
  for (std::size_t at = 0; sound && at < deferred_.size(); ++at) {
    Object& object = objects_[deferred_[at]];
    if (object.body != kNowhere) {
      sound = error(Code::kBadReference, "a second body of one object", cur_);
      break;
    }
    object.body = offset();
    sound = skip_body(deferred_[at], 0);
  }
  scanning_ = false;
  scanned_ = true;
  if (sound && cur_ != end_) sound = error(Code::kTrailing, "bytes behind the last value", cur_);
  if (sound) cur_ = back;
  return sound;
}

}  // namespace fastser::archive
