// SPDX-License-Identifier: MIT
//
// Eigen's matrices, arrays and quaternions.
#include "fastser/types/eigen.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "types/everywhere.hpp"

namespace fastser::testing {

// Eigen leaves what has a fixed size uninitialised.
template <typename Scalar, int kRows, int kColumns, int... kOthers>
struct Blank<Eigen::Matrix<Scalar, kRows, kColumns, kOthers...>> {
  using Matrix = Eigen::Matrix<Scalar, kRows, kColumns, kOthers...>;
  static Matrix make() {
    if constexpr (kRows > 0 && kColumns > 0) {
      return Matrix::Zero();
    } else {
      return {};
    }
  }
};
template <>
struct Blank<Eigen::Quaterniond> {
  static Eigen::Quaterniond make() { return Eigen::Quaterniond::Identity(); }
};

namespace {

const auto kEqual = [](const auto& a, const auto& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && (a.array() == b.array()).all();
};

TEST(Eigen, MatricesOfFixedSizeAreArraysByColumns) {
  Eigen::Matrix<float, 2, 3> matrix;
  matrix << 1, 2, 3, 4, 5, 6;
  expect_everywhere(matrix, kEqual);
  expect_written_as(matrix, std::array<float, 6>{1, 4, 2, 5, 3, 6});
  expect_everywhere(Eigen::Vector3d(1, 2, 3), kEqual);
  expect_everywhere(Eigen::Matrix4f(Eigen::Matrix4f::Random()), kEqual);
}

TEST(Eigen, TheStorageOrderDoesNotCount) {
  Eigen::Matrix<double, 2, 3, Eigen::RowMajor> rows;
  rows << 1, 2, 3, 4, 5, 6;
  const auto columns = archive::decode<Eigen::Matrix<double, 2, 3>>(*archive::encode(rows));
  ASSERT_TRUE(columns.ok()) << columns.status();
  EXPECT_EQ(*columns, rows);
  const Eigen::MatrixXd dynamic = rows;
  const auto again =
      archive::decode<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
          *archive::encode(dynamic));
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(*again, dynamic);
}

TEST(Eigen, DynamicOnesKnowTheirSize) {
  for (int rows = 0; rows < 5; ++rows) {
    for (int columns = 0; columns < 5; ++columns) {
      expect_everywhere(Eigen::MatrixXd(Eigen::MatrixXd::Random(rows, columns)), kEqual);
    }
  }
  expect_everywhere(Eigen::VectorXf(Eigen::VectorXf::Random(9)), kEqual);
  expect_everywhere(Eigen::RowVectorXi(Eigen::RowVectorXi::Random(4)), kEqual);
  expect_everywhere(Eigen::ArrayXXf(Eigen::ArrayXXf::Random(3, 2)), kEqual);
  expect_written_as(Eigen::VectorXd(Eigen::Vector3d(1, 2, 3)), std::vector<double>{1, 2, 3});
}

TEST(Eigen, SizesThatAreNotThoseOfTheValuesAreRefused) {
  schema::EigenMatrix<double> lie{3, 3, {1, 2, 3}};
  EXPECT_EQ(archive::decode<Eigen::MatrixXd>(*archive::encode(lie)).status().code(),
            Code::kMalformed);
  lie = {0xFFFFFFFF, 0xFFFFFFFF, {1}};
  EXPECT_FALSE(archive::decode<Eigen::MatrixXd>(*archive::encode(lie)).ok());
  EXPECT_FALSE(msgpack::decode<Eigen::MatrixXd>(*msgpack::encode(lie)).ok());
  EXPECT_FALSE(flat::decode<Eigen::MatrixXd>(*flat::encode(lie)).ok());
  lie = {1, 3, {1, 2, 3}};  // of two rows
  using TwoRows = Eigen::Matrix<double, 2, Eigen::Dynamic>;
  EXPECT_FALSE(archive::decode<TwoRows>(*archive::encode(lie)).ok());
  using AtMostTwo = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 2, 1>;
  EXPECT_FALSE(archive::decode<AtMostTwo>(*archive::encode(std::vector<double>{1, 2, 3})).ok());
}

TEST(Eigen, AQuaternionIsXyzw) {
  expect_everywhere(Eigen::Quaterniond(1, 2, 3, 4),
                    [](const auto& a, const auto& b) { return a.coeffs() == b.coeffs(); });
  EXPECT_EQ(
      (*archive::decode<std::array<double, 4>>(*archive::encode(Eigen::Quaterniond(1, 2, 3, 4)))),
      (std::array<double, 4>{2, 3, 4, 1}));
}

}  // namespace
}  // namespace fastser::testing
