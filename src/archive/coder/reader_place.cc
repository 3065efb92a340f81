// SPDX-License-Identifier: MIT
//
// CoderReader: which value is next. In a record the next field, or the one with a key; in a list
// the next element. next() leaves the cursor at the value's bytes and gives its type with the
// wrappers taken off (their flags, indices and inline types are behind the cursor then).
#include <new>

#include "fastser/coder_reader.hpp"
#include "fastser/internal/archive/value_checks.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::archive {

using coder::Tag;
using schema::TypeCode;
using schema::TypeExpr;

namespace {

constexpr std::byte kNullCode[1] = {static_cast<std::byte>(TypeCode::kNull)};
constexpr TypeExpr kNullType{kNullCode, kNullCode + 1};

bool has_no_operands(std::byte code) noexcept {
  const auto number = static_cast<std::uint8_t>(code);
  return number <= 0x11 || (number >= 0x14 && number <= 0x1E) || number == 0x2B;  // any ref
}

}  // namespace

bool CoderReader::next_slow(const Key* key, TypeExpr& type) noexcept {
  if (failed_) return false;
  if (is_counted()) {
    if (key != nullptr) return error(Code::kUsage, "a key inside a list or map", cur_);
    return step_keys() && next_element(type) && unwrap(type) && choices_fit();
  }
  if (key != nullptr && !seek(*key)) return false;
  return next_field(type) && unwrap(type) && choices_fit();
}

void CoderReader::leave_run() noexcept {
  run_.set_tag(Tag::kNone);
  top_->in_run = false;
  top_->each = TypeCode::kNull;
}

bool CoderReader::next_field(TypeExpr& type) noexcept {
  if (in_run()) {
    type = top_->type;
    if (!run_is_over()) {
      if (run_.tag() == Tag::kNone) --top_->left;
      return true;
    }
    Field* const after = top_->after;
    leave_run();
    at_ = after;
  }
  Field& field = *at_;
  if (field.tag == Tag::kEnd) {
    return error(Code::kTypeMismatch, "more values asked for than there are", cur_);
  }
  type = field.type;
  if (field.repeat == 1) {
    ++at_;
    return true;
  }
  const TypeCode code = schema::code(field.type);
  const std::size_t width = schema::fixed_size(code);
  if (width != 0 && field.repeat > left() / width) {
    return error(Code::kTruncated, "the payload ends inside a record", end_);
  }
  // Values without bytes cost their reader memory, too: as the elements of a list.
  if (width == 0 && schema::min_wire_size(types(), type) == 0 && !charge(field.repeat)) {
    return false;
  }
  top_->type = type;
  top_->in_run = true;
  top_->after = &field + 1;
  top_->end_slowly();
  at_ = &nothing_;
  if (width != 0) {
    run_.set_tag(coder::tag_of(code));
    run_.set_limit(cur_ + static_cast<std::size_t>(field.repeat) * width);
  } else {
    top_->left = field.repeat - 1;
    top_->each = coder::is_wrapper(code) ? TypeCode::kNull : code;
  }
  return true;
}

bool CoderReader::next_element(TypeExpr& type) noexcept {
  if (run_is_over()) {
    return error(Code::kTypeMismatch, "more elements asked for than there are", cur_);
  }
  type = top_->type;
  if (run_.tag() != Tag::kNone) return true;
  if (top_->kind == Kind::kMap && top_->left % 2 != 0) type = top_->mapped;
  if (top_->tuple) {
    top_->type = schema::skip_type(type);
    if (!charge_type(type, top_->type)) return false;
  }
  --top_->left;
  return true;
}

// Optional, variant, enum and any, until there is a value.
// Choices in each other count, whatever they hold.
bool CoderReader::choices_fit() noexcept {
  if (choices_ < 2 || levels_of(TypeCode::kNull) <= limits_.depth - top_->depth) return true;
  return fail_depth();
}

bool CoderReader::unwrap(TypeExpr& type) noexcept {
  for (choices_ = 0;; ++choices_) {
    switch (schema::code(type)) {
      case TypeCode::kEnum: type = schema::enum_integer(type); return true;
      case TypeCode::kOptional: {
        BytesView flag;
        if (!take(1, flag)) return false;
        if (static_cast<std::uint8_t>(flag[0]) > 1) {
          return error(Code::kMalformed, kNoSuchFlag, flag.data());
        }
        type = flag[0] == std::byte{0} ? kNullType : schema::element(type);
        break;
      }
      case TypeCode::kVariant: {
        const std::byte* start = cur_;
        std::uint64_t index = 0;
        if (!varint(index)) return false;
        if (index >= schema::operand_count(type)) {
          return error(Code::kMalformed, kNoSuchAlternative, start);
        }
        const TypeExpr first = schema::first_operand(type);
        type = first;
        for (; index != 0; --index) type = schema::skip_type(type);
        if (!charge_type(first, type)) return false;
        break;
      }
      case TypeCode::kAny: {
        type = {cur_, end_};
        if (cur_ != end_ && has_no_operands(*cur_)) {
          ++cur_;
          ++choices_;
          return true;
        }
        const Result<std::size_t> size = schema::validate_type(types(), {cur_, left()});
        if (!size.ok()) {
          return error(size.status().code(), size.status().message(),
                       cur_ + (size.status().offset() > left() ? 0 : size.status().offset()));
        }
        cur_ += *size;
        break;
      }
      default: return true;
    }
  }
}

// ---- keys

KeyHandle CoderReader::define_key(std::string_view name) noexcept {
  if (!keys_) keys_.reset(new (std::nothrow) coder::ShapeStore);
  const std::uint32_t number = keys_ ? keys_->intern(name) : kNone;
  if (number == kNone || keys_->keep_text(number) == nullptr) {
    error(Code::kNoMemory, "no memory for a key", cur_);
    return {};
  }
  return KeyHandle{number};
}

Key CoderReader::key(KeyHandle handle) const noexcept {
  return keys_ ? Key::interned(keys_->kept_text(handle.index)) : Key("");
}

bool CoderReader::is_named(Field& field, const Key& key) const noexcept {
  if (field.key_size != key.size() || field.key == nullptr) return false;
  if (field.key == key.id()) return true;
  if (field.entry->name != key.text()) return false;
  if (key.id() != nullptr) field.key = key.id();
  return true;
}

// The field with this name that comes next, counted from where the record is read; null: none.
CoderReader::Field* CoderReader::find(const Key& key) noexcept {
  if (!in_run() && is_named(*at_, key)) return at_;
  Field* const first = fields().first;
  const std::size_t count = fields().count;
  if (count == 0 || (!in_run() && at_ == &nothing_)) return nullptr;  // nothing after finish()
  Field* const here = in_run() ? top_->after : at_;
  const auto from = static_cast<std::size_t>(here - first);
  if (count > coder::KnownTable::kFewFields) {
    return find_indexed(key, from);
  }
  for (std::size_t step = 0; step < count; ++step) {
    const std::size_t index = from + step < count ? from + step : from + step - count;
    if (is_named(first[index], key)) return first + index;
  }
  return nullptr;
}

CoderReader::Field* CoderReader::find_indexed(const Key& key, std::size_t from) noexcept {
  const coder::ReadShape& shape = fields();
  if (shape.index == nullptr) {
    if (!charge(coder::KnownTable::index_bytes(shape.count))) return nullptr;
    if (!known_->make_index(top_->shape)) {
      error(Code::kNoMemory, "no memory for the names of a shape", cur_);
      return nullptr;
    }
  }
  Field* const first = known_->find(shape, key.text());
  Field* field = first;
  while (field != nullptr && static_cast<std::size_t>(field - shape.first) < from) {
    field = field->same == kNone ? nullptr : shape.first + field->same;
  }
  if (field == nullptr) field = first;
  if (field != nullptr && key.id() != nullptr) field->key = key.id();
  return field;
}

// at_ and the cursor to the field with this name. False: there is none.
bool CoderReader::seek(const Key& key) noexcept {
  if (in_run() && run_is_over()) {
    Field* const after = top_->after;
    leave_run();
    at_ = after;
  }
  Field* const field = find(key);
  if (field == nullptr) return false;
  if (field == at_) return true;
  if (!top_->materialised && !materialise()) return false;
  leave_run();
  at_ = field;
  cur_ = begin_ + starts_[top_->starts + static_cast<std::size_t>(field - fields().first)];
  return true;
}

// Where each field of the record starts. Charged, since fields may take no bytes at all (B9).
bool CoderReader::materialise() noexcept {
  const std::byte* const back = cur_;
  const coder::ReadShape& shape = fields();
  if (!charge(shape.count * sizeof(std::size_t))) return false;
  top_->starts = starts_.size();
  cur_ = top_->body;
  for (std::size_t at = 0; at < shape.count; ++at) {
    if (!starts_.push(offset())) return error(Code::kNoMemory, "no memory for fields", cur_);
    const Field& field = shape.first[at];
    if (!skip_many(field.type, field.repeat, top_->depth, Inside::kField)) return false;
  }
  top_->materialised = true;
  top_->end_slowly();
  top_->end = cur_;
  cur_ = back;
  return true;
}

bool CoderReader::contains(const Key& key) noexcept {
  return !failed_ && !is_counted() && find(key) != nullptr;
}

// ---- looking ahead

bool CoderReader::at_end() const noexcept {
  if (is_counted()) return run_is_over();
  if (!in_run()) return at_->tag == Tag::kEnd;
  return run_is_over() && top_->after->tag == Tag::kEnd;
}

bool CoderReader::is_at_end() noexcept { return failed_ || at_end(); }

// The type of the next value, as it is or with the wrappers taken off, and where the value's own
// bytes start; nothing is taken. False: at the end, for a missing key, after an error.
bool CoderReader::look(const Key* key, bool unwrapped, TypeExpr& found,
                       const std::byte** value) noexcept {
  if (failed_) return false;
  if (key != nullptr && is_counted()) return false;
  if (key == nullptr ? at_end() : !seek(*key)) return false;
  const std::byte* const back = cur_;
  const std::byte* const limit = run_.limit();
  const std::size_t budget = budget_;
  Field* const at = at_;
  const Tag tag = run_.tag();
  const Frame frame = *top_;
  const bool sound =
      (is_counted() ? next_element(found) : next_field(found)) && (!unwrapped || unwrap(found));
  if (!sound) return false;
  if (value != nullptr) *value = cur_;
  cur_ = back;
  budget_ = budget;  // who takes the value pays
  at_ = at;
  *top_ = frame;
  run_.set_tag(tag);
  run_.set_limit(limit);
  return true;
}

TypeCode CoderReader::peek_value(const Key* key) noexcept {
  const bool here = key == nullptr || (at_->key == key->id() && at_->key_size == key->size());
  if (here && at_->simple) return schema::code(at_->type);
  TypeExpr found;
  return look(key, true, found) ? schema::code(found) : TypeCode::kNull;
}

TypeCode CoderReader::peek_element_of(const Key* key) noexcept {
  TypeExpr found;
  if (!look(key, true, found)) return TypeCode::kNull;
  const TypeCode code = schema::code(found);
  if (code != TypeCode::kList && code != TypeCode::kSet && code != TypeCode::kArray) {
    return TypeCode::kNull;
  }
  const TypeExpr element = schema::element(found);
  return schema::code(element) == TypeCode::kEnum ? schema::code(schema::enum_integer(element))
                                                  : schema::code(element);
}

// Nil is the slot 0 of a reference, and of an owner that may have none.
bool CoderReader::is_nothing_at(const Key* key) noexcept {
  TypeExpr found;
  const std::byte* value = end_;
  if (!look(key, true, found, &value)) return true;
  const TypeCode code = schema::code(found);
  if (code == TypeCode::kNull) return true;
  if (code != TypeCode::kRef && code != TypeCode::kAnyRef && code != TypeCode::kOwnedAny) {
    return false;
  }
  return value == end_ || wire::is_zero(value, end_);
}

}  // namespace fastser::archive
