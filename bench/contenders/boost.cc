// SPDX-License-Identifier: MIT
//
// Boost.Serialization: binary archive over memory, no header. Values are not tracked and carry no
// class information (the library's fast setting); fixed-width records are bitwise. Where objects
// are shared it tracks, with types of its own (`Native`), because it sets tracking per type and
// cannot track a std::string.
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/is_bitwise_serializable.hpp>
#include <boost/serialization/shared_ptr.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/tracking.hpp>
#include <boost/serialization/unordered_map.hpp>
#include <boost/serialization/vector.hpp>

#include "contenders.hpp"
#include "contenders/stream_buffers.hpp"
#include "fields.hpp"
#include "harness.hpp"

namespace fastser_bench {

struct BoostLabel {
  std::string text;
  void serialize(auto& archive, unsigned) { archive& text; }
};
struct BoostNode {
  std::int32_t id;
  std::shared_ptr<BoostLabel> label;
  std::shared_ptr<BoostNode> a;
  std::shared_ptr<BoostNode> b;
  void serialize(auto& archive, unsigned) { archive& id& label& a& b; }
};
struct BoostGraph {
  std::vector<std::shared_ptr<BoostNode>> nodes;
  void serialize(auto& archive, unsigned) { archive& nodes; }
};
struct BoostActor {
  Actor actor;
  void serialize(auto& archive, unsigned) { archive& actor; }
};
struct BoostCharacter {
  std::int32_t age;
  std::string first_seen;
  std::string house;
  std::string name;
  std::shared_ptr<BoostActor> actor;
  void serialize(auto& archive, unsigned) { archive& age& first_seen& house& name& actor; }
};

template <class Archive, Described T>
void serialize(Archive& archive, T& record, unsigned) {
  std::apply([&](auto&... members) { (void)(archive & ... & members); }, fields(record));
}

}  // namespace fastser_bench

namespace boost::serialization {

// Boost 1.74 knows neither std::optional nor std::variant. One `serialize` each instead of the
// usual save and load: its header declares load(Archive&, SPT<class U>&), which `load` of a
// std::optional would pull in and fail on.
template <class Archive>
void serialize(Archive& archive, std::optional<std::string>& value, unsigned) {
  bool has = value.has_value();
  archive& has;
  if (!has) return value.reset();
  if (!value) value.emplace();
  archive&* value;
}

template <std::size_t kIndex, class Archive>
void serialize_as(Archive& archive, fastser_bench::Value& value) {
  if (value.index() != kIndex) value.emplace<kIndex>();
  archive& std::get<kIndex>(value);
}
template <class Archive>
void serialize(Archive& archive, fastser_bench::Value& value, unsigned) {
  auto index = static_cast<std::uint8_t>(value.index());
  archive& index;
  switch (index) {
    case 0: return serialize_as<0>(archive, value);
    case 1: return serialize_as<1>(archive, value);
    case 2: return serialize_as<2>(archive, value);
    default:
      throw boost::archive::archive_exception(boost::archive::archive_exception::other_exception);
  }
}

// No class id, no version, no tracking for anything that is a value.
#define FASTSER_BENCH_BOOST_VALUE(...)                       \
  template <>                                                \
  struct implementation_level<__VA_ARGS__> {                 \
    typedef mpl::integral_c_tag tag;                         \
    typedef mpl::int_<object_serializable> type;             \
    BOOST_STATIC_CONSTANT(int, value = object_serializable); \
  };                                                         \
  template <>                                                \
  struct tracking_level<__VA_ARGS__> {                       \
    typedef mpl::integral_c_tag tag;                         \
    typedef mpl::int_<track_never> type;                     \
    BOOST_STATIC_CONSTANT(int, value = track_never);         \
  }

FASTSER_BENCH_BOOST_VALUE(fastser_bench::Vec3);
FASTSER_BENCH_BOOST_VALUE(fastser_bench::Weapon);
FASTSER_BENCH_BOOST_VALUE(fastser_bench::Monster);
FASTSER_BENCH_BOOST_VALUE(fastser_bench::Rect);
FASTSER_BENCH_BOOST_VALUE(fastser_bench::BbItem);
FASTSER_BENCH_BOOST_VALUE(fastser_bench::TestObject);
FASTSER_BENCH_BOOST_VALUE(fastser_bench::Actor);
FASTSER_BENCH_BOOST_VALUE(fastser_bench::Person);
FASTSER_BENCH_BOOST_VALUE(fastser_bench::Address);
FASTSER_BENCH_BOOST_VALUE(fastser_bench::LogEntry);
FASTSER_BENCH_BOOST_VALUE(fastser_bench::Triangle);
FASTSER_BENCH_BOOST_VALUE(fastser_bench::StringRecord);
FASTSER_BENCH_BOOST_VALUE(fastser_bench::BoostGraph);
FASTSER_BENCH_BOOST_VALUE(fastser_bench::BoostCharacter);
FASTSER_BENCH_BOOST_VALUE(std::optional<std::string>);
FASTSER_BENCH_BOOST_VALUE(fastser_bench::Value);
FASTSER_BENCH_BOOST_VALUE(fastser_bench::BbRepository);
FASTSER_BENCH_BOOST_VALUE(std::pair<const std::string, fastser_bench::BbItem>);
FASTSER_BENCH_BOOST_VALUE(std::unordered_map<std::string, fastser_bench::Value>);
FASTSER_BENCH_BOOST_VALUE(std::pair<const std::string, fastser_bench::Value>);

}  // namespace boost::serialization

BOOST_IS_BITWISE_SERIALIZABLE(fastser_bench::Vec3)
BOOST_IS_BITWISE_SERIALIZABLE(fastser_bench::Rect)
BOOST_IS_BITWISE_SERIALIZABLE(fastser_bench::Address)
BOOST_IS_BITWISE_SERIALIZABLE(fastser_bench::Triangle)

namespace fastser_bench {
namespace {

constexpr unsigned kFlags = boost::archive::no_header | boost::archive::no_codecvt;

template <class T>
struct BoostArchive {
  Bytes encode(const auto& value) {
    memory.clear();
    boost::archive::binary_oarchive archive(static_cast<std::streambuf&>(memory), kFlags);
    if constexpr (std::same_as<T, IntsEach>) {
      const auto count = static_cast<std::uint64_t>(value.values.size());
      archive << count;
      for (const std::int32_t& number : value.values) archive << number;
    } else {
      archive << value;
    }
    return memory.bytes();
  }

  // Reading past the end throws; the harness reports it.
  static bool decode(Bytes bytes, auto& value) {
    InputMemory source(bytes);
    boost::archive::binary_iarchive archive(static_cast<std::streambuf&>(source), kFlags);
    if constexpr (std::same_as<T, IntsEach>) {
      std::uint64_t count = 0;
      archive >> count;
      if (count > bytes.size()) return false;
      value.values.resize(count);
      for (std::int32_t& number : value.values) archive >> number;
    } else {
      archive >> value;
    }
    return true;
  }

  OutputMemory memory;
};

template <class T>
struct Boost : BoostArchive<T> {};

// Objects of `From` become objects of `To`, shared alike. A node's neighbours come before it.
template <class To, class From, class Convert>
class Sharing {
 public:
  explicit Sharing(Convert convert) : convert_(std::move(convert)) {}
  std::shared_ptr<To> operator()(const std::shared_ptr<From>& from) {
    if (!from) return nullptr;
    auto& to = made_[from.get()];
    if (!to) to = std::make_shared<To>(convert_(*from));
    return to;
  }

 private:
  Convert convert_;
  std::unordered_map<const From*, std::shared_ptr<To>> made_;
};
template <class To, class From, class Convert>
auto sharing(Convert convert) {
  return Sharing<To, From, Convert>(std::move(convert));
}

template <>
struct Boost<SharedCharacters> : BoostArchive<SharedCharacters> {
  using Native = std::vector<BoostCharacter>;

  static Native import_from(const SharedCharacters& value) {
    auto actor = sharing<BoostActor, Actor>([](const Actor& a) { return BoostActor{a}; });
    Native native;
    for (const auto& c : value) {
      native.push_back({c.age, c.first_seen, c.house, c.name, actor(c.actor)});
    }
    return native;
  }
  static SharedCharacters export_to(const Native& native) {
    auto actor = sharing<Actor, BoostActor>([](const BoostActor& a) { return a.actor; });
    SharedCharacters value;
    for (const auto& c : native) {
      value.push_back({c.age, c.first_seen, c.house, c.name, actor(c.actor)});
    }
    return value;
  }
};

template <class Node, class Label, class From>
auto convert_nodes(const From& from, auto make_label) {
  using FromNode = typename std::remove_cvref_t<decltype(from.nodes)>::value_type::element_type;
  using FromLabel = typename decltype(FromNode::label)::element_type;
  auto label = sharing<Label, FromLabel>(make_label);
  std::unordered_map<const FromNode*, std::shared_ptr<Node>> made;
  std::vector<std::shared_ptr<Node>> nodes;
  for (const auto& node : from.nodes) {
    auto twin = std::make_shared<Node>();
    *twin = {node->id, label(node->label), made[node->a.get()], made[node->b.get()]};
    made[node.get()] = twin;
    nodes.push_back(std::move(twin));
  }
  return nodes;
}

template <>
struct Boost<Graph> : BoostArchive<Graph> {
  using Native = BoostGraph;

  static Native import_from(const Graph& value) {
    return {convert_nodes<BoostNode, BoostLabel>(
        value, [](const std::string& text) { return BoostLabel{text}; })};
  }
  static Graph export_to(const Native& native) {
    return {convert_nodes<GraphNode, std::string>(
        native, [](const BoostLabel& label) { return label.text; })};
  }
};

}  // namespace

void register_boost(Suite& suite) { register_codec<Boost>(suite, "boost"); }

}  // namespace fastser_bench
