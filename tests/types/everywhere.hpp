// SPDX-License-Identifier: MIT
//
// A value in every format and back, by itself, in containers and as a field. A map takes long to
// compile, so few types are put into one.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/flat.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/msgpack.hpp"

namespace fastser::testing {

template <typename T>
struct Holder {
  std::int32_t before = 1;
  T value{};
  std::vector<T> list;
  std::optional<T> maybe;
  std::int32_t behind = 2;

  FASTSER_FIELDS(Holder, before, value, list, maybe, behind);
};

template <typename T, typename Equal>
void expect_same(const Holder<T>& a, const Holder<T>& b, Equal equal) {
  EXPECT_EQ(b.before, 1);
  EXPECT_EQ(b.behind, 2);
  EXPECT_TRUE(equal(a.value, b.value));
  ASSERT_EQ(a.list.size(), b.list.size());
  for (std::size_t i = 0; i < a.list.size(); ++i) EXPECT_TRUE(equal(a.list[i], b.list[i]));
  ASSERT_EQ(a.maybe.has_value(), b.maybe.has_value());
  if (a.maybe) {
    EXPECT_TRUE(equal(*a.maybe, *b.maybe));
  }
}

/// Another value beside the one that is tested. To specialise where T{} has no value.
template <typename T>
struct Blank {
  static T make() { return T{}; }
};

template <typename T>
Holder<T> holder_of(const T& value) {
  const T blank = Blank<T>::make();
  return {1, value, {value, blank, value}, value, 2};
}

/// In archives (self-described, bare, shared; over a used object), MessagePack and FlexBuffers.
template <typename T, typename Equal = std::equal_to<>>
void expect_in_messages(const T& value, Equal equal = {}) {
  const Holder<T> whole = holder_of(value);
  for (const archive::Sharing sharing : {archive::Sharing::off, archive::Sharing::on}) {
    for (const archive::Header header :
         {archive::Header::self_described, archive::Header::fingerprint, archive::Header::bare}) {
      archive::EncodeOptions writing;
      writing.header = header;
      writing.sharing = sharing;
      const Result<Buffer> bytes = archive::encode(whole, writing);
      ASSERT_TRUE(bytes.ok()) << bytes.status();
      archive::DecodeOptions reading;
      reading.header = header;
      reading.sharing = sharing;
      Holder<T> again;
      ASSERT_TRUE(archive::decode_into(*bytes, again, reading).ok());
      expect_same(whole, again, equal);
      const Status over = archive::decode_into(*bytes, again, reading);
      ASSERT_TRUE(over.ok()) << over;
      expect_same(whole, again, equal);
      if (header != archive::Header::self_described || sharing != archive::Sharing::off) continue;
      EXPECT_TRUE(archive::verify(*bytes).ok());
      EXPECT_EQ(*archive::read_type(*bytes), *type_of<Holder<T>>());
    }
  }
  const Result<Buffer> packed = msgpack::encode(whole);
  ASSERT_TRUE(packed.ok()) << packed.status();
  const Result<Holder<T>> unpacked = msgpack::decode<Holder<T>>(*packed);
  ASSERT_TRUE(unpacked.ok()) << unpacked.status();
  expect_same(whole, *unpacked, equal);
  const Result<Buffer> flex = flexbuffers::encode(whole);
  ASSERT_TRUE(flex.ok()) << flex.status();
  const Result<Holder<T>> unflexed = flexbuffers::decode<Holder<T>>(*flex);
  ASSERT_TRUE(unflexed.ok()) << unflexed.status();
  expect_same(whole, *unflexed, equal);
}

/// And in FlatBuffers, verified.
template <typename T, typename Equal = std::equal_to<>>
void expect_everywhere(const T& value, Equal equal = {}) {
  expect_in_messages(value, equal);
  const Holder<T> whole = holder_of(value);
  const Result<Buffer> bytes = flat::encode(whole);
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  const Status sound = flat::verify<Holder<T>>(*bytes);
  EXPECT_TRUE(sound.ok()) << sound;
  const Result<Holder<T>> again = flat::decode<Holder<T>>(*bytes);
  ASSERT_TRUE(again.ok()) << again.status();
  expect_same(whole, *again, equal);
  EXPECT_FALSE(flat::schema<Holder<T>>().empty());
}

template <typename T>
struct Mapped {
  std::map<std::string, T> map;

  FASTSER_FIELDS(Mapped, map);
};

/// As the values of a map.
template <typename T>
void expect_in_maps(const T& value) {
  const Mapped<T> whole{{{"a", value}, {"b", Blank<T>::make()}}};
  EXPECT_EQ(archive::decode<Mapped<T>>(*archive::encode(whole))->map, whole.map);
  EXPECT_EQ(msgpack::decode<Mapped<T>>(*msgpack::encode(whole))->map, whole.map);
  EXPECT_EQ(flexbuffers::decode<Mapped<T>>(*flexbuffers::encode(whole))->map, whole.map);
  EXPECT_EQ(flat::decode<Mapped<T>>(*flat::encode(whole))->map, whole.map);
}

/// What an Inner wrote is read as a T and the reverse, and their types are one.
template <typename T, typename Inner>
void expect_written_as(const T& value, const Inner& inner) {
  EXPECT_EQ(*type_of<T>(), *type_of<Inner>());
  EXPECT_EQ(*archive::decode<Inner>(*archive::encode(value)), inner);
  EXPECT_EQ(archive::encode(value)->size(), archive::encode(inner)->size());
  EXPECT_EQ(*msgpack::decode<Inner>(*msgpack::encode(value)), inner);
  EXPECT_EQ(*flexbuffers::decode<Inner>(*flexbuffers::encode(value)), inner);
}

}  // namespace fastser::testing
