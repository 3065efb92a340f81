// SPDX-License-Identifier: MIT
//
// Walker: object slots (docs/format.md section 6) and deferred bodies (section 8).
//
// An object's type is fixed when it takes its number, and compared at every later use of the number
// (B6). The one exception is a promise whose shape the writer did not know: the first use that
// demands a shape settles it, and the body must then be of that shape.
#include <utility>

#include "fastser/internal/archive/depth_rule.hpp"
#include "fastser/internal/archive/resolve/slot_type.hpp"
#include "fastser/internal/archive/value_checks.hpp"
#include "fastser/internal/archive/walk/unique_keys.hpp"
#include "fastser/internal/wire/faults.hpp"
#include "fastser/walker.hpp"

namespace fastser::archive {

using schema::TypeExpr;

template <typename T>
bool Walker::push(PodStack<T>& array, const T& item) {
  const Code code = array.push_within(item, budget_);
  if (code == Code::kOverBudget) return fail(code, wire::kTakesTooMuch, at_);
  return code == Code::kOk || fail(code, "no memory to read the archive", at_);
}

template bool Walker::push(PodStack<std::string_view>&, const std::string_view&);
template bool Walker::push(PodStack<std::uint32_t>&, const std::uint32_t&);

bool Walker::fits(Object& object, TypeExpr slot_type) {
  const SlotFit fit = fit_of_slot(object, slot_type);
  return fit == SlotFit::kCompare ? same_type(expr_at(object.type), schema::element(slot_type))
                                  : fit == SlotFit::kYes;
}

TypeExpr Walker::expr_at(const std::byte* type) const noexcept {
  return expression_at(table_, type, end_);
}

bool Walker::reference(TypeExpr type) {
  struct Source {
    Walker& walker;
    std::size_t at;
    bool is_there(std::uint64_t number) {
      return number < walker.objects_.size() ||
             walker.fail(Code::kBadReference, kBodyOfNoObject, walker.begin_ + at);
    }
    bool varint(std::uint64_t& number) { return walker.varint(number); }
    bool shape(bool may_lack, std::uint64_t& number) { return walker.shape(may_lack, number); }
  } source{*this, offset()};
  SlotHead slot;
  Object object{};
  if (!read_slot(source, type, slot, object)) return false;
  switch (slot.kind) {
    case schema::kSlotNil: put_identity(0); return told(visitor_->absent(type));
    case schema::kSlotFirstReference: return back_reference(type, slot.number, source.at);
    default:
      return slot.fulfils() ? fulfil(type, slot, object, source.at)
                            : new_object(slot, object, source.at);
  }
}

// References in keys are equal when they are to the same object, whatever it holds.
void Walker::put_identity(std::uint64_t number) {
  if (recording_) keys_->put_number(number);
}

bool Walker::new_object(const SlotHead& slot, const Object& object, std::size_t at) {
  std::uint64_t number = objects_.size();
  if (replaying_) {
    // Numbers were taken in the order of the slots in the payload.
    number = places_.lower_bound(&Place::slot, at);
  } else {
    if (!push(objects_, object)) return false;
    objects_.back().has_body = slot.kind != schema::kSlotPromise;
    if (options_.keep_index && !push(places_, Place{at, offset()})) return false;
  }
  put_identity(number + 1);
  if (slot.kind == schema::kSlotPromise) return told(visitor_->object_promised(number));
  return body_of(slot, number);
}

bool Walker::fulfil(TypeExpr type, const SlotHead& slot, const Object& object, std::size_t at) {
  const std::byte* const start = begin_ + at;
  const std::uint64_t number = slot.number;
  Object& promised = objects_[static_cast<std::size_t>(number)];
  if (!replaying_) {
    if (promised.has_body) {
      return fail(Code::kBadReference, kSecondBody, start);
    }
    if (promised.type == nullptr && promised.shape == kShapeNotKnown) promised.shape = object.shape;
    const bool same = promised.shape == object.shape &&
                      (promised.type == nullptr) == (object.type == nullptr) &&
                      (object.type == nullptr || fits(promised, type));
    if (!same) return fail(Code::kTypeMismatch, kBodyOfAnotherType, start);
    promised.has_body = true;
    if (options_.keep_index) places_[static_cast<std::size_t>(number)].body = offset();
  }
  put_identity(number + 1);
  return body_of(slot, number);
}

// The body of an object that has one: here, or later.
bool Walker::body_of(const SlotHead& slot, std::uint64_t number) {
  if (!slot.is_deferred()) return before_stop() && object_body(number, false);
  if (!replaying_ && !push(deferred_, number)) return false;
  return told(visitor_->object_later(number));
}

bool Walker::back_reference(TypeExpr type, std::uint64_t number, std::size_t at) {
  if (number >= objects_.size()) return fail(Code::kBadReference, kNoSuchObject, begin_ + at);
  if (!fits(objects_[static_cast<std::size_t>(number)], type)) {
    return fail(Code::kTypeMismatch, kObjectOfAnotherType, begin_ + at);
  }
  put_identity(number + 1);
  return told(visitor_->object_again(number));
}

// The body at the cursor. The entry is copied: the array may move while the body is read.
bool Walker::object_body(std::uint64_t number, bool deferred) {
  const Object object = objects_[static_cast<std::size_t>(number)];
  if (!told(visitor_->begin_object(number, deferred))) return false;
  const bool in_key = std::exchange(recording_, false);
  if (object.type == nullptr) {
    if (!record(object.shape)) return false;
  } else if (!lone_value(expr_at(object.type))) {
    return false;
  }
  recording_ = in_key;
  visitor_->position = offset();
  return told(visitor_->end_object(number));
}

// The body of an object that is no record: a list of objects that are lists is as deep as lists
// are.
bool Walker::lone_value(TypeExpr type) {
  const bool counts = counts_as_depth(schema::code(type), Inside::kElement);
  if (!counts && !enter()) return false;
  as_element_ = !counts;
  if (!value(type)) return false;
  if (!counts) leave();
  return true;
}

bool Walker::deferred_bodies() {
  while (next_deferred_ < deferred_.size()) {
    const std::uint64_t number = deferred_[next_deferred_++];
    if (options_.keep_index) places_[static_cast<std::size_t>(number)].body = offset();
    visitor_->position = offset();
    const std::byte* start = at_;
    if (!object_body(number, true)) {
      path_.insert(0, "(object " + std::to_string(number) + ")");
      return false;
    }
    if (at_ == start && !charge(1)) return false;
  }
  return true;
}

bool Walker::replay_object(std::uint64_t number, Visitor& visitor) {
  Visitor* const outer = visitor_;
  const std::byte* const resume = at_;
  visitor_ = &visitor;
  replaying_ = true;
  at_ = begin_ + places_[static_cast<std::size_t>(number)].body;
  visitor.position = offset();
  if (!object_body(number, false)) return false;
  at_ = resume;
  visitor_ = outer;
  return true;
}

}  // namespace fastser::archive
