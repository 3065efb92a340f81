// SPDX-License-Identifier: MIT
//
// Generated data: every workload except `log` and `mesh`, which data_files.cc loads.
#include "data.hpp"

#include <array>
#include <cstdio>
#include <unordered_map>

#include "random.hpp"

namespace fastser_bench {
namespace {

std::int32_t any_width(Random& random) {
  const int width = static_cast<int>(random.between(0, 31));
  const auto magnitude = static_cast<std::int32_t>(random.bits() & ((1u << width) - 1));
  return random.coin() ? magnitude : -magnitude;
}

IntsBulk make_ints(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  IntsBulk values(count);
  for (auto& value : values) value = any_width(random);
  return values;
}

Weapon make_weapon(Random& random) {
  Weapon weapon;
  weapon.damage = static_cast<std::int16_t>(random.between(0, 32767));
  weapon.name = random.text(static_cast<std::size_t>(random.between(1, 10)), kUpper);
  return weapon;
}

Vec3 make_vec3(Random& random) { return {random.unit(), random.unit(), random.unit()}; }

// The ranges of fraillt/cpp_serializers_benchmark: every length is 1 to 10.
Monster make_monster(Random& random) {
  const auto length = [&] { return static_cast<std::size_t>(random.between(1, 10)); };
  Monster monster;
  monster.name = random.text(length(), kUpper);
  monster.pos = make_vec3(random);
  monster.color = static_cast<Color>(random.between(0, 2));
  monster.hp = static_cast<std::int16_t>(random.between(0, 999));
  monster.mana = static_cast<std::int16_t>(random.between(0, 499));
  monster.inventory.resize(length());
  for (auto& slot : monster.inventory) slot = static_cast<std::uint8_t>(random.between(1, 10));
  monster.path.resize(length());
  for (auto& point : monster.path) point = make_vec3(random);
  monster.equipped = make_weapon(random);
  monster.weapons.resize(length());
  for (auto& weapon : monster.weapons) weapon = make_weapon(random);
  return monster;
}

Monsters make_monsters(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  Monsters monsters(count);
  for (auto& monster : monsters) monster = make_monster(random);
  return monsters;
}

// `first` > 0 makes a repository that shares keys, not values, with the one that starts at 0.
BbRepository make_repository(std::uint64_t seed, std::size_t first, std::size_t count) {
  Random random(seed);
  BbRepository repository;
  for (std::size_t i = first; i < first + count; ++i) {
    BbItem item;
    item.identifier = "item " + std::to_string(i);
    item.created_at = 1'330'000'000'000 + random.between(0, 10'000'000'000);
    item.hash = random.text(33, kHex);
    item.data.resize(15);
    for (auto& byte : item.data) byte = static_cast<std::uint8_t>(random.bits());
    if (i % 2 == 0) item.optional_string = "optional string " + std::to_string(i);
    item.views = static_cast<std::uint32_t>(i);
    const auto side = static_cast<double>(i);
    item.display_in_rect = {side, side, side, side};
    repository.emplace(item.identifier, item);
  }
  return repository;
}

TestObject make_test_object(bool stale) {
  TestObject object{};
  object.id1 = stale ? -1 : 1'111'111'111;
  object.id2 = stale ? -2 : 2'222;
  object.id3 = stale ? -3 : 3'333'333'333'333;
  object.s1 = "the first string";
  object.s2 = stale ? std::optional<std::string>("no longer here") : std::nullopt;
  object.s3 = stale ? std::nullopt : std::optional<std::string>("another, somewhat longer string");
  object.s4 = stale ? "x" : "short";
  object.dt1 = 632'750'400'000'000'000;
  object.dt2 = 632'750'436'123'456'789;
  object.b1 = !stale;
  object.b2 = stale;
  object.b3 = !stale;
  object.e1 = 7;
  object.d1.emplace("count", std::int64_t{stale ? 5 : 42});
  object.d1.emplace("ratio", 0.25);
  object.d1.emplace("title", stale ? Value(std::int64_t{1}) : Value("a dictionary value"));
  object.d1.emplace(stale ? "removed" : "owner", "somebody with a name");
  object.d1.emplace("created", std::int64_t{632'750'400'000'000'000});
  if (stale) object.d1.emplace("one more", 1.5);
  return object;
}

Person make_tyrion() {
  return {40, "ep1", "Lannister", "Tyrion", {"Morristown", -17'625'600'000, "Peter Dinklage"}};
}

constexpr std::array<const char*, 8> kHouses = {"Stark",   "Lannister", "Targaryen", "Baratheon",
                                                "Greyjoy", "Tyrell",    "Martell",   "Arryn"};
constexpr std::array<const char*, 10> kEpisodes = {"ep1", "ep2", "ep3", "ep4", "ep5",
                                                   "ep6", "ep7", "ep8", "ep9", "ep10"};

std::array<Actor, 50> make_actors(Random& random) {
  std::array<Actor, 50> actors;
  for (auto& actor : actors) {
    actor.birth_city = "City " + random.text(6, kUpper);
    actor.date_of_birth = -random.between(0, 40'000'000'000);
    actor.name = "Actor " + random.text(9, kUpper);
  }
  return actors;
}

// Both flavours of characters1000 hold the same texts; `make` puts actor number n in its place.
template <class Character, class Make>
std::vector<Character> make_characters(std::uint64_t seed, std::size_t count, Make make) {
  Random random(seed);
  const auto actors = make_actors(random);
  std::vector<Character> characters;
  for (std::size_t i = 0; i < count; ++i) {
    const auto episode = static_cast<std::size_t>(random.between(0, 9));
    const auto house = static_cast<std::size_t>(random.between(0, 7));
    const auto actor = static_cast<std::size_t>(random.between(0, 49));
    characters.push_back({static_cast<std::int32_t>(random.between(1, 80)), kEpisodes[episode],
                          kHouses[house], "Char" + std::to_string(i), make(actors, actor)});
  }
  return characters;
}

Characters make_value_characters(std::uint64_t seed, std::size_t count) {
  return make_characters<Person>(seed, count,
                                 [](const auto& actors, std::size_t n) { return actors[n]; });
}

SharedCharacters make_shared_characters(std::uint64_t seed, std::size_t count) {
  std::array<std::shared_ptr<Actor>, 50> shared;
  return make_characters<SharedCharacter>(seed, count, [&](const auto& actors, std::size_t n) {
    if (!shared[n]) shared[n] = std::make_shared<Actor>(actors[n]);
    return shared[n];
  });
}

Graph make_graph(std::uint64_t seed, std::size_t count, std::size_t label_count) {
  Random random(seed);
  std::vector<std::shared_ptr<std::string>> labels;
  for (std::size_t i = 0; i < label_count; ++i) {
    labels.push_back(std::make_shared<std::string>("label " + std::to_string(i)));
  }
  Graph graph;
  for (std::size_t i = 0; i < count; ++i) {
    auto node = std::make_shared<GraphNode>();
    node->id = static_cast<std::int32_t>(i);
    node->label = labels[random.bits() % labels.size()];
    if (i > 0) {
      node->a = graph.nodes[random.bits() % i];
      node->b = graph.nodes[random.bits() % i];
    }
    graph.nodes.push_back(std::move(node));
  }
  return graph;
}

// The counter in front makes any two strings differ, whatever the random tail is.
StringRecords make_string_records(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  std::uint64_t number = seed << 32;
  const auto text = [&] {
    char head[24];
    std::snprintf(head, sizeof head, "%llx.", static_cast<unsigned long long>(number++));
    return head + random.text(static_cast<std::size_t>(random.between(2, 24)), kWord);
  };
  StringRecords records(count);
  std::int32_t id = 0;
  for (auto& record : records) record = {id++, text(), text(), text(), text()};
  return records;
}

}  // namespace

SharedCharacters deep_copy_characters(const SharedCharacters& value) {
  SharedCharacters copy = value;
  std::unordered_map<const Actor*, std::shared_ptr<Actor>> actors;
  for (auto& character : copy) {
    auto& actor = actors[character.actor.get()];
    if (!actor) actor = std::make_shared<Actor>(*character.actor);
    character.actor = actor;
  }
  return copy;
}

// Nodes point to earlier nodes only, so one pass over the list is enough.
Graph deep_copy_graph(const Graph& value) {
  std::unordered_map<const void*, std::shared_ptr<GraphNode>> nodes;
  std::unordered_map<const void*, std::shared_ptr<std::string>> labels;
  Graph copy;
  for (const auto& node : value.nodes) {
    auto twin = std::make_shared<GraphNode>(*node);
    auto& label = labels[node->label.get()];
    if (!label) label = std::make_shared<std::string>(*node->label);
    twin->label = label;
    if (node->a) twin->a = nodes.at(node->a.get());
    if (node->b) twin->b = nodes.at(node->b.get());
    nodes.emplace(node.get(), twin);
    copy.nodes.push_back(std::move(twin));
  }
  return copy;
}

namespace {

// Numbers objects by first appearance; two graphs share alike when the numbers agree.
class Identity {
 public:
  std::size_t number(const void* object) {
    return object == nullptr ? 0 : numbers_.try_emplace(object, numbers_.size() + 1).first->second;
  }

 private:
  std::unordered_map<const void*, std::size_t> numbers_;
};

}  // namespace

bool same(const SharedCharacters& a, const SharedCharacters& b) {
  if (a.size() != b.size()) return false;
  Identity actors_a;
  Identity actors_b;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto& x = a[i];
    const auto& y = b[i];
    if (x.age != y.age || x.first_seen != y.first_seen || x.house != y.house) return false;
    if (x.name != y.name || !x.actor || !y.actor || *x.actor != *y.actor) return false;
    if (actors_a.number(x.actor.get()) != actors_b.number(y.actor.get())) return false;
  }
  return true;
}

bool same(const Graph& a, const Graph& b) {
  if (a.nodes.size() != b.nodes.size()) return false;
  Identity ids_a;
  Identity ids_b;
  for (std::size_t i = 0; i < a.nodes.size(); ++i) {
    const auto& x = a.nodes[i];
    const auto& y = b.nodes[i];
    if (!x || !y || !x->label || !y->label) return false;
    if (x->id != y->id || *x->label != *y->label) return false;
    const std::array<const void*, 4> from = {x.get(), x->label.get(), x->a.get(), x->b.get()};
    const std::array<const void*, 4> to = {y.get(), y->label.get(), y->a.get(), y->b.get()};
    for (std::size_t k = 0; k < from.size(); ++k) {
      if (ids_a.number(from[k]) != ids_b.number(to[k])) return false;
    }
  }
  return true;
}

const Dataset<IntsEach>& ints_each() {
  static const Dataset<IntsEach> data = {{make_ints(1, 20'000)}, {make_ints(2, 20'100)}};
  return data;
}
const Dataset<IntsBulk>& ints_bulk() {
  static const Dataset<IntsBulk> data = {make_ints(1, 20'000), make_ints(2, 20'100)};
  return data;
}
const Dataset<Monsters>& monsters() {
  static const Dataset<Monsters> data = {make_monsters(3, 1'000), make_monsters(4, 1'050)};
  return data;
}
const Dataset<Monsters>& monsters50() {
  static const Dataset<Monsters> data = {make_monsters(3, 50), make_monsters(4, 30)};
  return data;
}
const Dataset<BbRepository>& bbitem_100() {
  static const Dataset<BbRepository> data = {make_repository(5, 0, 100),
                                             make_repository(6, 50, 100)};
  return data;
}
const Dataset<BbRepository>& bbitem_1000() {
  static const Dataset<BbRepository> data = {make_repository(5, 0, 1'000),
                                             make_repository(6, 500, 1'000)};
  return data;
}
const Dataset<BbRepository>& bbitem_10000() {
  static const Dataset<BbRepository> data = {make_repository(5, 0, 10'000),
                                             make_repository(6, 5'000, 10'000)};
  return data;
}
const Dataset<TestObject>& test_object() {
  static const Dataset<TestObject> data = {make_test_object(false), make_test_object(true)};
  return data;
}
const Dataset<Person>& person() {
  static const Dataset<Person> data = {
      make_tyrion(),
      {1, "a longer first episode", "", "N", {"C", 2, "a name beyond the small one"}}};
  return data;
}
const Dataset<Characters>& characters() {
  static const Dataset<Characters> data = {make_value_characters(7, 1'000),
                                           make_value_characters(8, 1'100)};
  return data;
}
const Dataset<SharedCharacters>& shared_characters() {
  static const Dataset<SharedCharacters> data = {make_shared_characters(7, 1'000),
                                                 make_shared_characters(8, 1'100)};
  return data;
}
const Dataset<Graph>& graph() {
  static const Dataset<Graph> data = {make_graph(9, 100'000, 1'000), make_graph(10, 1'000, 10)};
  return data;
}
const Dataset<StringRecords>& unique_strings() {
  static const Dataset<StringRecords> data = {make_string_records(11, 5'000),
                                              make_string_records(12, 5'100)};
  return data;
}

}  // namespace fastser_bench
