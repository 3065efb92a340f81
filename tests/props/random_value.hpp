// SPDX-License-Identifier: MIT
//
// Random values of any described type, from a seed. The same seed gives the same value on every
// machine: nothing of <random> is used, whose distributions differ between libraries.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <variant>

#include "fastser/archive.hpp"

namespace fastser::testing {

/// SplitMix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept : state_(seed) {}
  std::uint64_t next() noexcept {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }
  std::uint64_t below(std::uint64_t n) noexcept { return next() % n; }
  bool one_in(std::uint64_t n) noexcept { return below(n) == 0; }
  /// Mostly small, sometimes large: sizes and depths.
  std::size_t size() noexcept {
    return static_cast<std::size_t>(one_in(20) ? below(200) : below(6));
  }

 private:
  std::uint64_t state_;
};

/// Numbers of all magnitudes: random bits cut to a random length, and the edges.
inline std::uint64_t random_bits(Random& random) {
  switch (random.below(8)) {
    case 0: return 0;
    case 1: return ~std::uint64_t{0};
    case 2: return std::uint64_t{1} << 63;
    default: return random.next() >> random.below(64);
  }
}

inline std::string random_text(Random& random) {
  constexpr const char* kPieces[] = {
      "a", "Z", "0", " ", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "the same words ", "\n"};
  std::string text;
  const std::size_t size = random.size();
  for (std::size_t i = 0; i < size; ++i) text += kPieces[random.below(std::size(kPieces))];
  return text;
}

template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <typename T>
struct IsVariant : std::false_type {};
template <typename... T>
struct IsVariant<std::variant<T...>> : std::true_type {};
template <typename T>
struct IsTuple : std::false_type {};
template <typename... T>
struct IsTuple<std::tuple<T...>> : std::true_type {};
template <typename A, typename B>
struct IsTuple<std::pair<A, B>> : std::true_type {};
template <typename T>
struct IsOwner : std::false_type {};
template <typename T>
struct IsOwner<std::unique_ptr<T>> : std::true_type {};
template <typename T>
struct IsOwner<std::shared_ptr<T>> : std::true_type {};
template <typename T>
struct IsVarint : std::false_type {};
template <typename T>
struct IsVarint<varint<T>> : std::true_type {};

/// Overwrites `value` with a random one. `depth` bounds what contains itself.
template <typename T>
void randomize(Random& random, T& value, int depth = 4);

template <typename T>
T random_value(Random& random, int depth = 4) {
  T value{};
  randomize(random, value, depth);
  return value;
}

template <typename T>
void randomize_container(Random& random, T& value, int depth) {
  value.clear();
  const std::size_t size = depth > 0 ? random.size() : 0;
  for (std::size_t i = 0; i < size; ++i) {
    if constexpr (requires { typename T::mapped_type; }) {
      auto key = random_value<typename T::key_type>(random, depth - 1);
      value.emplace(std::move(key), random_value<typename T::mapped_type>(random, depth - 1));
    } else {
      value.insert(value.end(), random_value<typename T::value_type>(random, depth - 1));
    }
  }
}

template <typename T>
void randomize_variant(Random& random, T& value, int depth) {
  const std::size_t index = static_cast<std::size_t>(random.below(std::variant_size_v<T>));
  [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    const auto choose = [&]<std::size_t kOne>() {
      if (kOne != index) return;
      value.template emplace<kOne>(
          random_value<std::variant_alternative_t<kOne, T>>(random, depth - 1));
    };
    (choose.template operator()<kIndex>(), ...);
  }
  (std::make_index_sequence<std::variant_size_v<T>>{});
}

template <typename T>
void randomize(Random& random, T& value, int depth) {
  if constexpr (std::is_same_v<T, bool>) {
    value = random.one_in(2);
  } else if constexpr (std::is_same_v<T, float>) {
    value = std::bit_cast<float>(static_cast<std::uint32_t>(random_bits(random)));
  } else if constexpr (std::is_same_v<T, double>) {
    value = std::bit_cast<double>(random_bits(random));
  } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    value = static_cast<T>(random_bits(random));
  } else if constexpr (std::is_same_v<T, std::monostate>) {
    value = {};
  } else if constexpr (IsVarint<T>::value) {
    randomize(random, value.value, depth);
  } else if constexpr (std::is_same_v<T, std::string>) {
    value = random_text(random);
  } else if constexpr (IsOptional<T>::value) {
    value.reset();
    if (depth > 0 && random.one_in(2)) randomize(random, value.emplace(), depth - 1);
  } else if constexpr (IsOwner<T>::value) {
    value.reset();
    if (depth <= 0 || random.one_in(3)) return;
    value = T(new typename T::element_type());
    randomize(random, *value, depth - 1);
  } else if constexpr (IsVariant<T>::value) {
    randomize_variant(random, value, depth);
  } else if constexpr (IsTuple<T>::value) {
    std::apply([&](auto&... e) { (randomize(random, e, depth - 1), ...); }, value);
  } else if constexpr (requires {
                         value.clear();
                         typename T::value_type;
                       }) {
    randomize_container(random, value, depth);
  } else if constexpr (requires { value.begin(); }) {
    for (auto& element : value) randomize(random, element, depth - 1);
  } else {
    schema::Description<T>::visit(
        value, [&](auto&... fields) { (randomize(random, fields, depth - 1), ...); });
  }
}

}  // namespace fastser::testing
