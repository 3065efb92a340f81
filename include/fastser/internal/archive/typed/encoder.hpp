// SPDX-License-Identifier: MIT
//
// Encoder: what one encode of an archive carries along: a wire::Output, and the tables of what is
// shared. The write position is passed from codec to codec; wire/output.hpp says why.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <forward_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/buffer.hpp"
#include "fastser/internal/archive/object_table.hpp"
#include "fastser/internal/archive/promise_set.hpp"
#include "fastser/internal/archive/recent_texts.hpp"
#include "fastser/internal/archive/sharing_fields.hpp"
#include "fastser/internal/archive/string_table.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/wire/output.hpp"
#include "fastser/internal/wire/varint.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"
#include "fastser/type/code.hpp"

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

/// What only types with shared strings or objects need; the encode of a plain record goes without.
struct EncoderTables {
  StringTable strings;
  StringTable data;
  ObjectTable objects;
  std::uint32_t next_object = 0;
  PromiseSet promises;  ///< numbers without a body yet
  SharingFields string_fields;
  SharingFields data_fields;
  RecentTexts recent;
  std::vector<std::uint32_t> class_shapes;  ///< registry class -> shape number
  std::vector<EncoderBody> bodies;
  std::string unknown_class;  ///< what is said of the first object whose class is not registered
  /// Wrapped values made for the moment that may own objects: objects are known by their address,
  /// and bodies may be put off. No memory while there are none.
  std::forward_list<std::shared_ptr<const void>> kept;

  /// As new, memory kept.
  void clear() noexcept;
};

/// A field, for messages.
struct FieldPlace {
  std::string_view of_class;
  std::string_view field;
};

class Encoder : public wire::Output {
 public:
  using wire::Output::Output;

  [[nodiscard]] FASTSER_INLINE std::byte* put_varint(std::byte* cur, std::uint64_t value) noexcept {
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
  /// The varint of a number of elements: out of line where there are so many that a call is
  /// nothing beside them.
  [[nodiscard]] FASTSER_INLINE std::byte* put_count(std::byte* cur, std::size_t count) noexcept {
    if (count < 0x80 && cur != end) [[likely]] {
      *cur = static_cast<std::byte>(count);
      return cur + 1;
    }
    return put_count_slow(cur, count);
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
                                      bool is_data) noexcept {
    if (adaptive) return put_adaptive(cur, from, n, is_data, false);
    return is_data ? put_shared_any(cur, from, n, true) : put_shared_text(cur, from, n);
  }
  /// A shared string of 1 to 15 bytes where 16 may be read and sharing is not adaptive.
  [[nodiscard]] std::byte* put_shared_short(std::byte* cur, const char* from,
                                            std::size_t n) noexcept;
  /// put_shared where sharing is adaptive and the field is not left alone. `is_short`: it is a
  /// string of 1 to 15 bytes where 16 may be read.
  [[nodiscard]] std::byte* put_adaptive(std::byte* cur, const char* from, std::size_t n,
                                        bool is_data, bool is_short) noexcept;
  /// What adaptive sharing knows of the fields of one kind.
  [[nodiscard]] SharingFields& sharing_fields(bool is_data) noexcept {
    return is_data ? tables->data_fields : tables->string_fields;
  }
  /// A new shared string, not looked up.
  [[nodiscard]] std::byte* put_new_shared(std::byte* cur, const void* from, std::size_t n) noexcept;

  /// The same for a text of a list that is left alone, short or not.
  [[nodiscard]] std::byte* put_left_alone(std::byte* cur, const void* from, std::size_t n) noexcept;

  /// Writes all deferred bodies.
  [[nodiscard]] FASTSER_INLINE std::byte* drain(std::byte* cur) {
    return tables->bodies.empty() && tables->kept.empty() ? cur : drain_bodies(cur);
  }

  /// Object slot for `object`: writes a reference when it has a number. Else gives it the next
  /// number and writes slot 1, 2, 4 or 5; is_new and is_inline then say what the caller owes.
  struct SlotResult {
    std::byte* cur;
    bool is_new;
    bool is_inline;
  };
  [[nodiscard]] FASTSER_INLINE SlotResult put_slot(std::byte* cur, const void* object,
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

  // ---- depth, where the type does not bound it (depth_rule.hpp)

  void limit_depth(std::uint32_t depth) noexcept {
    max_depth = depth_left = depth < kMaxDepth ? depth : kMaxDepth;
  }
  [[nodiscard]] bool has_depth(std::uint32_t levels) const noexcept { return depth_left >= levels; }
  [[nodiscard]] bool enter() noexcept {
    if (depth_left == 0) [[unlikely]] {
      return false;
    }
    --depth_left;
    return true;
  }
  void leave() noexcept { ++depth_left; }
  [[nodiscard]] FASTSER_COLD std::byte* fail_depth(std::byte* cur) noexcept;
  /// For an object that a pointer to `base` leads to, whose class is not registered for that.
  [[nodiscard]] FASTSER_COLD std::byte* fail_unknown_class(std::byte* cur,
                                                           std::string_view of_class,
                                                           std::string_view base);
  /// As finish, with the field that lies too deep or leads to an unknown class.
  [[nodiscard]] FASTSER_COLD Status finish_named(std::byte* cur, std::size_t& written);

  std::uint32_t max_depth = Limits{}.depth;
  std::uint32_t depth_left = Limits{}.depth;
  const FieldPlace* place = nullptr;  ///< the field at hand
  std::uint32_t inline_depth = 0;     ///< objects open around the current one
  std::uint32_t field_slot = 0;       ///< adaptive sharing: the current field's state
  std::size_t empty_texts = 0;        ///< of a list that is left alone; they take no number
  bool adaptive = false;
  bool canonical = false;
  const Registry* registry = nullptr;
  EncoderTables* tables = nullptr;  ///< given whenever the type shares strings or has objects

 private:
  [[nodiscard]] std::byte* drain_bodies(std::byte* cur);
  [[nodiscard]] std::byte* put_count_slow(std::byte* cur, std::size_t count) noexcept;
  [[nodiscard]] std::byte* put_sized_slow(std::byte* cur, const void* from, std::size_t n) noexcept;
  FASTSER_NOINLINE [[nodiscard]] std::byte* put_new_long(std::byte* cur, const void* from,
                                                         std::size_t n) noexcept;
  [[nodiscard]] std::byte* put_shared_text(std::byte* cur, const char* from,
                                           std::size_t n) noexcept;
  template <bool kAdaptive>
  [[nodiscard]] std::byte* put_text_as(std::byte* cur, const char* from, std::size_t n) noexcept;
  template <bool kAdaptive>
  [[nodiscard]] std::byte* put_short_as(std::byte* cur, const char* from, std::size_t n) noexcept;
  FASTSER_NOINLINE [[nodiscard]] std::byte* put_shared_long(std::byte* cur, const char* from,
                                                            std::size_t n) noexcept;
  FASTSER_NOINLINE [[nodiscard]] std::byte* put_new_middle(std::byte* cur, const char* from,
                                                           std::size_t n, std::uint32_t hash,
                                                           StringTable::Bucket& bucket) noexcept;
  FASTSER_NOINLINE [[nodiscard]] std::byte* put_shared_new(std::byte* cur, const char* from,
                                                           std::size_t n, std::uint32_t hash,
                                                           bool is_data) noexcept;
  FASTSER_NOINLINE [[nodiscard]] std::byte* put_shared_known(std::byte* cur, const char* from,
                                                             std::size_t n,
                                                             std::uint32_t hash) noexcept;
  FASTSER_NOINLINE [[nodiscard]] std::byte* put_shared_any(std::byte* cur, const char* from,
                                                           std::size_t n, bool is_data) noexcept;
  FASTSER_NOINLINE [[nodiscard]] std::byte* put_shared_slow(std::byte* cur, const char* from,
                                                            std::size_t n, std::uint32_t hash,
                                                            bool is_data) noexcept;
  [[nodiscard]] SlotResult put_slot_slow(std::byte* cur, std::uint32_t number);

  const FieldPlace* failed_at_ = nullptr;
};

template <typename T>
struct ObjectTagOf {
  static inline char tag = 0;  // never written; not const, since linkers fold equal constants
};

/// Distinguishes the types of objects at one address (an object and its first member). The low half
/// of the tag's address: unique within any image smaller than 4 GiB.
template <typename T>
[[nodiscard]] inline std::uint32_t object_tag() noexcept {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(&ObjectTagOf<T>::tag));
}

}  // namespace fastser::archive
