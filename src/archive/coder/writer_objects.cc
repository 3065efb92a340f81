// SPDX-License-Identifier: MIT
//
// CoderWriter: objects: identity, references, promises, bodies that are written later (behind the
// root, in the order of their slots: docs/format.md section 8).
#include "fastser/coder_writer.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::archive {

using coder::Tag;
using schema::TypeCode;

namespace {

constexpr Tag kAnyRef = coder::tag_of(TypeCode::kAnyRef);

}  // namespace

void CoderWriter::put_slot(std::uint64_t slot) noexcept { cur_ = wire::put_varint(cur_, slot); }

bool CoderWriter::is_promised(std::uint32_t number) const noexcept {
  return number < promised_.size() && promised_[number] != 0;
}

// The slot of an object. True: its body is owed, and the caller says by the slots given where.
bool CoderWriter::put_object_slot(const Key* key, const void* identity, ClassHandle of,
                                  schema::Slot fresh, schema::Slot kept) noexcept {
  if (!shapes_.has_class(of.index) && identity != nullptr) {
    return fail(Code::kUsage, "an object without a class");
  }
  if (!take(kAnyRef, key) && !place(kAnyRef, key)) return false;
  if (identity == nullptr) {
    put_slot(schema::kSlotNil);
    return false;
  }
  const ObjectTable::Found found = objects_.find_or_add(identity, 0, next_object_);
  if (!found.found) {
    ++next_object_;
    put_slot(fresh);
    return true;
  }
  if (found.number == ObjectTable::kFailed) {
    return fail(Code::kNoMemory, "no memory for the table of objects");
  }
  if (!is_promised(found.number)) {
    put_slot(schema::kSlotFirstReference + std::uint64_t{found.number});
    return false;
  }
  promised_[found.number] = 0;
  put_slot(kept);
  cur_ = wire::put_varint(cur_, found.number);
  return true;
}

bool CoderWriter::open_object(const Key* key, const void* identity, ClassHandle of) noexcept {
  if (taping_) return tape_object(key, {identity, of}, false) == ObjectPlace::kNew;
  return put_object_slot(key, identity, of, schema::kSlotNew, schema::kSlotFulfil) &&
         open_body(Kind::kObject, of.index);
}

ObjectPlace CoderWriter::open_object_or_later(const Key* key, const PendingObject& what) noexcept {
  if (open_frames() < pending_depth_) {
    return open_object(key, what.identity, what.of) ? ObjectPlace::kNew : ObjectPlace::kDone;
  }
  return taping_ ? tape_object(key, what, true) : defer_object(key, what);
}

ObjectPlace CoderWriter::defer_object(const Key* key, const PendingObject& what) noexcept {
  if (!put_object_slot(key, what.identity, what.of, schema::kSlotDeferred,
                       schema::kSlotFulfilDeferred)) {
    return ObjectPlace::kDone;
  }
  Pending pending;
  pending.object = what;
  if (!shapes_.claim(what.of.index) || !pending_.push(pending)) {
    fail(Code::kNoMemory, "no memory for an object that is written later");
    return ObjectPlace::kDone;
  }
  forget_again();
  put_pending_number(pending_.back());
  return ObjectPlace::kLater;
}

void CoderWriter::write_object(const Key* key, const PendingObject& what) noexcept {
  if (what.body == nullptr) {
    fail(Code::kUsage, "an object without a function that writes it");
  } else if (open_object_or_later(key, what) == ObjectPlace::kNew) {
    run_body(what);
  }
}

// The body must end what it begins and nothing else.
void CoderWriter::run_body(const PendingObject& what) noexcept {
  const std::size_t open = open_frames();
  what.body(*this, what);
  if (!failed_ && open_frames() != open) {
    fail(Code::kUsage,
         "the function that writes an object must end all that it begins, and nothing else");
  }
  end_object();
}

bool CoderWriter::begin_pending(PendingObject& object) noexcept {
  if (failed_) return false;
  if (taping_) return fail(Code::kUsage, "pending objects while a branch is not complete");
  if (next_pending_ == pending_.size()) return false;
  if (top_ != root_) {
    return fail(Code::kUsage, "begin_pending while a record or container is not ended");
  }
  if (!end_root()) return false;
  const Pending owed = pending_[next_pending_];
  object = owed.object;
  // The number lies at the slot, the fields here.
  const std::size_t here = position();
  if (cur_ >= guard_ && !make_room(kSlack)) return false;
  if (!open_body(Kind::kObject, owed.object.of.index)) return false;
  cur_ = begin_ + here;
  ++next_pending_;
  know_shape(*top_);
  top_->plain = Kind::kEnded;  // another number may have been written
  top_->header = owed.header;
  top_->shape.number = owed.written;
  top_->width = owed.width;
  return true;
}

// All that is owed and has a callback.
bool CoderWriter::write_pending() noexcept {
  PendingObject object;
  while (begin_pending(object)) {
    if (object.body == nullptr) {
      return fail(Code::kUsage, "finish before all pending objects were written");
    }
    run_body(object);
  }
  return !failed_;
}

void CoderWriter::reference_value(const Key* key, const void* identity) noexcept {
  if (identity != nullptr && !is_written(identity)) {
    fail(Code::kUsage, "a reference to an object that was not written");
  } else {
    conditional_value(key, identity);
  }
}

void CoderWriter::conditional_value(const Key* key, const void* identity) noexcept {
  if (taping_) return tape_reference(key, identity);
  if (!take(kAnyRef, key) && !place(kAnyRef, key)) return;
  if (identity == nullptr) {
    put_slot(schema::kSlotNil);
    return;
  }
  const ObjectTable::Found found = objects_.find_or_add(identity, 0, next_object_);
  if (!found.found) {
    if (!promised_.resize(std::size_t{next_object_} + 1)) {
      fail(Code::kNoMemory, "no memory for a promised object");
      return;
    }
    promised_[next_object_++] = 1;
    put_slot(schema::kSlotPromise);
    *cur_++ = std::byte{0};  // of a shape not known yet
  } else if (found.number == ObjectTable::kFailed) {
    fail(Code::kNoMemory, "no memory for the table of objects");
  } else {
    put_slot(schema::kSlotFirstReference + std::uint64_t{found.number});
  }
}

}  // namespace fastser::archive
