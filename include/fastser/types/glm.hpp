// SPDX-License-Identifier: MIT
//
// GLM's vectors, matrices and quaternions in every format: a vector is an array of its components,
// a matrix an array of its columns, a quaternion an array of x, y, z, w. Arrays of vectors are one
// copy in archives. GLM's headers must be found by the program.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <array>
#include <cstddef>
#include <glm/fwd.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat2x2.hpp>
#include <glm/mat2x3.hpp>
#include <glm/mat2x4.hpp>
#include <glm/mat3x2.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat3x4.hpp>
#include <glm/mat4x2.hpp>
#include <glm/mat4x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "fastser/internal/schema/wrapped.hpp"

namespace fastser::schema {

template <glm::length_t kCount, typename E, glm::qualifier kHow>
struct Wrapped<glm::vec<kCount, E, kHow>> {
  using T = glm::vec<kCount, E, kHow>;
  using Inner = std::array<E, static_cast<std::size_t>(kCount)>;
  static constexpr bool kSameInMemory = sizeof(T) == sizeof(Inner);
  static Inner to(const T& value) noexcept {
    Inner inner;
    for (glm::length_t i = 0; i < kCount; ++i) inner[static_cast<std::size_t>(i)] = value[i];
    return inner;
  }
  static void from(T& value, const Inner& inner) noexcept {
    for (glm::length_t i = 0; i < kCount; ++i) value[i] = inner[static_cast<std::size_t>(i)];
  }
};

template <glm::length_t kColumns, glm::length_t kRows, typename E, glm::qualifier kHow>
struct Wrapped<glm::mat<kColumns, kRows, E, kHow>> {
  using T = glm::mat<kColumns, kRows, E, kHow>;
  using Inner = std::array<glm::vec<kRows, E, kHow>, static_cast<std::size_t>(kColumns)>;
  static Inner to(const T& value) noexcept {
    Inner inner;
    for (glm::length_t i = 0; i < kColumns; ++i) inner[static_cast<std::size_t>(i)] = value[i];
    return inner;
  }
  static void from(T& value, const Inner& inner) noexcept {
    for (glm::length_t i = 0; i < kColumns; ++i) value[i] = inner[static_cast<std::size_t>(i)];
  }
};

template <typename E, glm::qualifier kHow>
struct Wrapped<glm::qua<E, kHow>> {
  using T = glm::qua<E, kHow>;
  using Inner = std::array<E, 4>;
  static Inner to(const T& value) noexcept { return {value.x, value.y, value.z, value.w}; }
  static void from(T& value, const Inner& inner) noexcept {
    value.x = inner[0];
    value.y = inner[1];
    value.z = inner[2];
    value.w = inner[3];
  }
};

}  // namespace fastser::schema
