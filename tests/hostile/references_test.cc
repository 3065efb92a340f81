// SPDX-License-Identifier: MIT
//
// The kind and class of an object are checked at every use of its number (B6): eight classes,
// referred to through pointers to each of them, at first and at repeated use; by the typed reader,
// by the reader of other versions, and by the walker.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/verify.hpp"

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

/// A pointer to each of them.
template <typename K>
struct PointersTo;
template <typename... K>
struct PointersTo<std::tuple<K...>> {
  using Type = std::tuple<std::shared_ptr<K>...>;
};
using Pointers = PointersTo<Kinds>::Type;

/// One type for all pairs: its compilation is what this test costs.
struct Places {
  Pointers first;
  Pointers second;
  Pointers third;
};
/// A later version: adopts what Places wrote.
struct LaterPlaces {
  Pointers third;
  Pointers second;
  Pointers first;
};

/// Makes an object in the place of its kind.
template <std::size_t kAt = 0>
void make_object(Pointers& pointers, std::size_t kind) {
  if constexpr (kAt < kKinds) {
    if (kind != kAt) return make_object<kAt + 1>(pointers, kind);
    std::get<kAt>(pointers) = std::make_shared<std::tuple_element_t<kAt, Kinds>>();
  }
}

void expect_code(const Bytes& bytes, Code wanted) {
  EXPECT_EQ(archive::decode<Places>(bytes).status().code(), wanted);
  EXPECT_EQ(archive::decode<LaterPlaces>(bytes).status().code(), wanted);
  EXPECT_EQ(archive::verify(bytes).code(), wanted);
}

// Slots: a new object of kind `made`, then references to number 0 where kind `used` belongs, once
// among the second pointers, once among the third.
void expect_checked_at_every_use(std::size_t made, std::size_t used) {
  SCOPED_TRACE(::testing::Message() << "kinds " << made << " and " << used);
  const Code wanted = made == used ? Code::kOk : Code::kTypeMismatch;
  Places good;
  make_object(good.first, made);
  const Result<Buffer> bytes = archive::encode(good);
  ASSERT_TRUE(bytes.ok());
  for (const std::size_t behind : {2 * kKinds, kKinds}) {
    Bytes referring(bytes->begin(), bytes->end());
    std::byte& slot = referring[referring.size() - behind + used];
    ASSERT_EQ(slot, std::byte{0});  // nil
    slot = std::byte{6};
    expect_code(referring, wanted);
  }
  // Used rightly once, wrongly the second time.
  make_object(good.second, used);
  Result<Buffer> full = archive::encode(good);
  ASSERT_TRUE(full.ok());
  Bytes twice(full->begin(), full->end());
  std::byte& slot = twice[twice.size() - kKinds + used];
  ASSERT_EQ(slot, std::byte{0});
  slot = std::byte{7};
  expect_code(twice, Code::kOk);
  slot = std::byte{6};
  expect_code(twice, wanted);
}

TEST(References, FitOnlyObjectsOfTheirKindInAllOfSixtyFourPairs) {
  for (std::size_t made = 0; made < kKinds; ++made) {
    for (std::size_t used = 0; used < kKinds; ++used) expect_checked_at_every_use(made, used);
  }
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
