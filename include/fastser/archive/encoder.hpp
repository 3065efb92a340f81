// SPDX-License-Identifier: MIT
//
// Encoder: what one encode carries along. The write position is not in it: `cur` is passed from
// codec to codec and returned, so that it lives in a register (stores through std::byte* may alias
// any member, and a member would be reloaded after every one of them).
//
// Room: a codec asks `ensure(cur, n)` for small steps (n <= kMaxStep) and then stores unchecked;
// bulk goes through put_bytes. Neither can fail in the caller's eyes: once something failed, or
// where bytes are only counted, writing goes on into a scratch area that starts over when full. The
// first error is kept and reported at the end. So encoding has no error branches.
//
// Invariant: begin_ <= cur <= end, and [cur, end) is writable.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "fastser/archive/object_table.hpp"
#include "fastser/archive/promise_set.hpp"
#include "fastser/archive/string_table.hpp"
#include "fastser/base/buffer.hpp"
#include "fastser/base/limits.hpp"
#include "fastser/base/status.hpp"
#include "fastser/schema/describe.hpp"
#include "fastser/schema/type_code.hpp"
#include "fastser/wire/varint.hpp"

namespace fastser {
class Registry;
}

namespace fastser::archive {

/// A deferred body (docs/format.md section 8).
class Encoder;
struct EncoderBody {
  std::byte* (*encode)(const void* object, std::byte* cur, Encoder& encoder);
  const void* object;
};

/// What adaptive sharing knows of one field. A string met again pays for eight that are new; when
/// the balance is used up, the field's strings are left alone for a while, longer each time.
struct SharingState {
  static constexpr std::int16_t kFull = 64;
  static constexpr std::int16_t kAgain = 16;  ///< new strings that end a later attempt
  std::uint32_t skip = 0;                     ///< strings to leave alone
  std::uint32_t counted = 0;                  ///< `skip` when their numbers were last counted
  std::int16_t balance = kFull;
  std::uint16_t rounds = 0;
};
inline constexpr std::size_t kSharingStates = 32;

/// The fields of one kind (text or data). A string that is left alone takes a number all the same;
/// how many did is counted when a number is asked for, not string by string: that counter would be
/// what all of them wait for.
struct SharingFields {
  std::array<SharingState, kSharingStates> states = {};
  std::array<std::uint8_t, kSharingStates> skipping = {};  ///< states with uncounted strings, maybe
  std::uint32_t skipping_count = 0;
  bool used = false;  ///< some state is not as new

  /// Leaves the next `n` strings of a state alone.
  void skip(std::uint32_t slot, std::uint32_t n) noexcept;
  /// Numbers that were taken since the last time.
  [[nodiscard]] std::uint32_t count() noexcept;
};

/// What only types with shared strings or objects need; the encode of a plain record goes without.
struct EncoderTables {
  StringTable strings;
  StringTable data;
  ObjectTable objects;
  std::uint32_t next_object = 0;
  PromiseSet promises;  ///< numbers without a body yet
  SharingFields string_fields;
  SharingFields data_fields;
  std::vector<std::uint32_t> class_shapes;  ///< registry class -> shape number
  std::vector<EncoderBody> bodies;

  /// As new, memory kept.
  void clear() noexcept;
};

/// Most bytes that one ensure() may ask for.
inline constexpr std::size_t kMaxStep = 1024 + wire::kMaxVarint;

class Encoder {
 public:
  /// Writes behind the contents of `out`, growing it.
  explicit Encoder(Buffer& out) noexcept
      : end(out.data() + out.capacity()),
        mode_(Mode::kGrow),
        start_(out.data() + out.size()),
        begin_(out.data()),
        out_(&out) {}
  /// Writes into fixed memory; kNoSpace when it is too small.
  explicit Encoder(std::span<std::byte> memory) noexcept
      : end(memory.data() + memory.size()),
        mode_(Mode::kFixed),
        start_(memory.data()),
        begin_(memory.data()) {}
  /// Counts bytes only.
  Encoder() noexcept : mode_(Mode::kScratch) {
    start_ = begin_ = scratch_;
    end = scratch_ + sizeof scratch_;
  }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  /// Where writing starts (the end of what a Buffer held before).
  [[nodiscard]] std::byte* start() noexcept { return start_; }

  /// Whether bytes are kept (not merely counted, and nothing has failed).
  [[nodiscard]] bool writes() const noexcept { return mode_ != Mode::kScratch; }

  /// Room for n <= kMaxStep bytes at the returned position.
  [[nodiscard]] std::byte* ensure(std::byte* cur, std::size_t n) noexcept {
    if (static_cast<std::size_t>(end - cur) >= n) [[likely]] {
      return cur;
    }
    return make_room(cur, n);
  }
  /// A hint: about `n` bytes more will come. Grows a Buffer ahead of need; never fails.
  void expect(std::byte*& cur, std::size_t n) noexcept {
    if (static_cast<std::size_t>(end - cur) < n) grow_ahead(cur, n);
  }

  [[nodiscard]] std::byte* put_bytes(std::byte* cur, const void* from, std::size_t n) noexcept {
    if (static_cast<std::size_t>(end - cur) >= n) [[likely]] {
      if (n != 0) std::memcpy(cur, from, n);
      return cur + n;
    }
    return put_bytes_slow(cur, from, n);
  }
  [[gnu::always_inline]] [[nodiscard]] std::byte* put_varint(std::byte* cur,
                                                             std::uint64_t value) noexcept {
    if (static_cast<std::size_t>(end - cur) < wire::kMaxVarint) [[unlikely]] {
      cur = ensure(cur, wire::varint_size(value));  // exact: fixed memory may end behind it
    }
    if (value < 0x80) [[likely]] {
      *cur = static_cast<std::byte>(value);
      return cur + 1;
    }
    if (value < 0x200000) [[likely]] {  // two and three bytes: most references and counts
      cur[0] = static_cast<std::byte>(value | 0x80);
      if (value < 0x4000) {
        cur[1] = static_cast<std::byte>(value >> 7);
        return cur + 2;
      }
      cur[1] = static_cast<std::byte>((value >> 7) | 0x80);
      cur[2] = static_cast<std::byte>(value >> 14);
      return cur + 3;
    }
    return wire::put_varint(cur, value);
  }
  /// A text or data value: varint size, bytes.
  [[nodiscard]] std::byte* put_sized(std::byte* cur, const void* from, std::size_t n) noexcept {
    if (n < 0x80 && static_cast<std::size_t>(end - cur) > n) [[likely]] {
      *cur++ = static_cast<std::byte>(n);
      if (n != 0) std::memcpy(cur, from, n);
      return cur + n;
    }
    return put_sized_slow(cur, from, n);
  }
  /// The same out of line, for callers that dealt with the short ones.
  [[nodiscard]] std::byte* put_text(std::byte* cur, const void* from, std::size_t n) noexcept;
  /// A shared string or data value (docs/format.md section 7).
  [[nodiscard]] std::byte* put_shared(std::byte* cur, const char* from, std::size_t n,
                                      bool is_data) noexcept;
  /// A shared string of 1 to 15 bytes where 16 may be read.
  [[nodiscard]] std::byte* put_shared_short(std::byte* cur, const char* from,
                                            std::size_t n) noexcept;
  /// The field's strings are not worth looking up for now (adaptive sharing).
  [[nodiscard]] bool skips_sharing(bool is_data, std::size_t n) noexcept {
    SharingFields& fields = is_data ? tables->data_fields : tables->string_fields;
    SharingState& field = fields.states[field_slot];
    if (field.skip == 0) return false;
    field.skip -= n != 0 ? 1U : 0U;  // empty strings take no number
    return true;
  }
  /// A new shared string, not looked up.
  [[nodiscard]] std::byte* put_new_shared(std::byte* cur, const void* from, std::size_t n) noexcept;

  /// Keeps the first error; from here on nothing is written.
  void fail(std::byte*& cur, Code code, std::string_view message) noexcept;

  /// The outcome, given the final position: the status, and the bytes written from start().
  [[nodiscard]] Status finish(std::byte* cur, std::size_t& written) noexcept {
    const auto used = static_cast<std::size_t>(cur - begin_);
    if (mode_ == Mode::kScratch) [[unlikely]] {
      written = flushed_ + used;
      return code_ == Code::kOk ? Status() : Status(code_, message_, error_offset_);
    }
    written = static_cast<std::size_t>(cur - start_);
    if (mode_ == Mode::kGrow) out_->set_size(used);
    return {};
  }

  /// Writes all deferred bodies.
  [[nodiscard]] std::byte* drain(std::byte* cur);

  /// Object slot for `object`: writes a reference when it has a number. Else gives it the next
  /// number and writes slot 1, 2, 4 or 5; is_new and is_inline then say what the caller owes.
  struct SlotResult {
    std::byte* cur;
    bool is_new;
    bool is_inline;
  };
  [[gnu::always_inline]] [[nodiscard]] SlotResult put_slot(std::byte* cur, const void* object,
                                                           std::uint32_t tag) {
    const ObjectTable::Found found = tables->objects.find_or_add(object, tag, tables->next_object);
    if (!found.found) {
      ++tables->next_object;
      const bool is_inline = inline_depth < schema::kInlineObjects;
      cur = put_varint(cur, is_inline ? schema::kSlotNew : schema::kSlotDeferred);
      return {cur, true, is_inline};
    }
    if (found.number != ObjectTable::kFailed && tables->promises.empty()) [[likely]] {
      return {put_varint(cur, schema::kSlotFirstReference + std::uint64_t{found.number}), false,
              false};
    }
    return put_slot_slow(cur, found.number);
  }
  /// A hint: about this many objects more will come.
  void expect_objects(std::size_t count) noexcept {
    // Out of memory now is out of memory when they come.
    static_cast<void>(tables->objects.reserve(tables->next_object + count));
  }
  /// Conditional slot: a reference if `object` has a number, else a promise (slot 3).
  [[nodiscard]] SlotResult put_promise(std::byte* cur, const void* object, std::uint32_t tag);

  std::byte* end = nullptr;        ///< end of the room
  std::uint32_t depth = 0;         ///< value nesting
  std::uint32_t inline_depth = 0;  ///< objects open around the current one
  std::uint32_t field_slot = 0;    ///< adaptive sharing: the current field's state
  bool adaptive = false;
  bool canonical = false;
  const Registry* registry = nullptr;
  EncoderTables* tables = nullptr;  ///< given whenever the type shares strings or has objects

 private:
  enum class Mode : std::uint8_t { kGrow, kFixed, kScratch };
  [[nodiscard]] std::byte* make_room(std::byte* cur, std::size_t n) noexcept;
  [[nodiscard]] std::byte* put_bytes_slow(std::byte* cur, const void* from, std::size_t n) noexcept;
  [[nodiscard]] std::byte* put_sized_slow(std::byte* cur, const void* from, std::size_t n) noexcept;
  [[gnu::noinline]] [[nodiscard]] std::byte* put_shared_slow(std::byte* cur, const char* from,
                                                             std::size_t n, bool is_data) noexcept;
  [[gnu::noinline]] [[nodiscard]] std::byte* put_shared_short_slow(std::byte* cur, const char* from,
                                                                   std::size_t n) noexcept;
  [[nodiscard]] SlotResult put_slot_slow(std::byte* cur, std::uint32_t number);
  void grow_ahead(std::byte*& cur, std::size_t n) noexcept;
  [[nodiscard]] bool grow(std::byte*& cur, std::size_t n) noexcept;
  std::byte* enter_scratch(std::byte* cur) noexcept;

  Mode mode_;
  std::byte* start_ = nullptr;
  std::byte* begin_ = nullptr;
  Buffer* out_ = nullptr;
  std::size_t flushed_ = 0;  // bytes that went through the scratch area
  Code code_ = Code::kOk;
  std::string_view message_;
  std::size_t error_offset_ = 0;
  alignas(16) std::byte scratch_[2 * kMaxStep];

 public:
  /// States of adaptive sharing are found by this.
  static constexpr std::uint32_t slot_of(std::string_view record, std::string_view field) {
    std::uint32_t hash = 0x811C9DC5U;
    for (const char c : record) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x01000193U;
    for (const char c : field) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x01000193U;
    return (hash ^ (hash >> 15)) % kSharingStates;
  }
};

template <typename T>
struct ObjectTagOf {
  static constexpr char kTag = 0;
};

/// Distinguishes the types of objects at one address (an object and its first member). The low half
/// of the tag's address: unique within any image smaller than 4 GiB.
template <typename T>
[[nodiscard]] inline std::uint32_t object_tag() noexcept {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(&ObjectTagOf<T>::kTag));
}

}  // namespace fastser::archive
