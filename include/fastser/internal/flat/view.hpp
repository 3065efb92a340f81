// SPDX-License-Identifier: MIT
//
// Views: a FlatBuffer read in place. What is asked for is looked up, nothing else is touched and
// nothing is copied. A view is made of a buffer that verify<T> accepts, so its accessors check
// nothing; they are a load of the layout's entry and a load of the field.
//
//   scalar, enum, time point: its value
//   text, data: std::string_view, BytesView
//   record, pair, tuple: TableView or StructureView, with get<"name">(), get<"a.b.c">(), field<i>()
//   list, set, array: ListView, with size(), [i], begin(), end()
//   map: MapView, with size(), [i] (key and value) and find(key), by halves
//   optional, pointer: std::optional of what is inside
//   variant: ChoiceView, with index(), get<i>()
//
// A field that an older writer did not have is what T{} has there (scalars), empty (texts, lists,
// tables: all of their fields are missing) or zero (structures). exists() of tables and structures
// tells one that is missing from one of such values; decode gives both what T{} has there.
//
// Ownership: views point into the buffer, which must outlive them and not change. A view is a
// pointer or two: pass it by value. Thread rule: reading at once from many threads is fine.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/flat/codec/composite.hpp"
#include "fastser/internal/flat/codec/map.hpp"
#include "fastser/internal/flat/codec/record.hpp"
#include "fastser/internal/flat/codec/text.hpp"

namespace fastser::flat {

/// A path of field names as a template argument.
template <std::size_t kSize>
struct Path {
  char text[kSize] = {};
  constexpr Path(const char (&from)[kSize]) {  // NOLINT: implicit on purpose
    for (std::size_t i = 0; i < kSize; ++i) text[i] = from[i];
  }
};

template <typename E>
class ListView;
template <typename M>
struct Look;
template <typename M>
struct FieldLook;

namespace detail {

/// A table without fields, whose layout says so, for what is missing: then no accessor has to ask.
inline constexpr std::array<std::byte, 8> kAbsentTable = {std::byte{4}, std::byte{0}, std::byte{4},
                                                          std::byte{0}, std::byte{4}};
/// Where the offset at `slot` leads.
FASTSER_INLINE inline const std::byte* target(const std::byte* slot) noexcept {
  return slot + wire::load_le<std::uint32_t>(slot);
}
FASTSER_INLINE inline std::size_t count_at(const std::byte* list) noexcept {
  return wire::load_le<std::uint32_t>(list);
}
// Loops of their own: g++ 12 with sanitizers cannot fold string_view's search and comparison here.
template <Path kPath>
constexpr std::size_t head_size() {
  std::size_t size = 0;
  while (size + 1 < sizeof(kPath.text) && kPath.text[size] != '.') ++size;
  return size;
}
/// The index of the first of `count` names that is the path's head; `count` if none is.
template <Path kPath, typename NameOf>
constexpr std::size_t index_of_head(std::size_t count, NameOf name_of) {
  constexpr std::size_t kSize = head_size<kPath>();
  for (std::size_t index = 0; index < count; ++index) {
    const std::string_view name = name_of(index);
    bool same = name.size() == kSize;
    for (std::size_t i = 0; same && i < kSize; ++i) same = name[i] == kPath.text[i];
    if (same) return index;
  }
  return count;
}
template <Path kPath>
constexpr auto tail_of() {
  constexpr std::size_t kHead = head_size<kPath>();
  constexpr std::size_t kStart = kHead + 1 < sizeof(kPath.text) ? kHead + 1 : kHead;
  std::array<char, sizeof(kPath.text) - kStart> rest{};
  for (std::size_t i = 0; i + kStart < sizeof(kPath.text); ++i) rest[i] = kPath.text[i + kStart];
  return rest;
}
template <std::size_t kSize>
constexpr Path<kSize> to_path(const std::array<char, kSize>& text) {
  char plain[kSize] = {};
  for (std::size_t i = 0; i < kSize; ++i) plain[i] = text[i];
  return Path<kSize>(plain);
}
template <typename T>
inline constexpr bool kIsOptional = false;
template <typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

/// An optional that holds `seen`, even where that is an optional itself.
template <typename Seen>
FASTSER_INLINE inline std::optional<Seen> some(Seen seen) {
  return std::optional<Seen>(std::in_place, seen);
}

/// The rest of a path, in what its head led to.
template <Path kRest, typename Seen>
FASTSER_INLINE constexpr auto step(const Seen& seen) {
  if constexpr (sizeof(kRest.text) == 1) {
    return seen;
  } else if constexpr (kIsOptional<Seen>) {
    using Inner = decltype(seen->template get<kRest>());
    if constexpr (kIsOptional<Inner>) {
      return seen ? seen->template get<kRest>() : Inner();
    } else {
      return seen ? std::optional<Inner>(seen->template get<kRest>()) : std::nullopt;
    }
  } else {
    return seen.template get<kRest>();
  }
}

}  // namespace detail

/// A table in place.
template <typename Rows>
class TableView {
 public:
  static constexpr std::size_t kCount = Rows::kCount;  ///< fields
  TableView() noexcept : at_(detail::kAbsentTable.data() + 4) {}
  explicit TableView(const std::byte* at) noexcept : at_(at) {}

  /// Whether there is a table (else every field is missing).
  [[nodiscard]] bool exists() const noexcept { return at_ != detail::kAbsentTable.data() + 4; }
  /// The field at an index.
  template <std::size_t kIndex>
  [[nodiscard]] FASTSER_INLINE auto field() const {
    using M = typename Rows::template Type<kIndex>;
    const std::byte* const at = find(Rows::slot(kIndex));
    if constexpr (Field<M>::kIsUnion) {
      return at == nullptr ? FieldLook<M>::missing()
                           : FieldLook<M>::at(at, *find(Rows::slot(kIndex) - 1));
    } else if constexpr (kForm<M> == Form::scalar) {
      return at == nullptr ? default_of<kIndex>() : FieldLook<M>::at(at);
    } else {
      return at == nullptr ? FieldLook<M>::missing() : FieldLook<M>::at(at);
    }
  }
  /// The field at the end of a path of names: get<"actor.birth_city">().
  template <Path kPath>
  [[nodiscard]] FASTSER_INLINE auto get() const {
    constexpr std::size_t kIndex = detail::index_of_head<kPath>(
        Rows::kCount, [](std::size_t index) { return Rows::name(index); });
    static_assert(kIndex < Rows::kCount, "no field has this name");
    return detail::step<detail::to_path(detail::tail_of<kPath>())>(field<kIndex>());
  }

 private:
  [[nodiscard]] FASTSER_INLINE const std::byte* find(std::size_t slot) const noexcept {
    const std::byte* const layout =
        at_ - static_cast<std::int32_t>(wire::load_le<std::uint32_t>(at_));
    const std::size_t entry = 4 + 2 * slot;
    if (entry >= wire::load_le<std::uint16_t>(layout)) return nullptr;
    const auto offset = wire::load_le<std::uint16_t>(layout + entry);
    return offset == 0 ? nullptr : at_ + offset;
  }
  // Folded where T's default constructor can be; else T is made each time.
  template <std::size_t kWanted>
  FASTSER_INLINE static auto default_of() {
    if constexpr (requires {
                    typename std::bool_constant<(static_cast<void>(made_default<kWanted>()), true)>;
                  }) {
      constexpr auto kValue = made_default<kWanted>();
      return kValue;
    } else {
      return made_default<kWanted>();
    }
  }
  template <std::size_t kWanted>
  FASTSER_NOINLINE static constexpr auto made_default() {
    using M = typename Rows::template Type<kWanted>;
    M value = M();
    if constexpr (requires { Rows::template copy_default<kWanted>(value); }) {
      Rows::template copy_default<kWanted>(value);
    }
    return value;
  }

  const std::byte* at_;
};

/// A structure in place.
template <typename T>
class StructureView {
 public:
  static constexpr std::size_t kCount = schema::Fields<T>::count();  ///< fields
  StructureView() noexcept : at_(kAbsent.data()) {}
  explicit StructureView(const std::byte* at) noexcept : at_(at) {}

  /// Whether there is a structure (else every field is zero).
  [[nodiscard]] bool exists() const noexcept { return at_ != kAbsent.data(); }
  template <std::size_t kIndex>
  [[nodiscard]] FASTSER_INLINE auto field() const {
    using M = typename schema::Fields<T>::template Type<kIndex>;
    const std::byte* const at = at_ + Codec<T>::place(kIndex);
    if constexpr (Inlined<M>::kCount != 0) {
      return ListView<typename Inlined<M>::Single>(at, Inlined<M>::kCount);
    } else {
      return Look<M>::inside(at);
    }
  }
  template <Path kPath>
  [[nodiscard]] FASTSER_INLINE auto get() const {
    constexpr std::size_t kIndex = detail::index_of_head<kPath>(
        schema::Fields<T>::count(),
        [](std::size_t index) { return schema::Fields<T>::name(index); });
    static_assert(kIndex < schema::Fields<T>::count(), "no field has this name");
    return detail::step<detail::to_path(detail::tail_of<kPath>())>(field<kIndex>());
  }
  /// A copy.
  [[nodiscard]] T value() const {
    T value = T();
    static_cast<void>(Codec<T>::get(value, at_));  // it was checked
    return value;
  }

 private:
  static constexpr std::array<std::byte, Codec<T>::kSize> kAbsent = {};

  const std::byte* at_;
};

/// A list in place.
template <typename E>
class ListView {
 public:
  ListView() noexcept = default;
  ListView(const std::byte* first, std::size_t count) noexcept : first_(first), count_(count) {}

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  /// The element at an index below size().
  [[nodiscard]] FASTSER_INLINE auto operator[](std::size_t index) const {
    return element(first_ + index * ListCodec<E>::kSize);
  }
  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    explicit Iterator(const std::byte* at) noexcept : at_(at) {}
    [[nodiscard]] FASTSER_INLINE auto operator*() const { return element(at_); }
    Iterator& operator++() noexcept {
      at_ += ListCodec<E>::kSize;
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) noexcept { return a.at_ == b.at_; }

   private:
    const std::byte* at_;
  };
  [[nodiscard]] Iterator begin() const noexcept { return Iterator(first_); }
  [[nodiscard]] Iterator end() const noexcept {
    return Iterator(first_ + count_ * ListCodec<E>::kSize);
  }

 private:
  FASTSER_INLINE static auto element(const std::byte* at) {
    if constexpr (kInline<E>) {
      return Look<E>::inside(at);
    } else {
      return Look<E>::target(detail::target(at));
    }
  }

  const std::byte* first_ = nullptr;
  std::size_t count_ = 0;
};

/// A map in place: a list of tables in the order of their keys.
template <typename K, typename V>
class MapView {
 public:
  using Entry = TableView<EntryRows<K, V>>;
  MapView() noexcept = default;
  MapView(const std::byte* first, std::size_t count) noexcept : first_(first), count_(count) {}

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  /// The entry at an index below size(): get<"key">(), get<"value">().
  [[nodiscard]] Entry operator[](std::size_t index) const noexcept {
    return Entry(detail::target(first_ + 4 * index));
  }
  /// The value of a key; nothing when it is not there. Logarithmic; the writer's order is trusted:
  /// that of the bytes for texts, and for numbers that of what is written, whatever the order of K.
  template <typename Key>
  [[nodiscard]] auto find(const Key& key) const {
    using Value = decltype(Entry().template field<1>());
    std::size_t low = 0;
    std::size_t high = count_;
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (is_before((*this)[middle].template field<0>(), key)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == count_ || !((*this)[low].template field<0>() == key)) return std::optional<Value>();
    return std::optional<Value>((*this)[low].template field<1>());
  }

 private:
  template <typename Stored, typename Key>
  FASTSER_INLINE static bool is_before(const Stored& stored, const Key& key) {
    if constexpr (kIsNumber<K> && !std::is_arithmetic_v<K> && std::is_same_v<Key, K>) {
      return flat::key_less<K>(stored, key);
    } else {
      return stored < key;
    }
  }

  const std::byte* first_ = nullptr;
  std::size_t count_ = 0;
};

/// A union in place.
template <typename V>
class ChoiceView {
 public:
  ChoiceView(std::size_t index, const std::byte* at) noexcept : index_(index), at_(at) {}

  /// The alternative's index in the variant; beyond all of them when there is none.
  [[nodiscard]] std::size_t index() const noexcept { return index_; }
  /// The alternative at kIndex; only when index() is that.
  template <std::size_t kIndex>
  [[nodiscard]] auto get() const {
    using A = std::variant_alternative_t<kIndex, V>;
    return Look<A>::held_table(at_);
  }

 private:
  std::size_t index_;
  const std::byte* at_;
};

/// What an M looks like: inline (inside), led to (target), as a table of its own (held_table).
template <typename M>
struct Look {
  FASTSER_INLINE static auto inside(const std::byte* at) {
    if constexpr (kForm<M> == Form::structure) {
      return StructureView<M>(at);
    } else {
      M value = M();
      static_cast<void>(Codec<M>::get(value, at));  // it was checked
      return value;
    }
  }
  FASTSER_INLINE static auto target(const std::byte* at) {
    if constexpr (kIsOwner<M>) {
      return Look<typename M::element_type>::held_table(at);
    } else if constexpr (schema::BytesContainer<M>) {
      return bytes<M>(at);
    } else if constexpr (kForm<M> == Form::text) {
      return bytes<std::string_view>(at);
    } else if constexpr (kForm<M> == Form::table) {
      return TableView<typename Codec<M>::Rows>(at);
    } else {
      return TableView<BoxRows<M>>(at).template field<0>();  // an element that is boxed
    }
  }
  /// A list that a field leads to.
  FASTSER_INLINE static auto list(const std::byte* at) {
    if constexpr (schema::MapLike<M>) {
      using View = MapView<typename M::key_type, typename M::mapped_type>;
      return at == nullptr ? View() : View(at + 4, detail::count_at(at));
    } else {
      using View = ListView<typename Codec<M>::ListElement>;
      return at == nullptr ? View() : View(at + 4, detail::count_at(at));
    }
  }
  FASTSER_INLINE static auto held_table(const std::byte* at) {
    if constexpr (kForm<M> == Form::table) {
      return TableView<typename Codec<M>::Rows>(at);
    } else {
      return TableView<BoxRows<M>>(at).template field<0>();
    }
  }

 private:
  template <typename B>
  FASTSER_INLINE static auto bytes(const std::byte* at) {
    if constexpr (schema::BytesAccess<B>::kIsData) {
      return BytesView(at + 4, detail::count_at(at));
    } else {
      return std::string_view(reinterpret_cast<const char*>(at + 4), detail::count_at(at));
    }
  }
};

/// What wraps a text, a list or a table looks like what it wraps.
template <schema::Wrapping M>
requires(kForm<M> != Form::scalar) struct Look<M> : Look<typename schema::Wrapped<M>::Inner> {
};

/// What a field of type M looks like, there or missing.
template <typename M>
struct FieldLook {
  FASTSER_INLINE static auto at(const std::byte* slot) {
    if constexpr (kInline<M>) {
      return Look<M>::inside(slot);
    } else if constexpr (kForm<M> == Form::list && !schema::BytesContainer<M>) {
      return Look<M>::list(detail::target(slot));
    } else {
      return Look<M>::target(detail::target(slot));
    }
  }
  static auto missing() {
    if constexpr (kForm<M> == Form::structure) {
      return StructureView<M>();
    } else if constexpr (kForm<M> == Form::list && !schema::BytesContainer<M>) {
      return Look<M>::list(nullptr);
    } else {
      return decltype(Look<M>::target(nullptr)){};
    }
  }
};
template <schema::Wrapping M>
requires(kForm<M> != Form::scalar) struct FieldLook<M>
    : FieldLook<typename schema::Wrapped<M>::Inner> {
};
template <typename E>
struct FieldLook<std::optional<E>> {
  FASTSER_INLINE static auto at(const std::byte* slot) {
    if constexpr (kForm<E> == Form::choice) {
      return detail::some(TableView<BoxRows<E>>(detail::target(slot)).template field<0>());
    } else {
      return detail::some(FieldLook<E>::at(slot));
    }
  }
  static auto missing() { return decltype(at(nullptr))(); }
};
template <typename P>
requires kIsOwner<P>
struct FieldLook<P> {
  FASTSER_INLINE static auto at(const std::byte* slot) {
    return detail::some(Look<typename P::element_type>::held_table(detail::target(slot)));
  }
  static auto missing() { return decltype(at(nullptr))(); }
};
template <typename... A>
struct FieldLook<std::variant<A...>> {
  using V = std::variant<A...>;
  static ChoiceView<V> at(const std::byte* slot, std::byte tag) {
    return {Field<V>::index_of(static_cast<std::uint8_t>(tag)), detail::target(slot)};
  }
  static ChoiceView<V> missing() { return {Field<V>::kNothing, nullptr}; }
};

}  // namespace fastser::flat
