// SPDX-License-Identifier: MIT
//
// The cold half of the Encoder: shared strings, object slots, deferred bodies.
#include "fastser/internal/archive/typed/encoder.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/short_text.hpp"

namespace fastser::archive {
namespace {

// In front of quick_end there is room for a string of kShortText bytes, or for any reference.
using wire::kQuickRoom;
static_assert(kQuickRoom >= wire::kShortText + 2);

// A reference to string `number` where there is kQuickRoom.
FASTSER_INLINE inline std::byte* put_string_reference(std::byte* cur,
                                                      std::uint32_t number) noexcept {
  if (number <= RecentTexts::Reference::kLast) [[likely]] {
    const auto reference = RecentTexts::Reference::to(number);
    wire::store_le(cur, reference.bytes);
    return cur + reference.size;
  }
  return wire::put_varint(cur, 2 * std::uint64_t{number} + 1);
}

}  // namespace

void EncoderTables::clear() noexcept {
  strings.clear();
  data.clear();
  objects.clear();
  next_object = 0;
  promises.clear();
  string_fields.clear();
  recent.clear();
  data_fields.clear();
  class_shapes.clear();
  bodies.clear();
  unknown_class.clear();
  if (!kept.empty()) kept.clear();  // a call else, and there mostly are none
}

std::byte* Encoder::put_text(std::byte* cur, const void* from, std::size_t n) noexcept {
  return put_sized(cur, from, n);
}

std::byte* Encoder::put_count_slow(std::byte* cur, std::size_t count) noexcept {
  return put_varint(cur, count);
}

std::byte* Encoder::put_sized_slow(std::byte* cur, const void* from, std::size_t n) noexcept {
  // Exact, since fixed memory may end right behind the value.
  cur = ensure(cur, wire::varint_size(n));
  cur = wire::put_varint(cur, n);
  return put_bytes(cur, from, n);
}

// The two functions that most shared strings go through, each for encodes that are adaptive and for
// those that are not. Whatever is rare is a jump to another one, so that these need no frame.

template <bool kAdaptive>
FASTSER_INLINE inline std::byte* Encoder::put_text_as(std::byte* cur, const char* from,
                                                      std::size_t n) noexcept {
  if (n - 16 > 16 || cur >= quick_end) [[unlikely]] {
    return put_shared_long(cur, from, n);
  }
  FASTSER_HIDE(n);  // so that n - 16 is not kept in a register
  StringTable& table = tables->strings;
  const std::uint32_t hash = table.middle_hash(from, n);
  FASTSER_HIDE(from);  // nor where the last 16 bytes are
  StringTable::Bucket& bucket = table.bucket_of(hash);
  const StringTable::Entry* known = nullptr;
  if (!table.candidate(hash, bucket, known)) return put_new_middle(cur, from, n, hash, bucket);
  if (known->size != n || !wire::same_middle(from, table.bytes_of(*known, begin()), n))
      [[unlikely]] {
    return put_shared_slow(cur, from, n, hash, false);
  }
  if constexpr (kAdaptive) tables->string_fields.note_again(field_slot);
  return put_string_reference(cur, known->number);
}

// A string of 16 to 32 bytes that is new.
std::byte* Encoder::put_new_middle(std::byte* cur, const char* from, std::size_t n,
                                   std::uint32_t hash, StringTable::Bucket& bucket) noexcept {
  const auto offset = static_cast<std::size_t>(cur + 1 - begin());
  if (adaptive ||
      !tables->strings.add_quickly(bucket, hash, static_cast<std::uint32_t>(n), offset)) {
    return put_shared_new(cur, from, n, hash, false);
  }
  *cur = static_cast<std::byte>(2 * n);
  wire::copy_middle(cur + 1, from, n);
  return cur + 1 + n;
}

template <bool kAdaptive>
FASTSER_INLINE inline std::byte* Encoder::put_short_as(std::byte* cur, const char* from,
                                                       std::size_t n) noexcept {
  if (cur >= quick_end) [[unlikely]] {
    return put_shared_any(cur, from, n, false);
  }
  wire::ShortContent sized = wire::sized_content(short_content(from, n), n);
  FASTSER_HIDE(sized.high);  // the size is taken from it where it is wanted: one register less
  const std::uint32_t hash = tables->strings.hash(sized);
  if (tables->recent.ready()) {
    const RecentTexts::Reference* known = tables->recent.find(hash, sized);
    if (known != nullptr) {
      if constexpr (kAdaptive) tables->string_fields.note_again(field_slot);
      wire::store_le(cur, known->bytes);
      return cur + known->size;
    }
  }
  return put_shared_known(cur, from, wire::size_of(sized), hash);
}

std::byte* Encoder::put_shared_text(std::byte* cur, const char* from, std::size_t n) noexcept {
  return put_text_as<false>(cur, from, n);
}
std::byte* Encoder::put_shared_short(std::byte* cur, const char* from, std::size_t n) noexcept {
  return put_short_as<false>(cur, from, n);
}
std::byte* Encoder::put_adaptive(std::byte* cur, const char* from, std::size_t n, bool is_data,
                                 bool is_short) noexcept {
  if (is_short) return put_short_as<true>(cur, from, n);
  return is_data ? put_shared_any(cur, from, n, true) : put_text_as<true>(cur, from, n);
}

// A string of 1 to 15 bytes that is not among the recent ones.
std::byte* Encoder::put_shared_known(std::byte* cur, const char* from, std::size_t n,
                                     std::uint32_t hash) noexcept {
  StringTable& table = tables->strings;
  StringTable::Bucket& bucket = table.bucket_of(hash);
  const StringTable::Entry* known = nullptr;
  if (table.candidate(hash, bucket, known)) {
    if (known->size != n || !wire::same_padded(from, table.bytes_of(*known, begin()), n))
        [[unlikely]] {
      return put_shared_slow(cur, from, n, hash, false);
    }
    if (adaptive) tables->string_fields.note_again(field_slot);
    if (known->number <= RecentTexts::Reference::kLast && tables->recent.ready()) {
      tables->recent.put(hash, short_content(from, n), n,
                         RecentTexts::Reference::to(known->number));
    }
    return put_string_reference(cur, known->number);
  }
  if (adaptive || !table.add_quickly(bucket, hash, static_cast<std::uint32_t>(n),
                                     static_cast<std::size_t>(cur + 1 - begin()))) {
    return put_shared_new(cur, from, n, hash, false);
  }
  *cur = static_cast<std::byte>(2 * n);
  std::memcpy(cur + 1, from, 16);
  return cur + 1 + n;
}

// A string of more than 32 bytes.
std::byte* Encoder::put_shared_long(std::byte* cur, const char* from, std::size_t n) noexcept {
  if (n <= 32 || cur >= quick_end) return put_shared_any(cur, from, n, false);
  const StringTable& table = tables->strings;
  const std::uint32_t hash = table.long_hash(from, n);
  const StringTable::Entry* known = nullptr;
  if (!table.candidate(hash, known) || known->size != n ||
      !wire::same_long(from, table.bytes_of(*known, begin()), n)) {
    return put_shared_slow(cur, from, n, hash, false);
  }
  if (adaptive) tables->string_fields.note_again(field_slot);
  return put_string_reference(cur, known->number);
}

// Data, the last of fixed memory.
std::byte* Encoder::put_shared_any(std::byte* cur, const char* from, std::size_t n,
                                   bool is_data) noexcept {
  if (n == 0 || !writes()) return put_new_shared(cur, from, n);
  const StringTable& table = is_data ? tables->data : tables->strings;
  const std::uint32_t hash = table.hash(from, n);
  const std::uint32_t number = table.find_first(hash, from, n, begin());
  if (number == StringTable::kNotThere || room(cur) < kQuickRoom) {
    return put_shared_slow(cur, from, n, hash, is_data);
  }
  if (adaptive) sharing_fields(is_data).note_again(field_slot);
  return put_string_reference(cur, number);
}

std::byte* Encoder::put_shared_slow(std::byte* cur, const char* from, std::size_t n,
                                    std::uint32_t hash, bool is_data) noexcept {
  StringTable& table = is_data ? tables->data : tables->strings;
  const std::uint32_t number = table.find(hash, from, n, begin());
  if (number != StringTable::kNotThere) {
    if (adaptive) sharing_fields(is_data).note_again(field_slot);
    return put_varint(cur, 2 * std::uint64_t{number} + 1);
  }
  return put_shared_new(cur, from, n, hash, is_data);
}

std::byte* Encoder::put_shared_new(std::byte* cur, const char* from, std::size_t n,
                                   std::uint32_t hash, bool is_data) noexcept {
  StringTable& table = is_data ? tables->data : tables->strings;
  if (adaptive) {
    SharingFields& fields = sharing_fields(is_data);
    table.take(fields.count());
    fields.note_new(field_slot);
  }
  const std::size_t size_bytes = n < 0x40 ? 1 : wire::varint_size(2 * std::uint64_t{n});
  const auto offset = static_cast<std::size_t>(cur - begin()) + size_bytes;
  table.add(hash, from, n, begin(), offset);
  if (!is_data && table.size() > RecentTexts::kFew) tables->recent.prepare();
  return put_new_shared(cur, from, n);
}

std::byte* Encoder::put_new_shared(std::byte* cur, const void* from, std::size_t n) noexcept {
  if (n < 0x40 && static_cast<std::size_t>(end - cur) > n) [[likely]] {
    *cur = static_cast<std::byte>(2 * n);
    if (n != 0) std::memcpy(cur + 1, from, n);
    return cur + 1 + n;
  }
  return put_new_long(cur, from, n);
}

std::byte* Encoder::put_new_long(std::byte* cur, const void* from, std::size_t n) noexcept {
  const std::uint64_t head = 2 * static_cast<std::uint64_t>(n);
  cur = ensure(cur, wire::varint_size(head));
  cur = wire::put_varint(cur, head);
  return put_bytes(cur, from, n);
}

std::byte* Encoder::put_left_alone(std::byte* cur, const void* from, std::size_t n) noexcept {
  if (n == 0) [[unlikely]] {
    ++empty_texts;
  }
  return put_new_shared(cur, from, n);
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

std::byte* Encoder::fail_depth(std::byte* cur) noexcept {
  if (failed_at_ == nullptr) failed_at_ = place;
  fail(cur, Code::kTooDeep, "values nest deeper than EncodeOptions::depth");
  return cur;
}

std::byte* Encoder::fail_unknown_class(std::byte* cur, std::string_view of_class,
                                       std::string_view base) {
  if (failed_at_ == nullptr) failed_at_ = place;
  std::string& text = tables->unknown_class;
  if (text.empty()) {
    const std::string name(of_class.empty() ? "Class" : of_class);
    text = "an object of " + (of_class.empty() ? "a class" : "class " + name) +
           " that is not in the Registry; Registry::add<" + std::string(base) + ", " + name +
           ">() adds it";
  }
  fail(cur, Code::kUnknownClass, "an object of a class that is not in the Registry");
  return cur;
}

Status Encoder::finish_named(std::byte* cur, std::size_t& written) {
  Status status = finish(cur, written);
  const bool is_unknown = status.code() == Code::kUnknownClass;
  if (status.code() != Code::kTooDeep && !is_unknown) return status;
  std::string detail = is_unknown ? tables->unknown_class : std::string(status.message());
  if (failed_at_ != nullptr) {
    detail = "class " + std::string(failed_at_->of_class) + ", field " +
             std::string(failed_at_->field) + ": " + detail;
  }
  return std::move(status).with_detail(std::move(detail));
}

std::byte* Encoder::drain_bodies(std::byte* cur) {
  // A body may queue further ones: index, not iterator, and a copy of the entry.
  for (std::size_t i = 0; i < tables->bodies.size(); ++i) {
    const EncoderBody body = tables->bodies[i];
    inline_depth = 0;
    depth_left = max_depth - std::min(max_depth, 1U);  // an object counts
    cur = body.encode(body.object, cur, *this);
  }
  tables->bodies.clear();
  tables->kept.clear();
  return cur;
}

}  // namespace fastser::archive
