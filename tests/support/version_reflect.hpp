// SPDX-License-Identifier: MIT
//
// A reader's C++ type as the model's data, and its values as Nodes: one function template of each,
// by what the standard calls the type.
#pragma once

#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/describe.hpp"
#include "fastser/registry.hpp"
#include "support/version_reader.hpp"

namespace fastser::testing::versions {

template <typename T, template <typename...> class Of>
inline constexpr bool kIs = false;
template <template <typename...> class Of, typename... A>
inline constexpr bool kIs<Of<A...>, Of> = true;

template <typename T>
inline constexpr bool kIsBits = false;
template <std::size_t kSize>
inline constexpr bool kIsBits<std::bitset<kSize>> = true;
template <typename T>
inline constexpr bool kIsArray = false;
template <typename E, std::size_t kSize>
inline constexpr bool kIsArray<std::array<E, kSize>> = true;
template <typename T>
inline constexpr bool kIsData = false;
template <>
inline constexpr bool kIsData<std::vector<std::uint8_t>> = true;
template <>
inline constexpr bool kIsData<std::vector<std::byte>> = true;
template <typename T>
inline constexpr bool kIsVarint = false;
template <typename T>
inline constexpr bool kIsVarint<varint<T>> = true;
template <typename T>
inline constexpr bool kIsMap = requires {
  typename T::mapped_type;
};
template <typename T>
inline constexpr bool kIsSet = requires {
  typename T::key_type;
};
template <typename T>
inline constexpr bool kIsMulti = !requires(T & t, typename T::value_type v) {
  t.insert(v).second;
};

/// The classes that a pointer to the polymorphic class Base may lead to, to be specialised:
/// `using Classes = std::tuple<Derived...>`.
template <typename Base>
struct Family;

template <typename T>
constexpr TypeCode integer_code(bool as_varint) {
  constexpr int kWidth = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
  const int first = as_varint && kWidth > 0 ? 0x0C - 2 : 0x02;
  return static_cast<TypeCode>(first + 2 * kWidth + (std::is_signed_v<T> ? 0 : 1));
}

/// Values as Nodes; the objects that they lead to are gathered. In the end those objects are given
/// the value of new ones: cycles of owners would outlive the test.
class Gatherer {
 public:
  Gatherer() = default;
  Gatherer(const Gatherer&) = delete;
  Gatherer& operator=(const Gatherer&) = delete;
  ~Gatherer() {
    for (const auto& reset : owned_) reset();
  }

  template <typename T>
  Forest gather(const T& value) {
    Forest forest;
    forest.root = node(value);
    while (!todo_.empty()) {
      const auto [object, make] = todo_.back();
      todo_.pop_back();
      Node made = make(*this);
      forest.objects.emplace(object, std::move(made));
    }
    return forest;
  }

  template <typename T>
  Node node(const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      return nodes::boolean(value);
    } else if constexpr (std::is_same_v<T, std::byte>) {
      return nodes::integer(static_cast<std::uint64_t>(value), false);
    } else if constexpr (std::is_enum_v<T>) {
      return node(static_cast<std::underlying_type_t<T>>(value));
    } else if constexpr (std::is_integral_v<T>) {
      return nodes::integer(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)),
                            std::is_signed_v<T>);
    } else if constexpr (std::is_same_v<T, float>) {
      return nodes::f32(value);
    } else if constexpr (std::is_same_v<T, double>) {
      return nodes::f64(value);
    } else if constexpr (std::is_same_v<T, std::string>) {
      return nodes::text(value);
    } else if constexpr (kIsData<T>) {
      return nodes::data(std::string(reinterpret_cast<const char*>(value.data()), value.size()));
    } else if constexpr (kIsVarint<T>) {
      return node(value.value);
    } else if constexpr (kIs<T, std::atomic>) {
      return node(value.load());
    } else if constexpr (std::is_same_v<T, std::monostate>) {
      return nodes::null();
    } else if constexpr (kIs<T, std::optional> || kIs<T, std::unique_ptr>) {
      if constexpr (kIs<T, std::unique_ptr>)
        return value ? nodes::some(whole(*value)) : nodes::none();
      return value ? nodes::some(node(*value)) : nodes::none();
    } else if constexpr (kIs<T, std::variant>) {
      return std::visit(
          [&](const auto& held) { return nodes::alternative(value.index(), node(held)); }, value);
    } else if constexpr (kIs<T, std::tuple> || kIs<T, std::pair>) {
      return std::apply([&](const auto&... e) { return nodes::tuple({node(e)...}); }, value);
    } else if constexpr (kIs<T, std::chrono::duration>) {
      return nodes::ticks(static_cast<std::int64_t>(value.count()));
    } else if constexpr (kIs<T, std::chrono::time_point>) {
      return node(value.time_since_epoch());
    } else if constexpr (kIsBits<T>) {
      return nodes::bits(value.to_string());
    } else if constexpr (kIs<T, std::shared_ptr>) {
      if (value) owned_.push_back([value] { reset(*value); });
      return pointer(value.get(), false);
    } else if constexpr (kIs<T, std::weak_ptr>) {
      return pointer(value.lock().get(), true);
    } else if constexpr (std::is_pointer_v<T>) {
      return pointer(value, false);
    } else if constexpr (kIsMap<T>) {
      std::vector<Node> entries;
      for (const auto& [key, mapped] : value)
        entries.push_back(nodes::tuple({node(key), node(mapped)}));
      return nodes::map(std::move(entries));
    } else if constexpr (requires { value.begin(); }) {
      std::vector<Node> elements;
      for (const auto& element : value) {
        elements.push_back(node<typename T::value_type>(element));
      }
      return kIsSet<T> ? nodes::set(std::move(elements)) : nodes::list(std::move(elements));
    } else {
      std::vector<Node> fields;
      add_fields(value, fields);
      return nodes::record(std::string(schema::Description<T>::name()), std::move(fields));
    }
  }
  template <typename T>
  void add_fields(const T& value, std::vector<Node>& fields) {
    if constexpr (schema::HasBase<T>) add_fields<typename T::fastser_base>(value, fields);
    schema::Description<T>::visit(
        value, [&](const auto&... members) { (fields.push_back(node(members)), ...); });
  }

 private:
  // Calls `call` with the object as what it is.
  template <typename Base, typename Call>
  static void as_whole(Base& object, Call&& call) {
    const auto attempt = [&]<typename E>(E*) {
      using Target = std::conditional_t<std::is_const_v<Base>, const E, E>;
      if (auto* derived = dynamic_cast<Target*>(&object); derived != nullptr) call(*derived);
    };
    using Classes = typename Family<std::remove_const_t<Base>>::Classes;
    [&]<typename... E>(std::tuple<E...>*) {
      (attempt(static_cast<E*>(nullptr)), ...);
    }(static_cast<Classes*>(nullptr));
  }
  template <typename T>
  Node whole(const T& object) {
    if constexpr (std::is_polymorphic_v<T>) {
      Node made;
      as_whole(object, [&](const auto& derived) { made = node(derived); });
      return made;
    } else {
      return node(object);
    }
  }
  template <typename T>
  static void reset(T& object) {
    if constexpr (std::is_polymorphic_v<T>) {
      as_whole(object, [](auto& derived) { derived = std::remove_cvref_t<decltype(derived)>(); });
    } else {
      object = T();
    }
  }
  template <typename T>
  Node pointer(const T* target, bool weak) {
    if (target == nullptr) return nodes::nil();
    const void* address = target;
    if constexpr (std::is_polymorphic_v<T>) address = dynamic_cast<const void*>(target);
    const auto next = static_cast<std::int64_t>(known_.size());
    const auto [found, is_new] = known_.emplace(address, next);
    if (is_new) {
      todo_.emplace_back(next, [target](Gatherer& gatherer) { return gatherer.whole(*target); });
    }
    return nodes::pointer(found->second, weak);
  }

  std::vector<std::function<void()>> owned_;
  std::map<const void*, std::int64_t> known_;
  std::vector<std::pair<std::int64_t, std::function<Node(Gatherer&)>>> todo_;
};

/// Types as data.
class Describer {
 public:
  explicit Describer(Reader& reader) : reader_(reader) {}

  template <typename T>
  Type type() {
    if constexpr (std::is_same_v<T, bool>) {
      return TypeCode::kBool;
    } else if constexpr (std::is_same_v<T, std::byte>) {
      return TypeCode::kU8;
    } else if constexpr (std::is_enum_v<T>) {
      return {TypeCode::kEnum, {type<std::underlying_type_t<T>>()}};
    } else if constexpr (std::is_integral_v<T>) {
      return integer_code<T>(false);
    } else if constexpr (std::is_same_v<T, float>) {
      return TypeCode::kF32;
    } else if constexpr (std::is_same_v<T, double>) {
      return TypeCode::kF64;
    } else if constexpr (std::is_same_v<T, std::string>) {
      return TypeCode::kString;
    } else if constexpr (kIsData<T>) {
      return TypeCode::kData;
    } else if constexpr (kIsVarint<T>) {
      return integer_code<decltype(T::value)>(true);
    } else if constexpr (kIs<T, std::atomic>) {
      return type<typename T::value_type>();
    } else if constexpr (std::is_same_v<T, std::monostate>) {
      return TypeCode::kNull;
    } else if constexpr (kIs<T, std::unique_ptr>) {
      using E = typename T::element_type;
      if constexpr (std::is_polymorphic_v<E>) return family<E>(TypeCode::kOwnedAny);
      return {TypeCode::kOptional, {type<E>()}};
    } else if constexpr (std::is_pointer_v<T>) {
      return {TypeCode::kRef, {type<std::remove_pointer_t<T>>()}};
    } else if constexpr (kIs<T, std::optional>) {
      return {TypeCode::kOptional, {type<typename T::value_type>()}};
    } else if constexpr (kIs<T, std::shared_ptr> || kIs<T, std::weak_ptr>) {
      using E = typename T::element_type;
      Type made(TypeCode::kRef);
      if constexpr (std::is_polymorphic_v<E>) {
        made = family<E>(TypeCode::kAnyRef);
      } else {
        made.of = {type<E>()};
      }
      made.weak = kIs<T, std::weak_ptr>;
      return made;
    } else if constexpr (kIs<T, std::chrono::duration>) {
      Type made{TypeCode::kDuration, {type<typename T::rep>()}};
      made.num = T::period::num;
      made.den = T::period::den;
      return made;
    } else if constexpr (kIs<T, std::chrono::time_point>) {
      Type made = type<typename T::duration>();
      made.code = TypeCode::kDate;
      return made;
    } else if constexpr (kIsBits<T>) {
      Type made{TypeCode::kBits};
      made.n = T{}.size();
      return made;
    } else if constexpr (kIsArray<T>) {
      Type made{TypeCode::kArray, {type<typename T::value_type>()}};
      made.n = std::tuple_size_v<T>;
      return made;
    } else if constexpr (kIs<T, std::variant>) {
      return operands<T>(TypeCode::kVariant, std::make_index_sequence<std::variant_size_v<T>>{});
    } else if constexpr (kIs<T, std::tuple> || kIs<T, std::pair>) {
      return operands<T>(TypeCode::kTuple, std::make_index_sequence<std::tuple_size_v<T>>{});
    } else if constexpr (kIsMap<T>) {
      Type made{TypeCode::kMap, {type<typename T::key_type>(), type<typename T::mapped_type>()}};
      made.multi = kIsMulti<T>;
      return made;
    } else if constexpr (requires(const T& t) { t.begin(); }) {
      Type made{kIsSet<T> ? TypeCode::kSet : TypeCode::kList, {type<typename T::value_type>()}};
      if constexpr (kIsSet<T>) made.multi = kIsMulti<T>;
      return made;
    } else {
      Type made{TypeCode::kRecord};
      made.n = class_of<T>();
      return made;
    }
  }

 private:
  template <typename Base>
  Type family(TypeCode code) {
    Type made(code);
    [&]<typename... E>(std::tuple<E...>*) {
      made.of = {type<E>()...};
    }(static_cast<typename Family<Base>::Classes*>(nullptr));
    return made;
  }
  template <typename T, std::size_t... kIndex>
  Type operands(TypeCode code, std::index_sequence<kIndex...>) {
    if constexpr (kIs<T, std::variant>) {
      return {code, {type<std::variant_alternative_t<kIndex, T>>()...}};
    } else {
      return {code, {type<std::tuple_element_t<kIndex, T>>()...}};
    }
  }
  template <typename T>
  std::uint64_t class_of() {
    const auto [found, is_new] = known_.emplace(typeid(T), reader_.classes.size());
    const std::size_t index = found->second;
    if (!is_new) return index;
    reader_.classes.emplace_back();
    ReaderClass made;
    const T fresh{};
    add_level(fresh, made);
    reader_.classes[index] = std::move(made);
    return index;
  }
  template <typename T>
  void add_level(const T& fresh, ReaderClass& made) {
    using D = schema::Description<T>;
    if constexpr (schema::HasBase<T>) add_level<typename T::fastser_base>(fresh, made);
    made.levels.push_back({std::string(D::name()), D::version()});
    const std::size_t level = made.levels.size() - 1;
    std::size_t index = 0;
    const auto add = [&]<typename M>(const M& member) {
      ReaderField field;
      field.name = std::string(D::field_name(index++));
      if constexpr (requires { D::Source::fastser_options; }) {
        for (const FieldOption& option : D::Source::fastser_options) {
          if (option.kind == FieldOption::Kind::kRenamedFrom && option.field == field.name) {
            field.old_names.emplace_back(option.text);
          }
        }
      }
      field.type = type<M>();
      field.fallback = Gatherer().node(member);
      field.level = level;
      made.fields.push_back(std::move(field));
    };
    D::visit(fresh, [&](const auto&... members) { (add(members), ...); });
  }

  Reader& reader_;
  std::map<std::type_index, std::size_t> known_;
};

/// A reader whose root is a T. `registry`: of its polymorphic pointers.
template <typename T>
Reader reader_of(std::string name, const Registry* registry = nullptr) {
  Reader reader;
  reader.name = std::move(name);
  reader.root = Describer(reader).type<T>();
  reader.decode = [registry](BytesView bytes) {
    Arena arena;
    Result<T> read = archive::decode<T>(bytes, {.registry = registry, .arena = &arena});
    if (!read.ok()) return Reading{read.status(), {}};
    return Reading{{}, Gatherer().gather(*read)};
  };
  reader.decode_over = [registry](BytesView before, BytesView bytes) {
    Arena arena;
    T used{};
    const archive::DecodeOptions options{.registry = registry, .arena = &arena};
    const Status first = archive::decode_into(before, used, options);
    if (first.ok()) static_cast<void>(Gatherer().gather(used));
    Status status = archive::decode_into(bytes, used, options);
    if (!status.ok()) return Reading{std::move(status), {}};
    return Reading{{}, Gatherer().gather(used)};
  };
  return reader;
}

}  // namespace fastser::testing::versions
