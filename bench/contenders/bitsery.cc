// SPDX-License-Identifier: MIT
//
// bitsery: one hand-written function per type that states every width; 1-, 2- or 4-byte lengths.
// The checked configuration (its default). Shared pointers through its PointerLinkingContext.
#include <bitsery/adapter/buffer.h>
#include <bitsery/bitsery.h>
#include <bitsery/ext/pointer.h>
#include <bitsery/ext/std_map.h>
#include <bitsery/ext/std_optional.h>
#include <bitsery/ext/std_smart_ptr.h>
#include <bitsery/ext/std_variant.h>
#include <bitsery/traits/string.h>
#include <bitsery/traits/vector.h>

#include "contenders.hpp"
#include "harness.hpp"

namespace fastser_bench {

// Every container call of the library wants an upper bound.
inline constexpr std::size_t kMaxText = 1 << 20;
inline constexpr std::size_t kMaxItems = 1 << 24;

template <class S>
void serialize(S& s, Vec3& v) {
  s.value4b(v.x);
  s.value4b(v.y);
  s.value4b(v.z);
}

template <class S>
void serialize(S& s, Weapon& v) {
  s.text1b(v.name, kMaxText);
  s.value2b(v.damage);
}

template <class S>
void serialize(S& s, Monster& v) {
  s.object(v.pos);
  s.value2b(v.mana);
  s.value2b(v.hp);
  s.text1b(v.name, kMaxText);
  s.container1b(v.inventory, kMaxItems);
  s.value1b(v.color);
  s.container(v.weapons, kMaxItems);
  s.object(v.equipped);
  s.container(v.path, kMaxItems);
}

template <class S>
void serialize(S& s, Rect& v) {
  s.value8b(v.x);
  s.value8b(v.y);
  s.value8b(v.width);
  s.value8b(v.height);
}

template <class S>
void optional_text(S& s, std::optional<std::string>& v) {
  s.ext(v, bitsery::ext::StdOptional{},
        [](S& inner, std::string& text) { inner.text1b(text, kMaxText); });
}

template <class S>
void serialize(S& s, BbItem& v) {
  s.text1b(v.identifier, kMaxText);
  s.value8b(v.created_at);
  s.text1b(v.hash, kMaxText);
  s.container1b(v.data, kMaxItems);
  optional_text(s, v.optional_string);
  s.value4b(v.views);
  s.object(v.display_in_rect);
}

template <class S>
void serialize(S& s, TestObject& v) {
  s.value8b(v.id1);
  s.value8b(v.id2);
  s.value8b(v.id3);
  optional_text(s, v.s1);
  optional_text(s, v.s2);
  optional_text(s, v.s3);
  optional_text(s, v.s4);
  s.value8b(v.dt1);
  s.value8b(v.dt2);
  s.boolValue(v.b1);
  s.boolValue(v.b2);
  s.boolValue(v.b3);
  s.value1b(v.e1);
  s.ext(v.d1, bitsery::ext::StdMap{kMaxItems}, [](S& inner, std::string& key, Value& value) {
    inner.text1b(key, kMaxText);
    inner.ext(value,
              bitsery::ext::StdVariant{[](S& x, std::int64_t& number) { x.value8b(number); },
                                       [](S& x, double& number) { x.value8b(number); },
                                       [](S& x, std::string& text) { x.text1b(text, kMaxText); }});
  });
}

template <class S>
void serialize(S& s, Actor& v) {
  s.text1b(v.birth_city, kMaxText);
  s.value8b(v.date_of_birth);
  s.text1b(v.name, kMaxText);
}

template <class S>
void serialize(S& s, Person& v) {
  s.value4b(v.age);
  s.text1b(v.first_seen, kMaxText);
  s.text1b(v.house, kMaxText);
  s.text1b(v.name, kMaxText);
  s.object(v.actor);
}

template <class S>
void serialize(S& s, SharedCharacter& v) {
  s.value4b(v.age);
  s.text1b(v.first_seen, kMaxText);
  s.text1b(v.house, kMaxText);
  s.text1b(v.name, kMaxText);
  s.ext(v.actor, bitsery::ext::StdSmartPtr{});
}

template <class S>
void serialize(S& s, GraphNode& v) {
  s.value4b(v.id);
  s.ext(v.label, bitsery::ext::StdSmartPtr{},
        [](S& inner, std::string& text) { inner.text1b(text, kMaxText); });
  s.ext(v.a, bitsery::ext::StdSmartPtr{});
  s.ext(v.b, bitsery::ext::StdSmartPtr{});
}

template <class S>
void serialize(S& s, Graph& v) {
  s.container(v.nodes, kMaxItems, [](S& inner, std::shared_ptr<GraphNode>& node) {
    inner.ext(node, bitsery::ext::StdSmartPtr{});
  });
}

template <class S>
void serialize(S& s, Address& v) {
  s.value1b(v.x0);
  s.value1b(v.x1);
  s.value1b(v.x2);
  s.value1b(v.x3);
}

template <class S>
void serialize(S& s, LogEntry& v) {
  s.object(v.address);
  s.text1b(v.identity, kMaxText);
  s.text1b(v.userid, kMaxText);
  s.text1b(v.date, kMaxText);
  s.text1b(v.request, kMaxText);
  s.value2b(v.code);
  s.value8b(v.size);
}

template <class S>
void serialize(S& s, Triangle& v) {
  s.object(v.v0);
  s.object(v.v1);
  s.object(v.v2);
  s.object(v.normal);
}

template <class S>
void serialize(S& s, StringRecord& v) {
  s.value4b(v.id);
  s.text1b(v.a, kMaxText);
  s.text1b(v.b, kMaxText);
  s.text1b(v.c, kMaxText);
  s.text1b(v.d, kMaxText);
}

namespace {

using Buffer = std::vector<std::uint8_t>;
using Writer = bitsery::OutputBufferAdapter<Buffer>;
using Reader = bitsery::InputBufferAdapter<const std::uint8_t*>;

template <class T>
inline constexpr bool kShares = std::same_as<T, Graph> || std::same_as<T, SharedCharacters>;

// The root: one record, or a container of them.
template <class S, class T>
void root(S& s, T& value) {
  if constexpr (std::same_as<T, IntsBulk>) {
    s.container4b(value, kMaxItems);
  } else if constexpr (std::same_as<T, BbRepository>) {
    s.ext(value, bitsery::ext::StdMap{kMaxItems}, [](S& inner, std::string& key, BbItem& item) {
      inner.text1b(key, kMaxText);
      inner.object(item);
    });
  } else if constexpr (requires { value.emplace_back(); }) {
    s.container(value, kMaxItems);
  } else {
    s.object(value);
  }
}

void each(auto& serializer, const IntsEach& value) {
  serializer.value4b(static_cast<std::uint32_t>(value.values.size()));
  for (const std::int32_t number : value.values) serializer.value4b(number);
}

bool read_each(auto& deserializer, IntsEach& value, std::size_t available) {
  std::uint32_t count = 0;
  deserializer.value4b(count);
  if (count > available / 4) return false;
  value.values.resize(count);
  for (std::int32_t& number : value.values) deserializer.value4b(number);
  return true;
}

template <class T>
struct Bitsery {
  Bytes encode(const T& value) {
    if constexpr (kShares<T>) {
      bitsery::ext::PointerLinkingContext context;
      bitsery::Serializer<Writer, bitsery::ext::PointerLinkingContext> serializer(context, buffer);
      root(serializer, const_cast<T&>(value));
      return finish(serializer);
    } else {
      bitsery::Serializer<Writer> serializer(buffer);
      if constexpr (std::same_as<T, IntsEach>) {
        each(serializer, value);
      } else {
        root(serializer, const_cast<T&>(value));
      }
      return finish(serializer);
    }
  }

  static bool decode(Bytes bytes, T& value) {
    const auto* data = data_as<std::uint8_t>(bytes);
    if constexpr (kShares<T>) {
      bitsery::ext::PointerLinkingContext context;
      bitsery::Deserializer<Reader, bitsery::ext::PointerLinkingContext> deserializer(context, data,
                                                                                      bytes.size());
      root(deserializer, value);
      return good(deserializer) && context.isValid();
    } else {
      bitsery::Deserializer<Reader> deserializer(data, bytes.size());
      if constexpr (std::same_as<T, IntsEach>) {
        if (!read_each(deserializer, value, bytes.size())) return false;
      } else {
        root(deserializer, value);
      }
      return good(deserializer);
    }
  }

  Bytes finish(auto& serializer) {
    serializer.adapter().flush();
    return bytes_of(buffer).first(serializer.adapter().writtenBytesCount());
  }

  static bool good(auto& deserializer) {
    return deserializer.adapter().error() == bitsery::ReaderError::NoError &&
           deserializer.adapter().isCompletedSuccessfully();
  }

  Buffer buffer;
};

}  // namespace

void register_bitsery(Suite& suite) { register_codec<Bitsery>(suite, "bitsery"); }

}  // namespace fastser_bench
