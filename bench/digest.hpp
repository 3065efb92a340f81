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

class Digest {
 public:
  template <class N>
  requires std::is_arithmetic_v<N> || std::is_enum_v<N>
  void add(N number) {
    if constexpr (std::is_same_v<N, float>) {
      sum_ += std::bit_cast<std::uint32_t>(number);
    } else if constexpr (std::is_same_v<N, double>) {
      sum_ += std::bit_cast<std::uint64_t>(number);
    } else {
      sum_ += static_cast<std::uint64_t>(number);
    }
  }
  void add(std::string_view text) {
    sum_ += text.size() + (text.empty() ? 0U : static_cast<unsigned char>(text.front()));
  }
  /// Data and lists of numbers that lie side by side: the size and the first byte.
  void add_bytes(const void* data, std::size_t bytes) {
    sum_ += bytes + (bytes == 0 ? 0U : *static_cast<const unsigned char*>(data));
  }
  [[nodiscard]] std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

/// The types that are read in place.
template <class T>
concept Viewed = std::same_as<T, Person> || std::same_as<T, Characters> ||
    std::same_as<T, Monsters> || std::same_as<T, Log> || std::same_as<T, StringRecords>;

/// Of an object.
template <class T>
void digest_object(Digest& digest, const T& value) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    digest.add(value);
  } else if constexpr (std::is_same_v<T, std::string>) {
    digest.add(std::string_view(value));
  } else if constexpr (std::is_same_v<T, std::vector<std::uint8_t>>) {
    digest.add_bytes(value.data(), value.size());
  } else if constexpr (requires { value.begin(); }) {
    for (const auto& element : value) digest_object(digest, element);
  } else {
    std::apply([&](const auto&... fields) { (digest_object(digest, fields), ...); }, fields(value));
  }
}

}  // namespace fastser_bench
