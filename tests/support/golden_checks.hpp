// SPDX-License-Identifier: MIT
//
// What golden vectors are for, for each codec of golden_codecs.hpp: exactly these bytes are written
// on every machine, they become the value, other versions of the class read them, and bad ones are
// refused with a given code at a given place.
//
// A bad vector is named after the value as whose type it is read: bad/person_cut_off.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "fastser/graph.hpp"
#include "support/golden_codecs.hpp"
#include "support/hex.hpp"
#include "support/vectors.hpp"

namespace fastser::testing::golden {

template <typename T>
bool same(const T& left, const T& right) {
  return graph::equal(left, right);
}
/// Whether two of them are one object is not for every codec to say.
template <typename E>
bool same(const std::vector<std::shared_ptr<E>>& left,
          const std::vector<std::shared_ptr<E>>& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const auto& one, const auto& other) { return graph::equal(*one, *other); });
}

template <typename Codec>
Vector good_vector(const std::string& name) {
  return read_vector(vector_path("good/" + name, Codec::kFolder));
}

template <typename Codec, typename T>
void expect_golden(const std::string& name, const T& value,
                   const typename Codec::EncodeOptions& options) {
  SCOPED_TRACE(name);
  const Result<Buffer> bytes = Codec::encode(value, options);
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  offer_vector(vector_path("good/" + name, Codec::kFolder), name, *bytes);
  const Vector vector = good_vector<Codec>(name);
  EXPECT_EQ(hex_of(*bytes, " "), hex_of(vector.bytes, " ")) << "the encoder makes other bytes";
  T again{};
  for (int times = 0; times < 2; ++times) {  // anew, and over what is there
    const Status status = Codec::decode_into(vector.bytes, again);
    ASSERT_TRUE(status.ok()) << status.to_string();
    EXPECT_TRUE(same(value, again)) << "another value";
  }
  EXPECT_TRUE(Codec::template verify<T>(vector.bytes).ok());
}

template <typename Codec>
void expect_all_golden() {
  std::size_t count = 0;
  Codec::each_vector([&](const std::string& name, const auto& value, const auto& options) {
    expect_golden<Codec>(name, value, options);
    ++count;
  });
  std::size_t files = 0;
  const auto folder = vector_path("good/x", Codec::kFolder).parent_path();
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++files;
  EXPECT_EQ(files, count) << "a vector that nothing reads, or two of one name";
}

/// Reads the vector `name` as a T.
template <typename Codec, typename T>
T read_as(const std::string& name) {
  SCOPED_TRACE(name);
  T value{};
  const Status status = Codec::decode_into(good_vector<Codec>(name).bytes, value);
  EXPECT_TRUE(status.ok()) << status.to_string();
  return value;
}

/// Every version of the class from the bytes of every other. `unknown`: what its field that may
/// not have been written yet reads as.
template <typename Codec>
void expect_versions(const std::vector<std::string>& unknown, const std::string& form = "") {
  const std::string first = "book_v1" + form;
  const std::string second = "book_v2" + form;
  const std::string third = "book_v3" + form;
  const auto second_of_first = read_as<Codec, BookV2>(first);
  EXPECT_EQ(second_of_first.title, "a first");
  EXPECT_EQ(second_of_first.pages, 100);
  EXPECT_EQ(second_of_first.authors, unknown);
  EXPECT_EQ(second_of_first.price, -1);
  const auto first_of_second = read_as<Codec, BookV1>(second);
  EXPECT_EQ(first_of_second.title, "a second");
  EXPECT_EQ(first_of_second.pages, 200);
  const auto third_of_first = read_as<Codec, BookV3>(first);
  EXPECT_EQ(third_of_first.title, "a first");
  EXPECT_EQ(third_of_first.authors, unknown);
  EXPECT_EQ(third_of_first.price, -1);
  EXPECT_FALSE(third_of_first.isbn.has_value());
  const auto third_of_second = read_as<Codec, BookV3>(second);
  EXPECT_EQ(third_of_second.title, "a second");
  EXPECT_EQ(third_of_second.authors, make_book_v2().authors);
  EXPECT_EQ(third_of_second.price, 2.5);
  EXPECT_FALSE(third_of_second.isbn.has_value());
  const auto first_of_third = read_as<Codec, BookV1>(third);
  EXPECT_EQ(first_of_third.title, "a third");
  EXPECT_EQ(first_of_third.pages, 1);
  const auto second_of_third = read_as<Codec, BookV2>(third);
  EXPECT_EQ(second_of_third.title, "a third");
  EXPECT_EQ(second_of_third.pages, 1);
  EXPECT_EQ(second_of_third.authors, make_book_v3().authors);
  EXPECT_EQ(second_of_third.price, 3.5);
}

/// All of bad/ are refused; at least so many are there.
template <typename Codec>
void expect_all_refused(std::size_t least) {
  std::size_t count = 0;
  const auto folder = vector_path("bad/x", Codec::kFolder).parent_path();
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().stem().string();
    SCOPED_TRACE(name);
    const Vector vector = read_vector(entry.path());
    bool known = false;
    each_value([&](const std::string& type, const auto& value) {
      if (!name.starts_with(type + '_')) return;
      known = true;
      std::remove_cvref_t<decltype(value)> read{};
      const Status status = Codec::decode_into(vector.bytes, read);
      EXPECT_EQ(code_name(status.code()), vector.code) << status.to_string();
      EXPECT_EQ(status.offset(), vector.offset) << status.to_string();
    });
    EXPECT_TRUE(known) << "no type of that name";
    ++count;
  }
  EXPECT_GE(count, least);
}

}  // namespace fastser::testing::golden
