// SPDX-License-Identifier: MIT
//
// Walker: lists, sets, arrays and maps, and that no key and no element of a set comes twice.
#include <new>

#include "fastser/internal/archive/depth_rule.hpp"
#include "fastser/internal/archive/value_checks.hpp"
#include "fastser/internal/archive/walk/unique_keys.hpp"
#include "fastser/internal/wire/faults.hpp"
#include "fastser/internal/wire/varint.hpp"
#include "fastser/walker.hpp"

namespace fastser::archive {

using schema::TypeCode;
using schema::TypeExpr;

bool Walker::list(TypeExpr type) {
  const TypeCode code = schema::code(type);
  std::uint64_t count = 0;
  if (code == TypeCode::kArray) {
    bool truncated = false;
    (void)wire::get_varint(skip(schema::element(type)).at, type.end, count, truncated);
  } else if (!varint(count)) {
    return false;
  }
  if (recording_) keys_->put_number(count);
  if (!enter()) return false;
  if (!told(visitor_->begin_sequence(type, count))) return false;
  if (count != 0 && !(before_stop() && elements(schema::element(type), count, code))) return false;
  leave();
  visitor_->position = offset();
  return told(visitor_->end_sequence(type));
}

// The count is checked before anything is done per element (B1, B9). `index`: how many elements are
// settled already.
bool Walker::begin_elements(TypeExpr element, std::uint64_t count, TypeCode container,
                            bool distinct, std::uint64_t& index) {
  const auto [end, least, plain] = measure(element);
  if (least == 0) {
    if (!charge(count)) return false;
  } else if (count > left() / least) {
    return fail(Code::kTruncated, "more elements than the payload has bytes for", end_);
  }
  if (plain != schema::kNotPlain) {
    const std::size_t size = plain * static_cast<std::size_t>(plain == 0 ? 0 : count);
    if (stop_ >= offset() && stop_ - offset() < size) {
      index = (stop_ - offset()) / plain;
      at_ += static_cast<std::size_t>(index) * plain;
    } else if (const Inside inside =
                   container == TypeCode::kArray ? Inside::kField : Inside::kElement;
               depth_ + plain_depth(table_, element, inside) <= max_depth_ &&
               visitor_->takes_run(element, count, {at_, size})) {
      if (!distinct && !recording_) {
        at_ += size;
        index = count;
      } else {
        visitor_ = &nobody_;  // the run was told of; what is left is what equals what
      }
    }
  }
  return !distinct || open_keys(element);
}

bool Walker::elements(TypeExpr element, std::uint64_t count, TypeCode container) {
  const bool distinct = container == TypeCode::kSet && looks_at_keys(count);
  std::uint64_t index = 0;
  Visitor* const visitor = visitor_;
  if (!begin_elements(element, count, container, distinct, index)) return false;
  for (; index < count; ++index) {
    const std::byte* const start = at_;
    if (distinct) recording_ = keys_->begin_key();
    as_element_ = container != TypeCode::kArray;
    if (!value(element) || (distinct && !end_key(start, kSetElementTwice))) {
      prefix_index(index);
      return false;
    }
  }
  if (distinct) recording_ = keys_->close();
  visitor_ = visitor;
  return true;
}

bool Walker::map(TypeExpr type) {
  std::uint64_t count = 0;
  if (!varint(count) || !enter()) return false;
  if (recording_) keys_->put_number(count);
  if (!told(visitor_->begin_map(type, count))) return false;
  if (count != 0) {
    const TypeExpr key = schema::key_type(type);
    if (!before_stop() || !entries(key, skip(key), count)) return false;
  }
  leave();
  visitor_->position = offset();
  return told(visitor_->end_map(type));
}

bool Walker::begin_entries(TypeExpr key, TypeExpr mapped, std::uint64_t count, bool distinct) {
  if (measure(key).least == 0 && measure(mapped).least == 0) {
    if (!charge(count)) return false;
  } else if (count > left()) {
    return fail(Code::kTruncated, "more entries than the payload has bytes for", end_);
  }
  return !distinct || open_keys(key);
}

bool Walker::entries(TypeExpr key, TypeExpr mapped, std::uint64_t count) {
  const bool outer = recording_;
  const bool distinct = looks_at_keys(count);
  if (!begin_entries(key, mapped, count, distinct)) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::byte* const start = at_;
    if (distinct) recording_ = keys_->begin_key();
    as_element_ = true;
    if (!value(key) || (distinct && !end_key(start, kMapKeyTwice))) {
      prefix_index(i);
      return false;
    }
    recording_ = outer;
    as_element_ = true;
    if (!value(mapped)) {
      prefix_key(start, key, i);
      return false;
    }
  }
  if (distinct) keys_->close();
  return true;
}

// ---- keys

// A replay has been here before; and who looks for the place of an error wants no other.
bool Walker::looks_at_keys(std::uint64_t count) const noexcept {
  return count > 1 && !replaying_ && stop_ == kNowhere;
}

bool Walker::open_keys(TypeExpr key) {
  if (!keys_) {
    keys_.reset(new (std::nothrow) UniqueKeys({begin_, end_}, budget_));
    if (!keys_) return fail(Code::kNoMemory, "no memory to read the archive", at_);
  }
  const Code code = keys_->open(key, recording_);
  return code == Code::kOk || fail(code, wire::kTakesTooMuch, at_);
}

bool Walker::end_key(const std::byte* start, std::string_view twice) {
  const Code code = keys_->end_key({start, at_});
  if (code == Code::kOk) return true;
  return fail(code, code == Code::kMalformed ? twice : "no memory for the keys that came", start);
}

}  // namespace fastser::archive
