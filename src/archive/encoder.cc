// SPDX-License-Identifier: MIT
//
// The cold half of the Encoder: growing, the scratch area, shared strings, object slots.
#include "fastser/archive/encoder.hpp"

#include <algorithm>

namespace fastser::archive {

void EncoderTables::clear() noexcept {
  strings.clear();
  data.clear();
  objects.clear();
  next_object = 0;
  promises.clear();
  if (string_fields.used) string_fields = {};
  if (data_fields.used) data_fields = {};
  class_shapes.clear();
  bodies.clear();
}

void SharingFields::skip(std::uint32_t slot, std::uint32_t n) noexcept {
  SharingState& state = states[slot];
  const auto end = skipping.begin() + skipping_count;
  if (std::find(skipping.begin(), end, slot) == end) {
    skipping[skipping_count++] = static_cast<std::uint8_t>(slot);
  }
  state.skip = n;
  state.counted = n;
}

std::uint32_t SharingFields::count() noexcept {
  std::uint32_t taken = 0;
  for (std::uint32_t i = 0; i < skipping_count;) {
    SharingState& state = states[skipping[i]];
    taken += state.counted - state.skip;
    state.counted = state.skip;
    if (state.skip != 0) {
      ++i;
    } else {
      skipping[i] = skipping[--skipping_count];
    }
  }
  return taken;
}

bool Encoder::grow(std::byte*& cur, std::size_t n) noexcept {
  const auto used = static_cast<std::size_t>(cur - begin_);
  const auto start = static_cast<std::size_t>(start_ - begin_);
  if (n > static_cast<std::size_t>(-1) / 4 - used) return false;
  const std::size_t wanted = std::max({used + n, 2 * out_->capacity(), std::size_t{256}});
  out_->set_size(used);
  if (!out_->reserve(wanted)) return false;
  begin_ = out_->data();
  start_ = begin_ + start;
  end = begin_ + out_->capacity();
  cur = begin_ + used;
  return true;
}

std::byte* Encoder::enter_scratch(std::byte* cur) noexcept {
  flushed_ += static_cast<std::size_t>(cur - begin_);
  begin_ = scratch_;
  end = scratch_ + sizeof scratch_;
  return scratch_;
}

void Encoder::fail(std::byte*& cur, Code code, std::string_view message) noexcept {
  if (code_ != Code::kOk) return;
  code_ = code;
  message_ = message;
  error_offset_ = static_cast<std::size_t>(cur - begin_) + flushed_;
  mode_ = Mode::kScratch;
  cur = enter_scratch(cur);
}

std::byte* Encoder::make_room(std::byte* cur, std::size_t n) noexcept {
  switch (mode_) {
    case Mode::kGrow:
      if (!grow(cur, n)) fail(cur, Code::kNoMemory, "no memory for the archive");
      return cur;
    case Mode::kFixed: fail(cur, Code::kNoSpace, "the caller's memory is too small"); return cur;
    case Mode::kScratch: break;
  }
  return enter_scratch(cur);
}

void Encoder::grow_ahead(std::byte*& cur, std::size_t n) noexcept {
  if (mode_ != Mode::kGrow) return;
  if (begin_ != nullptr) {
    static_cast<void>(grow(cur, n));
  } else if (out_->reserve(n)) {  // a new Buffer's first memory: nothing to keep
    cur = start_ = begin_ = out_->data();
    end = begin_ + out_->capacity();
  }
}

std::byte* Encoder::put_bytes_slow(std::byte* cur, const void* from, std::size_t n) noexcept {
  if (mode_ == Mode::kGrow && grow(cur, n)) {
    std::memcpy(cur, from, n);
    return cur + n;
  }
  if (mode_ == Mode::kGrow) fail(cur, Code::kNoMemory, "no memory for the archive");
  if (mode_ == Mode::kFixed) fail(cur, Code::kNoSpace, "the caller's memory is too small");
  flushed_ += n;  // counted, not copied
  return cur;
}

std::byte* Encoder::put_text(std::byte* cur, const void* from, std::size_t n) noexcept {
  return put_sized(cur, from, n);
}

std::byte* Encoder::put_sized_slow(std::byte* cur, const void* from, std::size_t n) noexcept {
  // Exact, since fixed memory may end right behind the value.
  cur = ensure(cur, wire::varint_size(n));
  cur = wire::put_varint(cur, n);
  return put_bytes(cur, from, n);
}

namespace {

/// A string of the field was new, and sharing is adaptive.
inline void note_new(SharingFields& fields, std::uint32_t slot) noexcept {
  SharingState& field = fields.states[slot];
  fields.used = true;
  if (--field.balance >= 0) return;
  fields.skip(slot, std::uint32_t{256} << std::min<std::uint16_t>(field.rounds++, 16));
  field.balance = SharingState::kAgain;
}

inline void note_again(SharingState& field) noexcept {
  if (field.balance < SharingState::kFull) {
    field.balance = static_cast<std::int16_t>(field.balance + 8);
    field.rounds = 0;
  }
}

}  // namespace

std::byte* Encoder::put_shared(std::byte* cur, const char* from, std::size_t n,
                               bool is_data) noexcept {
  if (n > 15 && mode_ != Mode::kScratch) [[likely]] {
    const StringTable& table = is_data ? tables->data : tables->strings;
    const StringTable::Found found = table.find_first(from, n, begin_);
    if (found.found) [[likely]] {
      note_again((is_data ? tables->data_fields : tables->string_fields).states[field_slot]);
      return put_varint(cur, 2 * std::uint64_t{found.number} + 1);
    }
  }
  return put_shared_slow(cur, from, n, is_data);
}

std::byte* Encoder::put_shared_slow(std::byte* cur, const char* from, std::size_t n,
                                    bool is_data) noexcept {
  if (n == 0 || mode_ == Mode::kScratch) return put_new_shared(cur, from, n);
  StringTable& table = is_data ? tables->data : tables->strings;
  SharingFields& fields = is_data ? tables->data_fields : tables->string_fields;
  table.take(fields.count());
  const std::size_t size_bytes = wire::varint_size(2 * std::uint64_t{n});
  const auto offset = static_cast<std::size_t>(cur - begin_) + size_bytes;
  const StringTable::Found found = table.find_or_add(from, n, begin_, offset);
  if (found.found) {
    note_again(fields.states[field_slot]);
    return put_varint(cur, 2 * std::uint64_t{found.number} + 1);
  }
  if (adaptive) note_new(fields, field_slot);
  return put_new_shared(cur, from, n);
}

std::byte* Encoder::put_shared_short(std::byte* cur, const char* from, std::size_t n) noexcept {
  // Near the end of the room sixteen bytes may not be there to read.
  if (static_cast<std::size_t>(end - cur) >= 32 && mode_ != Mode::kScratch) [[likely]] {
    const StringTable::Found found =
        tables->strings.find_first_short(short_content(from, n), n, begin_);
    if (found.found) [[likely]] {
      note_again(tables->string_fields.states[field_slot]);
      return put_varint(cur, 2 * std::uint64_t{found.number} + 1);
    }
    return put_shared_short_slow(cur, from, n);
  }
  return put_shared(cur, from, n, false);
}

std::byte* Encoder::put_shared_short_slow(std::byte* cur, const char* from,
                                          std::size_t n) noexcept {
  SharingFields& fields = tables->string_fields;
  tables->strings.take(fields.count());
  const auto offset = static_cast<std::size_t>(cur - begin_) + 1;
  const StringTable::Found found =
      tables->strings.find_or_add_short(from, short_content(from, n), n, begin_, offset);
  if (found.found) {
    note_again(fields.states[field_slot]);
    return put_varint(cur, 2 * std::uint64_t{found.number} + 1);
  }
  if (adaptive) note_new(fields, field_slot);
  *cur = static_cast<std::byte>(2 * n);
  std::memcpy(cur + 1, from, 16);
  return cur + 1 + n;
}

std::byte* Encoder::put_new_shared(std::byte* cur, const void* from, std::size_t n) noexcept {
  const std::uint64_t head = 2 * static_cast<std::uint64_t>(n);
  if (head < 0x80 && static_cast<std::size_t>(end - cur) > n) [[likely]] {
    *cur = static_cast<std::byte>(head);
    if (n != 0) std::memcpy(cur + 1, from, n);
    return cur + 1 + n;
  }
  cur = ensure(cur, wire::varint_size(head));
  cur = wire::put_varint(cur, head);
  return put_bytes(cur, from, n);
}

Encoder::SlotResult Encoder::put_slot_slow(std::byte* cur, std::uint32_t number) {
  if (number == ObjectTable::kFailed) {
    fail(cur, Code::kNoMemory, "no memory for the objects' numbers");
    return {cur, false, false};
  }
  if (!tables->promises.take(number)) {
    return {put_varint(cur, schema::kSlotFirstReference + std::uint64_t{number}), false, false};
  }
  const bool is_inline = inline_depth < schema::kInlineObjects;
  cur = put_varint(cur, is_inline ? schema::kSlotFulfil : schema::kSlotFulfilDeferred);
  return {put_varint(cur, number), true, is_inline};
}

Encoder::SlotResult Encoder::put_promise(std::byte* cur, const void* object, std::uint32_t tag) {
  const ObjectTable::Found found = tables->objects.find_or_add(object, tag, tables->next_object);
  if (found.number == ObjectTable::kFailed) [[unlikely]] {
    fail(cur, Code::kNoMemory, "no memory for the objects' numbers");
    return {cur, false, false};
  }
  if (found.found) {
    cur = put_varint(cur, schema::kSlotFirstReference + static_cast<std::uint64_t>(found.number));
    return {cur, false, false};
  }
  tables->promises.add(tables->next_object++);
  return {put_varint(cur, schema::kSlotPromise), true, false};
}

std::byte* Encoder::drain(std::byte* cur) {
  // A body may queue further ones: index, not iterator, and a copy of the entry.
  for (std::size_t i = 0; i < tables->bodies.size(); ++i) {
    const EncoderBody body = tables->bodies[i];
    inline_depth = 0;
    depth = 0;
    cur = body.encode(body.object, cur, *this);
  }
  tables->bodies.clear();
  return cur;
}

}  // namespace fastser::archive
