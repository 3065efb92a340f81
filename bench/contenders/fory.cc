// SPDX-License-Identifier: MIT
//
// Apache Fory: native mode, same schema on both sides (`compatible(false)`), its fastest setting;
// `fory` without reference tracking for values, with it where objects are shared. It returns
// objects and cannot decode into one, so it has no `decode_reuse`.
#include <fory/serialization/fory.h>

#include "contenders.hpp"
#include "harness.hpp"

namespace fastser_bench {

FORY_STRUCT(Vec3, x, y, z);
FORY_STRUCT(Weapon, name, damage);
FORY_STRUCT(Monster, pos, mana, hp, name, inventory, color, weapons, equipped, path);
FORY_STRUCT(Rect, x, y, width, height);
FORY_STRUCT(BbItem, identifier, created_at, hash, data, optional_string, views, display_in_rect);
FORY_STRUCT(TestObject, id1, id2, id3, s1, s2, s3, s4, dt1, dt2, b1, b2, b3, e1, d1);
FORY_STRUCT(Actor, birth_city, date_of_birth, name);
FORY_STRUCT(Person, age, first_seen, house, name, actor);
FORY_STRUCT(SharedCharacter, age, first_seen, house, name, actor);
FORY_STRUCT(GraphNode, id, label, a, b);
FORY_STRUCT(Graph, nodes);
FORY_STRUCT(Address, x0, x1, x2, x3);
FORY_STRUCT(LogEntry, address, identity, userid, date, request, code, size);
FORY_STRUCT(Triangle, v0, v1, v2, normal);
FORY_STRUCT(StringRecord, id, a, b, c, d);
FORY_ENUM(Color, red, green, blue);

namespace {

template <class T>
inline constexpr bool kShares = std::same_as<T, Graph> || std::same_as<T, SharedCharacters>;

// Types are registered once; the library says to keep and reuse the object.
template <bool kTrack>
struct Registered {
  Registered() {
    const auto add = [&]<class... Records>() {
      ((ok &= fory.register_struct<Records>(id++).ok()), ...);
    };
    add.template
    operator()<Vec3, Weapon, Monster, Rect, BbItem, TestObject, Actor, Person, SharedCharacter,
               GraphNode, Graph, Address, LogEntry, Triangle, StringRecord>();
    ok &= fory.template register_enum<Color>(id++).ok();
    if (!ok) throw std::runtime_error("fory refuses a type");
  }

  fory::serialization::Fory fory =
      fory::serialization::Fory::builder().xlang(false).compatible(false).track_ref(kTrack).build();
  std::uint32_t id = 1;
  bool ok = true;
};

template <bool kTrack>
fory::serialization::Fory& shared_fory() {
  static Registered<kTrack> registered;
  return registered.fory;
}

// Its unit of work is a whole message, so no call per value.
template <class T>
concept Supported = !std::same_as<T, IntsEach>;

template <Supported T>
struct Fory {
  static constexpr Operations kOperations = {.decode_reuse = false};

  Bytes encode(const T& value) {
    buffer.writer_index(0);
    if (!fory.serialize_to(buffer, value).ok()) return {};
    return {reinterpret_cast<const std::byte*>(buffer.data()), buffer.writer_index()};
  }

  void encode_fresh(const T& value, auto&& sink) {
    const auto bytes = fory.serialize(value);
    if (bytes.ok()) sink(bytes_of(bytes.value()));
  }

  bool decode_fresh(Bytes bytes, auto&& sink) {
    const auto value = fory.template deserialize<T>(data_as<std::uint8_t>(bytes), bytes.size());
    if (!value.ok()) return false;
    sink(value.value());
    return true;
  }

  fory::serialization::Fory& fory = shared_fory<kShares<T>>();
  fory::Buffer buffer;
};

}  // namespace

void register_fory(Suite& suite) { register_codec<Fory>(suite, "fory"); }

}  // namespace fastser_bench
