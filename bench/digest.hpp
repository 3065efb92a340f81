// SPDX-License-Identifier: MIT
//
// Digest: a number made of every field of a value, so that contenders that read in place can be
// made to look at all of them, and be checked to see the same. Cheap, since it is timed with them:
// numbers are added up, texts by their size and first character.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "fields.hpp"

namespace fastser_bench {

/// By value throughout: a sum in memory would keep every contender from holding anything in a
/// register, since its bytes could be what changed.
template <class N>
requires std::is_arithmetic_v<N> || std::is_enum_v<N>
[[nodiscard]] std::uint64_t digest(N number) {
  if constexpr (std::is_same_v<N, float>) {
    return std::bit_cast<std::uint32_t>(number);
  } else if constexpr (std::is_same_v<N, double>) {
    return std::bit_cast<std::uint64_t>(number);
  } else {
    return static_cast<std::uint64_t>(number);
  }
}
[[nodiscard]] inline std::uint64_t digest(std::string_view text) {
  return text.size() + (text.empty() ? 0U : static_cast<unsigned char>(text.front()));
}
/// Data and lists of numbers that lie side by side: the size and the first byte.
[[nodiscard]] inline std::uint64_t digest_bytes(const void* data, std::size_t bytes) {
  return bytes + (bytes == 0 ? 0U : *static_cast<const unsigned char*>(data));
}

/// The types that are read in place.
template <class T>
concept Viewed = std::same_as<T, Person> || std::same_as<T, Characters> ||
    std::same_as<T, Monsters> || std::same_as<T, Log> || std::same_as<T, StringRecords>;

/// Of an object.
template <class T>
[[nodiscard]] std::uint64_t digest_object(const T& value) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    return digest(value);
  } else if constexpr (std::is_same_v<T, std::string>) {
    return digest(std::string_view(value));
  } else if constexpr (std::is_same_v<T, std::vector<std::uint8_t>>) {
    return digest_bytes(value.data(), value.size());
  } else if constexpr (requires { value.begin(); }) {
    std::uint64_t sum = 0;
    for (const auto& element : value) sum += digest_object(element);
    return sum;
  } else {
    return std::apply(
        [](const auto&... fields) { return (std::uint64_t{0} + ... + digest_object(fields)); },
        fields(value));
  }
}

}  // namespace fastser_bench
