// SPDX-License-Identifier: MIT
//
// CoderReader: containers, records and objects. Open things are frames on a heap stack.
//
// Object numbers follow from positions: slots are numbered in the order in which they lie in the
// payload, so the number of a slot met again (in a body read out of turn) is found by its position.
#include <new>

#include "fastser/coder_reader.hpp"

namespace fastser::archive {

using coder::Tag;
using schema::TypeCode;
using schema::TypeExpr;

bool CoderReader::push_frame() noexcept {
  if (frames_.size() >= limits_.depth) {
    return error(Code::kTooDeep, "values nest deeper than the limit", cur_);
  }
  top_.at = at_;
  top_.tag = run_.tag();
  top_.limit = run_.limit();
  if (!frames_.push(top_)) return error(Code::kNoMemory, "no memory for nesting", cur_);
  top_ = Frame{};
  at_ = &nothing_;
  run_.set_tag(Tag::kNone);
  run_.set_limit(begin_);
  return true;
}

void CoderReader::pop_frame() noexcept {
  if (top_.materialised) starts_.truncate(top_.starts);
  top_ = frames_.back();
  frames_.pop();
  at_ = top_.at;
  run_.set_tag(top_.tag);
  run_.set_limit(top_.limit);
}

// ---- containers

bool CoderReader::elements_fit(TypeExpr element, std::uint64_t count) noexcept {
  if (!charge_measure(element)) return false;
  const std::size_t least = schema::min_wire_size(table_, element);
  if (least == 0) return charge(count);
  return count <= left() / least ||
         error(Code::kTruncated, "more elements than the payload has bytes for", end_);
}

bool CoderReader::open_list(const Key* key, std::uint64_t& count) noexcept {
  count = 0;
  TypeExpr type;
  if (!next(key, type)) return false;
  const TypeCode code = schema::code(type);
  if (code == TypeCode::kNull) return false;
  const bool counted = code == TypeCode::kList || code == TypeCode::kSet;
  const bool tuple = code == TypeCode::kTuple;
  if (!counted && !tuple && code != TypeCode::kArray) return mismatch("a list", type);
  std::uint64_t many = 0;
  if (!counted) {
    if (!tuple && !charge_measure(type)) return false;
    many = schema::operand_count(type);
  } else if (!varint(many)) {
    return false;
  }
  const TypeExpr element = tuple ? schema::first_operand(type) : schema::element(type);
  if ((!tuple && !elements_fit(element, many)) || !push_frame()) return false;
  top_.kind = Kind::kList;
  top_.tuple = tuple;
  top_.type = element;
  top_.left = count = many;
  const std::size_t width = tuple || many == 0 ? 0 : schema::fixed_size(schema::code(element));
  if (width != 0) {
    run_.set_tag(coder::tag_of(schema::code(element)));
    run_.set_limit(cur_ + static_cast<std::size_t>(many) * width);
  }
  return true;
}

bool CoderReader::open_map(const Key* key, std::uint64_t& count) noexcept {
  count = 0;
  TypeExpr type;
  if (!next(key, type)) return false;
  const TypeCode code = schema::code(type);
  if (code == TypeCode::kNull) return false;
  if (code != TypeCode::kMap && code != TypeCode::kOrderedMap) return mismatch("a map", type);
  std::uint64_t many = 0;
  if (!varint(many)) return false;
  const TypeExpr keys = schema::key_type(type);
  const TypeExpr values = schema::value_type(type);
  if (!charge_type(keys, values)) return false;
  const bool empty = schema::min_wire_size(table_, keys) == 0;
  if (!elements_fit(empty ? values : keys, many) || !push_frame()) return false;
  top_.kind = Kind::kMap;
  top_.type = keys;
  top_.mapped = values;
  top_.left = many * 2;  // no overflow: the count was checked against bytes or the budget
  count = many;
  return true;
}

// ---- records

bool CoderReader::open_fields(Kind kind, std::uint32_t shape) noexcept {
  if (table_.shapes()[shape].min_size > left()) {
    return error(Code::kTruncated, "the payload ends inside a record", end_);
  }
  Fields fields;
  if (!fields_of(shape, fields) || !push_frame()) return false;
  top_.kind = kind;
  top_.shape = shape;
  top_.fields = fields;
  top_.body = cur_;
  at_ = fields.first;
  return true;
}

bool CoderReader::open_record(const Key* key) noexcept {
  TypeExpr type;
  if (!next(key, type)) return false;
  const std::byte* const start = cur_;
  std::uint64_t shape = 0;
  switch (schema::code(type)) {
    case TypeCode::kRecord: shape = schema::operand_shape(type); break;
    case TypeCode::kNull: return false;
    case TypeCode::kAnyRecord:
      if (!varint(shape)) return false;
      break;
    case TypeCode::kOwnedAny:
      if (!varint(shape) || shape == 0) return false;
      --shape;
      break;
    default: return mismatch("a record", type);
  }
  if (shape >= table_.shapes().size()) {
    return error(Code::kMalformed, "a shape number that is out of range", start);
  }
  return open_fields(Kind::kRecord, static_cast<std::uint32_t>(shape));
}

void CoderReader::close_frame(Kind kind) noexcept {
  if (failed_) return;
  if (top_.kind != kind) {
    error(Code::kUsage, "the end of something that is not the innermost open thing", cur_);
    return;
  }
  if (top_.resume != nullptr) {
    cur_ = top_.resume;
  } else if (top_.materialised) {
    cur_ = top_.end;
  } else if (!at_end_of(top_) && !skip_rest()) {
    return;
  }
  pop_frame();
}

// ---- objects

// What the slot says of the object's type: T of `ref T`, or a shape that follows.
bool CoderReader::slot_type(TypeExpr type, bool promise, Object& object) noexcept {
  if (schema::code(type) == TypeCode::kRef) {
    const TypeExpr of = schema::element(type);
    if (schema::code(of) == TypeCode::kRecord) {
      object.shape = schema::operand_shape(of);
    } else {
      object.type = of.at;
    }
    return true;
  }
  const std::byte* const start = cur_;
  std::uint64_t shape = 0;
  if (!varint(shape)) return false;
  if (promise && shape-- == 0) return true;
  if (shape >= table_.shapes().size()) {
    return error(Code::kMalformed, "a shape number that is out of range", start);
  }
  object.shape = static_cast<std::uint32_t>(shape);
  return true;
}

// Registers a slot that takes a number; one that was met before keeps its number.
bool CoderReader::number_of(const Object& object, std::uint32_t& number) noexcept {
  if (objects_.empty() || objects_.back().slot < object.slot) {
    number = static_cast<std::uint32_t>(objects_.size());
    if (objects_.size() >= coder::kNoNumber || !charge(sizeof(Object))) {
      return error(Code::kOverBudget, "too many objects", cur_);
    }
    return objects_.push(object) || error(Code::kNoMemory, "no memory for the objects", cur_);
  }
  std::size_t low = 0;
  for (std::size_t count = objects_.size(); count > 0;) {
    const std::size_t half = count / 2;
    if (objects_[low + half].slot < object.slot) {
      low += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  if (objects_[low].slot != object.slot) {
    return error(Code::kMalformed, "an object where none was before", cur_);
  }
  number = static_cast<std::uint32_t>(low);
  return true;
}

// Kind and type are compared at every use (B6).
bool CoderReader::fits(Object& object, TypeExpr type) noexcept {
  if (schema::code(type) == TypeCode::kAnyRef) return object.type == nullptr;
  const TypeExpr of = schema::element(type);
  if (schema::code(of) != TypeCode::kRecord) {
    if (object.type == nullptr) return false;
    if (object.type == of.at) return true;
    return charge_type(of, schema::skip_type(of)) && schema::same_type({object.type, of.end}, of);
  }
  if (object.type != nullptr) return false;
  const std::uint32_t shape = schema::operand_shape(of);
  if (object.shape == coder::kNoNumber) object.shape = shape;  // a promise of any shape, settled
  return object.shape == shape;
}

// Reads a slot up to its body, if there is one here.
bool CoderReader::read_slot(TypeExpr type, Slot& slot) noexcept {
  const std::byte* const start = cur_;
  const std::size_t position = offset();
  if (!varint(slot.kind)) return false;
  if (slot.kind == schema::kSlotNil) return true;
  Object object{position, kNowhere, nullptr, coder::kNoNumber, false, nullptr};
  if (slot.kind >= schema::kSlotFirstReference) {
    const std::uint64_t number = slot.kind - schema::kSlotFirstReference;
    slot.kind = schema::kSlotFirstReference;
    if (number >= objects_.size() || objects_[static_cast<std::size_t>(number)].slot > position) {
      return error(Code::kBadReference, "a back-reference to no object", start);
    }
    slot.number = static_cast<std::uint32_t>(number);
    return fits(objects_[slot.number], type) ||
           error(Code::kTypeMismatch, "a back-reference to an object of another type", start);
  }
  defers_ |= slot.kind == schema::kSlotDeferred || slot.kind == schema::kSlotFulfilDeferred;
  if (slot.kind < schema::kSlotFulfil) {
    if (!slot_type(type, slot.kind == schema::kSlotPromise, object)) return false;
    if (slot.kind == schema::kSlotNew) object.body = offset();
    return number_of(object, slot.number);
  }
  std::uint64_t number = 0;
  if (!varint(number) || !slot_type(type, false, object)) return false;
  if (number >= objects_.size() || objects_[static_cast<std::size_t>(number)].slot > position) {
    return error(Code::kBadReference, "the body of an object that there is not", start);
  }
  slot.number = static_cast<std::uint32_t>(number);
  Object& promised = objects_[slot.number];
  if (promised.shape == coder::kNoNumber && promised.type == nullptr) promised.shape = object.shape;
  if (promised.shape != object.shape || !fits(promised, type)) {
    return error(Code::kTypeMismatch, "a body of another type than promised", start);
  }
  if (slot.kind == schema::kSlotFulfil) {
    if (promised.body != kNowhere && promised.body != offset()) {
      return error(Code::kBadReference, "a second body of one object", start);
    }
    promised.body = offset();
  }
  return true;
}

ObjectStart CoderReader::open_object(const Key* key) noexcept {
  TypeExpr type;
  if (!next(key, type)) return {};
  const TypeCode code = schema::code(type);
  if (code == TypeCode::kNull) return {};
  if (code != TypeCode::kRef && code != TypeCode::kAnyRef) {
    mismatch("an object", type);
    return {};
  }
  Slot slot;
  if (!read_slot(type, slot) || slot.kind == schema::kSlotNil) return {};
  const ObjectStart again{ObjectStart::kReference, slot.number};
  const bool here = slot.kind == schema::kSlotNew || slot.kind == schema::kSlotFulfil;
  if (objects_[slot.number].delivered) {
    // Given out before its turn came: this is the body that was read then.
    if (here && !skip_body(slot.number, static_cast<std::uint32_t>(frames_.size()))) return {};
    return again;
  }
  const std::byte* resume = nullptr;
  if (!here) {
    resume = cur_;
    if (objects_[slot.number].body == kNowhere && !scanned_ && !scan()) return {};
    if (objects_[slot.number].body == kNowhere) return {};  // a promise that nobody kept
    cur_ = begin_ + objects_[slot.number].body;
  }
  if (!open_body(slot.number, resume)) return {};
  return {ObjectStart::kNew, slot.number};
}

bool CoderReader::open_body(std::uint32_t number, const std::byte* resume) noexcept {
  const Object object = objects_[number];
  if (object.type == nullptr) {
    if (!open_fields(Kind::kObject, object.shape)) return false;
  } else {
    // A body that is no record: one field.
    if (!push_frame()) return false;
    top_.kind = Kind::kObject;
    if (!charge(2 * sizeof(Field))) return false;
    auto* fields = new (std::nothrow) Field[2];
    if (fields == nullptr || !shapes_.push(Fields{fields, 1})) {
      delete[] fields;
      return error(Code::kNoMemory, "no memory for an object", cur_);
    }
    fields[0].type = {object.type, end_};
    fields[0].tag = coder::tag_of(schema::code(fields[0].type));
    fields[0].repeat = 1;
    top_.fields = {fields, 1};
    top_.body = cur_;
    at_ = fields;
  }
  objects_[number].delivered = true;
  top_.resume = resume;
  return true;
}

void CoderReader::set_object(std::uint32_t number, void* object) noexcept {
  if (number < objects_.size()) objects_[number].object = object;
}

void* CoderReader::object(std::uint32_t number) const noexcept {
  return number < objects_.size() ? objects_[number].object : nullptr;
}

}  // namespace fastser::archive
