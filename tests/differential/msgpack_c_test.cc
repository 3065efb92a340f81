// SPDX-License-Identifier: MIT
//
// MessagePack as msgpack-c writes and reads it: a million random values, the bytes of both equal,
// and each read by the other.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "differential/random_many.hpp"
#include "fastser/msgpack.hpp"
#include "props/random_value.hpp"

#define MSGPACK_NO_BOOST
#include <msgpack.hpp>

// Where msgpack-c's macros find their library.
namespace {

struct DefinedActor {
  std::string birth_city;
  std::int64_t date_of_birth = 0;
  std::string name;
  MSGPACK_DEFINE_MAP(birth_city, date_of_birth, name)
  FASTSER_FIELDS(DefinedActor, birth_city, date_of_birth, name);
};
struct DefinedPerson {
  std::int32_t age = 0;
  std::string first_seen;
  std::string house;
  std::string name;
  DefinedActor actor;
  MSGPACK_DEFINE_MAP(age, first_seen, house, name, actor)
  FASTSER_FIELDS(DefinedPerson, age, first_seen, house, name, actor);
};

}  // namespace

namespace fastser::testing {
namespace {

/// Anything that MessagePack can say, extensions aside.
struct Any {
  using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string,
                             std::vector<std::byte>, std::vector<Any>, std::map<std::string, Any>>;
  Value value;
  friend bool operator==(const Any&, const Any&) = default;
};

}  // namespace
}  // namespace fastser::testing

namespace fastser {
template <>
struct schema::Wrapped<testing::Any> {
  using Inner = testing::Any::Value;
  static const Inner& to(const testing::Any& any) { return any.value; }
  static void from(testing::Any& any, Inner value) { any.value = std::move(value); }
};
template <>
struct msgpack::Codec<testing::Any> : msgpack::WrappingCodec<testing::Any> {};
}  // namespace fastser

namespace fastser::testing {
namespace {

using Packer = ::msgpack::packer<::msgpack::sbuffer>;

Any random_any(Random& random, unsigned depth) {
  const auto inner = [&] { return random_any(random, depth - 1); };
  switch (random.below(depth == 0 ? 6 : 8)) {
    case 0: return {std::monostate()};
    case 1: return {random.one_in(2)};
    case 2: return {static_cast<std::int64_t>(random_bits(random))};
    // Never whole: msgpack-c writes a whole double as an integer.
    case 3: return {static_cast<double>(static_cast<std::int32_t>(random.next()) | 1) / 1024};
    case 4: return {random_text(random)};
    case 5: return {std::vector<std::byte>(random.size(), static_cast<std::byte>(random.next()))};
    case 6: return {random_list(random, inner)};
    default: return {random_map(random, inner)};
  }
}

void pack(Packer& out, const Any& any) {
  struct Write {
    Packer& out;
    void operator()(std::monostate) const { out.pack_nil(); }
    void operator()(const std::vector<std::byte>& data) const {
      const auto size = static_cast<std::uint32_t>(data.size());
      out.pack_bin(size);
      out.pack_bin_body(reinterpret_cast<const char*>(data.data()), size);
    }
    void operator()(const std::vector<Any>& list) const {
      out.pack_array(static_cast<std::uint32_t>(list.size()));
      for (const Any& one : list) pack(out, one);
    }
    void operator()(const std::map<std::string, Any>& map) const {
      out.pack_map(static_cast<std::uint32_t>(map.size()));
      for (const auto& [key, one] : map) {
        out.pack(key);
        pack(out, one);
      }
    }
    void operator()(bool value) const { out.pack(value); }
    void operator()(std::int64_t value) const { out.pack(value); }
    void operator()(double value) const { out.pack(value); }
    void operator()(const std::string& value) const { out.pack(value); }
  };
  std::visit(Write{out}, any.value);
}

Any unpacked(const ::msgpack::object& object) {
  namespace type = ::msgpack::type;
  switch (object.type) {
    case type::NIL: return {std::monostate()};
    case type::BOOLEAN: return {object.via.boolean};
    case type::POSITIVE_INTEGER:
    case type::NEGATIVE_INTEGER: return {object.as<std::int64_t>()};
    case type::FLOAT64: return {object.via.f64};
    case type::STR: return {object.as<std::string>()};
    case type::BIN: {
      const auto* from = reinterpret_cast<const std::byte*>(object.via.bin.ptr);
      return {std::vector<std::byte>(from, from + object.via.bin.size)};
    }
    case type::ARRAY: {
      std::vector<Any> list;
      for (std::uint32_t i = 0; i < object.via.array.size; ++i) {
        list.push_back(unpacked(object.via.array.ptr[i]));
      }
      return {list};
    }
    case type::MAP: {
      std::map<std::string, Any> map;
      for (std::uint32_t i = 0; i < object.via.map.size; ++i) {
        const auto& pair = object.via.map.ptr[i];
        map[pair.key.as<std::string>()] = unpacked(pair.val);
      }
      return {map};
    }
    default: ADD_FAILURE() << "a kind that was not written"; return {};
  }
}

TEST(MsgpackC, WritesTheSameBytesAndReadsOurs) {
  Random random(20);
  for (int i = 0; i < 1'000'000; ++i) {
    const Any any = random_any(random, 2);
    const Result<Buffer> ours = msgpack::encode(any);
    ASSERT_TRUE(ours.ok());
    ::msgpack::sbuffer theirs;
    Packer packer(theirs);
    pack(packer, any);
    const BytesView their_bytes(reinterpret_cast<const std::byte*>(theirs.data()), theirs.size());
    ASSERT_TRUE(std::equal(ours->begin(), ours->end(), their_bytes.begin(), their_bytes.end()))
        << "value " << i;
    const Result<Any> back = msgpack::decode<Any>(their_bytes);
    ASSERT_TRUE(back.ok() && *back == any) << "value " << i;
    const auto handle =
        ::msgpack::unpack(reinterpret_cast<const char*>(ours->data()), ours->size());
    ASSERT_TRUE(unpacked(handle.get()) == any) << "value " << i;
  }
}

TEST(MsgpackC, WritesTheSameRecord) {
  const DefinedPerson person{
      34, "s1e1", "Stark", "Arya", {"Bristol", 1'000'000'000, "Maisie Williams"}};
  const Result<Buffer> ours = msgpack::encode(person);
  ::msgpack::sbuffer theirs;
  ::msgpack::pack(theirs, person);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(ours->data()), ours->size()),
            std::string(theirs.data(), theirs.size()));
}

// The record that formats have been compared by, with the names it has there.
struct SeedActor {
  std::string birthCity;     // NOLINT: their names
  std::int64_t dateOfBirth;  // NOLINT
  std::string name;
};
struct SeedPerson {
  std::int32_t age;
  std::string firstSeen;  // NOLINT
  std::string house;
  std::string name;
  SeedActor actor;
};

TEST(MsgpackC, WritesAPersonInTheSameBytesInAllThreeForms) {
  const SeedPerson person{
      40, "ep1", "Lannister", "Tyrion", {"Morristown", -17'625'600'000, "Peter Dinklage"}};
  for (const auto& [keys, size] : {std::pair(msgpack::Keys::strings, std::size_t{117}),
                                   std::pair(msgpack::Keys::integers, std::size_t{67}),
                                   std::pair(msgpack::Keys::array, std::size_t{59})}) {
    ::msgpack::sbuffer theirs;
    Packer packer(theirs);
    const auto begin = [&](std::uint32_t count) {
      if (keys == msgpack::Keys::array) return static_cast<void>(packer.pack_array(count));
      packer.pack_map(count);
    };
    const auto field = [&](int number, const char* name, const auto& value) {
      if (keys == msgpack::Keys::strings) packer.pack(name);
      if (keys == msgpack::Keys::integers) packer.pack(number);
      packer.pack(value);
    };
    begin(5);
    field(0, "age", person.age);
    field(1, "firstSeen", person.firstSeen);
    field(2, "house", person.house);
    field(3, "name", person.name);
    if (keys == msgpack::Keys::strings) packer.pack("actor");
    if (keys == msgpack::Keys::integers) packer.pack(4);
    begin(3);
    field(0, "birthCity", person.actor.birthCity);
    field(1, "dateOfBirth", person.actor.dateOfBirth);
    field(2, "name", person.actor.name);
    const Result<Buffer> ours = msgpack::encode(person, keys);
    ASSERT_TRUE(ours.ok());
    EXPECT_EQ(ours->size(), size);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(ours->data()), ours->size()),
              std::string(theirs.data(), theirs.size()));
  }
}

}  // namespace
}  // namespace fastser::testing
