// SPDX-License-Identifier: MIT
//
// Codecs of text (string) and data ([ubyte]). Views are read borrowed: they point into the buffer.
#pragma once

#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

#include "fastser/internal/flat/codec/core.hpp"
#include "fastser/internal/schema/assign_bytes.hpp"
#include "fastser/internal/schema/path_memory.hpp"

namespace fastser::flat {

/// Writes a text, or finds it, where texts are shared.
[[nodiscard]] inline Offset put_text(std::string_view text, Builder& builder, bool share) {
  share = share && builder.shared != nullptr;
  if (share) {
    if (const Offset known = builder.shared->find_text(text); known != 0) return known;
  }
  const Offset at = builder.put_text(text.data(), text.size());
  if (share && at != 0) builder.shared->add_text(text, at);
  return at;
}

template <schema::BytesContainer T>
struct Codec<T> {
  static constexpr bool kIsData = schema::BytesAccess<T>::kIsData;
  static constexpr Form kForm = kIsData ? Form::list : Form::text;

  static bool is_empty(const T& value) noexcept { return value.size() == 0; }
  [[nodiscard]] static Offset encode(const T& value, Builder& builder) {
    if constexpr (kIsData) {
      std::byte* const to = builder.put_list(value.size(), 1, 1);
      if (to == nullptr) return 0;
      if (value.size() != 0) std::memcpy(to, value.data(), value.size());
      return builder.here();
    } else if (builder.share_texts) {
      return put_text(value, builder, true);
    } else {
      return builder.put_text(value.data(), value.size());
    }
  }
  [[nodiscard]] static bool decode(T& value, Position at, Reader& reader) {
    std::string_view bytes;
    if constexpr (kIsData) {
      const std::byte* from = nullptr;
      std::size_t count = 0;
      if (!reader.list(at, 1, 1, from, count)) return false;
      bytes = {reinterpret_cast<const char*>(from), count};
    } else if (!reader.text(at, bytes)) {
      return false;
    }
    if (!reader.charge(schema::bytes_memory<T>(bytes.size()))) return false;
    schema::assign_bytes(value, bytes.data(), bytes.size());
    return true;
  }
  [[nodiscard]] static bool check(Position at, Reader& reader) {
    std::string_view text;
    const std::byte* from = nullptr;
    std::size_t count = 0;
    return kIsData ? reader.list(at, 1, 1, from, count) : reader.text(at, text);
  }
  static void clear(T& value) { value = T(); }
  static TypeRef describe(Declarations&) {
    return kIsData ? TypeRef::list(BaseType::UByte) : TypeRef::scalar(BaseType::String);
  }
};

/// Generic form ("/" between the parts), UTF-8.
template <>
struct Codec<std::filesystem::path> {
  using T = std::filesystem::path;
  static constexpr Form kForm = Form::text;
  static bool is_empty(const T& value) noexcept { return value.empty(); }
  [[nodiscard]] static Offset encode(const T& value, Builder& builder) {
    const std::u8string text = value.generic_u8string();
    return builder.put_text(reinterpret_cast<const char*>(text.data()), text.size());
  }
  [[nodiscard]] static bool decode(T& value, Position at, Reader& reader) {
    std::string_view text;
    if (!reader.text(at, text) || !schema::charge_path<T>(reader, text)) return false;
    value = T(std::u8string(text.begin(), text.end()));
    return true;
  }
  [[nodiscard]] static bool check(Position at, Reader& reader) {
    return Codec<std::string_view>::check(at, reader);
  }
  static void clear(T& value) { value.clear(); }
  static TypeRef describe(Declarations&) { return TypeRef::scalar(BaseType::String); }
};

}  // namespace fastser::flat
