// SPDX-License-Identifier: MIT
//
// form_of<T>(layout): how a C++ type lies in memory, for a Plan: its description at run time, where
// type_of<T>() is that of its archives. Records by the offsets of their members, containers of the
// standard library by accessor functions made here.
//
// The functions may throw std::bad_alloc, which the plan's calls turn into kNoMemory: what they are
// called by is the library's own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/internal/archive/typed/codecs.hpp"
#include "fastser/internal/base/prefetch.hpp"
#include "fastser/internal/base/vector_resize.hpp"
#include "fastser/internal/schema/list_growth.hpp"
#include "fastser/plan.hpp"

namespace fastser::archive {

template <typename T>
const T& as(const void* value) noexcept {
  return *static_cast<const T*>(value);
}
template <typename T>
T& as(void* value) noexcept {
  return *static_cast<T*>(value);
}

// --- where the standard library keeps things -----------------------------------------------------
//
// Found by looking at a sample, so that no name of its insides is needed; where the sample does not
// tell, functions do it.

/// Where in `object` the bytes of `word` lie, once and nowhere else; else sizeof(T).
template <typename T>
std::size_t find_word(const T& object, const void* word) noexcept {
  std::size_t found = sizeof(T);
  for (std::size_t at = 0; at + sizeof word <= sizeof(T); at += alignof(void*)) {
    const void* there = nullptr;
    std::memcpy(&there, reinterpret_cast<const std::byte*>(&object) + at, sizeof there);
    if (there != word) continue;
    if (found != sizeof(T)) return sizeof(T);
    found = at;
  }
  return found;
}

template <typename V>
SpanAt span_of() {
  V sample;
  sample.reserve(4);
  sample.resize(2);
  const std::size_t first = find_word(sample, sample.data());
  const std::size_t behind = find_word(sample, sample.data() + 2);
  if (first == sizeof(V) || behind == sizeof(V)) return {};
  return {SpanAt::Extent::kEnd, first, behind};
}

/// Memory for one T, filled with `fill` before one is made in it. Volatile, since compilers take
/// what was there before an object begins for gone, and bytes that it leaves alone for any value.
template <typename T>
class Specimen {
 public:
  template <typename... Arguments>
  explicit Specimen(int fill, Arguments&&... arguments) {
    for (std::size_t i = 0; i < sizeof(T); ++i) bytes()[i] = static_cast<unsigned char>(fill);
    value_ = new (memory_) T(std::forward<Arguments>(arguments)...);
  }
  Specimen(const Specimen&) = delete;
  Specimen& operator=(const Specimen&) = delete;
  ~Specimen() { value_->~T(); }
  [[nodiscard]] T& value() noexcept { return *value_; }
  [[nodiscard]] std::uint8_t byte(std::size_t at) noexcept { return bytes()[at]; }
  [[nodiscard]] std::size_t offset_of(const void* part) const noexcept {
    return static_cast<std::size_t>(static_cast<const unsigned char*>(part) - memory_);
  }

 private:
  volatile unsigned char* bytes() noexcept { return memory_; }

  alignas(T) unsigned char memory_[sizeof(T)];
  T* value_;
};
inline constexpr int kFills[] = {0xA5, 0x5A};

/// The flag can only be the byte behind the value; looked at, because it need not be one.
template <typename O, typename E>
MaybeAt optional_at() {
  MaybeAt at{MaybeAt::Has::kFlag, 0, 0};
  for (const int fill : kFills) {
    Specimen<O> none(fill);
    Specimen<O> some(fill, std::in_place);
    at.value = some.offset_of(&*some.value());
    at.flag = at.value + sizeof(E);
    if (at.flag >= sizeof(O) || none.byte(at.flag) != 0 || some.byte(at.flag) != 1) return {};
  }
  return at;
}

/// The pointer of an owner, or of a pointer to objects.
template <typename P>
MaybeAt pointer_at(const P& sample) {
  const std::size_t at = find_word(sample, sample.get());
  return at == sizeof(P) ? MaybeAt{} : MaybeAt{MaybeAt::Has::kPointer, at, 0};
}

/// vector, deque, list.
template <typename V>
struct StdList {
  using E = typename V::value_type;
  static_assert(!std::is_same_v<E, bool> || !kContiguous<V>, "a vector<bool> has no elements");

  static Code view(void*, const void* list, const void** first, std::size_t* count) {
    *first = as<V>(list).data();
    *count = as<V>(list).size();
    return Code::kOk;
  }
  static Code resize(void*, void* list, std::size_t count, void** first) {
    V& value = as<V>(list);
    if constexpr (std::is_trivially_copyable_v<E>) {
      if (count > value.capacity()) value.reserve(count);
      resize_for_overwrite(value, count);
    } else if constexpr (schema::kMovingCosts<V>) {
      if (count > value.capacity()) {
        V roomy(value.get_allocator());
        roomy.resize(count);
        std::swap_ranges(value.begin(), value.end(), roomy.begin());
        value = std::move(roomy);
      } else {
        value.resize(count);
      }
    } else if (count != value.size()) {
      schema::resize_exactly(value, count);
    }
    *first = value.data();
    return Code::kOk;
  }
  static Code assign(void*, void* list, const std::byte* from, std::size_t count) {
    assign_elements(as<V>(list), from, count);
    return Code::kOk;
  }
  static Code count(void*, const void* list, std::size_t* count) {
    *count = as<V>(list).size();
    return Code::kOk;
  }
  static Code each(void*, const void* list, EachCall* call) {
    for (const E& element : as<V>(list)) {
      const Code code = call->visit(call, &element, nullptr);
      if (code != Code::kOk) return code;
    }
    return Code::kOk;
  }
  static Code clear(void*, void* list) {
    as<V>(list).clear();
    return Code::kOk;
  }
  static Code append(void*, void* list, void** element) {
    *element = &as<V>(list).emplace_back();
    return Code::kOk;
  }
  static ListAccess access() {
    ListAccess access{.size = sizeof(V), .stride = sizeof(E), .element = kMemory<E>};
    if constexpr (kContiguous<V>) {
      access.view = &view;
      access.resize = &resize;
      if constexpr (std::is_trivially_copyable_v<E>) access.assign = &assign;
      access.at = span_of<V>();
    } else {
      access.element = kMemory<E> + 2 * sizeof(void*);
      access.count = &count;
      access.each = &each;
      access.clear = &clear;
      access.append = &append;
      access.indexed = std::random_access_iterator<typename V::iterator>;
    }
    return access;
  }
};

/// Maps and sets whose keys come once.
template <typename M>
struct StdMap {
  using K = typename M::key_type;
  static constexpr bool kIsMap = MapLike<M>;

  static Code count(void*, const void* map, std::size_t* count) {
    *count = as<M>(map).size();
    return Code::kOk;
  }
  static Code each(void*, const void* map, EachCall* call) {
    for (const auto& element : as<M>(map)) {
      Code code = Code::kOk;
      if constexpr (kIsMap) {
        code = call->visit(call, &element.first, &element.second);
      } else {
        code = call->visit(call, &element, nullptr);
      }
      if (code != Code::kOk) return code;
    }
    return Code::kOk;
  }
  // An iterator is kept as it lies in memory.
  using Iterator = typename M::const_iterator;
  static constexpr bool kHasNext = std::is_trivially_copyable_v<Iterator> &&
                                   sizeof(Iterator) <= sizeof ElementsMark::bytes &&
                                   alignof(Iterator) <= 8;
  static Code next(void*, const void* map, ElementsMark* mark, ElementAt* out, std::size_t room,
                   std::size_t* taken) {
    const M& from = as<M>(map);
    Iterator at = from.begin();
    if (mark->begun) std::memcpy(static_cast<void*>(&at), mark->bytes, sizeof at);
    ElementAt* to = out;
    for (; to != out + room && at != from.end(); ++at, ++to) {
      prefetch_rest(*at);
      if constexpr (kIsMap) {
        *to = {&at->first, &at->second};
      } else {
        *to = {&*at, nullptr};
      }
    }
    mark->begun = true;
    std::memcpy(mark->bytes, static_cast<const void*>(&at), sizeof at);
    *taken = static_cast<std::size_t>(to - out);
    return Code::kOk;
  }
  static Code clear(void*, void* map, std::size_t expected) {
    as<M>(map).clear();
    if constexpr (Unordered<M>) schema::reserve_elements(as<M>(map), expected);
    return Code::kOk;
  }
  static Code make_key(void*, void* key) {
    new (key) K();
    return Code::kOk;
  }
  static void end_key(void*, void* key) { as<K>(key).~K(); }
  static Code insert(void*, void* map, void* key, std::size_t index, void** value) {
    M& to = as<M>(map);
    const std::size_t before = to.size();
    if constexpr (kIsMap) {
      const auto it = to.try_emplace(to.end(), std::move(as<K>(key)));
      if (to.size() == before) return Code::kMalformed;
      *value = &it->second;
      return schema::is_crowded(to, it->first, index) ? Code::kOverBudget : Code::kOk;
    } else {
      const auto it = to.insert(to.end(), std::move(as<K>(key)));
      if (to.size() == before) return Code::kMalformed;
      return schema::is_crowded(to, *it, index) ? Code::kOverBudget : Code::kOk;
    }
  }
  static bool less(void*, const void* left, const void* right) {
    return schema::key_less(as<K>(left), as<K>(right));
  }
  static MapAccess access() {
    MapAccess access{.size = sizeof(M), .key_size = sizeof(K)};
    access.node = kNodeSize<M> + schema::kEmptyElementHeap<M>;
    access.count = &count;
    access.each = &each;
    if constexpr (kHasNext) access.next = &next;
    access.clear = &clear;
    access.make_key = &make_key;
    access.end_key = &end_key;
    access.insert = &insert;
    access.unordered = Unordered<M>;
    if constexpr (Unordered<M> && requires(const K& key) { key < key; }) access.less = &less;
    return access;
  }
};

/// std::optional and unique_ptr.
template <typename O, typename E, bool kOwner>
struct StdOptional {
  static const void* get(void*, const void* slot) { return as<O>(slot) ? &*as<O>(slot) : nullptr; }
  static Code emplace(void*, void* slot, void** value) {
    O& to = as<O>(slot);
    if (!to) {
      if constexpr (kOwner) {
        to.reset(new E());
      } else {
        to.emplace();
      }
    }
    *value = &*to;
    return Code::kOk;
  }
  static Code reset(void*, void* slot) {
    as<O>(slot).reset();
    return Code::kOk;
  }
  static MaybeAccess access() {
    return {.size = sizeof(O),
            .get = &get,
            .emplace = &emplace,
            .reset = &reset,
            .owned = kEmptyHeap<E> + (kOwner ? sizeof(E) + 2 * sizeof(void*) : 0),
            .at = where()};
  }

 private:
  static MaybeAt where() {
    if constexpr (kOwner) {
      return pointer_at(O(new E()));
    } else {
      return optional_at<O, E>();
    }
  }
};

template <typename... E>
struct StdVariant {
  using V = std::variant<E...>;
  static Code get(void*, const void* slot, std::size_t* index, const void** value) {
    const V& from = as<V>(slot);
    if (from.valueless_by_exception()) return Code::kUsage;
    *index = from.index();
    address_of(from, *value, std::index_sequence_for<E...>());
    return Code::kOk;
  }
  static Code emplace(void*, void* slot, std::size_t index, void** value) {
    V& to = as<V>(slot);
    if (to.index() != index) make(to, index, std::index_sequence_for<E...>());
    address_of(to, *value, std::index_sequence_for<E...>());
    return Code::kOk;
  }
  static VariantAccess access() {
    return {.size = sizeof(V), .get = &get, .emplace = &emplace, .at = where()};
  }

 private:
  // The first byte behind all alternatives which is the index, whichever of them is there. Padding
  // of what holds the alternatives is passed by.
  static VariantAt where() {
    constexpr std::size_t kBehind =
        (std::max({sizeof(E)...}) + alignof(V) - 1) / alignof(V) * alignof(V);
    for (std::size_t at = kBehind; at < sizeof(V) && sizeof...(E) <= 0x7F; ++at) {
      if (is_index(at, std::index_sequence_for<E...>())) return {1, at, 0};
    }
    return {};
  }
  template <std::size_t... kIndex>
  static bool is_index(std::size_t at, std::index_sequence<kIndex...>) {
    return (is_index_of<kIndex>(at) && ...);
  }
  template <std::size_t kIndex>
  static bool is_index_of(std::size_t at) {
    for (const int fill : kFills) {
      Specimen<V> one(fill, std::in_place_index<kIndex>);
      if (one.offset_of(std::get_if<kIndex>(&one.value())) != 0 || one.byte(at) != kIndex) {
        return false;
      }
    }
    return true;
  }

  // Compared one by one: less than a call through a table.
  template <typename Value, typename Address, std::size_t... kIndex>
  static void address_of(Value& value, Address& address, std::index_sequence<kIndex...>) {
    static_cast<void>(
        ((value.index() == kIndex && (address = std::get_if<kIndex>(&value), true)) || ...));
  }
  template <std::size_t... kIndex>
  static void make(V& to, std::size_t index, std::index_sequence<kIndex...>) {
    static_cast<void>(
        ((index == kIndex && (static_cast<void>(to.template emplace<kIndex>()), true)) || ...));
  }
};

/// Values of fixed size that their codec knows how to store.
template <typename T>
struct StdFixed {
  static Code store(void*, const void* slot, std::byte* wire) {
    Codec<T>::template put<0>(as<T>(slot), wire);
    return Code::kOk;
  }
  static Code load(void*, void* slot, const std::byte* wire) {
    return Codec<T>::template get<0>(as<T>(slot), wire) ? Code::kOk : Code::kMalformed;
  }
  static FixedAccess access() { return {.size = sizeof(T), .store = &store, .load = &load}; }
};

/// Text and data other than the forms that a layout has itself; views are read borrowed.
template <typename T>
struct StdText {
  static Code get(void*, const void* slot, const char** text, std::size_t* size) {
    *text = reinterpret_cast<const char*>(as<T>(slot).data());
    *size = as<T>(slot).size();
    return Code::kOk;
  }
  static Code set(void*, void* slot, const char* text, std::size_t size) {
    schema::assign_bytes(as<T>(slot), text, size);
    return Code::kOk;
  }
  static TextAccess access() {
    return {.size = sizeof(T), .get = &get, .set = &set, .is_data = BytesAccess<T>::kIsData};
  }
};

template <typename P, typename T, bool kWeak>
struct StdRef {
  static Code get(void*, const void* slot, const void** object) {
    if constexpr (kWeak) {
      *object = as<P>(slot).lock().get();
    } else {
      *object = as<P>(slot).get();
    }
    return Code::kOk;
  }
  static Code set(void*, void* slot, const std::shared_ptr<void>& object) {
    as<P>(slot) = std::shared_ptr<T>(object, static_cast<T*>(object.get()));
    return Code::kOk;
  }
  static RefAccess access() { return {.size = sizeof(P), .get = &get, .set = &set, .weak = kWeak}; }
};
template <typename T>
struct StdObject {
  static Code make(void*, std::shared_ptr<void>* object) {
    *object = std::make_shared<T>();
    return Code::kOk;
  }
  static void empty(void*, void* object) noexcept { ObjectClassOf<T>::empty(object); }
  static ObjectAccess access() { return {.size = kMemory<T>, .make = &make, .empty = &empty}; }
};

/// Makes forms; a class is made once, so that it may refer to itself.
class FormMaker {
 public:
  explicit FormMaker(Layout& layout) noexcept : layout_(layout) {}

  template <typename T>
  FormId form() {
    const auto known = forms_.find(schema::type_key<T>());
    return known != forms_.end() ? known->second : Make<T>::form(*this);
  }

 private:
  template <typename T>
  struct Make;
  template <typename T>
  ObjectId object() {
    const auto [found, is_new] = objects_.try_emplace(schema::type_key<T>());
    if (is_new) {
      found->second = layout_.object(StdObject<T>::access(), {});
      const ObjectId made = found->second;
      layout_.body(made, form<T>());
      return made;
    }
    return found->second;
  }
  template <typename T>
  FormId tuple() {
    const T sample = T();
    std::vector<std::size_t> offsets;
    std::vector<FormId> forms;
    std::apply(
        [&](const auto&... e) {
          (offsets.push_back(offset_in(sample, e)), ...);
          (forms.push_back(form<std::remove_cvref_t<decltype(e)>>()), ...);
        },
        sample);
    return layout_.tuple(sizeof(T), offsets, forms);
  }
  template <typename T, typename M>
  static std::size_t offset_in(const T& object, const M& member) noexcept {
    return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&member) -
                                    reinterpret_cast<const std::byte*>(&object));
  }

  Layout& layout_;
  std::map<const void*, FormId> forms_;  // of records
  std::map<const void*, ObjectId> objects_;
};

template <typename T>
struct FormMaker::Make {
  static FormId form(FormMaker& maker) {
    Layout& layout = maker.layout_;
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> ||
                  std::is_same_v<T, std::monostate>) {
      return layout.plain();
    } else if constexpr (std::is_same_v<T, std::string>) {
      return layout.std_string();
    } else if constexpr (std::is_same_v<T, std::vector<std::uint8_t>>) {
      return layout.std_bytes();
    } else if constexpr (BytesContainer<T>) {
      return layout.text(StdText<T>::access());
    } else if constexpr (schema::Record<T>) {
      return record(maker);
    } else if constexpr (Sequence<T>) {
      return layout.list(StdList<T>::access(), maker.form<typename T::value_type>());
    } else if constexpr (MapLike<T>) {
      return layout.map(StdMap<T>::access(), maker.form<typename T::key_type>(),
                        maker.form<typename T::mapped_type>());
    } else if constexpr (SetLike<T>) {
      return layout.set(StdMap<T>::access(), maker.form<typename T::key_type>());
    } else {
      static_assert(kFixed<T, 0> != 0, "plans have no form for this type");
      return layout.fixed(StdFixed<T>::access());
    }
  }
  static FormId record(FormMaker& maker) {
    using D = schema::Description<T>;
    const FormId made = maker.layout_.record(sizeof(T));
    maker.forms_[schema::type_key<T>()] = made;
    const T sample = T();
    if constexpr (schema::HasBase<T>) {
      using Base = schema::BaseOf<T>;
      maker.layout_.super(made, offset_in(sample, static_cast<const Base&>(sample)),
                          maker.form<Base>());
    }
    std::size_t index = 0;
    D::visit(sample, [&](const auto&... members) {
      (
          [&](const auto& member) {
            using M = std::remove_cvref_t<decltype(member)>;
            if (!D::omitted(index)) {
              maker.layout_.field(made, D::field_name(index), offset_in(sample, member),
                                  maker.form<M>());
            }
            ++index;
          }(members),
          ...);
    });
    if constexpr (std::is_default_constructible_v<T>) {
      maker.layout_.defaults(made, {.reset = &reset});
    }
    return made;
  }
  static Code reset(void*, void* value, const bool* missing) {
    Codec<T>::reset_missing(as<T>(value), missing);
    return Code::kOk;
  }
};
template <typename E>
struct FormMaker::Make<std::optional<E>> {
  static FormId form(FormMaker& maker) {
    return maker.layout_.optional(StdOptional<std::optional<E>, E, false>::access(),
                                  maker.form<E>());
  }
};
template <typename E, typename Deleter>
struct FormMaker::Make<std::unique_ptr<E, Deleter>> {
  static FormId form(FormMaker& maker) {
    return maker.layout_.optional(StdOptional<std::unique_ptr<E, Deleter>, E, true>::access(),
                                  maker.form<E>());
  }
};
template <typename... E>
struct FormMaker::Make<std::variant<E...>> {
  static FormId form(FormMaker& maker) {
    const FormId alternatives[] = {maker.form<E>()...};
    return maker.layout_.variant(StdVariant<E...>::access(), alternatives);
  }
};
template <typename A, typename B>
struct FormMaker::Make<std::pair<A, B>> {
  static FormId form(FormMaker& maker) { return maker.tuple<std::pair<A, B>>(); }
};
template <typename... E>
struct FormMaker::Make<std::tuple<E...>> {
  static FormId form(FormMaker& maker) { return maker.tuple<std::tuple<E...>>(); }
};
template <typename E, std::size_t kSize>
struct FormMaker::Make<std::array<E, kSize>> {
  static FormId form(FormMaker& maker) { return maker.layout_.array(maker.form<E>(), sizeof(E)); }
};
template <typename E, std::size_t kSize>
struct FormMaker::Make<E[kSize]> {
  static FormId form(FormMaker& maker) { return maker.layout_.array(maker.form<E>(), sizeof(E)); }
};
template <typename T>
struct FormMaker::Make<varint<T>> {
  static FormId form(FormMaker& maker) { return maker.layout_.plain(); }
};
template <typename T>
struct FormMaker::Make<std::shared_ptr<T>> {
  static FormId form(FormMaker& maker) {
    return maker.layout_.ref(StdRef<std::shared_ptr<T>, T, false>::access(), maker.object<T>());
  }
};
template <typename T>
struct FormMaker::Make<std::weak_ptr<T>> {
  static FormId form(FormMaker& maker) {
    return maker.layout_.ref(StdRef<std::weak_ptr<T>, T, true>::access(), maker.object<T>());
  }
};

/// The form of a T. Types inside that plans have not (polymorphic pointers, raw pointers,
/// vector<bool>, paths, multimaps) do not compile, or are refused by Plan::compile.
template <typename T>
FormId form_of(Layout& layout) {
  return FormMaker(layout).form<T>();
}

/// The plan of a C++ type.
template <typename T>
Result<Plan> plan_of() {
  return guarded([]() -> Result<Plan> {
    const Result<Type> type = type_of<T>();
    if (!type.ok()) return type.status();
    Layout layout;
    const FormId form = form_of<T>(layout);
    return Plan::compile(*type, layout, form);
  });
}

}  // namespace fastser::archive
