// SPDX-License-Identifier: MIT
//
// CoderReader: objects.
//
// Object numbers follow from positions: slots are numbered in the order in which they lie in the
// payload, so the number of a slot met again (in a body read out of turn) is found by its position.
// In the same way deferred bodies are queued when their slot is met first, and never again.
#include "fastser/coder_reader.hpp"
#include "fastser/internal/archive/resolve/slot_type.hpp"
#include "fastser/internal/archive/value_checks.hpp"

namespace fastser::archive {

using coder::kNoNumber;
using schema::TypeCode;
using schema::TypeExpr;

// The number of a shape; where that may lack, the number + 1, or 0.
bool CoderReader::shape_number(bool may_lack, std::uint64_t& shape) noexcept {
  const std::byte* const start = cur_;
  if (!varint(shape)) return false;
  return shape < known_->shape_count() + (may_lack ? 1U : 0U) ||
         error(Code::kMalformed, kNoSuchShape, start);
}

// Registers a slot that takes a number; one that was met before keeps its number.
bool CoderReader::number_of(const Object& object, std::uint32_t& number) noexcept {
  if (objects_.empty() || objects_.back().slot < object.slot) {
    number = static_cast<std::uint32_t>(objects_.size());
    if (objects_.size() >= kNoNumber) return error(Code::kOverBudget, "too many objects", cur_);
    if (!charge(sizeof(Object))) return false;
    if (objects_.full() && !objects_.grow_for(more_to_come(objects_))) {
      return error(Code::kNoMemory, "no memory for the objects", cur_);
    }
    *objects_.extend_within() = object;
    return true;
  }
  const std::size_t low = objects_.lower_bound(&Object::slot, object.slot);
  if (objects_[low].slot != object.slot) {
    return error(Code::kMalformed, "an object whose position is wrong", cur_);
  }
  number = static_cast<std::uint32_t>(low);
  return true;
}

// Kind and type are compared at every use (B6).
bool CoderReader::fits(Object& object, TypeExpr type) noexcept {
  const SlotFit fit = fit_of_slot(object, type);
  if (fit != SlotFit::kCompare) return fit == SlotFit::kYes;
  const TypeExpr of = schema::element(type);
  return charge_type(of, schema::skip_type(of)) && schema::same_type(expr_at(object.type), of);
}

// Queues an object whose body lies behind the root, if its slot was not met before.
bool CoderReader::defer(std::uint32_t number, std::size_t position) noexcept {
  if (position < deferred_slot_) return true;
  deferred_slot_ = position + 1;
  objects_[number].deferred = true;
  if (!charge(sizeof(std::uint32_t))) return false;
  return deferred_.push(number) || error(Code::kNoMemory, "no memory for deferred objects", cur_);
}

// Reads a slot up to its body, if there is one here.
bool CoderReader::read_slot(TypeExpr type, SlotHead& slot) noexcept {
  struct Source {
    CoderReader& reader;
    const std::byte* start;
    bool varint(std::uint64_t& number) { return reader.varint(number); }
    bool shape(bool may_lack, std::uint64_t& shape) { return reader.shape_number(may_lack, shape); }
    // Others may have been met already that lie further on.
    bool is_there(std::uint64_t number, std::string_view fault = kBodyOfNoObject) {
      const auto at = static_cast<std::size_t>(start - reader.begin_);
      return (number < reader.objects_.size() &&
              reader.objects_[static_cast<std::size_t>(number)].slot <= at) ||
             reader.error(Code::kBadReference, fault, start);
    }
  } source{*this, cur_};
  Object object{offset(), kNowhere, nullptr, nullptr, kNoNumber, false, false};
  if (!archive::read_slot(source, type, slot, object)) return false;
  if (slot.kind == schema::kSlotNil) return true;
  if (slot.kind == schema::kSlotFirstReference) {
    return source.is_there(slot.number, kNoSuchObject) &&
           (fits(objects_[static_cast<std::size_t>(slot.number)], type) ||
            error(Code::kTypeMismatch, kObjectOfAnotherType, source.start));
  }
  if (slot.kind == schema::kSlotNew) object.body = offset();
  auto number = static_cast<std::uint32_t>(slot.number);
  if (slot.fulfils() ? !fulfil(type, slot, object) : !number_of(object, number)) return false;
  slot.number = number;
  return !slot.is_deferred() || defer(number, object.slot);
}

// The slot of an object that was promised.
bool CoderReader::fulfil(TypeExpr type, const SlotHead& slot, const Object& object) noexcept {
  const std::byte* const start = begin_ + object.slot;
  Object& promised = objects_[static_cast<std::size_t>(slot.number)];
  if (promised.shape == kNoNumber && promised.type == nullptr) promised.shape = object.shape;
  if (promised.shape != object.shape || !fits(promised, type)) {
    return error(Code::kTypeMismatch, kBodyOfAnotherType, start);
  }
  if (slot.is_deferred()) return true;
  if (promised.body != kNowhere && promised.body != offset()) {
    return error(Code::kBadReference, kSecondBody, start);
  }
  promised.body = offset();
  return true;
}

ObjectStart CoderReader::open_object(const Key* key, bool may_wait) noexcept {
  TypeExpr type;
  return next(key, type) ? open_object_of(type, may_wait) : ObjectStart{};
}

ObjectStart CoderReader::open_object_of(TypeExpr type, bool may_wait) noexcept {
  const TypeCode code = schema::code(type);
  if (code != TypeCode::kRef && code != TypeCode::kAnyRef) {
    if (code != TypeCode::kNull) mismatch("an object", type);
    return {};
  }
  SlotHead slot;
  if (!read_slot(type, slot) || slot.kind == schema::kSlotNil) return {};
  return give_out(slot, may_wait);
}

ObjectStart CoderReader::give_out(const SlotHead& slot, bool may_wait) noexcept {
  const auto number = static_cast<std::uint32_t>(slot.number);
  const bool here = slot.has_body_here();
  if (objects_[number].delivered) {
    // Given out before its turn came: its body was read then, or is read later.
    if (here && !skip_body(number, top_->depth + levels_of(TypeCode::kNull))) return {};
    return {ObjectStart::kReference, number};
  }
  if (here) {
    if (!open_body(number, nullptr)) return {};
    return {ObjectStart::kNew, number};
  }
  const bool will_come = may_wait && objects_[number].deferred;
  if (objects_[number].body == kNowhere && !will_come) {
    if (!find_bodies(number)) return {};
    if (objects_[number].body == kNowhere) return {};  // a promise that nobody kept
  }
  if (may_wait) {
    if (!charge(sizeof(std::uint32_t))) return {};
    if (!pending_.push(number)) {
      error(Code::kNoMemory, "no memory for the objects", cur_);
      return {};
    }
    objects_[number].delivered = true;
    return {ObjectStart::kLater, number};
  }
  const std::byte* const resume = cur_;
  cur_ = begin_ + objects_[number].body;
  if (!open_body(number, resume)) return {};
  return {ObjectStart::kNew, number};
}

// Opens the body at the cursor.
bool CoderReader::open_body(std::uint32_t number, const std::byte* resume) noexcept {
  const Object object = objects_[number];
  // At its slot it lies in the choices around that.
  const std::uint32_t levels = 1 + (resume == nullptr ? levels_of(TypeCode::kNull) : 0);
  const bool opened = object.type == nullptr ? open_object_fields(object.shape, levels)
                                             : open_object_value(expr_at(object.type), levels);
  if (!opened) return false;
  objects_[number].delivered = true;
  if (resume != nullptr) go_on_at(resume);
  return true;
}

// Charged, or a few bytes of references to references would be read without end (B9).
bool CoderReader::begin_again(std::uint32_t number) noexcept {
  if (failed_ || number >= objects_.size()) return false;
  const std::size_t body = objects_[number].body;
  if (!objects_[number].delivered || body == kNowhere) return false;
  const std::byte* const resume = cur_;
  cur_ = begin_ + body;
  if (!skip_body(number, top_->depth) || !charge(sizeof(Object) + (offset() - body))) return false;
  cur_ = begin_ + body;
  return open_body(number, resume);
}

void CoderReader::set_object(std::uint32_t number, void* object) noexcept {
  if (number < objects_.size()) objects_[number].user = object;
}

void* CoderReader::object(std::uint32_t number) const noexcept {
  return number < objects_.size() ? objects_[number].user : nullptr;
}

}  // namespace fastser::archive
