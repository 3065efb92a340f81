// SPDX-License-Identifier: MIT
//
// libfastser's coder: the types are not known beforehand, one call per value (what NSCoder, Codable
// and SerializationWriter sit on). Strings are shared adaptively, as is its default.
//
//   coder       the calls inlined, as C++ callers get them
//   coder_call  one call that is not inlined per scalar, as over a C ABI
//   coder_keyed every field with its key, written and asked for by name
//
// An absent optional is a null, so records with optionals have two shapes. The graph is left out:
// the coder nests objects where a typed encode defers them, and the graph nests deeper than its
// limit.
#include <fastser/archive.hpp>
#include <fastser/coder.hpp>
#include <fastser/internal/schema/list_growth.hpp>

#include "contenders.hpp"
#include "fields.hpp"
#include "harness.hpp"

namespace fastser_bench {
namespace {

using fastser::ClassHandle;
using fastser::CoderReader;
using fastser::CoderWriter;
using fastser::Key;
using fastser::ObjectStart;
using fastser::schema::TypeCode;

enum class Style { kInline, kCall, kKeyed };

template <class T>
FASTSER_NOINLINE void call_put(CoderWriter& writer, T value) {
  writer.scalar(value);
}
template <class T>
FASTSER_NOINLINE T call_get(CoderReader& reader) {
  return reader.scalar<T>();
}

// What a binding has at hand for each of its classes.
using Classes = std::array<ClassHandle, 16>;
inline std::size_t next_class = 0;
template <class T>
inline const std::size_t kClassIndex = next_class++ % std::tuple_size_v<Classes>;

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
struct IsMap : std::false_type {};
template <class V>
struct IsMap<std::unordered_map<std::string, V>> : std::true_type {};
template <class T>
struct IsShared : std::false_type {};
template <class T>
struct IsShared<std::shared_ptr<T>> : std::true_type {};
template <class T>
struct IsArray : std::false_type {};
template <class T, std::size_t kSize>
struct IsArray<std::array<T, kSize>> : std::true_type {};

template <class T>
constexpr TypeCode element_code() {
  if constexpr (std::is_arithmetic_v<T>) return fastser::archive::coder::code_for<T>();
  if constexpr (std::same_as<T, std::string>) return TypeCode::kString;
  if constexpr (Described<T>) return TypeCode::kAnyRecord;
  if constexpr (IsShared<T>::value) return TypeCode::kAnyRef;
  return TypeCode::kAny;
}

// The keys of a record's fields, in order.
template <class T, std::size_t kIndex>
inline constexpr Key kKey = Key::interned(fastser::schema::Description<T>::field_name(kIndex));

template <Style kStyle>
class Put {
 public:
  explicit Put(CoderWriter& to, Classes& classes) : to_(to), classes_(classes) {}

  // `key`: nothing, or the key of the field.
  void scalar(auto value, const auto&... key) {
    if constexpr (kStyle == Style::kCall) {
      call_put(to_, value);
    } else {
      to_.scalar(key..., value);
    }
  }

  template <class T>
  void value(const T& v, const auto&... key) {
    if constexpr (std::is_arithmetic_v<T>) {
      scalar(v, key...);
    } else if constexpr (std::is_enum_v<T>) {
      scalar(static_cast<std::underlying_type_t<T>>(v), key...);
    } else if constexpr (std::same_as<T, std::string>) {
      to_.string(key..., v);
    } else if constexpr (std::same_as<T, std::vector<std::uint8_t>>) {
      to_.data(key..., std::as_bytes(std::span(v)));
    } else if constexpr (std::same_as<T, IntsEach>) {
      scalar(static_cast<std::uint32_t>(v.values.size()));
      for (const std::int32_t number : v.values) scalar(number);
    } else if constexpr (IsVector<T>::value || IsArray<T>::value) {
      sequence(v, key...);
    } else if constexpr (IsMap<T>::value) {
      to_.begin_map(key..., v.size(), TypeCode::kString, element_code<typename T::mapped_type>());
      for (const auto& [name, mapped] : v) {
        to_.string(name);
        value(mapped);
      }
      to_.end_map();
    } else if constexpr (std::same_as<T, std::optional<std::string>>) {
      v ? to_.string(key..., *v) : to_.null(key...);
    } else if constexpr (std::same_as<T, Value>) {
      std::visit([&](const auto& one) { value(one, key...); }, v);
    } else if constexpr (IsShared<T>::value) {
      if (to_.begin_object(key..., v.get(), of<typename T::element_type>())) {
        members(*v);
        to_.end_object();
      }
    } else {
      to_.begin_record(key..., of<T>());
      members(v);
      to_.end_record();
    }
  }

 private:
  void sequence(const auto& v, const auto&... key) {
    using E = typename std::remove_cvref_t<decltype(v)>::value_type;
    if constexpr (std::is_arithmetic_v<E>) {
      to_.array(key..., std::span<const E>(v));
    } else {
      to_.begin_list(key..., v.size(), element_code<E>());
      for (const auto& element : v) value(element);
      to_.end_list();
    }
  }
  template <class T>
  void members(const T& v) {
    if constexpr (kStyle == Style::kKeyed) {
      const auto all = fields(v);
      [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
        (value(std::get<kIndex>(all), kKey<T, kIndex>), ...);
      }
      (std::make_index_sequence<std::tuple_size_v<decltype(all)>>{});
    } else {
      std::apply([this](const auto&... member) { (value(member), ...); }, fields(v));
    }
  }
  template <class T>
  ClassHandle of() {
    const std::size_t index = kClassIndex<T>;
    if (!classes_[index].valid()) [[unlikely]]
      define(index);
    return classes_[index];
  }

  FASTSER_NOINLINE void define(std::size_t index) {
    classes_[index] = to_.define_class("class " + std::to_string(index));
  }

  CoderWriter& to_;
  Classes& classes_;
};

template <Style kStyle>
class Get {
 public:
  explicit Get(CoderReader& from) : from_(from) {}

  template <class T>
  T scalar(const auto&... key) {
    if constexpr (kStyle == Style::kCall) {
      return call_get<T>(from_);
    } else {
      return from_.scalar<T>(key...);
    }
  }

  template <class T>
  void value(T& v, const auto&... key) {
    if constexpr (std::is_arithmetic_v<T>) {
      v = scalar<T>(key...);
    } else if constexpr (std::is_enum_v<T>) {
      v = static_cast<T>(scalar<std::underlying_type_t<T>>(key...));
    } else if constexpr (std::same_as<T, std::string>) {
      from_.string(key..., v);
    } else if constexpr (std::same_as<T, std::vector<std::uint8_t>>) {
      const auto bytes = from_.data(key...);
      const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
      v.assign(first, first + bytes.size());
    } else if constexpr (std::same_as<T, IntsEach>) {
      const auto count = scalar<std::uint32_t>();
      if (count > limit_) return;
      v.values.resize(count);
      for (std::int32_t& number : v.values) number = scalar<std::int32_t>();
    } else if constexpr (IsVector<T>::value || IsArray<T>::value) {
      sequence(v, key...);
    } else if constexpr (IsMap<T>::value) {
      std::uint64_t count = 0;
      v.clear();
      if (!from_.begin_map(key..., count)) return;
      v.reserve(static_cast<std::size_t>(count));
      for (; count != 0; --count) {
        std::string name(from_.string());
        value(v[std::move(name)]);
      }
      from_.end_map();
    } else if constexpr (std::same_as<T, std::optional<std::string>>) {
      v.reset();
      if (from_.peek(key...) == TypeCode::kNull) {
        from_.null(key...);
      } else {
        v.emplace(from_.string(key...));
      }
    } else if constexpr (std::same_as<T, Value>) {
      switch (from_.peek(key...)) {
        case TypeCode::kI64: v = from_.i64(key...); break;
        case TypeCode::kF64: v = from_.f64(key...); break;
        default: v = std::string(from_.string(key...)); break;
      }
    } else if constexpr (IsShared<T>::value) {
      object(v, key...);
    } else if (from_.begin_record(key...)) {
      members(v);
      from_.end_record();
    }
  }

  // The archive's size: no count of fixed-width values is larger.
  void limit(std::size_t bytes) { limit_ = bytes; }

 private:
  void sequence(auto& v, const auto&... key) {
    using T = std::remove_cvref_t<decltype(v)>;
    using E = typename T::value_type;
    if constexpr (std::is_arithmetic_v<E>) {
      const auto array = from_.array(key...);
      bool good = false;
      if constexpr (IsVector<T>::value) {
        good = array.copy_to(v);
      } else {
        good = array.count == v.size() && array.copy_to(v.data());
      }
      if (!good) from_.fail(fastser::Code::kTypeMismatch, "another array");
    } else {
      std::uint64_t count = 0;
      if (!from_.begin_list(key..., count)) return;
      // As typed decodes make elements: emplace_back() sets each to zero before it is made.
      if constexpr (IsVector<T>::value) {
        fastser::schema::resize_exactly(v, static_cast<std::size_t>(count));
      }
      for (auto& element : v) value(element);
      from_.end_list();
    }
  }
  void object(auto& v, const auto&... key) {
    using E = typename std::remove_cvref_t<decltype(v)>::element_type;
    const ObjectStart start = from_.begin_object(key...);
    if (start.kind == ObjectStart::kNil) {
      v.reset();
    } else if (start.kind == ObjectStart::kReference) {
      v = std::static_pointer_cast<E>(objects_.at(start.number));
    } else {
      v = std::make_shared<E>();
      if (objects_.size() <= start.number) objects_.resize(start.number + 1);
      objects_[start.number] = v;
      members(*v);
      from_.end_object();
    }
  }
  template <class T>
  void members(T& v) {
    if constexpr (kStyle == Style::kKeyed) {
      const auto all = fields(v);
      [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
        (value(std::get<kIndex>(all), kKey<T, kIndex>), ...);
      }
      (std::make_index_sequence<std::tuple_size_v<decltype(all)>>{});
    } else {
      std::apply([this](auto&... member) { (value(member), ...); }, fields(v));
    }
  }

  CoderReader& from_;
  std::size_t limit_ = 0;
  std::vector<std::shared_ptr<void>> objects_;
};

template <class T>
concept Supported = !std::same_as<T, Graph>;

template <class T, Style kStyle>
struct CoderWith {
  Bytes encode(const T& value) {
    Put<kStyle>(writer, classes).value(value);
    return writer.finish_into(buffer).ok() ? Bytes(buffer.view()) : Bytes();
  }
  bool decode(Bytes bytes, T& value) {
    if (!reader.open(bytes).ok()) return false;
    Get<kStyle> get(reader);
    get.limit(bytes.size());
    get.value(value);
    return reader.finish().ok();
  }

  fastser::Buffer buffer;
  CoderWriter writer;
  CoderReader reader;
  Classes classes;
};

template <Supported T>
struct Coder : CoderWith<T, Style::kInline> {};
template <Supported T>
struct CoderCall : CoderWith<T, Style::kCall> {};
// Only records have keys.
template <Supported T>
requires(!std::same_as<T, IntsEach> && !std::same_as<T, IntsBulk> &&
         !std::same_as<T, Mesh>) struct CoderKeyed : CoderWith<T, Style::kKeyed> {
};

}  // namespace

void register_coder(Suite& suite) {
  register_codec<Coder>(suite, "coder", Role::own);
  register_codec<CoderCall>(suite, "coder_call", Role::own);
  register_codec<CoderKeyed>(suite, "coder_keyed", Role::own);
}

}  // namespace fastser_bench
