// SPDX-License-Identifier: MIT
//
// Registry: the classes that a polymorphic pointer may point to. The program creates the registry
// and fills it; while it is used it is const. Nothing is registered by static constructors. A name
// in the data can only create objects of classes that are in the registry.
//
//   fastser::Registry registry;
//   registry.add<Figure, Circle, Square>();        // shared_ptr<Figure> may hold these
//   auto bytes = fastser::archive::encode(drawing, {.registry = &registry});
//
// Archives name a class by its fastser_name, or by its C++ name if it has none. The class of an
// object is found by its virtual `std::string_view fastser_class() const`, if it has one, else by
// RTTI.
//
// Thread rule: fill it in one thread, then share it freely. Cost: for each polymorphic pointer its
// classes are searched one after another, so keep one registry for each kind of graph.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <memory>
#include <string_view>
#include <vector>

#if defined(__cpp_rtti)
#include <typeindex>
#endif

#include "fastser/internal/archive/typed/codec/record.hpp"

namespace fastser {

class Registry {
 public:
  /// A class: how to make, write and read it. Index [0] without, [1] with shared strings
  /// (which a decode knows from the Decoder).
  struct Class {
    std::string_view name;
    const archive::ObjectClass* key;
    std::uint32_t tag;
#if defined(__cpp_rtti)
    std::type_index type;
#endif
    std::size_t memory;  ///< of a new one
    std::shared_ptr<void> (*make)(archive::Decoder& decoder);
    void* (*make_raw)();  ///< with new, for unique_ptr
    std::byte* (*encode[2])(const void* object, std::byte* cur, archive::Encoder& encoder);
    archive::Cursor (*decode)(void* object, archive::Cursor cur, archive::Decoder& decoder);
    std::uint32_t (*describe[2])(schema::TableBuilder& builder);
  };
  /// How a pointer to a base leads to the object and back.
  struct Link {
    const void* base_key;
    std::uint32_t class_index;
    void* (*upcast)(void* object);
    const void* (*downcast)(const void* base);
  };

  /// Pointers to Base may lead to objects of the classes Derived, and pointers to one of these to
  /// objects of that class itself. Adding a class again does nothing. Two classes must not have the
  /// same name: archives could not tell them apart. May throw std::bad_alloc.
  template <typename Base, typename... Derived>
  Registry& add() {
    constexpr bool kPublic = (schema::private_part<Derived>().empty() && ...);
    static_assert(kPublic,
                  "fastser: a part of the description of a class is private, so it would be "
                  "ignored. Make it public, or put it behind FASTSER_FIELDS");
    if constexpr (kPublic) {
      (add_link<Base, Derived>(), ...);
      (add_link<Derived, Derived>(), ...);
    }
    return *this;
  }

  [[nodiscard]] const std::vector<Class>& classes() const noexcept { return classes_; }

  /// The link for the object that `base` points to, by its dynamic class; null if not registered.
  template <typename Base>
  [[nodiscard]] const Link* link_of(const Base& base) const {
    for (const Link& link : links_) {
      if (link.base_key == schema::type_key<Base>() && is_of(base, classes_[link.class_index])) {
        return &link;
      }
    }
    return nullptr;
  }
  /// The link from a base to a class; null if not registered.
  [[nodiscard]] const Link* find_link(const void* base_key,
                                      std::uint32_t class_index) const noexcept {
    for (const Link& link : links_) {
      if (link.base_key == base_key && link.class_index == class_index) return &link;
    }
    return nullptr;
  }
  [[nodiscard]] const Link* find_link_by_key(const void* base_key,
                                             const archive::ObjectClass* class_key) const noexcept {
    for (const Link& link : links_) {
      if (link.base_key == base_key && classes_[link.class_index].key == class_key) return &link;
    }
    return nullptr;
  }

 private:
  template <typename Base>
  static bool is_of(const Base& base, const Class& one) {
    if constexpr (requires { base.fastser_class(); }) {
      return base.fastser_class() == one.name;
    } else {
#if defined(__cpp_rtti)
      return std::type_index(typeid(base)) == one.type;
#else
      static_assert(
          requires { base.fastser_class(); },
          "without RTTI a polymorphic class needs `virtual std::string_view "
          "fastser_class() const`");
      return false;
#endif
    }
  }
  template <typename T>
  std::uint32_t class_index() {
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      if (classes_[i].key == archive::object_class<T>()) return static_cast<std::uint32_t>(i);
    }
    classes_.push_back(make_class<T>());
    return static_cast<std::uint32_t>(classes_.size() - 1);
  }
  template <typename T>
  static Class make_class();
  template <typename Base, typename Derived>
  void add_link() {
    const std::uint32_t index = class_index<Derived>();
    if (find_link(schema::type_key<Base>(), index) != nullptr) return;
    links_.push_back(Link{
        schema::type_key<Base>(), index,
        [](void* object) -> void* { return static_cast<Base*>(static_cast<Derived*>(object)); },
        [](const void* base) -> const void* {
          return static_cast<const Derived*>(static_cast<const Base*>(base));
        }});
  }

  std::vector<Class> classes_;
  std::vector<Link> links_;
};

template <typename T>
Registry::Class Registry::make_class() {
  using archive::Codec;
  Class made {
    schema::Description<T>::name(), archive::object_class<T>(), archive::object_tag<T>(),
#if defined(__cpp_rtti)
        std::type_index(typeid(T)),
#endif
        archive::kMemory<T>,
        [](archive::Decoder& decoder) -> std::shared_ptr<void> { return decoder.make_object<T>(); },
        []() -> void* { return new T(); }, {},
        [](void* object, archive::Cursor cur, archive::Decoder& decoder) {
          return Codec<T>::template decode<schema::kCountDepth>(*static_cast<T*>(object), cur,
                                                                decoder);
        },
    {
    }
  };
  const auto fill = [&]<schema::Flags F>(std::size_t at) {
    made.encode[at] = [](const void* object, std::byte* cur, archive::Encoder& encoder) {
      return Codec<T>::template encode<F | schema::kCountDepth>(*static_cast<const T*>(object), cur,
                                                                encoder);
    };
    made.describe[at] = [](schema::TableBuilder& builder) {
      return Codec<T>::template describe_shape<F>(builder);
    };
  };
  fill.template operator()<0>(0);
  fill.template operator()<schema::kShareAll>(1);
  return made;
}

}  // namespace fastser
