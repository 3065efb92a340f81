// SPDX-License-Identifier: MIT
//
// Protocol Buffers. `protobuf` starts and ends at std structs like everybody else, through a
// message that is kept; `protobuf_msg` is for programs whose model is the generated message.
#include "contenders.hpp"
#include "harness.hpp"
#include "schema.pb.h"

namespace fastser_bench {
namespace {

void put(const Vec3& v, pb::Vec3& m) {
  m.set_x(v.x);
  m.set_y(v.y);
  m.set_z(v.z);
}
void get(const pb::Vec3& m, Vec3& v) { v = {m.x(), m.y(), m.z()}; }

void put(const Weapon& v, pb::Weapon& m) {
  m.set_name(v.name);
  m.set_damage(v.damage);
}
void get(const pb::Weapon& m, Weapon& v) {
  v.name = m.name();
  v.damage = static_cast<std::int16_t>(m.damage());
}

// Defined below everything that they call.
template <class Values, class Messages>
void put_all(const Values& values, Messages& messages);
template <class Messages, class Values>
void get_all(const Messages& messages, Values& values);

void put(const Monster& v, pb::Monster& m) {
  put(v.pos, *m.mutable_pos());
  m.set_mana(v.mana);
  m.set_hp(v.hp);
  m.set_name(v.name);
  m.set_inventory(v.inventory.data(), v.inventory.size());
  m.set_color(static_cast<pb::Color>(v.color));
  put_all(v.weapons, *m.mutable_weapons());
  put(v.equipped, *m.mutable_equipped());
  put_all(v.path, *m.mutable_path());
}
void get(const pb::Monster& m, Monster& v) {
  get(m.pos(), v.pos);
  v.mana = static_cast<std::int16_t>(m.mana());
  v.hp = static_cast<std::int16_t>(m.hp());
  v.name = m.name();
  v.inventory.assign(m.inventory().begin(), m.inventory().end());
  v.color = static_cast<Color>(m.color());
  get_all(m.weapons(), v.weapons);
  get(m.equipped(), v.equipped);
  get_all(m.path(), v.path);
}

void put(const BbItem& v, pb::BbItem& m) {
  m.set_identifier(v.identifier);
  m.set_created_at(v.created_at);
  m.set_hash(v.hash);
  m.set_data(v.data.data(), v.data.size());
  if (v.optional_string) m.set_optional_string(*v.optional_string);
  m.set_views(v.views);
  auto& rect = *m.mutable_display_in_rect();
  rect.set_x(v.display_in_rect.x);
  rect.set_y(v.display_in_rect.y);
  rect.set_width(v.display_in_rect.width);
  rect.set_height(v.display_in_rect.height);
}
void get(const pb::BbItem& m, BbItem& v) {
  v.identifier = m.identifier();
  v.created_at = m.created_at();
  v.hash = m.hash();
  v.data.assign(m.data().begin(), m.data().end());
  v.optional_string.reset();
  if (m.has_optional_string()) v.optional_string = m.optional_string();
  v.views = m.views();
  const auto& rect = m.display_in_rect();
  v.display_in_rect = {rect.x(), rect.y(), rect.width(), rect.height()};
}

void put(const Value& v, pb::Value& m) {
  switch (v.index()) {
    case 0: return m.set_number(std::get<0>(v));
    case 1: return m.set_real(std::get<1>(v));
    default: return m.set_text(std::get<2>(v));
  }
}
void get(const pb::Value& m, Value& v) {
  switch (m.held_case()) {
    case pb::Value::kReal: v = m.real(); return;
    case pb::Value::kText: v = m.text(); return;
    default: v = std::int64_t{m.number()}; return;
  }
}

template <class Map, class Messages>
void put_map(const Map& map, Messages& messages) {
  for (const auto& [key, value] : map) put(value, messages[key]);
}
template <class Messages, class Map>
void get_map(const Messages& messages, Map& map) {
  map.clear();
  map.reserve(messages.size());
  for (const auto& [key, message] : messages) get(message, map[key]);
}

void put(const TestObject& v, pb::TestObject& m) {
  m.set_id1(v.id1);
  m.set_id2(v.id2);
  m.set_id3(v.id3);
  if (v.s1) m.set_s1(*v.s1);
  if (v.s2) m.set_s2(*v.s2);
  if (v.s3) m.set_s3(*v.s3);
  if (v.s4) m.set_s4(*v.s4);
  m.set_dt1(v.dt1);
  m.set_dt2(v.dt2);
  m.set_b1(v.b1);
  m.set_b2(v.b2);
  m.set_b3(v.b3);
  m.set_e1(v.e1);
  put_map(v.d1, *m.mutable_d1());
}
void get_optional(bool has, const std::string& text, std::optional<std::string>& v) {
  if (has) {
    v = text;
  } else {
    v.reset();
  }
}
void get(const pb::TestObject& m, TestObject& v) {
  v.id1 = m.id1();
  v.id2 = m.id2();
  v.id3 = m.id3();
  get_optional(m.has_s1(), m.s1(), v.s1);
  get_optional(m.has_s2(), m.s2(), v.s2);
  get_optional(m.has_s3(), m.s3(), v.s3);
  get_optional(m.has_s4(), m.s4(), v.s4);
  v.dt1 = m.dt1();
  v.dt2 = m.dt2();
  v.b1 = m.b1();
  v.b2 = m.b2();
  v.b3 = m.b3();
  v.e1 = static_cast<std::uint8_t>(m.e1());
  get_map(m.d1(), v.d1);
}

void put(const Person& v, pb::Person& m) {
  m.set_age(v.age);
  m.set_first_seen(v.first_seen);
  m.set_house(v.house);
  m.set_name(v.name);
  auto& actor = *m.mutable_actor();
  actor.set_birth_city(v.actor.birth_city);
  actor.set_date_of_birth(v.actor.date_of_birth);
  actor.set_name(v.actor.name);
}
void get(const pb::Person& m, Person& v) {
  v.age = m.age();
  v.first_seen = m.first_seen();
  v.house = m.house();
  v.name = m.name();
  v.actor.birth_city = m.actor().birth_city();
  v.actor.date_of_birth = m.actor().date_of_birth();
  v.actor.name = m.actor().name();
}

void put(const LogEntry& v, pb::LogEntry& m) {
  auto& address = *m.mutable_address();
  address.set_x0(v.address.x0);
  address.set_x1(v.address.x1);
  address.set_x2(v.address.x2);
  address.set_x3(v.address.x3);
  m.set_identity(v.identity);
  m.set_userid(v.userid);
  m.set_date(v.date);
  m.set_request(v.request);
  m.set_code(v.code);
  m.set_size(v.size);
}
void get(const pb::LogEntry& m, LogEntry& v) {
  const auto byte = [](std::uint32_t value) { return static_cast<std::uint8_t>(value); };
  const auto& address = m.address();
  v.address = {byte(address.x0()), byte(address.x1()), byte(address.x2()), byte(address.x3())};
  v.identity = m.identity();
  v.userid = m.userid();
  v.date = m.date();
  v.request = m.request();
  v.code = static_cast<std::uint16_t>(m.code());
  v.size = m.size();
}

void put(const Triangle& v, pb::Triangle& m) {
  put(v.v0, *m.mutable_v0());
  put(v.v1, *m.mutable_v1());
  put(v.v2, *m.mutable_v2());
  put(v.normal, *m.mutable_normal());
}
void get(const pb::Triangle& m, Triangle& v) {
  get(m.v0(), v.v0);
  get(m.v1(), v.v1);
  get(m.v2(), v.v2);
  get(m.normal(), v.normal);
}

void put(const StringRecord& v, pb::StringRecord& m) {
  m.set_id(v.id);
  m.set_a(v.a);
  m.set_b(v.b);
  m.set_c(v.c);
  m.set_d(v.d);
}
void get(const pb::StringRecord& m, StringRecord& v) {
  v.id = m.id();
  v.a = m.a();
  v.b = m.b();
  v.c = m.c();
  v.d = m.d();
}

template <class Values, class Messages>
void put_all(const Values& values, Messages& messages) {
  messages.Reserve(static_cast<int>(values.size()));
  for (const auto& value : values) put(value, *messages.Add());
}
template <class Messages, class Values>
void get_all(const Messages& messages, Values& values) {
  values.resize(static_cast<std::size_t>(messages.size()));
  std::size_t i = 0;
  for (const auto& message : messages) get(message, values[i++]);
}

void put(const IntsEach& v, pb::Ints& m) {
  m.mutable_values()->Reserve(static_cast<int>(v.values.size()));
  for (const std::int32_t number : v.values) m.add_values(number);
}
void get(const pb::Ints& m, IntsEach& v) {
  v.values.resize(static_cast<std::size_t>(m.values_size()));
  for (int i = 0; i < m.values_size(); ++i) v.values[static_cast<std::size_t>(i)] = m.values(i);
}
void put(const IntsBulk& v, pb::Ints& m) { m.mutable_values()->Add(v.begin(), v.end()); }
void get(const pb::Ints& m, IntsBulk& v) { v.assign(m.values().begin(), m.values().end()); }

void put(const auto& v, auto& m) requires requires { m.mutable_items()->Add(); }
{ put_all(v, *m.mutable_items()); }
void get(const auto& m, auto& v) requires requires { m.items(0); }
{ get_all(m.items(), v); }
void put(const BbRepository& v, pb::BbRepository& m) { put_map(v, *m.mutable_items()); }
void get(const pb::BbRepository& m, BbRepository& v) { get_map(m.items(), v); }

// The message for each root; none for shared references.
template <class T>
struct MessageFor {};
#define FASTSER_BENCH_MESSAGE(T, M) \
  template <>                       \
  struct MessageFor<T> {            \
    using Type = pb::M;             \
  }
FASTSER_BENCH_MESSAGE(IntsEach, Ints);
FASTSER_BENCH_MESSAGE(IntsBulk, Ints);
FASTSER_BENCH_MESSAGE(Monsters, Monsters);
FASTSER_BENCH_MESSAGE(BbRepository, BbRepository);
FASTSER_BENCH_MESSAGE(TestObject, TestObject);
FASTSER_BENCH_MESSAGE(Person, Person);
FASTSER_BENCH_MESSAGE(Characters, Characters);
FASTSER_BENCH_MESSAGE(Log, Log);
FASTSER_BENCH_MESSAGE(Mesh, Mesh);
FASTSER_BENCH_MESSAGE(StringRecords, StringRecords);

template <class T>
concept Supported = requires {
  typename MessageFor<T>::Type;
};

Bytes serialize(const google::protobuf::MessageLite& message, std::string& buffer) {
  return message.SerializeToString(&buffer) ? bytes_of(buffer) : Bytes();
}
bool parse(google::protobuf::MessageLite& message, Bytes bytes) {
  return message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

template <Supported T>
struct Protobuf {
  Bytes encode(const T& value) {
    message.Clear();
    put(value, message);
    return serialize(message, buffer);
  }
  bool decode(Bytes bytes, T& value) {
    if (!parse(message, bytes)) return false;
    get(message, value);
    return true;
  }
  typename MessageFor<T>::Type message;
  std::string buffer;
};

// Without ints20k: its message holds the values already, no call per value would be timed.
template <Supported T>
requires(!std::same_as<T, IntsEach>) struct ProtobufMessage {
  using Native = typename MessageFor<T>::Type;

  static Native import_from(const T& value) {
    Native message;
    put(value, message);
    return message;
  }
  static T export_to(const Native& message) {
    T value{};
    get(message, value);
    return value;
  }
  Bytes encode(const Native& message) { return serialize(message, buffer); }
  static bool decode(Bytes bytes, Native& message) { return parse(message, bytes); }
  std::string buffer;
};

}  // namespace

void register_protobuf(Suite& suite) {
  register_codec<Protobuf>(suite, "protobuf");
  register_codec<ProtobufMessage>(suite, "protobuf_msg");
}

}  // namespace fastser_bench
