// SPDX-License-Identifier: MIT
//
// Eigen's matrices, arrays and quaternions in every format.
//
//   of fixed size          an array of the coefficients, column by column
//   dynamic vectors        a list
//   other dynamic ones     a record {rows u32, columns u32, values}, column by column
//   quaternions            an array of x, y, z, w
//
// Column by column whatever the storage order is, so that both read each other. A struct with an
// optional of one of these lists its fields (FASTSER_FIELDS): Eigen's constructors take whatever
// reflection asks with. Eigen's headers must be found by the program.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "fastser/describe.hpp"
#include "fastser/internal/schema/wrapped.hpp"

namespace fastser::schema {

/// A matrix whose size is not known when the program is compiled.
template <typename E>
struct EigenMatrix {
  static constexpr std::string_view fastser_name = "Matrix";
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::vector<E> values;
};

template <typename T>
struct WrappedEigen {
  using E = typename T::Scalar;
  static constexpr bool kIsFixed = T::SizeAtCompileTime != Eigen::Dynamic;
  static constexpr bool kIsVector = T::IsVectorAtCompileTime;
  static constexpr std::size_t kSize =
      kIsFixed ? static_cast<std::size_t>(T::SizeAtCompileTime) : 1;
  using Inner = std::conditional_t<kIsFixed, std::array<E, kSize>,
                                   std::conditional_t<kIsVector, std::vector<E>, EigenMatrix<E>>>;

  static Inner to(const T& value) {
    Inner inner{};
    if constexpr (kIsFixed) {
      copy(value, inner.data());
    } else if constexpr (kIsVector) {
      inner.resize(static_cast<std::size_t>(value.size()));
      copy(value, inner.data());
    } else {
      inner.rows = static_cast<std::uint32_t>(value.rows());
      inner.columns = static_cast<std::uint32_t>(value.cols());
      inner.values.resize(static_cast<std::size_t>(value.size()));
      copy(value, inner.values.data());
    }
    return inner;
  }
  /// False: more or fewer values than rows and columns say, or than the type has room for.
  static bool from(T& value, const Inner& inner) {
    if constexpr (kIsFixed) {
      value = by_columns(inner.data(), value.rows(), value.cols());
    } else if constexpr (kIsVector) {
      const auto size = static_cast<Eigen::Index>(inner.size());
      if (T::MaxSizeAtCompileTime != Eigen::Dynamic && size > T::MaxSizeAtCompileTime) return false;
      value = by_columns(inner.data(), T::RowsAtCompileTime == 1 ? 1 : size,
                         T::RowsAtCompileTime == 1 ? size : 1);
    } else {
      const std::uint64_t rows = inner.rows;
      const std::uint64_t columns = inner.columns;
      if (rows * columns != inner.values.size() || !fits(rows, T::RowsAtCompileTime) ||
          !fits(columns, T::ColsAtCompileTime) || !has_room(rows, T::MaxRowsAtCompileTime) ||
          !has_room(columns, T::MaxColsAtCompileTime)) {
        return false;
      }
      value = by_columns(inner.values.data(), static_cast<Eigen::Index>(rows),
                         static_cast<Eigen::Index>(columns));
    }
    return true;
  }

 private:
  static void copy(const T& value, E* to) {
    for (Eigen::Index column = 0; column < value.cols(); ++column) {
      for (Eigen::Index row = 0; row < value.rows(); ++row) *to++ = value(row, column);
    }
  }
  static T by_columns(const E* from, Eigen::Index rows, Eigen::Index columns) {
    T made;
    if constexpr (!kIsFixed) made.resize(rows, columns);
    for (Eigen::Index column = 0; column < columns; ++column) {
      for (Eigen::Index row = 0; row < rows; ++row) made(row, column) = *from++;
    }
    return made;
  }
  static constexpr bool fits(std::uint64_t count, int fixed) {
    return fixed == Eigen::Dynamic || count == static_cast<std::uint64_t>(fixed);
  }
  static constexpr bool has_room(std::uint64_t count, int most) {
    return most == Eigen::Dynamic || count <= static_cast<std::uint64_t>(most);
  }
};

template <typename E, int kRows, int kColumns, int kOptions, int kMostRows, int kMostColumns>
struct Wrapped<Eigen::Matrix<E, kRows, kColumns, kOptions, kMostRows, kMostColumns>>
    : WrappedEigen<Eigen::Matrix<E, kRows, kColumns, kOptions, kMostRows, kMostColumns>> {};
template <typename E, int kRows, int kColumns, int kOptions, int kMostRows, int kMostColumns>
struct Wrapped<Eigen::Array<E, kRows, kColumns, kOptions, kMostRows, kMostColumns>>
    : WrappedEigen<Eigen::Array<E, kRows, kColumns, kOptions, kMostRows, kMostColumns>> {};

template <typename E, int kOptions>
struct Wrapped<Eigen::Quaternion<E, kOptions>> {
  using T = Eigen::Quaternion<E, kOptions>;
  using Inner = std::array<E, 4>;
  static Inner to(const T& value) { return {value.x(), value.y(), value.z(), value.w()}; }
  static void from(T& value, const Inner& inner) {
    value = T(inner[3], inner[0], inner[1], inner[2]);
  }
};

}  // namespace fastser::schema
