// SPDX-License-Identifier: MIT
//
// FlatBuffers from std structs and back: flatc's builder functions, then verifier and a copy of
// every field. (Reading in place without the copy is another operation, `view`.) The builder keeps
// its memory, offsets of elements are collected in vectors that are kept too.
//
// And from the structs that flatc generates itself (its object API): Pack, then verifier and
// UnPackTo. Those hold a string that is not there as an empty one, and elements by unique_ptr.
#include "contenders.hpp"
#include "harness.hpp"
#include "schema_generated.h"

namespace fastser_bench {
namespace {

using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;

// Fixed-width structs have the same layout on both sides (little-endian machines only, which the
// registration below checks), so they are copied as blocks.
static_assert(sizeof(fb::Vec3) == sizeof(Vec3) && sizeof(fb::Triangle) == sizeof(Triangle));
static_assert(sizeof(fb::Rect) == sizeof(Rect) && sizeof(fb::Address) == sizeof(Address));

struct Builder {
  FlatBufferBuilder fbb;
  std::vector<Offset<fb::Weapon>> weapons;

  auto text(const std::string& value) { return fbb.CreateString(value.data(), value.size()); }
  Offset<flatbuffers::String> text(const std::optional<std::string>& value) {
    return value ? text(*value) : Offset<flatbuffers::String>();
  }
  template <class To, class From>
  const To* fixed(const From& value) {
    return reinterpret_cast<const To*>(&value);
  }
  template <class To, class From>
  auto fixed_list(const std::vector<From>& values) {
    return fbb.CreateVectorOfStructs(reinterpret_cast<const To*>(values.data()), values.size());
  }
  // `collected` is cleared, not freed.
  template <class Element, class Container>
  auto list(const Container& values, std::vector<Offset<Element>>& collected) {
    collected.clear();
    for (const auto& value : values) collected.push_back(add(value));
    return fbb.CreateVector(collected);
  }

  Offset<fb::Weapon> add(const Weapon& v) { return fb::CreateWeapon(fbb, text(v.name), v.damage); }
  Offset<fb::Monster> add(const Monster& v) {
    const auto name = text(v.name);
    const auto inventory = fbb.CreateVector(v.inventory);
    const auto armory = list(v.weapons, weapons);
    const auto equipped = add(v.equipped);
    const auto path = fixed_list<fb::Vec3>(v.path);
    return fb::CreateMonster(fbb, fixed<fb::Vec3>(v.pos), v.mana, v.hp, name, inventory,
                             static_cast<fb::Color>(v.color), armory, equipped, path);
  }
  Offset<fb::BbEntry> add(const std::pair<const std::string, BbItem>& entry) {
    const BbItem& v = entry.second;
    const auto key = text(entry.first);
    const auto identifier = text(v.identifier);
    const auto hash = text(v.hash);
    const auto data = fbb.CreateVector(v.data);
    const auto optional = text(v.optional_string);
    const auto item = fb::CreateBbItem(fbb, identifier, v.created_at, hash, data, optional, v.views,
                                       fixed<fb::Rect>(v.display_in_rect));
    return fb::CreateBbEntry(fbb, key, item);
  }
  Offset<fb::ValueEntry> add(const std::pair<const std::string, Value>& entry) {
    const Value& v = entry.second;
    const auto kind = static_cast<std::uint8_t>(v.index());
    const auto key = text(entry.first);
    const auto* number = std::get_if<std::int64_t>(&v);
    const auto* real = std::get_if<double>(&v);
    const auto* string = std::get_if<std::string>(&v);
    const auto held = string ? text(*string) : Offset<flatbuffers::String>();
    const auto value = fb::CreateValue(fbb, kind, number ? *number : 0, real ? *real : 0, held);
    return fb::CreateValueEntry(fbb, key, value);
  }
  Offset<fb::Person> add(const Person& v) {
    const auto city = text(v.actor.birth_city);
    const auto actor_name = text(v.actor.name);
    const auto actor = fb::CreateActor(fbb, city, v.actor.date_of_birth, actor_name);
    const auto seen = text(v.first_seen);
    const auto house = text(v.house);
    const auto name = text(v.name);
    return fb::CreatePerson(fbb, v.age, seen, house, name, actor);
  }
  Offset<fb::LogEntry> add(const LogEntry& v) {
    const auto identity = text(v.identity);
    const auto userid = text(v.userid);
    const auto date = text(v.date);
    const auto request = text(v.request);
    return fb::CreateLogEntry(fbb, fixed<fb::Address>(v.address), identity, userid, date, request,
                              v.code, v.size);
  }
  Offset<fb::StringRecord> add(const StringRecord& v) {
    const auto a = text(v.a);
    const auto b = text(v.b);
    const auto c = text(v.c);
    const auto d = text(v.d);
    return fb::CreateStringRecord(fbb, v.id, a, b, c, d);
  }
};

void copy(const flatbuffers::String* from, std::string& to) {
  if (from == nullptr) return to.clear();
  to.assign(from->data(), from->size());
}
void copy(const flatbuffers::String* from, std::optional<std::string>& to) {
  if (from == nullptr) return to.reset();
  if (!to) to.emplace();
  to->assign(from->data(), from->size());
}
template <class From, class To>
void copy_fixed(const From* from, To& to) {
  if (from == nullptr) {
    to = {};
  } else {
    std::memcpy(&to, from, sizeof to);
  }
}
template <class List, class To>
void copy_fixed_list(const List* from, std::vector<To>& to) {
  to.resize(from == nullptr ? 0 : from->size());
  if (!to.empty()) std::memcpy(to.data(), from->Data(), to.size() * sizeof(To));
}
// Defined below everything that it calls.
template <class List, class To>
void copy_list(const List* from, std::vector<To>& to);

void copy(const fb::Weapon* from, Weapon& to) {
  copy(from->name(), to.name);
  to.damage = from->damage();
}
void copy(const fb::Monster* from, Monster& to) {
  copy_fixed(from->pos(), to.pos);
  to.mana = from->mana();
  to.hp = from->hp();
  copy(from->name(), to.name);
  copy_fixed_list(from->inventory(), to.inventory);
  to.color = static_cast<Color>(from->color());
  copy_list(from->weapons(), to.weapons);
  if (from->equipped() != nullptr) copy(from->equipped(), to.equipped);
  copy_fixed_list(from->path(), to.path);
}
void copy(const fb::BbItem* from, BbItem& to) {
  copy(from->identifier(), to.identifier);
  to.created_at = from->created_at();
  copy(from->hash(), to.hash);
  copy_fixed_list(from->data(), to.data);
  copy(from->optional_string(), to.optional_string);
  to.views = from->views();
  copy_fixed(from->display_in_rect(), to.display_in_rect);
}
void copy(const fb::Value* from, Value& to) {
  switch (from->kind()) {
    case 0: to = from->number(); return;
    case 1: to = from->real(); return;
    default:
      if (to.index() != 2) to.emplace<2>();
      copy(from->text(), std::get<2>(to));
  }
}
void copy(const fb::TestObject* from, TestObject& to) {
  to.id1 = from->id1();
  to.id2 = from->id2();
  to.id3 = from->id3();
  copy(from->s1(), to.s1);
  copy(from->s2(), to.s2);
  copy(from->s3(), to.s3);
  copy(from->s4(), to.s4);
  to.dt1 = from->dt1();
  to.dt2 = from->dt2();
  to.b1 = from->b1();
  to.b2 = from->b2();
  to.b3 = from->b3();
  to.e1 = from->e1();
  to.d1.clear();
  if (from->d1() == nullptr) return;
  to.d1.reserve(from->d1()->size());
  for (const auto* entry : *from->d1()) {
    if (entry->key() != nullptr && entry->value() != nullptr) {
      copy(entry->value(), to.d1[entry->key()->str()]);
    }
  }
}
void copy(const fb::Person* from, Person& to) {
  to.age = from->age();
  copy(from->first_seen(), to.first_seen);
  copy(from->house(), to.house);
  copy(from->name(), to.name);
  if (from->actor() == nullptr) return;
  copy(from->actor()->birth_city(), to.actor.birth_city);
  to.actor.date_of_birth = from->actor()->date_of_birth();
  copy(from->actor()->name(), to.actor.name);
}
void copy(const fb::LogEntry* from, LogEntry& to) {
  copy_fixed(from->address(), to.address);
  copy(from->identity(), to.identity);
  copy(from->userid(), to.userid);
  copy(from->date(), to.date);
  copy(from->request(), to.request);
  to.code = from->code();
  to.size = from->size();
}
void copy(const fb::StringRecord* from, StringRecord& to) {
  to.id = from->id();
  copy(from->a(), to.a);
  copy(from->b(), to.b);
  copy(from->c(), to.c);
  copy(from->d(), to.d);
}

template <class List, class To>
void copy_list(const List* from, std::vector<To>& to) {
  to.resize(from == nullptr ? 0 : from->size());
  for (std::size_t i = 0; i < to.size(); ++i) {
    copy(from->Get(static_cast<flatbuffers::uoffset_t>(i)), to[i]);
  }
}

// The digest of every field, in place.
std::uint64_t look(const flatbuffers::String* text) {
  return text == nullptr ? 0 : digest(std::string_view(text->data(), text->size()));
}
std::uint64_t look(const fb::Vec3& v) { return digest(v.x()) + digest(v.y()) + digest(v.z()); }
std::uint64_t look(const fb::Weapon* v) { return look(v->name()) + digest(v->damage()); }
std::uint64_t look(const fb::Monster* v) {
  std::uint64_t sum = look(*v->pos()) + digest(v->mana()) + digest(v->hp()) + look(v->name());
  if (v->inventory() != nullptr)
    sum += digest_bytes(v->inventory()->data(), v->inventory()->size());
  sum += digest(static_cast<Color>(v->color()));
  if (v->weapons() != nullptr) {
    for (const fb::Weapon* weapon : *v->weapons()) sum += look(weapon);
  }
  sum += look(v->equipped());
  if (v->path() != nullptr) {
    for (const fb::Vec3* point : *v->path()) sum += look(*point);
  }
  return sum;
}
std::uint64_t look(const fb::Person* v) {
  return digest(v->age()) + look(v->first_seen()) + look(v->house()) + look(v->name()) +
         look(v->actor()->birth_city()) + digest(v->actor()->date_of_birth()) +
         look(v->actor()->name());
}
std::uint64_t look(const fb::LogEntry* v) {
  return digest(v->address()->x0()) + digest(v->address()->x1()) + digest(v->address()->x2()) +
         digest(v->address()->x3()) + look(v->identity()) + look(v->userid()) + look(v->date()) +
         look(v->request()) + digest(v->code()) + digest(v->size());
}
std::uint64_t look(const fb::StringRecord* v) {
  return digest(v->id()) + look(v->a()) + look(v->b()) + look(v->c()) + look(v->d());
}

// How each root is built and taken apart again.
template <class T>
struct Root;

template <>
struct Root<IntsEach> {
  using Table = fb::Ints;
  static auto build(Builder& b, const IntsEach& v, auto&) {
    b.fbb.StartVector(v.values.size(), sizeof(std::int32_t));
    for (auto i = v.values.rbegin(); i != v.values.rend(); ++i) b.fbb.PushElement(*i);
    const Offset<flatbuffers::Vector<std::int32_t>> values(b.fbb.EndVector(v.values.size()));
    return fb::CreateInts(b.fbb, values);
  }
  static void read(const Table& from, IntsEach& to) {
    to.values.resize(from.values() == nullptr ? 0 : from.values()->size());
    for (std::size_t i = 0; i < to.values.size(); ++i) {
      to.values[i] = from.values()->Get(static_cast<flatbuffers::uoffset_t>(i));
    }
  }
};
template <>
struct Root<IntsBulk> {
  using Table = fb::Ints;
  static auto build(Builder& b, const IntsBulk& v, auto&) {
    return fb::CreateInts(b.fbb, b.fbb.CreateVector(v));
  }
  static void read(const Table& from, IntsBulk& to) { copy_fixed_list(from.values(), to); }
};
template <>
struct Root<Mesh> {
  using Table = fb::Mesh;
  static auto build(Builder& b, const Mesh& v, auto&) {
    return fb::CreateMesh(b.fbb, b.fixed_list<fb::Triangle>(v));
  }
  static void read(const Table& from, Mesh& to) { copy_fixed_list(from.items(), to); }
};
template <>
struct Root<Person> {
  using Table = fb::Person;
  static auto build(Builder& b, const Person& v, auto&) { return b.add(v); }
  static void read(const Table& from, Person& to) { copy(&from, to); }
};
template <>
struct Root<TestObject> {
  using Table = fb::TestObject;
  using Element = fb::ValueEntry;
  static auto build(Builder& b, const TestObject& v, auto& collected) {
    const auto s1 = b.text(v.s1);
    const auto s2 = b.text(v.s2);
    const auto s3 = b.text(v.s3);
    const auto s4 = b.text(v.s4);
    const auto d1 = b.list(v.d1, collected);
    return fb::CreateTestObject(b.fbb, v.id1, v.id2, v.id3, s1, s2, s3, s4, v.dt1, v.dt2, v.b1,
                                v.b2, v.b3, v.e1, d1);
  }
  static void read(const Table& from, TestObject& to) { copy(&from, to); }
};
template <>
struct Root<BbRepository> {
  using Table = fb::BbRepository;
  using Element = fb::BbEntry;
  static auto build(Builder& b, const BbRepository& v, auto& collected) {
    return fb::CreateBbRepository(b.fbb, b.list(v, collected));
  }
  static void read(const Table& from, BbRepository& to) {
    to.clear();
    if (from.items() == nullptr) return;
    to.reserve(from.items()->size());
    for (const auto* entry : *from.items()) {
      if (entry->key() != nullptr && entry->item() != nullptr) {
        copy(entry->item(), to[entry->key()->str()]);
      }
    }
  }
};

template <class TableType, class ElementType>
struct ListRoot {
  using Table = TableType;
  using Element = ElementType;
  static auto build(Builder& b, const auto& v, auto& collected) {
    const auto items = b.list(v, collected);
    typename Table::Builder table(b.fbb);
    table.add_items(items);
    return table.Finish();
  }
  static void read(const Table& from, auto& to) { copy_list(from.items(), to); }
};
template <>
struct Root<Monsters> : ListRoot<fb::Monsters, fb::Monster> {};
template <>
struct Root<Characters> : ListRoot<fb::Characters, fb::Person> {};
template <>
struct Root<Log> : ListRoot<fb::Log, fb::LogEntry> {};
template <>
struct Root<StringRecords> : ListRoot<fb::StringRecords, fb::StringRecord> {};

template <class T>
struct ElementOf {
  using Type = fb::Weapon;  // unused
};
template <class T>
requires requires { typename Root<T>::Element; }
struct ElementOf<T> {
  using Type = typename Root<T>::Element;
};

template <class T>
requires requires { typename Root<T>::Table; }
struct FlatBuffers {
  using Table = typename Root<T>::Table;

  Bytes encode(const T& value) {
    builder.fbb.Clear();
    builder.fbb.Finish(Root<T>::build(builder, value, collected));
    return {reinterpret_cast<const std::byte*>(builder.fbb.GetBufferPointer()),
            builder.fbb.GetSize()};
  }

  static bool decode(Bytes bytes, T& value) {
    const auto* data = data_as<std::uint8_t>(bytes);
    flatbuffers::Verifier verifier(data, bytes.size(), 64, 10'000'000);
    if (!verifier.VerifyBuffer<Table>(nullptr)) return false;
    Root<T>::read(*flatbuffers::GetRoot<Table>(data), value);
    return true;
  }

  static std::uint64_t view(Bytes bytes) requires Viewed<T> {
    const auto* root = flatbuffers::GetRoot<Table>(data_as<std::uint8_t>(bytes));
    if constexpr (std::same_as<T, Person>) {
      return look(root);
    } else {
      std::uint64_t sum = 0;
      for (const auto* item : *root->items()) sum += look(item);
      return sum;
    }
  }
  static bool verify(Bytes bytes) {
    flatbuffers::Verifier verifier(data_as<std::uint8_t>(bytes), bytes.size(), 64, 10'000'000);
    return verifier.VerifyBuffer<Table>(nullptr);
  }

  Builder builder;
  std::vector<Offset<typename ElementOf<T>::Type>> collected;
};

// Its objects are made of our structs, and back, through bytes.
template <class T>
requires requires {
  typename FlatBuffers<T>::Table;
} &&(!std::same_as<T, IntsEach>)struct FlatBuffersObjects {
  using Table = typename Root<T>::Table;
  using Native = typename Table::NativeTableType;

  static Native import_from(const T& value) {
    FlatBuffers<T> library;
    Native native;
    flatbuffers::GetRoot<Table>(library.encode(value).data())->UnPackTo(&native);
    return native;
  }
  static T export_to(const Native& native) {
    FlatBuffersObjects library;
    T value{};
    FlatBuffers<T>::decode(library.encode(native), value);
    return value;
  }

  Bytes encode(const Native& native) {
    fbb.Clear();
    fbb.Finish(Table::Pack(fbb, &native));
    return {reinterpret_cast<const std::byte*>(fbb.GetBufferPointer()), fbb.GetSize()};
  }
  static bool decode(Bytes bytes, Native& native) {
    if (!FlatBuffers<T>::verify(bytes)) return false;
    flatbuffers::GetRoot<Table>(data_as<std::uint8_t>(bytes))->UnPackTo(&native);
    return true;
  }

  FlatBufferBuilder fbb;
};

}  // namespace

void register_flatbuffers(Suite& suite) {
  if constexpr (FLATBUFFERS_LITTLEENDIAN) {
    register_codec<FlatBuffers>(suite, "flatbuffers");
    register_codec<FlatBuffersObjects>(suite, "flatbuffers_objects");
  }
}

}  // namespace fastser_bench
