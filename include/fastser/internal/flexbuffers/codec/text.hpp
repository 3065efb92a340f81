// SPDX-License-Identifier: MIT
//
// Codecs of text (string; keys are read, too) and data (blob; strings are read, too), of paths and
// bitsets. Views are read borrowed: they point into the input.
#pragma once

#include <bitset>
#include <filesystem>
#include <string>
#include <string_view>

#include "fastser/internal/base/string_resize.hpp"
#include "fastser/internal/flexbuffers/codec/core.hpp"
#include "fastser/internal/schema/assign_bytes.hpp"
#include "fastser/internal/schema/path_memory.hpp"
#include "fastser/internal/wire/short_text.hpp"

namespace fastser::flexbuffers {

template <schema::BytesContainer T>
struct Codec<T> {
  static constexpr bool kIsData = schema::BytesAccess<T>::kIsData;

  static Slot encode(const T& value, Encoder& encoder) {
    if constexpr (kIsData) {
      return encoder.put_blob(value.data(), value.size());
    } else {
      return encoder.put_string(std::string_view(value.data(), value.size()));
    }
  }
  static bool decode(T& value, const Raw& raw, Decoder& decoder) {
    std::string_view bytes;
    if constexpr (kIsData) {
      if (!decoder.blob(raw, bytes)) return false;
    } else {
      if (!decoder.text(raw, bytes)) return false;
      if constexpr (FASTSER_PADDED_STRINGS && std::is_same_v<T, std::string>) {
        const std::size_t size = bytes.size();
        const auto* const from = reinterpret_cast<const std::byte*>(bytes.data());
        if (size <= kTextInPlace && decoder.source.left(from) > wire::kShortText) {
          set_string_size(value, size);
          wire::copy_short(value.data(), from, size);
          value.data()[size] = '\0';
          return true;
        }
      }
    }
    if (!decoder.pay(raw, schema::bytes_memory<T>(bytes.size()))) return false;
    schema::assign_bytes(value, bytes.data(), bytes.size());
    return true;
  }
};

template <>
struct Codec<std::filesystem::path> {
  static Slot encode(const std::filesystem::path& value, Encoder& encoder) {
    const std::u8string text = value.generic_u8string();
    return encoder.put_passing({reinterpret_cast<const char*>(text.data()), text.size()});
  }
  static bool decode(std::filesystem::path& value, const Raw& raw, Decoder& decoder) {
    std::string text;
    if (!decode_value(text, raw, decoder)) return false;
    if (!schema::charge_path<std::filesystem::path>(decoder, text)) {
      return decoder.fail_budget(raw.at) != nullptr;
    }
    value = std::filesystem::path(std::u8string(text.begin(), text.end()));
    return true;
  }
};

/// Eight bits a byte, the first in the lowest place.
template <std::size_t kSize>
struct Codec<std::bitset<kSize>> {
  static constexpr std::size_t kBytes = (kSize + 7) / 8;
  static Slot encode(const std::bitset<kSize>& value, Encoder& encoder) {
    std::byte bytes[kBytes + 1] = {};
    for (std::size_t i = 0; i < kSize; ++i) {
      if (value[i]) bytes[i / 8] |= static_cast<std::byte>(1U << (i % 8));
    }
    return encoder.put_blob(bytes, kBytes);
  }
  static bool decode(std::bitset<kSize>& value, const Raw& raw, Decoder& decoder) {
    std::string_view bytes;
    if (!decoder.blob(raw, bytes)) return false;
    const auto byte_at = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
    if (bytes.size() != kBytes || (kSize % 8 != 0 && byte_at(kBytes - 1) >> (kSize % 8) != 0)) {
      return decoder.mismatch(raw, "a bitset of another size than the reader's");
    }
    for (std::size_t i = 0; i < kSize; ++i) value[i] = ((byte_at(i / 8) >> (i % 8)) & 1) != 0;
    return true;
  }
};

}  // namespace fastser::flexbuffers
