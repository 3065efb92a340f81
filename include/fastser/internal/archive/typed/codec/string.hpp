// SPDX-License-Identifier: MIT
//
// Codecs of text and data: std::string, std::string_view, path; vectors and spans of bytes. Views
// are read borrowed: they point into the input, which must outlive them.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/base/string_resize.hpp"
#include "fastser/internal/schema/assign_bytes.hpp"
#include "fastser/internal/wire/short_text.hpp"

namespace fastser::archive {

template <BytesContainer T>
struct Codec<T> : VariableCodec {
  static constexpr bool kNests = false;
  static constexpr bool kIsData = BytesAccess<T>::kIsData;
  /// Short strings are copied 32 bytes at a time, whatever their length.
  static constexpr bool kPadded = FASTSER_PADDED_STRINGS && std::is_same_v<T, std::string>;
  static constexpr std::size_t kShort = wire::kShortText;
  static constexpr std::size_t kShortShared = 15;  ///< at most, for put_shared_short

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
    append_code(out, own_code<F>());
  }
  template <Flags F>
  FASTSER_INLINE static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    if constexpr (!is_shared<F>() && kPadded) {
      const std::size_t size = value.size();
      const auto room = static_cast<std::size_t>(encoder.end - cur);
      if (size <= kShort && room > kShort) [[likely]] {
        *cur = static_cast<std::byte>(size);
        wire::copy_short(cur + 1, value.data(), size);
        return cur + 1 + size;
      }
      return encoder.put_text(cur, value.data(), size);
    }
    if constexpr (is_shared<F>() && (F & schema::kLeaveTexts) != 0) {
      const std::size_t size = value.size();
      const auto room = static_cast<std::size_t>(encoder.end - cur);
      if (kPadded && size - 1 < kShort && room > kShort) [[likely]] {
        return put_new_short(cur, value.data(), size);
      }
      return encoder.put_left_alone(cur, value.data(), size);
    } else if constexpr (is_shared<F>()) {
      const auto* from = reinterpret_cast<const char*>(value.data());
      const std::size_t size = value.size();
      if (encoder.sharing_fields(kIsData).skips(encoder.field_slot, size)) {
        const auto room = static_cast<std::size_t>(encoder.end - cur);
        if (kPadded && size <= kShort && room > kShort) return put_new_short(cur, from, size);
        return encoder.put_new_shared(cur, from, size);
      }
      if (kPadded && size - 1 < kShortShared) return encoder.put_shared_short(cur, from, size);
      return encoder.put_shared(cur, from, size, kIsData);
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
      if (decoder.left(cur) > kAssignedShort + 1) [[likely]] {
        const auto size = static_cast<std::size_t>(static_cast<std::uint8_t>(*cur));
        if (size <= kAssignedShort && !decoder.shares_all()) [[likely]] {
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
        const std::size_t left = decoder.left(cur);
        const char* from = reinterpret_cast<const char*>(cur + 1);
        if (left > kShort) [[likely]] {
          const auto size = static_cast<std::size_t>(static_cast<std::uint8_t>(*cur));
          if (size < decoder.plain_texts_below) [[likely]] {
            return copy_padded(value, from, size) ? cur + 1 + size
                                                  : decode_new(value, from, size, decoder);
          }
        } else if (left != 0) {  // among the last of an input
          const auto size = static_cast<std::size_t>(static_cast<std::uint8_t>(*cur));
          if (size <= kTextInPlace && size < left && !decoder.shares_all()) {
            if (value.size() != size) set_string_size(value, size);
            copy_exactly(value.data(), from, size);
            return cur + 1 + size;
          }
        }
      }
      return decode_any(value, cur, decoder);
    }
  }
  /// A short text that does not fit where it goes.
  FASTSER_NOINLINE [[nodiscard]] static Cursor decode_new(T& value, const char* from,
                                                          std::size_t size, Decoder& decoder) {
    const auto* body = reinterpret_cast<Cursor>(from);
    return renew(value, {from, size}, decoder) ? body + size : decoder.fail_budget(body - 1);
  }
  /// Shared text or data of any size.
  FASTSER_NOINLINE [[nodiscard]] static Cursor decode_shared(T& value, Cursor cur,
                                                             Decoder& decoder) {
    return take_shared(value, cur, decoder);
  }
  /// Text or data of any size.
  FASTSER_NOINLINE [[nodiscard]] static Cursor decode_any(T& value, Cursor cur, Decoder& decoder) {
    if (decoder.shares_all()) return take_shared(value, cur, decoder);
    std::size_t size = 0;
    if constexpr (kPadded) {
      if (cur != decoder.end) size = static_cast<std::size_t>(static_cast<std::uint8_t>(*cur));
      if (size == value.size() && size < 0x80 && size < decoder.left(cur)) {
        std::memcpy(value.data(), cur + 1, size);
        return cur + 1 + size;
      }
    }
    const Cursor body = decoder.sized(cur, size);
    if (body == nullptr) return nullptr;
    if (!assign(value, reinterpret_cast<const char*>(body), size, decoder)) {
      return decoder.fail_budget(cur);
    }
    return body + size;
  }

  using NodeType = TextNode;
  static constexpr TextNode make_node() {
    return {{Node::Kind::kText, own_code<0>(), false},
            [](const TextNode&, void* value, const char* from, std::size_t size, Decoder& decoder) {
              return assign(*static_cast<T*>(value), from, size, decoder);
            }};
  }

 private:
  // Inlined where it is the whole of a call.
  FASTSER_INLINE static Cursor take_shared(T& value, Cursor cur, Decoder& decoder) {
    if constexpr (kPadded) {
      std::string_view text;
      const Cursor behind = decoder.shared_short(cur, text);
      if (behind != nullptr) [[likely]] {
        if (copy_padded(value, text.data(), text.size())) [[likely]]
          return behind;
        return renew(value, text, decoder) ? behind : decoder.fail_budget(cur);
      }
      if (cur != decoder.end) {  // among the last of an input
        const auto head = static_cast<std::size_t>(*cur);
        const std::size_t size = head / 2;
        TextTable& known = decoder.texts->strings;
        if (head % 2 == 0 && size <= kTextInPlace && size < decoder.left(cur) && !known.full()) {
          known.add(cur, size);
          if (value.size() != size) set_string_size(value, size);
          copy_exactly(value.data(), reinterpret_cast<const char*>(cur + 1), size);
          return cur + 1 + size;
        }
      }
    }
    std::string_view bytes;
    const Cursor behind = decoder.shared(cur, bytes, kIsData);
    if (behind == nullptr) return nullptr;
    return assign(value, bytes.data(), bytes.size(), decoder) ? behind : decoder.fail_budget(cur);
  }
  // A short text by copy_short; false where it takes more memory than there is.
  FASTSER_INLINE static bool copy_padded(T& value, const char* from, std::size_t size) {
    if (value.size() != size) {
      if (kAssignedShort != 0 && size <= kAssignedShort) {
        assign_short(value, from, size);
        return true;
      }
      if (size > kTextInPlace && size > value.capacity()) return false;
      set_string_size(value, size);
    }
    char* const to = value.data();
    wire::copy_short(to, from, size);
    to[size] = '\0';
    return true;
  }
  static bool renew(T& value, std::string_view text, Decoder& decoder) {
    if (!decoder.charge(text.size() + 16)) return false;
    renew_string(value, text.data(), text.size(),
                 [&](char* to) { wire::copy_short(to, text.data(), text.size()); });
    return true;
  }
  // At most kShort, where the room is more.
  FASTSER_INLINE static std::byte* put_new_short(std::byte* cur, const char* from,
                                                 std::size_t size) noexcept {
    *cur = static_cast<std::byte>(2 * size);
    wire::copy_short(cur + 1, from, size);
    return cur + 1 + size;
  }
  // At most 22, by two copies that overlap: behind the last string of an input nothing may be read.
  FASTSER_INLINE static void copy_exactly(char* to, const char* from, std::size_t size) noexcept {
    if (kTextInPlace > 16 && size > 16) {
      wire::copy_short(to, from, size);
    } else if (size >= 8) {
      std::uint64_t head;
      std::uint64_t tail;
      std::memcpy(&head, from, 8);
      std::memcpy(&tail, from + size - 8, 8);
      std::memcpy(to, &head, 8);
      std::memcpy(to + size - 8, &tail, 8);
    } else {
      for (std::size_t i = 0; i < size; ++i) to[i] = from[i];
    }
  }
  FASTSER_INLINE static bool assign(T& value, const char* from, std::size_t size,
                                    Decoder& decoder) {
    if (!decoder.charge(schema::bytes_memory<T>(size))) return false;
    schema::assign_bytes(value, from, size);
    return true;
  }
};

template <>
struct Codec<std::filesystem::path> : VariableCodec {
  using Text = Codec<std::string>;
  static constexpr bool kNests = false;
  template <Flags F>
  static constexpr TypeCode own_code() {
    return Text::own_code<F>();
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeSink& out) {
    Text::describe<F>(builder, out);
  }
  /// Generic form ("/" between the parts), UTF-8.
  template <Flags F>
  static std::byte* encode(const std::filesystem::path& value, std::byte* cur, Encoder& encoder) {
    const std::u8string text = value.generic_u8string();
    return Text::encode<F>(std::string(text.begin(), text.end()), cur, encoder);
  }
  template <Flags F>
  [[nodiscard]] static Cursor decode(std::filesystem::path& value, Cursor cur, Decoder& decoder) {
    std::string text;
    return assign(value, text, Text::decode<F>(text, cur, decoder));
  }

  using NodeType = TextNode;
  static constexpr TextNode make_node() {
    return {{Node::Kind::kText, TypeCode::kString, false},
            [](const TextNode&, void* value, const char* from, std::size_t size, Decoder& decoder) {
              // The text is there twice for a moment.
              if (!decoder.charge(2 * schema::bytes_memory<std::string>(size))) return false;
              *static_cast<std::filesystem::path*>(value) =
                  std::filesystem::path(std::u8string(from, from + size));
              return true;
            }};
  }

 private:
  static Cursor assign(std::filesystem::path& value, const std::string& text, Cursor behind) {
    if (behind != nullptr) value = std::filesystem::path(std::u8string(text.begin(), text.end()));
    return behind;
  }
};

}  // namespace fastser::archive
