// SPDX-License-Identifier: MIT
//
// CoderReader: equal keys of maps and equal elements of sets (docs/format.md section 4). A key is
// looked at when what follows it is asked for: it lies between where it started and the cursor.
// Most kinds of keys are compared by hashes of their bytes; where some are met that cannot be, or
// that seem to be equal, the whole archive is walked once at the end, as verify does.
#include "fastser/coder_reader.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/wire/varint.hpp"
#include "fastser/walker.hpp"

namespace fastser::archive {

using schema::TypeCode;
using schema::TypeExpr;

bool CoderReader::look_for_equals(TypeExpr key, std::uint64_t count, bool& looks) noexcept {
  if (count < 2 || needs_walk_) return true;
  looks = coder::is_simple_key(schema::code(key));
  if (looks) return open_keys(count);
  needs_walk_ = true;
  return true;
}

bool CoderReader::open_keys(std::uint64_t count) noexcept {
  const std::size_t before = keys_of_open_.memory();
  return keys_of_open_.open(count)
             ? charge(keys_of_open_.memory() - before)
             : error(Code::kNoMemory, "no memory for the keys that came", cur_);
}

// The next key, mapped value or element of the innermost container is asked for, or its end.
bool CoderReader::step_keys() noexcept {
  if (!top_->unique) return true;
  const bool map = top_->kind == Kind::kMap;
  const bool starts = !map || top_->left % 2 == 0;
  const bool ended = map ? !starts : top_->key != nullptr;
  if (ended && !end_key(top_->type, top_->key)) return false;
  if (starts) top_->key = cur_;
  return true;
}

// The key that starts there ends at the cursor.
bool CoderReader::end_key(TypeExpr type, const std::byte* start) noexcept {
  if (needs_walk_) return true;
  TypeCode code = schema::code(type);
  const std::byte* at = start;
  if (code == TypeCode::kAny) {
    code = static_cast<TypeCode>(static_cast<std::uint8_t>(*at++));
    // Of what has operands only enums were simple, and their names count.
    needs_walk_ = !coder::is_simple_key(code) || code == TypeCode::kEnum || code == TypeCode::kAny;
    if (needs_walk_) return true;
  }
  if (code == TypeCode::kEnum) code = schema::code(schema::enum_integer(type));
  TypeCode plain{};
  if (!coder::is_text_key(code, plain)) {
    const auto size = static_cast<std::size_t>(cur_ - at);
    if (coder::has_other_bytes(code, at, size)) {
      needs_walk_ = true;
      return true;
    }
    return add_key(code, at, size);
  }
  std::uint64_t head = 0;
  bool truncated = false;
  at = wire::get_varint(at, end_, head, truncated);
  if (plain == code) return add_key(plain, at, static_cast<std::size_t>(head));
  auto size = static_cast<std::size_t>(head >> 1);
  if ((head & 1) != 0) {
    const Text& text = (code == TypeCode::kSharedString ? strings_ : datas_)[size];
    at = begin_ + text.at;
    size = text.size;
    // A reference of two bytes leads to a text of any length (B9).
    constexpr std::size_t kFree = 64;
    if (size > kFree && !charge(size / 8)) return false;
  }
  return add_key(plain, at, size);
}

bool CoderReader::add_key(TypeCode code, const std::byte* key, std::size_t size) noexcept {
  const std::size_t before = keys_of_open_.memory();
  const coder::KeySet::Added added = keys_of_open_.add(code, key, size);
  if (added == coder::KeySet::Added::kPerhapsTwice) needs_walk_ = true;
  if (added == coder::KeySet::Added::kNoMemory) {
    return error(Code::kNoMemory, "no memory for the keys that came", cur_);
  }
  return charge(keys_of_open_.memory() - before);
}

// A set of values of fixed width.
bool CoderReader::plain_set(TypeExpr element, const std::byte* first,
                            std::uint64_t count) noexcept {
  const std::size_t width = schema::fixed_size(schema::code(element));
  bool looks = false;
  if (!look_for_equals(element, count, looks)) return false;
  if (!looks) return true;
  const std::byte* const back = cur_;
  cur_ = first;
  for (; count != 0; --count) {
    const std::byte* const start = cur_;
    cur_ += width;
    if (!end_key(element, start)) return false;
  }
  cur_ = back;
  keys_of_open_.close();
  return true;
}

// Everything is compared by who knows all types.
bool CoderReader::walk_keys() noexcept {
  if (!needs_walk_) return true;
  Visitor nobody;
  Status status = guarded([&] {
    return walk(types(), {begin_, static_cast<std::size_t>(end_ - begin_)}, nobody, limits_left(),
                payload_offset_);
  });
  if (status.ok()) return true;
  status_ = std::move(status);
  stop();
  return false;
}

}  // namespace fastser::archive
