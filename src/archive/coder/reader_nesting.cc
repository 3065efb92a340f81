// SPDX-License-Identifier: MIT
//
// CoderReader: containers and records. Open things are frames on a heap stack.
#include "fastser/coder_reader.hpp"

namespace fastser::archive {

using coder::Tag;
using schema::TypeCode;
using schema::TypeExpr;

void CoderReader::go_to(Frame* top) noexcept {
  top_ = top;
  last_frame_ = frames_.data() + (frames_.size() - 1);
}

bool CoderReader::make_frames() noexcept {
  const auto index = static_cast<std::size_t>(top_ - frames_.data());
  if (!frames_.resize(frames_.size() * 2)) {
    return error(Code::kNoMemory, "no memory for nesting", cur_);
  }
  go_to(frames_.data() + index);
  return true;
}

FASTSER_CODER_INLINE bool CoderReader::push_at_depth(Kind kind, std::uint32_t depth, Inside inside,
                                                     std::uint32_t shape) noexcept {
  if (top_ == last_frame_ && !make_frames()) [[unlikely]] {
    return false;
  }
  Frame* const outer = top_++;
  outer->at = at_;
  outer->again = Frame::kNever;
  top_->renew(kind, depth, inside, shape);
  at_ = &nothing_;
  if (run_.tag() != Tag::kNone) [[unlikely]] {
    outer->tag = run_.tag();
    outer->limit = run_.limit();
    top_->in_outer_run = true;
    top_->end_slowly();
    run_.set_tag(Tag::kNone);
  }
  return true;
}

FASTSER_CODER_INLINE bool CoderReader::push_frame(Kind kind, std::uint32_t levels, Inside inside,
                                                  std::uint32_t shape) noexcept {
  const std::uint32_t depth = top_->depth + levels;
  if (depth > limits_.depth) {
    return fail_depth();
  }
  return push_at_depth(kind, depth, inside, shape);
}

bool CoderReader::push_place(std::uint32_t depth, Inside inside) noexcept {
  return push_at_depth(Kind::kPlace, depth, inside, kNone);
}

std::uint32_t CoderReader::levels_of(TypeCode code) const noexcept {
  const Inside inside = choices_ != 0 ? Inside::kChoice : top_->inside;
  const std::uint32_t in_choices = choices_ != 0 ? choices_ - 1 : 0;
  return in_choices + (counts_as_depth(code, inside) ? 1 : 0);
}

// The value is read elsewhere than what is around it.
void CoderReader::go_on_at(const std::byte* resume) noexcept {
  top_->elsewhere = true;
  top_->resume = resume;
  top_->end_slowly();
}

void CoderReader::pop_frame() noexcept {
  if (top_->materialised) starts_.truncate(top_->starts);
  if (top_->unique) keys_of_open_.close();
  const bool restores = top_->in_outer_run;
  --top_;
  top_->again = Frame::kNever;
  at_ = top_->at;
  if (restores) {
    run_.set_tag(top_->tag);
    run_.set_limit(top_->limit);
  } else if (run_.tag() != Tag::kNone) {
    run_.set_tag(Tag::kNone);
  }
}

// ---- containers

bool CoderReader::elements_fit(TypeExpr element, std::uint64_t count) noexcept {
  const TypeCode code = schema::code(element);
  const bool short_type = code == TypeCode::kAnyRecord || code == TypeCode::kSharedString;
  if (short_type && count <= left()) return true;
  if (!charge_measure(element)) return false;
  const std::size_t least = schema::min_wire_size(types(), element);
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
  if (!tuple && !elements_fit(element, many)) return false;
  const Inside inside = counted ? Inside::kElement : Inside::kField;
  if (!push_frame(Kind::kList, levels_of(code), inside)) return false;
  top_->tuple = tuple;
  top_->type = element;
  top_->left = count = many;
  if (tuple || many == 0) return true;
  const TypeCode of = schema::code(element);
  const std::size_t width = schema::fixed_size(of);
  if (code == TypeCode::kSet && width != 0 && !plain_set(element, cur_, many)) return false;
  if (code == TypeCode::kSet && width == 0) {
    bool looks = false;
    if (!look_for_equals(element, many, looks)) return false;
    look_at_keys(looks);
    top_->key = nullptr;
    if (looks) return true;
  }
  if (width != 0) {
    run_.set_tag(coder::tag_of(of));
    run_.set_limit(cur_ + static_cast<std::size_t>(many) * width);
    top_->end_slowly();
  } else {
    top_->each = coder::is_wrapper(of) ? TypeCode::kNull : of;
  }
  return true;
}

// Opens a list of records or shared strings that the record has next, and that is not long; false,
// and nothing is done, where open_list() has to look. No run is in progress at a field.
bool CoderReader::open_short_list(std::uint64_t& count) noexcept {
  Frame* const outer = top_;
  if (at_->tag != coder::tag_of(TypeCode::kList) || cur_ >= guard_ || outer == last_frame_ ||
      outer->inside != Inside::kField || outer->depth >= limits_.depth) {
    return false;
  }
  const auto many = static_cast<std::uint8_t>(*cur_);
  const TypeExpr element = schema::element(at_->type);
  const TypeCode of = schema::code(element);
  if (many >= 0x80 || many >= left() ||
      (of != TypeCode::kAnyRecord && of != TypeCode::kSharedString)) {
    return false;
  }
  outer->at = at_ + 1;
  outer->again = Frame::kNever;
  Frame* const fresh = top_ = outer + 1;
  fresh->renew(Kind::kList, outer->depth + 1, Inside::kElement);
  fresh->type = element;
  fresh->each = of;
  fresh->left = count = many;
  at_ = &nothing_;
  ++cur_;
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
  if (!charge_measure(keys)) return false;
  const bool empty = schema::min_wire_size(types(), keys) == 0;
  if (!elements_fit(empty ? values : keys, many) ||
      !push_frame(Kind::kMap, levels_of(code), Inside::kElement)) {
    return false;
  }
  top_->type = keys;
  top_->mapped = values;
  top_->left = many * 2;  // no overflow: the count was checked against bytes or the budget
  count = many;
  bool looks = false;
  if (!look_for_equals(keys, many, looks)) return false;
  look_at_keys(looks);
  return true;
}

// ---- records

FASTSER_CODER_INLINE bool CoderReader::open_fields(Kind kind, std::uint32_t shape,
                                                   std::uint32_t levels) noexcept {
  if (!fields_of(shape)) return false;
  const coder::ReadShape& what = shapes_[shape];
  if (what.min_size > left()) {
    return error(Code::kTruncated, "the payload ends inside a record", end_);
  }
  if (!push_frame(kind, levels, Inside::kField, shape)) return false;
  at_ = what.first;
  top_->body = cur_;
  return true;
}

bool CoderReader::open_object_fields(std::uint32_t shape, std::uint32_t levels) noexcept {
  return open_fields(Kind::kObject, shape, levels);
}

bool CoderReader::open_object_value(TypeExpr type, std::uint32_t levels) noexcept {
  if (!push_frame(Kind::kObject, levels, Inside::kBody)) return false;
  top_->body = cur_;
  open_single(type);
  return true;
}

// Opens a record of a shape that was met before; false, and nothing is done, where open_record()
// has to look. No run is in progress here.
bool CoderReader::open_known_record() noexcept {
  Frame* const outer = top_;
  const bool field = at_->tag == coder::tag_of(TypeCode::kAnyRecord);
  const bool mapped = outer->kind == Kind::kMap && outer->left % 2 != 0 &&
                      schema::code(outer->mapped) == TypeCode::kAnyRecord;
  if (!field && !mapped && (outer->each != TypeCode::kAnyRecord || outer->left == 0)) return false;
  const std::uint32_t depth = outer->depth + (outer->inside == Inside::kField ? 1U : 0U);
  if (cur_ >= guard_ || outer == last_frame_ || depth > limits_.depth) return false;
  const auto shape = static_cast<std::uint8_t>(*cur_);
  if (shape >= one_byte_shapes_) return false;
  Field* const first = shapes_[shape].first;
  if (first == nullptr) return false;
  if (mapped && outer->unique && !end_key(outer->type, outer->key)) return false;
  outer->at = at_ + (field ? 1 : 0);
  Frame* const fresh = outer + 1;
  fresh->renew(Kind::kRecord, depth, Inside::kField, shape);
  fresh->first = first;
  if (!field) --outer->left;
  // Elements of a list are all of one type, and each leaves its frame as it found it: else
  // pop_frame() takes this back.
  outer->again = outer->whole == Kind::kList ? shape : Frame::kNever;
  fresh->body = ++cur_;
  top_ = fresh;
  at_ = first;
  return true;
}

FASTSER_NOINLINE bool CoderReader::open_record(const Key* key) noexcept {
  TypeExpr type;
  if (!next(key, type)) return false;
  std::uint64_t shape = 0;
  const std::uint32_t levels = levels_of(schema::code(type));
  switch (schema::code(type)) {
    case TypeCode::kRecord: shape = schema::operand_shape(type); break;
    case TypeCode::kNull: return false;
    case TypeCode::kAnyRecord:
      if (!shape_number(false, shape)) return false;
      break;
    case TypeCode::kOwnedAny:
      if (!shape_number(true, shape) || shape == 0) return false;
      --shape;
      break;
    default: return mismatch("a record", type);
  }
  return open_fields(Kind::kRecord, static_cast<std::uint32_t>(shape), levels);
}

void CoderReader::close_slow(Kind kind) noexcept {
  if (failed_) return;
  if (top_->kind != kind) {
    error(Code::kUsage, "the end of something that is not the innermost open thing", cur_);
    return;
  }
  if (!top_->elsewhere || top_->tail) {
    if (top_->materialised) {
      cur_ = top_->end;
    } else if (!at_end() && !skip_rest()) {
      return;
    }
  }
  if (top_->unique && !step_keys()) return;  // the last element of a set
  if (top_->tail) end_tail();
  if (top_->elsewhere) cur_ = top_->resume;
  pop_frame();
}

}  // namespace fastser::archive
