// SPDX-License-Identifier: MIT
//
// Cap'n Proto from std structs and back: a message built in a first segment that is kept, written
// as a flat array into a kept buffer; decoding copies every field out through its checked readers.
#include <capnp/message.h>
#include <capnp/serialize.h>

#include "contenders.hpp"
#include "harness.hpp"
#include "schema.capnp.h"

namespace fastser_bench {
namespace {

using Text = capnp::Text::Reader;

Text text(const std::string& value) { return {value.c_str(), value.size()}; }
void assign(std::string& to, Text from) { to.assign(from.begin(), from.size()); }
auto data(const std::vector<std::uint8_t>& bytes) {
  return capnp::Data::Reader(bytes.data(), bytes.size());
}
unsigned count(const auto& container) { return static_cast<unsigned>(container.size()); }

void put(const Vec3& v, cp::Vec3::Builder b) {
  b.setX(v.x);
  b.setY(v.y);
  b.setZ(v.z);
}
void get(cp::Vec3::Reader r, Vec3& v) { v = {r.getX(), r.getY(), r.getZ()}; }

void put(const Weapon& v, cp::Weapon::Builder b) {
  b.setName(text(v.name));
  b.setDamage(v.damage);
}
void get(cp::Weapon::Reader r, Weapon& v) {
  assign(v.name, r.getName());
  v.damage = r.getDamage();
}

// Defined below everything that they call.
void put_all(const auto& values, auto list);
void get_all(auto list, auto& values);

void put(const Monster& v, cp::Monster::Builder b) {
  put(v.pos, b.initPos());
  b.setMana(v.mana);
  b.setHp(v.hp);
  b.setName(text(v.name));
  b.setInventory(data(v.inventory));
  b.setColor(static_cast<cp::Color>(v.color));
  put_all(v.weapons, b.initWeapons(count(v.weapons)));
  put(v.equipped, b.initEquipped());
  put_all(v.path, b.initPath(count(v.path)));
}
void get(cp::Monster::Reader r, Monster& v) {
  get(r.getPos(), v.pos);
  v.mana = r.getMana();
  v.hp = r.getHp();
  assign(v.name, r.getName());
  const auto inventory = r.getInventory();
  v.inventory.assign(inventory.begin(), inventory.end());
  v.color = static_cast<Color>(r.getColor());
  get_all(r.getWeapons(), v.weapons);
  get(r.getEquipped(), v.equipped);
  get_all(r.getPath(), v.path);
}

void put(const BbItem& v, cp::BbItem::Builder b) {
  b.setIdentifier(text(v.identifier));
  b.setCreatedAt(v.created_at);
  b.setHash(text(v.hash));
  b.setData(data(v.data));
  if (v.optional_string) b.setOptionalString(text(*v.optional_string));
  b.setViews(v.views);
  auto rect = b.initDisplayInRect();
  rect.setX(v.display_in_rect.x);
  rect.setY(v.display_in_rect.y);
  rect.setWidth(v.display_in_rect.width);
  rect.setHeight(v.display_in_rect.height);
}
void get_optional(bool has, Text from, std::optional<std::string>& to) {
  if (!has) return to.reset();
  if (!to) to.emplace();
  assign(*to, from);
}
void get(cp::BbItem::Reader r, BbItem& v) {
  assign(v.identifier, r.getIdentifier());
  v.created_at = r.getCreatedAt();
  assign(v.hash, r.getHash());
  const auto bytes = r.getData();
  v.data.assign(bytes.begin(), bytes.end());
  get_optional(r.hasOptionalString(), r.getOptionalString(), v.optional_string);
  v.views = r.getViews();
  const auto rect = r.getDisplayInRect();
  v.display_in_rect = {rect.getX(), rect.getY(), rect.getWidth(), rect.getHeight()};
}

void put(const Value& v, cp::Value::Builder b) {
  switch (v.index()) {
    case 0: return b.setNumber(std::get<0>(v));
    case 1: return b.setReal(std::get<1>(v));
    default: return b.setText(text(std::get<2>(v)));
  }
}
void get(cp::Value::Reader r, Value& v) {
  switch (r.which()) {
    case cp::Value::NUMBER: v = std::int64_t{r.getNumber()}; return;
    case cp::Value::REAL: v = r.getReal(); return;
    default:
      if (v.index() != 2) v.emplace<2>();
      assign(std::get<2>(v), r.getText());
  }
}

void put(const TestObject& v, cp::TestObject::Builder b) {
  b.setId1(v.id1);
  b.setId2(v.id2);
  b.setId3(v.id3);
  if (v.s1) b.setS1(text(*v.s1));
  if (v.s2) b.setS2(text(*v.s2));
  if (v.s3) b.setS3(text(*v.s3));
  if (v.s4) b.setS4(text(*v.s4));
  b.setDt1(v.dt1);
  b.setDt2(v.dt2);
  b.setB1(v.b1);
  b.setB2(v.b2);
  b.setB3(v.b3);
  b.setE1(v.e1);
  auto list = b.initD1(count(v.d1));
  unsigned i = 0;
  for (const auto& [key, value] : v.d1) {
    auto entry = list[i++];
    entry.setKey(text(key));
    put(value, entry.initValue());
  }
}
void get(cp::TestObject::Reader r, TestObject& v) {
  v.id1 = r.getId1();
  v.id2 = r.getId2();
  v.id3 = r.getId3();
  get_optional(r.hasS1(), r.getS1(), v.s1);
  get_optional(r.hasS2(), r.getS2(), v.s2);
  get_optional(r.hasS3(), r.getS3(), v.s3);
  get_optional(r.hasS4(), r.getS4(), v.s4);
  v.dt1 = r.getDt1();
  v.dt2 = r.getDt2();
  v.b1 = r.getB1();
  v.b2 = r.getB2();
  v.b3 = r.getB3();
  v.e1 = r.getE1();
  const auto list = r.getD1();
  v.d1.clear();
  v.d1.reserve(list.size());
  for (const auto entry : list) {
    const auto key = entry.getKey();
    get(entry.getValue(), v.d1[std::string(key.begin(), key.size())]);
  }
}

void put(const Person& v, cp::Person::Builder b) {
  b.setAge(v.age);
  b.setFirstSeen(text(v.first_seen));
  b.setHouse(text(v.house));
  b.setName(text(v.name));
  auto actor = b.initActor();
  actor.setBirthCity(text(v.actor.birth_city));
  actor.setDateOfBirth(v.actor.date_of_birth);
  actor.setName(text(v.actor.name));
}
void get(cp::Person::Reader r, Person& v) {
  v.age = r.getAge();
  assign(v.first_seen, r.getFirstSeen());
  assign(v.house, r.getHouse());
  assign(v.name, r.getName());
  const auto actor = r.getActor();
  assign(v.actor.birth_city, actor.getBirthCity());
  v.actor.date_of_birth = actor.getDateOfBirth();
  assign(v.actor.name, actor.getName());
}

void put(const LogEntry& v, cp::LogEntry::Builder b) {
  b.setX0(v.address.x0);
  b.setX1(v.address.x1);
  b.setX2(v.address.x2);
  b.setX3(v.address.x3);
  b.setIdentity(text(v.identity));
  b.setUserid(text(v.userid));
  b.setDate(text(v.date));
  b.setRequest(text(v.request));
  b.setCode(v.code);
  b.setSize(v.size);
}
void get(cp::LogEntry::Reader r, LogEntry& v) {
  v.address = {r.getX0(), r.getX1(), r.getX2(), r.getX3()};
  assign(v.identity, r.getIdentity());
  assign(v.userid, r.getUserid());
  assign(v.date, r.getDate());
  assign(v.request, r.getRequest());
  v.code = r.getCode();
  v.size = r.getSize();
}

void put(const Triangle& v, cp::Triangle::Builder b) {
  put(v.v0, b.initV0());
  put(v.v1, b.initV1());
  put(v.v2, b.initV2());
  put(v.normal, b.initNormal());
}
void get(cp::Triangle::Reader r, Triangle& v) {
  get(r.getV0(), v.v0);
  get(r.getV1(), v.v1);
  get(r.getV2(), v.v2);
  get(r.getNormal(), v.normal);
}

void put(const StringRecord& v, cp::StringRecord::Builder b) {
  b.setId(v.id);
  b.setA(text(v.a));
  b.setB(text(v.b));
  b.setC(text(v.c));
  b.setD(text(v.d));
}
void get(cp::StringRecord::Reader r, StringRecord& v) {
  v.id = r.getId();
  assign(v.a, r.getA());
  assign(v.b, r.getB());
  assign(v.c, r.getC());
  assign(v.d, r.getD());
}

void put_all(const auto& values, auto list) {
  unsigned i = 0;
  for (const auto& value : values) put(value, list[i++]);
}
void get_all(auto list, auto& values) {
  values.resize(list.size());
  unsigned i = 0;
  for (auto& value : values) get(list[i++], value);
}

// Roots that are lists.
void put(const auto& values, auto b) requires requires { b.initItems(0u); }
{ put_all(values, b.initItems(count(values))); }
void get(auto r, auto& values) requires requires { r.getItems(); }
{ get_all(r.getItems(), values); }
void put(const BbRepository& v, cp::BbRepository::Builder b) {
  auto list = b.initItems(count(v));
  unsigned i = 0;
  for (const auto& [key, item] : v) {
    auto entry = list[i++];
    entry.setKey(text(key));
    put(item, entry.initItem());
  }
}
void get(cp::BbRepository::Reader r, BbRepository& v) {
  const auto list = r.getItems();
  v.clear();
  v.reserve(list.size());
  for (const auto entry : list) {
    const auto key = entry.getKey();
    get(entry.getItem(), v[std::string(key.begin(), key.size())]);
  }
}
void put(const IntsEach& v, cp::Ints::Builder b) {
  auto list = b.initValues(count(v.values));
  unsigned i = 0;
  for (const std::int32_t number : v.values) list.set(i++, number);
}
void get(cp::Ints::Reader r, IntsEach& v) {
  const auto list = r.getValues();
  v.values.resize(list.size());
  unsigned i = 0;
  for (std::int32_t& number : v.values) number = list[i++];
}

template <class T>
struct RootFor {};
#define FASTSER_BENCH_ROOT(T, R) \
  template <>                    \
  struct RootFor<T> {            \
    using Type = cp::R;          \
  }
FASTSER_BENCH_ROOT(IntsEach, Ints);
FASTSER_BENCH_ROOT(Monsters, Monsters);
FASTSER_BENCH_ROOT(BbRepository, BbRepository);
FASTSER_BENCH_ROOT(TestObject, TestObject);
FASTSER_BENCH_ROOT(Person, Person);
FASTSER_BENCH_ROOT(Characters, Characters);
FASTSER_BENCH_ROOT(Log, Log);
FASTSER_BENCH_ROOT(Mesh, Mesh);
FASTSER_BENCH_ROOT(StringRecords, StringRecords);

template <class T>
requires requires { typename RootFor<T>::Type; }
struct CapnProto {
  using Root = typename RootFor<T>::Type;

  Bytes encode(const T& value) {
    {
      // The segment must be zero when a message starts; the destructor zeroes what it used.
      auto* words = reinterpret_cast<capnp::word*>(segment.data());
      capnp::MallocMessageBuilder message(kj::ArrayPtr<capnp::word>(words, segment.size()));
      put(value, message.initRoot<Root>());
      size = capnp::computeSerializedSizeInWords(message) * sizeof(capnp::word);
      if (buffer.size() < size) buffer.resize(size);
      kj::ArrayOutputStream stream(kj::ArrayPtr<kj::byte>(buffer.data(), buffer.size()));
      capnp::writeMessage(stream, message);
    }
    if (size / sizeof(capnp::word) > segment.size()) segment.resize(size / sizeof(capnp::word));
    return bytes_of(buffer).first(size);
  }

  static void encode_fresh(const T& value, auto&& sink) {
    capnp::MallocMessageBuilder message;
    put(value, message.initRoot<Root>());
    const kj::Array<capnp::word> words = capnp::messageToFlatArray(message);
    const auto bytes = words.asBytes();
    sink(Bytes(reinterpret_cast<const std::byte*>(bytes.begin()), bytes.size()));
  }

  // Malformed input throws; the harness reports it. The limit is the library's protection against
  // amplification, set to what the largest workload reads.
  static bool decode(Bytes bytes, T& value) {
    const auto* words = reinterpret_cast<const capnp::word*>(bytes.data());
    const capnp::ReaderOptions options = {.traversalLimitInWords = 1u << 27};
    capnp::FlatArrayMessageReader message(
        kj::ArrayPtr<const capnp::word>(words, bytes.size() / sizeof(capnp::word)), options);
    get(message.getRoot<Root>(), value);
    return true;
  }

  std::vector<std::uint64_t> segment = std::vector<std::uint64_t>(1024);  // words
  std::vector<kj::byte> buffer;
  std::size_t size = 0;
};

}  // namespace

void register_capnproto(Suite& suite) { register_codec<CapnProto>(suite, "capnproto"); }

}  // namespace fastser_bench
