// SPDX-License-Identifier: MIT
//
// CoderWriter: containers and records: everything that opens and closes, the bodies of objects
// too. Open things are frames on a heap stack, so that nesting never uses the thread's.
#include <algorithm>
#include <cstring>
#include <new>

#include "fastser/coder_writer.hpp"
#include "fastser/internal/wire/utf8.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::archive {

using coder::Tag;
using schema::TypeCode;

namespace {

constexpr Tag kAnyRecord = coder::tag_of(TypeCode::kAnyRecord);
// Kept for a count that is not known: enough for 16,383.
constexpr std::uint8_t kCountWidth = 2;

std::size_t fixed_width(Tag tag) noexcept {
  return coder::tag_size(tag) == 1 ? schema::fixed_size(coder::code_of(tag)) : 0;
}

// A varint in exactly `width` bytes.
void put_padded(std::byte* to, std::uint32_t value, std::size_t width) noexcept {
  for (; width > 1; --width, value >>= 7) *to++ = static_cast<std::byte>(value | 0x80U);
  *to = static_cast<std::byte>(value);
}

}  // namespace

bool CoderWriter::make_frames() noexcept {
  const std::size_t open = open_frames() + 1;
  if (open > max_depth_) {
    return fail(Code::kTooDeep, "records and containers nest deeper than the limit");
  }
  std::unique_ptr<Frame[]> more(new (std::nothrow) Frame[open * 2]);
  if (!more) return fail(Code::kNoMemory, "no memory for nesting");
  std::copy(root_, root_ + open, more.get());
  more_frames_ = std::move(more);
  root_ = more_frames_.get();
  top_ = root_ + (open - 1);
  last_frame_ = root_ + std::min<std::size_t>(open * 2 - 1, max_depth_);
  return true;
}

// The new frame; what only some kinds have is as it was left there.
FASTSER_INLINE inline CoderWriter::Frame* CoderWriter::push_frame(Kind kind) noexcept {
  if (top_ == last_frame_ && !make_frames()) [[unlikely]] {
    return nullptr;
  }
  top_->at = at_;
  Frame* const fresh = ++top_;
  fresh->kind = kind;
  fresh->building = fresh->guessing = false;
  fresh->element = fresh->mapped = Tag::kNone;
  at_ = &nothing_;
  return fresh;
}

FASTSER_INLINE inline void CoderWriter::pop_frame() noexcept {
  --top_;
  at_ = top_->at;
  if (run_.tag() != Tag::kNone) run_.set_tag(Tag::kNone);
}

// ---- containers

// What a container may be begun with, as what the writer writes for it.
bool CoderWriter::element_tag(CoderType type, Tag& tag) const noexcept {
  TypeCode code = type.code();
  switch (code) {
    case TypeCode::kString:
    case TypeCode::kSharedString: tag = string_tag_; break;
    case TypeCode::kData:
    case TypeCode::kSharedData: tag = data_tag_; break;
    case TypeCode::kNull:
    case TypeCode::kVarI64:
    case TypeCode::kVarU64:
    case TypeCode::kUrl:
    case TypeCode::kClassRef:
    case TypeCode::kAnyRecord:
    case TypeCode::kAnyRef:
    case TypeCode::kAny: tag = coder::tag_of(code); break;
    default:
      tag = coder::tag_of(code);
      if (schema::fixed_size(code) == 0) return false;
  }
  if (type.outer() != TypeCode::kNull) tag = coder::tag_of(type.outer(), coder::code_of(tag));
  return true;
}

// A count that is not known yet: room for two bytes, filled in at the end.
bool CoderWriter::open_container(Kind kind, std::uint64_t count, Tag element, Tag mapped) noexcept {
  const std::size_t header = position();
  const bool counts = count == kUnknownCount;
  if (counts) {
    cur_ += kCountWidth;
  } else if (kind != Kind::kTuple) {
    cur_ = wire::put_varint(cur_, count);
  }
  const std::uint32_t learn = learn_;
  Frame* const frame = push_frame(kind);
  if (frame == nullptr) return false;
  frame->learn = learn;
  frame->counts = counts;
  frame->header = header;
  frame->width = kCountWidth;
  frame->run_count = counts ? kOpenEnd : kind == Kind::kMap ? count * 2 : count;
  frame->run_used = 0;
  if (kind == Kind::kList && fixed_width(element) != 0) {
    frame->run_begin = position();
    run_.set_tag(element);
    refresh_limit();
  } else {
    frame->element = element;
    frame->mapped = mapped;
  }
  return true;
}

void CoderWriter::open_list(const Key* key, std::uint64_t count, CoderType element,
                            TypeCode code) noexcept {
  Tag tag{};
  if (!element_tag(element, tag)) {
    fail(Code::kUsage, "a list of elements that the coder does not write; use any");
    return;
  }
  const Tag list = coder::inside(code, tag);
  if (take(list, key) || place(list, key)) open_container(Kind::kList, count, tag, tag);
}

void CoderWriter::open_map(const Key* key, std::uint64_t count, CoderType key_type,
                           CoderType value_type, bool ordered) noexcept {
  Tag keys{};
  Tag values{};
  if (!element_tag(key_type, keys) || !element_tag(value_type, values) ||
      coder::tag_size(keys) + coder::tag_size(values) > 2 ||
      (count > kOpenEnd / 2 && count != kUnknownCount)) {
    fail(Code::kUsage, "a map of keys or values that the coder does not write; use any");
    return;
  }
  const Tag map = coder::tag_of(ordered ? TypeCode::kOrderedMap : TypeCode::kMap,
                                coder::code_of(keys), coder::code_of(values));
  if (take(map, key) || place(map, key)) open_container(Kind::kMap, count, keys, values);
}

void CoderWriter::open_tuple(const Key* key, std::size_t count) noexcept {
  if (count > coder::kLongestTuple) {
    fail(Code::kUsage, "a tuple of more values than the coder writes");
    return;
  }
  const Tag tuple = coder::tag_of(TypeCode::kTuple, static_cast<TypeCode>(count));
  constexpr Tag kAny = coder::tag_of(TypeCode::kAny);
  if (take(tuple, key) || place(tuple, key)) open_container(Kind::kTuple, count, kAny, kAny);
}

// The number of values in place of the room for it.
bool CoderWriter::put_count(std::uint64_t count) noexcept {
  const std::size_t width = std::max<std::size_t>(wire::varint_size(count), top_->width);
  const std::size_t body = top_->header + top_->width;
  if (width != top_->width && !move_up(body, width - top_->width)) return false;
  std::byte* to = begin_ + top_->header;
  for (std::size_t left = width; left > 1; --left, count >>= 7) {
    *to++ = static_cast<std::byte>(count | 0x80U);
  }
  *to = static_cast<std::byte>(count);
  return true;
}

void CoderWriter::close_container(Kind kind) noexcept {
  if (failed_) return;
  const std::uint64_t used = run_progress();
  if (top_->kind != kind) {
    fail(Code::kUsage, "the end of a container that is not the innermost open thing");
  } else if (top_->counts && kind == Kind::kMap && used % 2 != 0) {
    fail(Code::kUsage, "a map that ends with a key without a value");
  } else if (!top_->counts && used != top_->run_count) {
    fail(Code::kUsage, "fewer elements than the container was begun with");
  } else if (!top_->counts || put_count(kind == Kind::kMap ? used / 2 : used)) {
    pop_frame();
  }
}

void CoderWriter::end_list() noexcept { close_container(Kind::kList); }
void CoderWriter::end_map() noexcept { close_container(Kind::kMap); }
void CoderWriter::end_tuple() noexcept { close_container(Kind::kTuple); }

// ---- records

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
    fail(Code::kUsage, "a pointer for a class that is not known");
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
FASTSER_INLINE inline bool CoderWriter::open_body(Kind kind, std::uint32_t class_index) noexcept {
  if (!shapes_.is_used(shapes_.class_at(class_index))) [[unlikely]] {
    return open_first_body(kind, class_index);
  }
  Frame* const frame = push_frame(kind);
  if (frame == nullptr) return false;
  const coder::Class& of = shapes_.class_at(class_index);
  frame->class_index = class_index;
  frame->shape = of.last;
  at_ = of.entries;
  put_predicted(*frame, of, of.last_number);
  return true;
}

FASTSER_INLINE inline void CoderWriter::put_predicted(Frame& frame, const coder::Class& of,
                                                      std::uint32_t number) noexcept {
  const std::uint32_t width = shapes_.width_of(of);
  frame.written = number;
  frame.header = position();
  frame.width = static_cast<std::uint8_t>(width);
  if (width == 1) [[likely]] {
    *cur_++ = static_cast<std::byte>(number);
  } else {
    put_padded(cur_, number, width);
    cur_ += width;
  }
}

// The class's first in this archive.
bool CoderWriter::open_first_body(Kind kind, std::uint32_t class_index) noexcept {
  if (!shapes_.claim(class_index)) return fail(Code::kNoMemory, "no memory for a shape");
  Frame* const frame = push_frame(kind);
  if (frame == nullptr) return false;
  const coder::Class& of = shapes_.class_at(class_index);
  frame->class_index = class_index;
  if (of.first == coder::kNoNumber) {
    frame->shape = coder::kNoNumber;
    frame->building = true;
    frame->build_start = build_.size();
  } else {
    frame->guessing = true;
    follow_from(of.first, 0);
  }
  put_predicted(*frame, of, of.claimed);
  return true;
}

// What lies behind `from` moves up, and all that knows where something lies there.
bool CoderWriter::move_up(std::size_t from, std::size_t by) noexcept {
  if (!make_room(by)) return false;
  std::memmove(begin_ + from + by, begin_ + from, position() - from);
  cur_ += by;
  strings_.moved(from, by);
  datas_.moved(from, by);
  for (std::size_t at = next_pending_; at < pending_.size(); ++at) {
    if (pending_[at].header >= from) pending_[at].header += by;
  }
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
  put_padded(begin_ + top_->header, number, top_->width);
  return true;
}

FASTSER_INLINE inline void CoderWriter::close_body(Kind kind) noexcept {
  // After an error the innermost open thing is the root, which is of another kind.
  if (top_->kind == kind && !top_->building && at_->tag == Tag::kEnd &&
      shapes_.class_at(top_->class_index).last == top_->shape && !top_->guessing &&
      top_->element == Tag::kNone && run_.tag() == Tag::kNone) [[likely]] {
    if (shapes_.class_at(top_->class_index).last_number == top_->written) [[likely]] {
      pop_frame();
      return;
    }
  }
  close_departed(kind);
}

void CoderWriter::close_departed(Kind kind) noexcept {
  if (failed_) return;
  if (top_->kind != kind) {
    fail(Code::kUsage, "the end of a record that is not the innermost open thing");
    return;
  }
  std::uint32_t shape = top_->shape;
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
  if (number != top_->written && !put_shape_number(number)) return;
  shapes_.set_last(shapes_.class_at(top_->class_index), shape, number);
  pop_frame();
}

void CoderWriter::open_record(const Key* key, ClassHandle of) noexcept {
  if (!shapes_.has_class(of.index)) [[unlikely]] {
    fail(Code::kUsage, "a record of no class");
  } else if (take(kAnyRecord, key) || place(kAnyRecord, key)) {
    open_body(Kind::kRecord, of.index);
  }
}

void CoderWriter::end_record() noexcept { close_body(Kind::kRecord); }
void CoderWriter::end_object() noexcept { close_body(Kind::kObject); }

// Of an object whose fields come later.
void CoderWriter::put_pending_number(Pending& pending) noexcept {
  const coder::Class& of = shapes_.class_at(pending.object.of.index);
  Frame slot;
  put_predicted(slot, of, shapes_.is_used(of) ? of.last_number : of.claimed);
  pending.header = slot.header;
  pending.written = slot.written;
  pending.width = slot.width;
}

bool CoderWriter::open_object_body(std::uint32_t class_index) noexcept {
  return open_body(Kind::kObject, class_index);
}

}  // namespace fastser::archive
