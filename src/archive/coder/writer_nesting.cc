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
  // A tag of more codes than one is a container's.
  return static_cast<std::uint32_t>(tag) <= 0xFF ? schema::fixed_size(coder::code_of(tag)) : 0;
}

// A varint in exactly `width` bytes.
void put_padded(std::byte* to, std::uint32_t value, std::size_t width) noexcept {
  for (; width > 1; --width, value >>= 7) *to++ = static_cast<std::byte>(value | 0x80U);
  *to = static_cast<std::byte>(value);
}

}  // namespace

// Levels of depth (depth_rule.hpp) with one thing more open. The coder writes no choices but `any`:
// all that it opens counts, but for records that are elements of a list or map.
std::size_t CoderWriter::levels_with(Kind kind) const noexcept {
  const auto counts = [](Kind inner, const Frame& outer) {
    const bool element = outer.kind == Kind::kList || outer.kind == Kind::kMap;
    return inner != Kind::kRecord || !element || outer.mapped != kAnyRecord;  // the last one's type
  };
  std::size_t levels = counts(kind, *top_) ? 1U : 0U;
  for (const Frame* at = root_; at != top_; ++at) levels += counts(at[1].kind, at[0]) ? 1U : 0U;
  return levels;
}

bool CoderWriter::may_list() noexcept {
  return taping_ || levels_with(Kind::kList) <= max_depth_ ||
         fail(Code::kTooDeep, "records and containers nest deeper than the limit");
}

// Frames are levels at most: only beyond the limit there is something to count.
bool CoderWriter::make_frames(Kind kind) noexcept {
  const auto open = static_cast<std::size_t>(top_ - root_) + 1;
  if (open > max_depth_ && levels_with(kind) > max_depth_) {
    return fail(Code::kTooDeep, "records and containers nest deeper than the limit");
  }
  if (top_ + 1 != frames_end_) return true;
  std::unique_ptr<Frame[]> more(new (std::nothrow) Frame[open * 2]);
  if (!more) return fail(Code::kNoMemory, "no memory for nesting");
  std::copy(root_, root_ + open, more.get());
  more_frames_ = std::move(more);
  root_ = more_frames_.get();
  top_ = root_ + (open - 1);
  last_frame_ = root_ + std::min<std::size_t>(open * 2 - 1, max_depth_);
  frames_end_ = root_ + open * 2;
  return true;
}

// The new frame; what only some kinds have is as it was left there.
FASTSER_INLINE inline CoderWriter::Frame* CoderWriter::push_frame(Kind kind) noexcept {
  if (top_ >= last_frame_ && !make_frames(kind)) [[unlikely]] {
    return nullptr;
  }
  top_->at = at_;
  top_->again = Frame::kNever;
  Frame* const fresh = ++top_;
  fresh->again = Frame::kNever;
  fresh->after = nullptr;
  fresh->kind = kind;
  fresh->plain = Kind::kEnded;
  fresh->building = fresh->guessing = false;
  fresh->unique = fresh->steps = false;
  at_ = &nothing_;
  return fresh;
}

FASTSER_INLINE inline void CoderWriter::pop_frame() noexcept {
  top_->element = top_->mapped = Tag::kNone;
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
FASTSER_INLINE inline bool CoderWriter::open_container(Kind kind, std::uint64_t count, Tag element,
                                                       Tag mapped) noexcept {
  Frame* const frame = push_frame(kind);
  if (frame == nullptr) return false;
  frame->learn = learn_;
  frame->counts = count == kUnknownCount;
  frame->run_used = 0;
  frame->element = element;
  frame->mapped = mapped;
  frame->run_count = kind == Kind::kMap ? count * 2 : count;
  if (frame->counts) {
    frame->run_count = kOpenEnd;
    frame->header = position();
    frame->width = kCountWidth;
    cur_ += kCountWidth;
  } else if (kind != Kind::kTuple) {
    cur_ = wire::put_varint(cur_, count);
  }
  if (kind == Kind::kList && fixed_width(element) != 0) {
    frame->element = frame->mapped = Tag::kNone;
    frame->run_begin = position();
    run_.set_tag(element);
    refresh_limit();
  }
  return true;
}

void CoderWriter::begin_container(const Key* key, Tag tag, Kind kind, std::uint64_t count,
                                  Tag element, Tag mapped) noexcept {
  if (!take(tag, key)) {
    if (taping_) return tape_container(key, kind, tag, count, element, mapped);
    if (!place(tag, key)) return;
  }
  const TypeCode code = coder::code_of(tag);
  const bool unique =
      code == TypeCode::kMap || code == TypeCode::kOrderedMap || code == TypeCode::kSet;
  if (open_container(kind, count, element, mapped) && unique && count > 1) {
    open_keys(element, count);
  }
}

// Makes the frame above the list what open_again() expects. There is one.
FASTSER_INLINE inline void CoderWriter::expect_element(Frame* list, std::uint32_t class_index,
                                                       const coder::Prediction& of) noexcept {
  list->again = class_index;
  list->at = &nothing_;
  Frame& next = list[1];
  next.kind = next.plain = Kind::kRecord;
  next.building = next.guessing = next.counts = false;
  next.unique = next.steps = false;
  next.width = 1;
  next.class_index = class_index;
  next.again = Frame::kNever;
  next.after = of.entries;
  next.shape = of.shape;
}

// A list of records or objects, mostly where the record expects it, and not long.
void CoderWriter::open_list_here(std::uint64_t count, Tag list, Tag element) noexcept {
  coder::Entry* const field = at_;
  Frame* const outer = top_;
  if (field->tag != list || cur_ >= guard_ || outer >= last_frame_ || count >= 0x80) [[unlikely]] {
    return begin_container(nullptr, list, Kind::kList, count, element, element);
  }
  outer->at = field + 1;
  Frame* const frame = top_ = outer + 1;
  frame->kind = frame->plain = Kind::kList;
  frame->building = frame->guessing = frame->counts = false;
  frame->unique = frame->steps = false;
  frame->width = 0;
  frame->learn = field->learn;
  frame->again = Frame::kNever;
  frame->element = frame->mapped = element;
  frame->run_count = count;
  frame->run_used = 0;
  frame->after = field;
  if (const std::uint32_t of = field->elements;
      of != coder::ShapeStore::kRoot && frame < last_frame_) {
    const coder::Prediction* const record = shapes_.prediction(of);
    if (record != nullptr) expect_element(frame, of, *record);
  }
  at_ = &nothing_;
  std::byte* const to = cur_++;
  *to = static_cast<std::byte>(count);
}

void CoderWriter::open_list_of(const Key* key, std::uint64_t count, CoderType element,
                               TypeCode code) noexcept {
  Tag tag{};
  if (!element_tag(element, tag)) {
    fail(Code::kUsage, "a list whose elements have a type that the coder does not write; use any");
    return;
  }
  const Tag list = coder::inside(code, tag);
  begin_container(key, list, Kind::kList, count, tag, tag);
}

void CoderWriter::open_map(const Key* key, std::uint64_t count, CoderType key_type,
                           CoderType value_type, bool ordered) noexcept {
  Tag keys{};
  Tag values{};
  if (!element_tag(key_type, keys) || !element_tag(value_type, values) ||
      coder::tag_size(keys) + coder::tag_size(values) > 2 ||
      (count > kOpenEnd / 2 && count != kUnknownCount)) {
    fail(Code::kUsage,
         "a map whose keys or values have a type that the coder does not write; use any");
    return;
  }
  const Tag map = coder::tag_of(ordered ? TypeCode::kOrderedMap : TypeCode::kMap,
                                coder::code_of(keys), coder::code_of(values));
  begin_container(key, map, Kind::kMap, count, keys, values);
}

void CoderWriter::open_tuple(const Key* key, std::size_t count) noexcept {
  if (count > coder::kLongestTuple) {
    fail(Code::kUsage, "a tuple with more than 32 values");
    return;
  }
  const Tag tuple = coder::tag_of(TypeCode::kTuple, static_cast<TypeCode>(count));
  constexpr Tag kAny = coder::tag_of(TypeCode::kAny);
  begin_container(key, tuple, Kind::kTuple, count, kAny, kAny);
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
  const Frame& frame = *top_;
  if (frame.kind == kind && frame.run_used == frame.run_count && !frame.counts && !frame.unique &&
      run_.tag() == Tag::kNone) {
    return pop_frame();
  }
  close_miscounted(kind);
}

// It is not the innermost one, or more has to be done than to go on.
FASTSER_NOINLINE void CoderWriter::close_miscounted(Kind kind) noexcept {
  if (failed_) return;
  if (taping_) return tape_end(kind);
  if (top_->unique && top_->kind == kind) close_keys();
  if (failed_) return;
  const std::uint64_t used = run_progress();
  if (top_->kind != kind) {
    fail(Code::kUsage, "the end of a container that is not the innermost open thing");
  } else if (top_->counts && kind == Kind::kMap && used % 2 != 0) {
    fail(Code::kUsage, "a map that ends with a key without a value");
  } else if (!top_->counts && used > top_->run_count) {
    fail(Code::kUsage, kTooManyElements);
  } else if (!top_->counts && used != top_->run_count) {
    fail(Code::kUsage, "fewer elements than the container was begun with");
  } else if (!top_->counts || put_count(kind == Kind::kMap ? used / 2 : used)) {
    pop_frame();
  }
}

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
  put_padded(cur_, number, width);
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
  if (record == nullptr || top_->element != kAnyRecord || cur_ >= guard_ || top_ >= last_frame_ ||
      (!list && top_->run_used >= top_->run_count)) {
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

// What is predicted of a class changes, or whether its number takes one byte.
void CoderWriter::forget_again() noexcept {
  for (Frame* at = root_; at <= top_; ++at) at->again = Frame::kNever;
}

void CoderWriter::open_record(const Key* key, ClassHandle of) noexcept {
  if (!shapes_.has_class(of.index)) [[unlikely]] {
    fail(Code::kUsage, "a record without a class");
  } else if (taping_) {
    if (tape_call(coder::TapeOp::kRecord, key, coder::TapedObject{{}, {}, {}, of.index})) {
      tape_opened();
    }
  } else if (take(kAnyRecord, key) || place(kAnyRecord, key)) {
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
