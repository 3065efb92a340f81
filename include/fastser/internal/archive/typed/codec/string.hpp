// SPDX-License-Identifier: MIT
//
// Codecs of text and data: std::string, std::string_view; vectors and spans of bytes. Views are
// read borrowed: they point into the input, which must outlive them.
//
// Here is what they are when they are not shared; the other half is shared_string.hpp. Whether all
// strings are shared is known at compile time in an encode. In a decode it is a flag of the
// decoder, which only those ask who have no short text before them: so a type is compiled once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/archive/typed/codec/shared_string.hpp"
#include "fastser/internal/archive/typed/codec/text_into.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/base/string_resize.hpp"
#include "fastser/internal/wire/short_text.hpp"

namespace fastser::archive {

template <BytesContainer T>
struct Codec<T> : VariableCodec {
  static constexpr bool kIsData = BytesAccess<T>::kIsData;
  static constexpr bool kPadded = kPaddedText<T>;
  static constexpr std::size_t kShort = wire::kShortText;

  template <Flags F>
  static constexpr bool is_shared() {
    return (F & (schema::kShareAll | schema::kShareField)) != 0;
  }
  template <Flags F>
  static constexpr TypeCode own_code() {
    if (is_shared<F>()) return kIsData ? TypeCode::kSharedData : TypeCode::kSharedString;
    return kIsData ? TypeCode::kData : TypeCode::kString;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeSink& out) {
    if (is_shared<F>()) builder.needs_tables = builder.shares_strings = true;
    out.push_back(static_cast<std::uint8_t>(own_code<F>()),
                  static_cast<std::uint8_t>(own_code<F | schema::kShareAll>()));
  }
  template <Flags F>
  FASTSER_INLINE static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    if constexpr (is_shared<F>() && (F & schema::kLeaveTexts) != 0) {
      return SharedText<T>::encode_alone(value, cur, encoder);
    } else if constexpr (is_shared<F>()) {
      return SharedText<T>::encode(value, cur, encoder);
    } else if constexpr (kPadded) {
      const std::size_t size = value.size();
      if (size <= kShort && encoder.room(cur) > kShort) [[likely]] {
        *cur = static_cast<std::byte>(size);
        wire::copy_short(cur + 1, value.data(), size);
        return cur + 1 + size;
      }
      return encoder.put_text(cur, value.data(), size);
    } else {
      return encoder.put_sized(cur, value.data(), value.size());
    }
  }
  /// For codec/text_list.hpp.
  template <Flags F>
  static constexpr std::size_t text_count() {
    return own_code<F>() == TypeCode::kSharedString && (F & schema::kLeaveTexts) == 0 ? 1 : 0;
  }
  template <Flags F, typename Call>
  static void each_text(const T& value, Encoder& encoder, Call&& call) {
    call(value, encoder.field_slot);
  }
  /// A key of a map or set: it is looked up at once.
  template <Flags F>
  [[nodiscard]] FASTSER_INLINE static Cursor decode_key(T& value, Cursor cur, Decoder& decoder) {
    if constexpr (!is_shared<F>() && kPadded && kAssignedShort != 0) {
      static_assert(kAssignedShort < kShort);
      if (cur < decoder.plain_until) [[likely]] {
        const std::size_t size = size_at(cur);
        if (size <= kAssignedShort) [[likely]] {
          assign_short_key(value, reinterpret_cast<const char*>(cur + 1), size);
          return cur + 1 + size;
        }
      }
    }
    return decode<F>(value, cur, decoder);
  }
  template <Flags F>
  [[nodiscard]] FASTSER_INLINE static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    if constexpr (is_shared<F>()) {
      return decode_shared(value, cur, decoder);
    } else {
      if constexpr (kPadded) {
        std::size_t size = 0;
        if (cur < decoder.plain_until) [[likely]] {
          size = size_at(cur);
          if (size <= kShort) [[likely]] {
            return decode_short(value, size, cur, decoder);
          }
        } else if (decoder.new_short(cur, size)) {
          return decode_short(value, size, cur, decoder);
        } else if (decoder.last_short(cur, size)) {
          copy_exactly(value, reinterpret_cast<const char*>(cur + 1), size);
          return cur + 1 + size;
        }
      }
      return decode_any(value, cur, decoder);
    }
  }

  using NodeType = TextNode;
  static constexpr TextNode make_node() {
    return {{Node::Kind::kText, own_code<0>()},
            [](const TextNode&, void* value, const char* from, std::size_t size, Decoder& decoder) {
              return assign_text(*static_cast<T*>(value), from, size, decoder);
            }};
  }

 private:
  static std::size_t size_at(Cursor cur) noexcept { return static_cast<std::uint8_t>(*cur); }

  FASTSER_INLINE static Cursor decode_short(T& value, std::size_t size, Cursor cur,
                                            Decoder& decoder) {
    return copy_padded(value, reinterpret_cast<const char*>(cur + 1), size)
               ? cur + 1 + size
               : decode_new(value, cur, decoder);
  }
  // A short text that does not fit where it goes.
  FASTSER_NOINLINE static Cursor decode_new(T& value, Cursor cur, Decoder& decoder) {
    const std::size_t size = decoder.shares_all() ? size_at(cur) / 2 : size_at(cur);
    const std::string_view text(reinterpret_cast<const char*>(cur + 1), size);
    return renew_padded(value, text, decoder) ? cur + 1 + text.size() : decoder.fail_budget(cur);
  }
  FASTSER_NOINLINE static Cursor decode_shared(T& value, Cursor cur, Decoder& decoder) {
    return SharedText<T>::decode(value, cur, decoder);
  }
  // Of any size, shared or not.
  FASTSER_NOINLINE static Cursor decode_any(T& value, Cursor cur, Decoder& decoder) {
    if (decoder.shares_all()) return SharedText<T>::decode(value, cur, decoder);
    return decode_long(value, cur, decoder);
  }
  FASTSER_NOINLINE static Cursor decode_long(T& value, Cursor cur, Decoder& decoder) {
    std::size_t size = 0;
    if constexpr (kPadded) {
      if (cur != decoder.end) size = size_at(cur);
      if (size == value.size() && size < 0x80 && size < decoder.left(cur)) {
        std::memcpy(value.data(), cur + 1, size);
        return cur + 1 + size;
      }
    }
    const Cursor body = decoder.sized(cur, size);
    if (body == nullptr) return nullptr;
    if (!assign_text(value, reinterpret_cast<const char*>(body), size, decoder)) {
      return decoder.fail_budget(cur);
    }
    return body + size;
  }
};

}  // namespace fastser::archive
