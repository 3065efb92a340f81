// SPDX-License-Identifier: MIT
//
// Codecs of text (str) and data (bin), of extensions, paths and bitsets. Views are read borrowed:
// they point into the input. Data is read from str too, as writers from before bin have it.
#pragma once

#include <bitset>
#include <filesystem>
#include <string>
#include <string_view>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/base/string_resize.hpp"
#include "fastser/internal/base/vector_resize.hpp"
#include "fastser/internal/msgpack/codec/core.hpp"
#include "fastser/internal/schema/assign_bytes.hpp"
#include "fastser/internal/schema/path_memory.hpp"
#include "fastser/internal/wire/short_text.hpp"

namespace fastser::msgpack {

/// A str, or for data a bin: its bytes in the input.
[[nodiscard]] Cursor read_bytes(Decoder& decoder, Cursor cur, bool is_data,
                                std::string_view& bytes) noexcept;
[[nodiscard]] Cursor read_ext(Decoder& decoder, Cursor cur, std::int8_t& type,
                              std::string_view& bytes) noexcept;

template <schema::BytesContainer T>
struct Codec<T> : UnboundedCodec {
  static constexpr bool kIsData = schema::BytesAccess<T>::kIsData;
  static constexpr Kinds kinds() { return kinds_of(kIsData ? Kind::bin : Kind::str); }
  static constexpr bool kPadded = FASTSER_PADDED_STRINGS && std::is_same_v<T, std::string>;

  template <Keys K>
  FASTSER_INLINE static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    const std::size_t size = value.size();
    if constexpr (kIsData) {
      return encoder.put_bin(cur, value.data(), size);
    } else {
      if constexpr (kPadded) {
        if (size <= kFixStrMost && encoder.room(cur) > wire::kShortText) [[likely]] {
          *cur = static_cast<std::byte>(kFixStr | size);
          wire::copy_short(cur + 1, value.data(), size);
          return cur + 1 + size;
        }
      }
      return encoder.put_str(cur, value.data(), size);
    }
  }
  FASTSER_INLINE static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    if constexpr (kPadded) {
      if (decoder.left(cur) > wire::kShortText) [[likely]] {
        const auto tag = static_cast<std::uint8_t>(*cur);
        if ((tag & 0xE0) == kFixStr) [[likely]] {
          const std::size_t size = tag & 0x1F;
          if (value.size() != size) {
            if (size > kTextInPlace && size > value.capacity()) {
              return decode_new(value, cur, size, decoder);
            }
            set_string_size(value, size);
          }
          char* const to = value.data();
          wire::copy_short(to, cur + 1, size);
          to[size] = '\0';
          return cur + 1 + size;
        }
      }
    }
    return decode_any(value, cur, decoder);
  }

 private:
  /// A text of the short form that does not fit where it goes.
  FASTSER_NOINLINE static Cursor decode_new(T& value, Cursor cur, std::size_t size,
                                            Decoder& decoder) {
    if (!decoder.charge(size + 16)) return decoder.fail_budget(cur);
    const auto* from = reinterpret_cast<const char*>(cur + 1);
    renew_string(value, from, size, [&](char* to) { wire::copy_short(to, from, size); });
    return cur + 1 + size;
  }
  FASTSER_NOINLINE static Cursor decode_any(T& value, Cursor cur, Decoder& decoder) {
    std::string_view bytes;
    Cursor behind = nullptr;
    // The forms that most have; all others, and what is wrong, by the table of forms.
    const std::size_t left = decoder.left(cur);
    const unsigned tag = left > 1 ? static_cast<std::uint8_t>(*cur) : 0U;
    const bool is_fixed = !kIsData && (tag & 0xE0) == kFixStr;
    if (is_fixed || tag == (kIsData ? kBin8 : kStr8)) {
      const std::size_t head = is_fixed ? 1 : 2;
      const std::size_t size = is_fixed ? tag & 0x1F : static_cast<std::uint8_t>(cur[1]);
      if (size <= left - head) {
        bytes = {reinterpret_cast<const char*>(cur + head), size};
        behind = cur + head + size;
      }
    }
    if (behind == nullptr) behind = read_bytes(decoder, cur, kIsData, bytes);
    if (behind == nullptr) return nullptr;
    if (!decoder.charge(schema::bytes_memory<T>(bytes.size()))) return decoder.fail_budget(cur);
    schema::assign_bytes(value, bytes.data(), bytes.size());
    return behind;
  }
};

template <>
struct Codec<std::filesystem::path> : UnboundedCodec {
  static constexpr Kinds kinds() { return kinds_of(Kind::str); }
  template <Keys K>
  static std::byte* encode(const std::filesystem::path& value, std::byte* cur, Encoder& encoder) {
    const std::u8string text = value.generic_u8string();
    return encoder.put_str(cur, reinterpret_cast<const char*>(text.data()), text.size());
  }
  static Cursor decode(std::filesystem::path& value, Cursor cur, Decoder& decoder) {
    std::string text;
    const Cursor behind = decode_value(text, cur, decoder);
    if (behind == nullptr) return nullptr;
    if (!schema::charge_path<std::filesystem::path>(decoder, text)) {
      return decoder.fail_budget(cur);
    }
    value = std::filesystem::path(std::u8string(text.begin(), text.end()));
    return behind;
  }
};

template <>
struct Codec<Ext> : UnboundedCodec {
  static constexpr Kinds kinds() { return kinds_of(Kind::ext); }
  template <Keys K>
  static std::byte* encode(const Ext& value, std::byte* cur, Encoder& encoder) {
    return encoder.put_ext(cur, value.type, value.data.data(), value.data.size());
  }
  static Cursor decode(Ext& value, Cursor cur, Decoder& decoder) {
    std::string_view bytes;
    const Cursor behind = read_ext(decoder, cur, value.type, bytes);
    if (behind == nullptr) return nullptr;
    if (!decoder.charge(bytes.size())) return decoder.fail_budget(cur);
    assign_elements(value.data, reinterpret_cast<const std::byte*>(bytes.data()), bytes.size());
    return behind;
  }
};

/// Eight bits a byte, the first in the lowest place.
template <std::size_t kSize>
struct Codec<std::bitset<kSize>> : UnboundedCodec {
  static constexpr Kinds kinds() { return kinds_of(Kind::bin); }
  static constexpr std::size_t kBytes = (kSize + 7) / 8;
  template <Keys K>
  static std::byte* encode(const std::bitset<kSize>& value, std::byte* cur, Encoder& encoder) {
    std::byte bytes[kBytes + 1] = {};
    for (std::size_t i = 0; i < kSize; ++i) {
      if (value[i]) bytes[i / 8] |= static_cast<std::byte>(1U << (i % 8));
    }
    return encoder.put_bin(cur, bytes, kBytes);
  }
  static Cursor decode(std::bitset<kSize>& value, Cursor cur, Decoder& decoder) {
    std::string_view bytes;
    const Cursor behind = read_bytes(decoder, cur, true, bytes);
    if (behind == nullptr) return nullptr;
    const auto byte_at = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
    if (bytes.size() != kBytes || (kSize % 8 != 0 && byte_at(kBytes - 1) >> (kSize % 8) != 0)) {
      return decoder.fail_type(cur, "a bitset of another size than the reader's");
    }
    for (std::size_t i = 0; i < kSize; ++i) value[i] = ((byte_at(i / 8) >> (i % 8)) & 1) != 0;
    return behind;
  }
};

}  // namespace fastser::msgpack
