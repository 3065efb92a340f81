// SPDX-License-Identifier: MIT
//
// CoderWriter: classes, keys by number, and records: the number of the shape that is predicted,
// then the fields, and at the end the number of the shape that it was. The bodies of objects, too.
#include "archive/coder/writer_frames.hpp"
#include "fastser/coder_writer.hpp"
#include "fastser/internal/wire/utf8.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::archive {

using coder::Tag;

ClassHandle CoderWriter::define_class(std::string_view name, std::uint32_t version,
                                      ClassHandle super) noexcept {
  if (failed_) return {};
  if (!wire::is_utf8(name) || (super.valid() && !shapes_.has_class(super.index))) {
    fail(Code::kUsage, "a class whose name is not UTF-8, or with an unknown super-class");
    return {};
  }
  const std::uint32_t index = shapes_.define_class(name, version, super.index);
  if (index == coder::kNoNumber) fail(Code::kNoMemory, "no memory for a class");
  return ClassHandle{index};
}

void CoderWriter::set_class_data(ClassHandle of, void* data) noexcept {
  if (!shapes_.has_class(of.index)) {
    fail(Code::kUsage, "a pointer for an unknown class");
  } else if (class_data_.size() <= of.index && !class_data_.resize(std::size_t{of.index} + 1)) {
    fail(Code::kNoMemory, "no memory for a class");
  } else {
    class_data_[of.index] = data;
  }
}

void* CoderWriter::class_data(ClassHandle of) const noexcept {
  return of.index < class_data_.size() ? class_data_[of.index] : nullptr;
}

KeyHandle CoderWriter::define_key(std::string_view name) noexcept {
  if (failed_) return {};
  if (!wire::is_utf8(name)) {
    fail(Code::kUsage, "a key that is not UTF-8");
    return {};
  }
  const std::uint32_t number = shapes_.intern(name);
  if (number == coder::kNoNumber || shapes_.keep_text(number) == nullptr) {
    fail(Code::kNoMemory, "no memory for a key");
    return {};
  }
  return KeyHandle{number};
}

Key CoderWriter::key(KeyHandle handle) const noexcept {
  return Key::interned(shapes_.kept_text(handle.index));
}

// The shape number (predicted), then the fields.
bool CoderWriter::open_body(Kind kind, std::uint32_t class_index) noexcept {
  const coder::Prediction* const last = shapes_.last_of(class_index);
  if (last == nullptr) return open_first_body(kind, class_index);
  Frame* const frame = push_frame(kind);
  if (frame == nullptr) return false;
  frame->plain = kind;
  frame->class_index = class_index;
  at_ = last->entries;
  put_predicted(*frame, last->shape.number);
  return true;
}

void CoderWriter::put_predicted(Frame& frame, std::uint32_t number) noexcept {
  const std::uint32_t width = shapes_.width_of(shapes_.class_at(frame.class_index));
  frame.shape.number = number;
  frame.header = position();
  frame.width = static_cast<std::uint8_t>(width);
  coder::put_padded(cur_, number, width);
  cur_ += width;
}

// The class's first in this archive.
bool CoderWriter::open_first_body(Kind kind, std::uint32_t class_index) noexcept {
  if (!shapes_.claim(class_index)) return fail(Code::kNoMemory, "no memory for a shape");
  forget_again();
  Frame* const frame = push_frame(kind);
  if (frame == nullptr) return false;
  const coder::Class& of = shapes_.class_at(class_index);
  frame->class_index = class_index;
  if (of.first == coder::kNoNumber) {
    frame->shape.shape = coder::kNoNumber;
    frame->building = true;
    frame->build_start = build_.size();
  } else {
    frame->guessing = true;
    follow_from(of.first, 0);
  }
  put_predicted(*frame, of.claimed);
  return true;
}

// The number of the shape in place of the predicted one.
bool CoderWriter::put_shape_number(std::uint32_t number) noexcept {
  const std::size_t needed = wire::varint_size(number);
  if (needed > top_->width) {
    // The body moves up. Rare: the widths above keep room before numbers get that long.
    if (!move_up(top_->header + top_->width, needed - top_->width)) return false;
    top_->width = static_cast<std::uint8_t>(needed);
  }
  coder::put_padded(begin_ + top_->header, number, top_->width);
  return true;
}

void CoderWriter::close_departed(Kind kind) noexcept {
  if (failed_) return;
  if (taping_) return tape_end(kind);
  if (top_->kind != kind) {
    fail(Code::kUsage, "the end of a record that is not the innermost open thing");
    return;
  }
  know_shape(*top_);
  std::uint32_t shape = top_->shape.shape;
  if (top_->building || at_->tag != Tag::kEnd || in_run()) {
    if (!settle_entries(shape)) return;
    if (top_->building) {
      shape = shapes_.add(top_->class_index, build_.data() + top_->build_start,
                          build_.size() - top_->build_start);
      build_.truncate(top_->build_start);
    }
  }
  const std::uint32_t number =
      shape == coder::kNoNumber ? coder::kNoNumber : shapes_.number_of(shape);
  if (number == coder::kNoNumber) {
    fail(Code::kNoMemory, "no memory for a shape");
    return;
  }
  if (number != top_->shape.number && !put_shape_number(number)) return;
  const std::uint32_t of = top_->class_index;
  const coder::Prediction* const last = shapes_.last_of(of);
  if (last != nullptr && last->shape.shape != shape) forget_prediction(of);
  forget_again();
  shapes_.set_last(of, {shape, number});
  pop_frame();
}

// Open records of the class are of another shape than the class's last.
void CoderWriter::forget_prediction(std::uint32_t class_index) noexcept {
  for (Frame* at = root_; at != top_; ++at) {
    if (at->class_index != class_index || at->kind >= Kind::kList) continue;
    know_shape(*at);
    at->plain = Kind::kEnded;
  }
}

// A record where no field that is one is expected: an element of something, mostly. Those that come
// behind it in a list are opened by open_again().
void CoderWriter::open_element(ClassHandle of) noexcept {
  const coder::Prediction* const record = shapes_.prediction(of.index);
  const bool list = top_->kind == Kind::kList;  // where too many are found at its end
  if (record == nullptr || top_->element != coder::kAnyRecord || cur_ >= guard_ ||
      top_ >= last_frame_ || (!list && top_->run_used >= top_->run_count)) {
    return open_record(nullptr, of);
  }
  if (list) {
    if (top_->after != nullptr) top_->after->elements = static_cast<std::uint16_t>(of.index);
    expect_element(top_, of.index, *record);
    return open_again();
  }
  count_element();
  if (!failed_) open_predicted(Kind::kRecord, of.index, *record, at_);
}

void CoderWriter::forget_ready_lists() noexcept {
  for (Frame* at = root_; at <= top_; ++at) at->again = Frame::kNever;
  may_open_again_ = false;
}

void CoderWriter::open_record(const Key* key, ClassHandle of) noexcept {
  if (!shapes_.has_class(of.index)) [[unlikely]] {
    fail(Code::kUsage, "a record without a class");
  } else if (taping_) {
    if (tape_call(coder::TapeOp::kRecord, key, coder::TapedObject{{}, {}, {}, of.index})) {
      tape_opened();
    }
  } else if (take(coder::kAnyRecord, key) || place(coder::kAnyRecord, key)) {
    open_body(Kind::kRecord, of.index);
  }
}

// Of an object whose fields come later.
void CoderWriter::put_pending_number(Pending& pending) noexcept {
  Frame slot;
  slot.class_index = pending.object.of.index;
  const coder::Prediction* const last = shapes_.last_of(slot.class_index);
  put_predicted(slot,
                last != nullptr ? last->shape.number : shapes_.class_at(slot.class_index).claimed);
  pending.header = slot.header;
  pending.written = slot.shape.number;
  pending.width = slot.width;
}

}  // namespace fastser::archive
