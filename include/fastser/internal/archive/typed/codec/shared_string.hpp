// SPDX-License-Identifier: MIT
//
// Texts and data that are shared: the first of equal ones is written, the others are its number
// (docs/format.md section 7). Writing is mostly the Encoder's work; reading is one function that
// calls nothing for a short text, whether it is new or comes again.
#pragma once

#include <cstddef>
#include <string_view>

#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/archive/typed/codec/text_into.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/wire/short_text.hpp"

namespace fastser::archive {

template <BytesContainer T>
struct SharedText {
  static constexpr bool kIsData = BytesAccess<T>::kIsData;
  static constexpr bool kPadded = kPaddedText<T>;
  static constexpr std::size_t kShort = wire::kShortText;
  static constexpr std::size_t kShortShared = 15;  ///< at most, for put_shared_short

  FASTSER_INLINE static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    const auto* from = reinterpret_cast<const char*>(value.data());
    const std::size_t size = value.size();
    if (encoder.adaptive) {
      if (!encoder.sharing_fields(kIsData).skips(encoder.field_slot, size)) {
        return encoder.put_adaptive(cur, from, size, kIsData, kPadded && size - 1 < kShortShared);
      }
      if (kPadded && size <= kShort && encoder.room(cur) > kShort) return put_new(cur, from, size);
      return encoder.put_new_shared(cur, from, size);
    }
    if (kPadded && size - 1 < kShortShared) return encoder.put_shared_short(cur, from, size);
    return encoder.put_shared(cur, from, size, kIsData);
  }
  /// One of a list whose texts do not repeat (text_list.hpp).
  FASTSER_INLINE static std::byte* encode_alone(const T& value, std::byte* cur, Encoder& encoder) {
    const std::size_t size = value.size();
    if (kPadded && size - 1 < kShort && encoder.room(cur) > kShort) [[likely]] {
      return put_new(cur, reinterpret_cast<const char*>(value.data()), size);
    }
    return encoder.put_left_alone(cur, value.data(), size);
  }

  /// To be inlined where it is the whole of a call: what is rare is a jump to another function.
  [[nodiscard]] FASTSER_INLINE static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    if constexpr (kPadded) {
      std::string_view text;
      const Cursor behind = decoder.shared_short(cur, text);
      if (behind != nullptr) [[likely]] {
        std::size_t size = text.size();
        if (copy_padded<true>(value, text.data(), size)) [[likely]] {
          return behind;
        }
        return decode_new(value, text, cur, behind, decoder);
      }
    }
    return decode_any(value, cur, decoder);
  }

 private:
  // A short text that does not fit where it goes, or whose size only a call sets.
  FASTSER_NOINLINE static Cursor decode_new(T& value, std::string_view text, Cursor cur,
                                            Cursor behind, Decoder& decoder) {
    std::size_t size = text.size();
    if (kAssignedShort != 0 && copy_padded(value, text.data(), size)) return behind;
    return renew_padded(value, text, decoder) ? behind : decoder.fail_budget(cur);
  }
  FASTSER_NOINLINE static Cursor decode_any(T& value, Cursor cur, Decoder& decoder) {
    if constexpr (kPadded) {
      if (cur != decoder.end) {  // among the last of an input
        const auto head = static_cast<std::size_t>(*cur);
        const std::size_t size = head / 2;
        TextTable& known = decoder.texts->strings;
        if (head % 2 == 0 && size <= kTextInPlace && size < decoder.left(cur) && !known.full()) {
          known.add(cur, size);
          copy_exactly(value, reinterpret_cast<const char*>(cur + 1), size);
          return cur + 1 + size;
        }
      }
    }
    std::string_view bytes;
    const Cursor behind = decoder.shared(cur, bytes, kIsData);
    if (behind == nullptr) return nullptr;
    return assign_text(value, bytes.data(), bytes.size(), decoder) ? behind
                                                                   : decoder.fail_budget(cur);
  }
  // At most kShort bytes, where the room is more.
  FASTSER_INLINE static std::byte* put_new(std::byte* cur, const char* from,
                                           std::size_t size) noexcept {
    *cur = static_cast<std::byte>(2 * size);
    wire::copy_short(cur + 1, from, size);
    return cur + 1 + size;
  }
};

}  // namespace fastser::archive
