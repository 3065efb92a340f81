// SPDX-License-Identifier: MIT
//
// R8: the kind and class of an object are checked at every use of its number (B6): eight classes,
// referred to through pointers to each of them, at first and at repeated use; by the typed reader,
// by the reader of other versions, and by the walker.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/archive/verify.hpp"

namespace fastser::testing {
namespace {

using archive::Header;
using Bytes = std::vector<std::byte>;

template <int kNumber>
struct Kind {
  std::uint8_t value = kNumber;  // all bodies are alike: only the class tells them apart
};

// Eight kinds of objects: records of the same shape but other names, and what is no record.
using Kinds =
    std::tuple<Kind<0>, Kind<1>, Kind<2>, Kind<3>, Kind<4>, std::uint8_t, std::int8_t, std::string>;
constexpr std::size_t kKinds = std::tuple_size_v<Kinds>;

template <std::size_t kAt>
using KindAt = std::tuple_element_t<kAt, Kinds>;

template <typename A, typename B>
struct Couple {
  std::shared_ptr<A> first;
  std::shared_ptr<B> second;
  std::shared_ptr<B> third;
};
/// A later version: adopts what Couple wrote.
template <typename A, typename B>
struct LaterCouple {
  std::shared_ptr<B> third;
  std::shared_ptr<B> second;
  std::shared_ptr<A> first;
};

// Slots: a new object, then a reference to number 0, twice.
template <typename A, typename B>
void expect_checked_at_every_use() {
  Couple<A, B> good;
  good.first = std::make_shared<A>();
  const Result<Buffer> bytes = archive::encode(good);
  ASSERT_TRUE(bytes.ok());
  ASSERT_EQ(bytes->data()[bytes->size() - 1], std::byte{0});  // third: nil
  Bytes second(bytes->begin(), bytes->end());
  second[second.size() - 2] = std::byte{6};
  Bytes third(bytes->begin(), bytes->end());
  third[third.size() - 1] = std::byte{6};
  const Code wanted = std::is_same_v<A, B> ? Code::kOk : Code::kTypeMismatch;
  for (const Bytes& one : {second, third}) {
    EXPECT_EQ((archive::decode<Couple<A, B>>(one).status().code()), wanted);
    EXPECT_EQ((archive::decode<LaterCouple<A, B>>(one).status().code()), wanted);
    EXPECT_EQ(archive::verify(one).code(), wanted);
  }
  // Used rightly once, wrongly the second time.
  Couple<A, B> both = good;
  both.second = std::make_shared<B>();
  both.third = both.second;
  const Result<Buffer> full = archive::encode(both);
  ASSERT_TRUE(full.ok());
  ASSERT_TRUE((archive::decode<Couple<A, B>>(*full).ok()));
  Bytes wrong(full->begin(), full->end());
  ASSERT_EQ(wrong.back(), std::byte{7});
  wrong.back() = std::byte{6};
  EXPECT_EQ((archive::decode<Couple<A, B>>(wrong).status().code()), wanted);
  EXPECT_EQ((archive::decode<LaterCouple<A, B>>(wrong).status().code()), wanted);
  EXPECT_EQ(archive::verify(wrong).code(), wanted);
}

template <std::size_t kA, std::size_t... kB>
void check_row(std::index_sequence<kB...>) {
  (expect_checked_at_every_use<KindAt<kA>, KindAt<kB>>(), ...);
}

TEST(References, FitOnlyObjectsOfTheirKindInAllOfSixtyFourPairs) {
  [&]<std::size_t... kA>(std::index_sequence<kA...>) {
    (check_row<kA>(std::make_index_sequence<kKinds>()), ...);
  }
  (std::make_index_sequence<kKinds>());
}

using Numbers = std::vector<std::shared_ptr<std::uint8_t>>;
using WideNumbers = std::vector<std::shared_ptr<std::uint16_t>>;

Code typed(std::initializer_list<int> payload) {
  Bytes bytes;
  for (const int value : payload) bytes.push_back(static_cast<std::byte>(value));
  return archive::decode<Numbers>(bytes, {.header = Header::bare}).status().code();
}
Code with_table(std::initializer_list<int> payload, bool adopt) {
  Bytes bytes;  // list<ref u8>
  for (const int value : {0x46, 0x53, 0x52, 1, 0, 0, 0, 0, 0, 4, 0, 0x21, 0x29, 0x03}) {
    bytes.push_back(static_cast<std::byte>(value));
  }
  for (const int value : payload) bytes.push_back(static_cast<std::byte>(value));
  return adopt ? archive::decode<WideNumbers>(bytes).status().code()
               : archive::verify(bytes).code();
}
void expect_all(std::initializer_list<int> payload, Code wanted) {
  EXPECT_EQ(typed(payload), wanted);
  EXPECT_EQ(with_table(payload, true), wanted);
  EXPECT_EQ(with_table(payload, false), wanted);
}

TEST(References, BackwardsAreFollowed) { expect_all({3, 1, 9, 6, 6}, Code::kOk); }
TEST(References, ForwardsAreRefused) { expect_all({2, 6, 1, 9}, Code::kBadReference); }
TEST(References, ToNoObjectAreRefused) {
  expect_all({2, 1, 9, 7}, Code::kBadReference);
  expect_all({2, 1, 9, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01},
             Code::kBadReference);
}
TEST(References, BodiesOfNoPromiseAreRefused) {
  expect_all({1, 4, 0, 9}, Code::kBadReference);
  expect_all({2, 1, 9, 4, 0, 9}, Code::kBadReference);
  expect_all({2, 1, 9, 5, 0, 9}, Code::kBadReference);
}
TEST(References, BodiesThatComeTwiceAreRefused) {
  expect_all({2, 2, 4, 0, 9, 9}, Code::kBadReference);
}

TEST(References, ToThemselvesAreCycles) {
  struct Self {
    std::weak_ptr<Self> self;
  };
  const Bytes bytes = {std::byte{1}, std::byte{6}};
  const auto value = archive::decode<std::shared_ptr<Self>>(bytes, {.header = Header::bare});
  ASSERT_TRUE(value.ok()) << value.status().to_string();
  EXPECT_EQ((*value)->self.lock(), *value);
}

struct Mixed {
  static constexpr auto fastser_options = options(share("text"), share("again"));
  std::string text;
  std::shared_ptr<std::uint8_t> object;
  std::string again;
};

TEST(References, ToStringsAreNumberedApartFromObjects) {
  // "ab" is string 0, there is no object 0 yet; then a reference to string 1, which is none.
  Bytes bytes = {std::byte{4}, std::byte{'a'}, std::byte{'b'}, std::byte{6}, std::byte{1}};
  EXPECT_EQ(archive::decode<Mixed>(bytes, {.header = Header::bare}).status().code(),
            Code::kBadReference);
  bytes = {std::byte{4}, std::byte{'a'}, std::byte{'b'}, std::byte{0}, std::byte{3}};
  EXPECT_EQ(archive::decode<Mixed>(bytes, {.header = Header::bare}).status().code(),
            Code::kBadReference);
  bytes[4] = std::byte{1};
  EXPECT_TRUE(archive::decode<Mixed>(bytes, {.header = Header::bare}).ok());
}

}  // namespace
}  // namespace fastser::testing
