// SPDX-License-Identifier: MIT
//
// CoderReader: several values in one call, and values whatever they are: for bindings, whose
// callers come by one value at a time through calls that cost more than the value does.
#include <span>

#include "fastser/coder_reader.hpp"

namespace fastser::archive {

using coder::Tag;
using schema::TypeCode;
using schema::TypeExpr;

namespace {

// What take_value() takes. The rest has no place in a CoderValue, or is opened rather than read.
bool is_taken(TypeCode code) noexcept {
  const auto number = static_cast<unsigned>(code);
  return (number >= static_cast<unsigned>(TypeCode::kBool) &&
          number <= static_cast<unsigned>(TypeCode::kSharedData)) ||
         code == TypeCode::kAnyRef || code == TypeCode::kRef || code == TypeCode::kDuration ||
         code == TypeCode::kAppleDate || code == TypeCode::kUrl || code == TypeCode::kClassRef;
}

bool has_runs(TypeCode code) noexcept {
  return code != TypeCode::kBool && static_cast<unsigned>(code) <= 0x0B &&
         schema::fixed_size(code) != 0;
}

}  // namespace

// ---- runs

ScalarArray CoderReader::run(TypeCode code) noexcept {
  if (failed_ || !has_runs(code)) return {};
  const std::size_t width = schema::fixed_size(code);
  const Tag tag = coder::tag_of(code);
  std::size_t count = 0;
  // A field that stands for many is entered: then its bytes are known to be there.
  const bool many =
      static_cast<std::uint32_t>(at_->tag) == (static_cast<std::uint32_t>(tag) | coder::kRepeat);
  TypeExpr type;
  if (many && !next_field(type)) return {};
  if (run_.tag() == tag) {
    count = cur_ < run_.limit() ? static_cast<std::size_t>(run_.limit() - cur_) / width : 0;
  } else {
    const std::size_t most = left() / width;
    while (count < most && at_[count].tag == tag) ++count;
  }
  return {code, count, {cur_, count * width}};
}

bool CoderReader::take_run(TypeCode code, std::size_t count) noexcept {
  if (failed_) return false;
  if (count > run(code).count) return error(Code::kUsage, "more values than the run has", cur_);
  cur_ += count * schema::fixed_size(code);
  if (run_.tag() == Tag::kNone) at_ += count;
  return true;
}

// ---- values

// Opens an object of a known shape that is met for the first time, in a list of anything or of any
// objects: the objects of a program mostly lie in one. kNone: nothing was done.
FASTSER_CODER_INLINE std::uint32_t CoderReader::new_element() noexcept {
  static_assert(kSlack >= 3);
  Frame* const outer = top_;
  if (cur_ >= guard_ || outer->kind != Kind::kList || outer == last_frame_) return kNone;
  const std::byte* from = cur_;
  TypeCode code = schema::code(outer->type);
  const bool any = code == TypeCode::kAny;
  if (any) code = static_cast<TypeCode>(static_cast<std::uint8_t>(*from++));
  if (code != TypeCode::kAnyRef) return kNone;
  const auto slot = static_cast<std::size_t>(from - begin_);
  if (static_cast<std::uint8_t>(*from++) != schema::kSlotNew) return kNone;
  const auto shape = static_cast<std::uint8_t>(*from++);
  if (shape >= one_byte_shapes_) return kNone;
  const coder::ReadShape& what = shapes_[shape];
  if (what.first == nullptr || what.min_size > static_cast<std::size_t>(end_ - from)) return kNone;
  const std::uint32_t depth = outer->depth + 1;
  if (depth > limits_.depth || budget_ < sizeof(Object)) return kNone;
  const std::size_t number = objects_.size();
  if (objects_.full() || number >= coder::kNoNumber) return kNone;
  if (number != 0 && objects_.back().slot >= slot) return kNone;
  budget_ -= sizeof(Object);
  *objects_.extend_within() = {
      slot, static_cast<std::size_t>(from - begin_), nullptr, nullptr, shape, true, false};
  --outer->left;
  outer->at = at_;
  outer->again = Frame::kNever;
  Frame* const fresh = top_ = outer + 1;
  fresh->renew(Kind::kObject, depth, Inside::kField, shape);
  at_ = what.first;
  choices_ = any ? 1 : 0;
  fresh->body = cur_ = from;
  return static_cast<std::uint32_t>(number);
}

std::uint32_t CoderReader::begin_new_element() noexcept {
  return is_at_element() ? new_element() : kNone;
}

void CoderReader::take_any(const Key* key, CoderValue& value) noexcept {
  TypeExpr type;
  const bool here = key == nullptr || (at_->key == key->id() && at_->key_size == key->size());
  if (at_->simple && here) [[likely]] {
    type = at_->type;
    value.code = schema::code(type);
    if (is_taken(value.code)) {
      ++at_;
      choices_ = 0;
      take_this(type, value);
    }
    return;
  }
  // An element of any type: what is not taken is put back.
  if (key == nullptr && is_at_element()) {
    if (const std::uint32_t number = new_element(); number != kNone) {
      value.code = TypeCode::kAnyRef;
      value.taken = true;
      value.object = {ObjectStart::kNew, number};
      return;
    }
    const std::byte* const back = cur_;
    if (!next_element(type) || !unwrap(type) || !choices_fit()) return;
    value.code = schema::code(type);
    if (is_taken(value.code)) {
      take_this(type, value);
    } else {
      cur_ = back;
      ++top_->left;
    }
    return;
  }
  value.code = peek_value(key);
  if (is_taken(value.code) && next(key, type)) take_this(type, value);
}

void CoderReader::take_this(TypeExpr type, CoderValue& value) noexcept {
  value.taken = true;
  switch (value.code) {
    case TypeCode::kRef:
    case TypeCode::kAnyRef: value.object = open_object_of(type, false); break;
    case TypeCode::kSharedString: {
      std::string_view text;
      value.bytes = short_shared(text) ? std::as_bytes(std::span(text)) : text_bytes(type, "");
      break;
    }
    case TypeCode::kString:
    case TypeCode::kUrl:
    case TypeCode::kClassRef: value.bytes = text_bytes(type, "a string"); break;
    case TypeCode::kData:
    case TypeCode::kSharedData: value.bytes = data_bytes(type); break;
    case TypeCode::kF32: {
      BytesView bytes;
      if (take(4, bytes)) value.bits = wire::load_le<std::uint32_t>(bytes.data());
      break;
    }
    case TypeCode::kF64:
    case TypeCode::kDuration:
    case TypeCode::kAppleDate: {
      BytesView bytes;
      if (take(8, bytes)) value.bits = wire::load_le<std::uint64_t>(bytes.data());
      break;
    }
    default: {
      Integer integer;
      if (integer_value(type, integer)) value.bits = integer.bits;
      break;
    }
  }
}

}  // namespace fastser::archive
