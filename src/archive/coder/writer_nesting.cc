// SPDX-License-Identifier: MIT
//
// CoderWriter: what is open, and containers. Open things are frames on a heap stack, so that
// nesting never uses the thread's. Records, and the bodies of objects, are in writer_records.cc.
#include <algorithm>
#include <cstring>
#include <new>

#include "archive/coder/writer_frames.hpp"
#include "fastser/coder_writer.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::archive {

using coder::Tag;
using schema::TypeCode;

namespace {

// Kept for a count that is not known: enough for 16,383.
constexpr std::uint8_t kCountWidth = 2;

std::size_t fixed_width(Tag tag) noexcept {
  // A tag of more codes than one is a container's.
  return static_cast<std::uint32_t>(tag) <= 0xFF ? schema::fixed_size(coder::code_of(tag)) : 0;
}

}  // namespace

// Levels of depth (depth_rule.hpp) with one thing more open. The coder writes no choices but `any`:
// all that it opens counts, but for records that are elements of a list or map.
std::size_t CoderWriter::levels_with(Kind kind) const noexcept {
  const auto counts = [](Kind inner, const Frame& outer) {
    const bool element = outer.kind == Kind::kList || outer.kind == Kind::kMap;
    return inner != Kind::kRecord || !element ||
           outer.mapped != coder::kAnyRecord;  // the last one's type
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
  coder::put_padded(begin_ + top_->header, count, width);
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

}  // namespace fastser::archive
