// SPDX-License-Identifier: MIT
//
// The codec of std::filesystem::path: a text in generic form ("/" between the parts), UTF-8. Known
// by its members: <filesystem> takes compilers as long as <string>, <vector> and <map> together,
// and who has a path has included it.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/archive/typed/codec/string.hpp"
#include "fastser/internal/schema/path_memory.hpp"
#include "fastser/internal/schema/wrapped.hpp"

namespace fastser::archive {

template <typename T>
concept FilesystemPath = std::is_class_v<T> && requires(const T& path) {
  typename T::string_type;
  T::preferred_separator;
  { path.generic_u8string() } -> std::same_as<std::u8string>;
  { path.parent_path() } -> std::same_as<T>;
} && !schema::Record<T> && !schema::Wrapping<T>;

template <FilesystemPath T>
struct Codec<T> : VariableCodec {
  using Text = Codec<std::string>;
  template <Flags F>
  static constexpr TypeCode own_code() {
    return Text::own_code<F>();
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeSink& out) {
    Text::describe<F>(builder, out);
  }
  template <Flags F>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    const std::u8string text = value.generic_u8string();
    return Text::encode<F>(std::string(text.begin(), text.end()), cur, encoder);
  }
  template <Flags F>
  [[nodiscard]] static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    std::string text;
    const Cursor behind = Text::decode<F>(text, cur, decoder);
    if (behind == nullptr) return nullptr;
    return assign(value, text, decoder) ? behind : decoder.fail_budget(cur);
  }

  using NodeType = TextNode;
  static constexpr TextNode make_node() {
    return {{Node::Kind::kText, TypeCode::kString},
            [](const TextNode&, void* value, const char* from, std::size_t size, Decoder& decoder) {
              return assign(*static_cast<T*>(value), {from, size}, decoder);
            }};
  }

 private:
  static bool assign(T& value, std::string_view text, Decoder& decoder) {
    if (!schema::charge_path<T>(decoder, text)) return false;
    value = T(std::u8string(text.begin(), text.end()));
    return true;
  }
};

}  // namespace fastser::archive
