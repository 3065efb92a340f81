// SPDX-License-Identifier: MIT
//
// Slots of a layout, written: by the function of their accessor, or, where it has none, by the
// offsets that say how they are read. Then texts stay in the archive, what lies in the slot is
// filled in there, and all else lies in the arena of the decode.
//
// What the arena needs beyond the values (the rest of its blocks) is charged to the budget, too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>

#include "fastser/internal/archive/typed/decoder.hpp"
#include "fastser/internal/base/checked.hpp"
#include "fastser/plan.hpp"

namespace fastser::archive {

/// Whether decode needs an arena for such a slot.
[[nodiscard]] inline bool fills_arena(const ListAccess& access) noexcept {
  return access.resize == nullptr && access.append == nullptr;
}
[[nodiscard]] inline bool fills_arena(const MapAccess& access) noexcept {
  return access.insert == nullptr;
}
[[nodiscard]] inline bool fills_arena(const MaybeAccess& access) noexcept {
  return access.emplace == nullptr && access.at.has == MaybeAt::Has::kPointer;
}
[[nodiscard]] inline bool fills_arena(const VariantAccess& access) noexcept {
  return access.emplace == nullptr && access.at.boxes;
}
[[nodiscard]] inline bool fills_arena(const ObjectAccess& access) noexcept {
  return access.make == nullptr;
}

template <typename T>
void put_at(void* slot, std::size_t offset, T value) noexcept {
  std::memcpy(static_cast<std::byte*>(slot) + offset,
              static_cast<const void*>(std::addressof(value)), sizeof value);
}
template <typename T>
T get_at(const void* slot, std::size_t offset) noexcept {
  T value;
  std::memcpy(static_cast<void*>(std::addressof(value)),
              static_cast<const std::byte*>(slot) + offset, sizeof value);
  return value;
}

/// What values of `size` bytes, one behind the other, are aligned for in any program.
[[nodiscard]] inline std::size_t alignment_of(std::size_t size) noexcept {
  return std::min(size & (~size + 1), alignof(std::max_align_t));
}

/// Points a slot to `count` elements; false when there are more than it can say.
[[nodiscard]] inline bool put_span(const SpanAt& at, void* slot, const void* first,
                                   std::size_t count, std::size_t stride) noexcept {
  using Extent = SpanAt::Extent;
  if (count == 0) first = nullptr;
  if (at.extent == Extent::kCount32) {
    if (count > std::numeric_limits<std::uint32_t>::max()) return false;
    put_at(slot, at.extent_at, static_cast<std::uint32_t>(count));
  } else if (at.extent == Extent::kCount64) {
    put_at(slot, at.extent_at, std::uint64_t{count});
  } else {
    const auto* const behind = static_cast<const std::byte*>(first) + count * stride;
    put_at<const void*>(slot, at.extent_at, behind);
  }
  put_at(slot, at.first, first);
  return true;
}

/// `size` bytes of the arena. A failure is the decoder's, at `place`.
[[nodiscard]] inline Code take(Decoder& decoder, std::size_t size, Cursor place, void** memory) {
  *memory = nullptr;
  if (size == 0) return Code::kOk;
  const std::size_t align = alignment_of(size);
  if (!decoder.arena->has_room(size, align)) {
    std::size_t block = decoder.arena->upcoming(size);
    if (!decoder.charge(block - size)) {
      block = std::max(size, Arena::kSmallestBlock);
      if (!decoder.charge(block - size)) {
        decoder.fail_budget(place);
        return Code::kOverBudget;
      }
    }
    decoder.arena->add_block(block);
  }
  *memory = decoder.arena->take(size, align);
  return Code::kOk;
}
[[nodiscard]] inline Code take_zeros(Decoder& decoder, std::size_t size, Cursor place,
                                     void** memory) {
  const Code code = take(decoder, size, place, memory);
  if (code == Code::kOk && size != 0) std::memset(*memory, 0, size);
  return code;
}

[[nodiscard]] inline Code set_text(const TextAccess& access, void* slot, const char* text,
                                   std::size_t size) {
  if (access.set != nullptr) return access.set(access.context, slot, text, size);
  return put_span(access.at, slot, text, size, 1) ? Code::kOk : Code::kNoSpace;
}

/// How long a list is to become.
struct NewSize {
  std::size_t count;
  std::size_t kept = 0;    ///< elements that were read already
  bool is_copied = false;  ///< they are all copied as one: none of them has to be zero before
};
/// Makes a list longer; `first` is where its elements were, and then are.
[[nodiscard]] inline Code resize(const ListAccess& access, void* list, const NewSize& to,
                                 Cursor place, Decoder& decoder, void** first) {
  if (access.resize != nullptr) return access.resize(access.context, list, to.count, first);
  std::size_t size = 0;
  if (!checked_multiply(to.count, access.stride, size)) return Code::kOverBudget;
  void* memory = nullptr;
  const Code code = take(decoder, size, place, &memory);
  if (code != Code::kOk) return code;
  const std::size_t read = to.kept * access.stride;
  if (read != 0) std::memcpy(memory, *first, read);
  if (!to.is_copied && size != read) {
    std::memset(static_cast<std::byte*>(memory) + read, 0, size - read);
  }
  *first = memory;
  return put_span(access.at, list, memory, to.count, access.stride) ? Code::kOk : Code::kNoSpace;
}

/// Replaces what is in a list by the `count` elements at `from`, which lie in memory as there.
[[nodiscard]] inline Code assign(const ListAccess& access, void* list, const std::byte* from,
                                 std::size_t count, Cursor place, Decoder& decoder) {
  if (access.assign != nullptr) return access.assign(access.context, list, from, count);
  void* first = nullptr;
  const Code code = resize(access, list, {count, 0, true}, place, decoder, &first);
  if (code == Code::kOk && count != 0) std::memcpy(first, from, count * access.stride);
  return code;
}

/// Makes a map of `count` entries, all zero.
[[nodiscard]] inline Code take_entries(const MapAccess& access, void* map, std::size_t count,
                                       Cursor place, Decoder& decoder, void** first) {
  std::size_t size = 0;
  if (!checked_multiply(count, access.stride, size)) return Code::kOverBudget;
  const Code code = take_zeros(decoder, size, place, first);
  if (code != Code::kOk) return code;
  return put_span(access.at, map, *first, count, access.stride) ? Code::kOk : Code::kNoSpace;
}

[[nodiscard]] inline Code emplace(const MaybeAccess& access, void* slot, Cursor place,
                                  Decoder& decoder, void** value) {
  if (access.emplace != nullptr) return access.emplace(access.context, slot, value);
  if (access.at.has == MaybeAt::Has::kFlag) {
    put_at(slot, access.at.flag, std::uint8_t{1});
    *value = static_cast<std::byte*>(slot) + access.at.value;
    return Code::kOk;
  }
  const Code code = take_zeros(decoder, access.owned, place, value);
  put_at(slot, access.at.value, *value);
  return code;
}
[[nodiscard]] inline Code reset(const MaybeAccess& access, void* slot) {
  if (access.reset != nullptr) return access.reset(access.context, slot);
  if (access.at.has == MaybeAt::Has::kFlag) {
    put_at(slot, access.at.flag, std::uint8_t{0});
  } else {
    put_at<void*>(slot, access.at.value, nullptr);
  }
  return Code::kOk;
}

[[nodiscard]] inline std::size_t load_index(const VariantAt& at, const void* slot) noexcept {
  if (at.index_size == 1) return get_at<std::uint8_t>(slot, at.index);
  if (at.index_size == 2) return get_at<std::uint16_t>(slot, at.index);
  return get_at<std::uint32_t>(slot, at.index);
}
inline void put_index(const VariantAt& at, void* slot, std::size_t index) noexcept {
  if (at.index_size == 1) {
    put_at(slot, at.index, static_cast<std::uint8_t>(index));
  } else if (at.index_size == 2) {
    put_at(slot, at.index, static_cast<std::uint16_t>(index));
  } else {
    put_at(slot, at.index, static_cast<std::uint32_t>(index));
  }
}
/// Bytes of an alternative of `size` bytes elsewhere; 0: it lies in the slot.
[[nodiscard]] inline std::size_t box_of(const VariantAccess& access, std::size_t size) noexcept {
  const VariantAt& at = access.at;
  const bool fits = at.value <= access.size && size <= access.size - at.value;
  return at.boxes && at.index_size != 0 && !fits ? size : 0;
}
/// Another alternative begins as zeros; one of `box` bytes elsewhere always does.
[[nodiscard]] inline Code emplace(const VariantAccess& access, void* slot, std::size_t index,
                                  std::size_t box, Cursor place, Decoder& decoder, void** value) {
  if (access.emplace != nullptr) return access.emplace(access.context, slot, index, value);
  const VariantAt& at = access.at;
  if (box != 0) {
    if (!decoder.charge(box)) {
      decoder.fail_budget(place);
      return Code::kOverBudget;
    }
    const Code code = take_zeros(decoder, box, place, value);
    if (code != Code::kOk) return code;
    put_at(slot, at.value, *value);
    put_index(at, slot, index);
    return Code::kOk;
  }
  *value = static_cast<std::byte*>(slot) + at.value;
  if (load_index(at, slot) == index) return Code::kOk;
  std::memset(*value, 0, access.size - at.value);
  put_index(at, slot, index);
  return Code::kOk;
}

/// A new object. What lies in the arena has no owner that counts.
[[nodiscard]] inline Code make(const ObjectAccess& access, Cursor place, Decoder& decoder,
                               std::shared_ptr<void>* owner) {
  if (access.make != nullptr) {
    const Code code = access.make(access.context, owner);
    return code == Code::kOk && *owner == nullptr ? Code::kUsage : code;
  }
  void* memory = nullptr;
  const Code code = take_zeros(decoder, std::max<std::size_t>(access.size, 1), place, &memory);
  *owner = std::shared_ptr<void>(std::shared_ptr<void>(), memory);
  return code;
}

[[nodiscard]] inline Code get(const RefAccess& access, const void* slot, const void** object) {
  if (access.get != nullptr) return access.get(access.context, slot, object);
  *object = get_at<const void*>(slot, 0);
  return Code::kOk;
}
[[nodiscard]] inline Code set(const RefAccess& access, void* slot,
                              const std::shared_ptr<void>& object) {
  if (access.set != nullptr) return access.set(access.context, slot, object);
  put_at(slot, 0, object.get());
  return Code::kOk;
}

}  // namespace fastser::archive
