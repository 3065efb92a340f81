// SPDX-License-Identifier: MIT
//
// Codecs of pointers with identity: shared_ptr, weak_ptr, and raw pointers into an Arena.
//
// An object is written where a pointer first leads to it and is a number afterwards. Its number is
// taken before its body, so cycles need nothing special. Beyond kInlineObjects nested objects the
// body is deferred (docs/format.md section 8): neither writing nor reading ever recurses along a
// chain of objects. Reading checks the type of the object at every use of a number.
//
// Pointers to polymorphic classes are "any ref"s: the object's shape is written with it, and the
// Registry says which C++ class that is.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/schema/class_name.hpp"
#include "fastser/registry.hpp"

namespace fastser::archive {

/// How a kind of pointer is looked at and set.
template <typename P>
struct PointerAccess;

template <typename T>
struct PointerAccess<std::shared_ptr<T>> {
  using Target = T;
  static constexpr bool kWeak = false;
  static constexpr bool kRaw = false;
  static T* get(const std::shared_ptr<T>& pointer) noexcept { return pointer.get(); }
  static void clear(std::shared_ptr<T>& pointer) noexcept { pointer.reset(); }
  template <typename O>
  static void set(std::shared_ptr<T>& pointer, const std::shared_ptr<O>& owner, T* target) {
    pointer = std::shared_ptr<T>(owner, target);
  }
};
template <typename T>
struct PointerAccess<std::weak_ptr<T>> {
  using Target = T;
  static constexpr bool kWeak = true;
  static constexpr bool kRaw = false;
  // The caller keeps the graph alive while it is encoded, so the target outlives the lock.
  static T* get(const std::weak_ptr<T>& pointer) noexcept { return pointer.lock().get(); }
  static void clear(std::weak_ptr<T>& pointer) noexcept { pointer.reset(); }
  template <typename O>
  static void set(std::weak_ptr<T>& pointer, const std::shared_ptr<O>& owner, T* target) {
    pointer = std::shared_ptr<T>(owner, target);
  }
};
template <typename T>
struct PointerAccess<T*> {
  using Target = T;
  static constexpr bool kWeak = false;
  static constexpr bool kRaw = true;
  static T* get(T* pointer) noexcept { return pointer; }
  static void clear(T*& pointer) noexcept { pointer = nullptr; }
  template <typename O>
  static void set(T*& pointer, const std::shared_ptr<O>&, T* target) noexcept {
    pointer = target;
  }
};

/// For an object of a shape that no class of the Registry has, or none that the pointer may lead
/// to.
FASTSER_COLD inline Cursor fail_unlinked(Decoder& decoder, Cursor at, std::uint64_t shape) {
  const std::vector<std::uint32_t>& classes = decoder.tables->shape_classes;
  const std::uint32_t one =
      shape < classes.size() ? classes[static_cast<std::size_t>(shape)] : std::uint32_t{0};
  return decoder.fail_unknown_class(
      at, one == 0 ? std::string_view() : decoder.registry->classes()[one - 1].name);
}

template <typename P>
concept TrackedPointer = requires {
  typename PointerAccess<P>::Target;
}
&&!std::is_same_v<P, const char*> && !std::is_same_v<P, char*>;

template <TrackedPointer P>
struct Codec<P> : VariableCodec {
  using Access = PointerAccess<P>;
  using T = std::remove_const_t<typename Access::Target>;
  static constexpr bool kReference = true;
  static constexpr bool kAnyClass = std::is_polymorphic_v<T>;
  /// Flags of the object: options of a field end here, for other fields lead to the object as well.
  template <Flags F>
  static constexpr Flags kObject = F&(schema::kShareAll | schema::kCountDepth);

  /// For prefetching: what the pointer leads to, where that is cheap to say.
  static const void* target_of(const P& pointer) noexcept requires(!Access::kWeak) {
    return Access::get(pointer);
  }

  template <Flags F>
  static constexpr TypeCode own_code() {
    return kAnyClass ? TypeCode::kAnyRef : TypeCode::kRef;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeSink& out) {
    builder.needs_tables = builder.has_objects = true;
    if constexpr (Access::kWeak) builder.has_weak = true;
    append_code(out, own_code<F>());
    if constexpr (kAnyClass) {
      builder.refer_to_any(schema::type_name<std::remove_const_t<T>>());
    } else {
      Codec<T>::template describe<kObject<F>>(builder, out);
    }
  }
  template <Flags F>
  static std::byte* encode(const P& pointer, std::byte* cur, Encoder& encoder) {
    const T* object = Access::get(pointer);
    if (object == nullptr) return encoder.put_varint(cur, schema::kSlotNil);
    if constexpr (kAnyClass) {
      return encode_any<F>(*object, cur, encoder);
    } else {
      const std::uint32_t tag = object_tag<T>();
      if constexpr (Access::kWeak) return encoder.put_promise(cur, object, tag).cur;
      const Encoder::SlotResult slot = encoder.put_slot(cur, object, tag);
      if (!slot.is_new) return slot.cur;
      return encode_body<F>(slot, object, encoder, &encode_object<kObject<F>>);
    }
  }
  template <Flags F>
  [[nodiscard]] static Cursor decode(P& pointer, Cursor cur, Decoder& decoder) {
    const Cursor at = cur;
    Slot read;
    cur = decoder.varint(cur, read.slot);
    if (cur == nullptr) [[unlikely]] {
      return nullptr;
    }
    if constexpr (!kAnyClass) {
      if (read.slot >= schema::kSlotFirstReference) {
        if constexpr (!Access::kWeak && !Access::kRaw) {
          if (decoder.tables->late.may_wait(&pointer)) {
            return decoder.link_late(&pointer, read.slot, at, kKind) ? cur : nullptr;
          }
        }
        const DecodedObject* object = decoder.find(read.slot, object_class<T>(), at);
        if (object == nullptr) return nullptr;
        if (Access::kRaw && is_open(read.slot, decoder)) return reread(decoder);
        Access::set(pointer, object->owner, static_cast<T*>(object->owner.get()));
        return cur;
      }
    }
    return decode_slot<F>(pointer, read, at, cur, decoder);
  }
  using NodeType = PointerNode;
  static constexpr PointerNode make_node() {
    PointerNode node{{Node::Kind::kPointer, own_code<0>()}, Access::kWeak, Access::kRaw};
    node.base = schema::type_key<T>();
    node.clear = [](const PointerNode&, void* pointer, Decoder&) {
      Access::clear(*static_cast<P*>(pointer));
    };
    node.set = [](const PointerNode&, void* pointer, const std::shared_ptr<void>& owner,
                  void* target, Decoder&) {
      Access::set(*static_cast<P*>(pointer), owner, static_cast<T*>(target));
    };
    if constexpr (!kAnyClass) {
      node.key = &ObjectClassOf<T>::kClass;  // by no function: the class leads to nodes again
      node.memory = kMemory<T> + kObjectMemory;
      node.make = [](const PointerNode&, Decoder& decoder) -> std::shared_ptr<void> {
        return decoder.make_object<T>();
      };
    }
    return node;
  }

 private:
  struct Slot {
    std::uint64_t slot = 0;
    std::uint64_t number = 0;  ///< slots 4 and 5
    std::uint64_t shape = 0;   ///< of an any ref
  };

  // --- writing -----------------------------------------------------------------------------------

  template <Flags F>
  static std::byte* encode_object(const void* object, std::byte* cur, Encoder& encoder) {
    return encode_value<F, Inside::kBody>(*static_cast<const T*>(object), cur, encoder);
  }
  template <Flags F>
  static std::byte* encode_body(const Encoder::SlotResult& slot, const void* object,
                                Encoder& encoder,
                                std::byte* (*encode)(const void*, std::byte*, Encoder&)) {
    if (!slot.is_inline) [[unlikely]] {
      encoder.tables->bodies.push_back({encode, object});
      return slot.cur;
    }
    if constexpr ((F & schema::kCountDepth) != 0) {
      if (!encoder.enter()) return encoder.fail_depth(slot.cur);
    }
    ++encoder.inline_depth;
    std::byte* cur = encode(object, slot.cur, encoder);
    --encoder.inline_depth;
    if constexpr ((F & schema::kCountDepth) != 0) encoder.leave();
    return cur;
  }
  template <Flags F>
  static std::byte* encode_any(const T& target, std::byte* cur, Encoder& encoder) {
    const Registry::Link* link =
        encoder.registry == nullptr ? nullptr : encoder.registry->link_of(target);
    if (link == nullptr) {
      return encoder.fail_unknown_class(cur, schema::class_name(target), schema::type_name<T>());
    }
    const Registry::Class& one = encoder.registry->classes()[link->class_index];
    const std::uint32_t shape = encoder.tables->class_shapes[link->class_index];
    const void* object = link->downcast(&target);
    const Encoder::SlotResult slot = Access::kWeak ? encoder.put_promise(cur, object, one.tag)
                                                   : encoder.put_slot(cur, object, one.tag);
    if (!slot.is_new) return slot.cur;
    cur = encoder.put_varint(slot.cur, shape + (Access::kWeak ? 1U : 0U));
    if constexpr (Access::kWeak) return cur;
    return encode_body<F>({cur, slot.is_new, slot.is_inline}, object, encoder,
                          one.encode[(F & schema::kShareAll) != 0 ? 1 : 0]);
  }

  // --- linking objects ---------------------------------------------------------------------------

  static void set_late(void* pointer, const std::shared_ptr<void>& owner) {
    Access::set(*static_cast<P*>(pointer), owner, static_cast<T*>(owner.get()));
  }
  static constexpr PointerKind kKind{object_class<T>(), &set_late};

  // --- making objects ----------------------------------------------------------------------------

  /// The class of a new object; null for a static class.
  static const Registry::Link* class_for(std::uint64_t shape, Decoder& decoder) {
    const DecoderTables& tables = *decoder.tables;
    if (shape >= tables.shape_classes.size() ||
        tables.shape_classes[static_cast<std::size_t>(shape)] == 0) {
      return nullptr;
    }
    return decoder.registry->find_link(schema::type_key<T>(),
                                       tables.shape_classes[static_cast<std::size_t>(shape)] - 1);
  }
  /// Makes an object, gives it the next number, links it. Its number; or false when out of budget.
  static bool make(P& pointer, const Registry::Link* link, Decoder& decoder,
                   std::uint32_t& number) {
    if constexpr (kAnyClass) {
      const Registry::Class& one = decoder.registry->classes()[link->class_index];
      if (!decoder.charge(one.memory + kObjectMemory) || !decoder.charge_object()) return false;
      number = keep_new(pointer, one.make(decoder), one.key, decoder,
                        [&](void* object) { return static_cast<T*>(link->upcast(object)); });
    } else {
      static_cast<void>(link);
      if (!decoder.charge(kMemory<T> + kObjectMemory + kInArena) || !decoder.charge_object()) {
        return false;
      }
      number = keep_new(pointer, decoder.make_object<T>(), object_class<T>(), decoder,
                        [](T* object) { return object; });
    }
    return true;
  }
  static constexpr std::size_t kInArena = Access::kRaw ? 3 * sizeof(std::shared_ptr<void>) : 0;
  /// Links a new object and keeps it; its number.
  template <typename Made, typename Target>
  static std::uint32_t keep_new(P& pointer, std::shared_ptr<Made> owner, const ObjectClass* key,
                                Decoder& decoder, Target&& target) {
    Access::set(pointer, owner, target(owner.get()));
    if (Access::kRaw && decoder.arena != nullptr) decoder.arena->keep(owner);
    return decoder.add(std::move(owner), key);
  }
  static bool link_existing(P& pointer, const DecodedObject& object, Decoder& decoder) {
    if constexpr (kAnyClass) {
      const Registry::Link* link =
          decoder.registry == nullptr
              ? nullptr
              : decoder.registry->find_link_by_key(schema::type_key<T>(), object.key);
      if (link == nullptr) return false;
      Access::set(pointer, object.owner, static_cast<T*>(link->upcast(object.owner.get())));
      return true;
    } else {
      if (object.key != object_class<T>()) return false;
      Access::set(pointer, object.owner, static_cast<T*>(object.owner.get()));
      return true;
    }
  }

  // --- reading what this very type wrote ---------------------------------------------------------

  template <Flags F>
  static Cursor decode_object(void* object, std::uint32_t, Cursor cur, Decoder& decoder) {
    DecoderTables& tables = *decoder.tables;
    if (tables.objects.size() < Decoder::kFew) {
      return decode_value<F, Inside::kBody>(*static_cast<T*>(object), cur, decoder);
    }
    const LateLinks::Scope outer = tables.late.enter({object, sizeof(T)});
    cur = decode_value<F, Inside::kBody>(*static_cast<T*>(object), cur, decoder);
    tables.late.enter(outer);
    return cur;
  }
  template <Flags F>
  static Cursor decode_any_object(void* object, std::uint32_t shape, Cursor cur, Decoder& decoder) {
    const std::uint32_t index = decoder.tables->shape_classes[shape] - 1;
    return decoder.registry->classes()[index].decode(object, cur, decoder);
  }
  /// What only resolving deals with: the same bytes again, by the same table.
  FASTSER_NOINLINE static Cursor reread(Decoder& decoder) {
    decoder.tables->reread = true;
    return nullptr;
  }
  static bool is_open(std::uint64_t slot, Decoder& decoder) noexcept {
    return decoder.tables->promises.contains(slot - schema::kSlotFirstReference);
  }
  /// What follows the slot itself.
  FASTSER_NOINLINE static Cursor read_rest(Slot& read, Cursor at, Cursor cur, Decoder& decoder) {
    if (schema::fulfils(read.slot)) {
      cur = decoder.varint_slow(cur, read.number);
      if (cur == nullptr) return nullptr;
    }
    if (!kAnyClass) return cur;
    cur = decoder.varint_slow(cur, read.shape);
    if (cur == nullptr) return nullptr;
    const std::uint64_t known = decoder.tables->shape_classes.size();
    const bool promise = read.slot == schema::kSlotPromise;
    if (promise && read.shape == 0) return reread(decoder);  // of a class that is not said yet
    if (promise) --read.shape;
    return read.shape < known ? cur : decoder.fail(Code::kMalformed, at, kNoSuchShape);
  }
  template <Flags F>
  static Cursor decode_slot(P& pointer, Slot read, Cursor at, Cursor cur, Decoder& decoder) {
    DecoderTables& tables = *decoder.tables;
    if (read.slot == schema::kSlotNil) {
      Access::clear(pointer);
      return cur;
    }
    if (Access::kRaw && decoder.arena == nullptr) {
      return decoder.fail(Code::kUsage, at, "raw pointers are read into DecodeOptions::arena");
    }
    if (read.slot >= schema::kSlotFirstReference)
      return refer(pointer, read.slot, at, cur, decoder);
    const bool promise = read.slot == schema::kSlotPromise;
    if (promise != Access::kWeak) return reread(decoder);
    if (kAnyClass || schema::fulfils(read.slot)) {
      cur = read_rest(read, at, cur, decoder);
      if (cur == nullptr) return nullptr;
    }
    const Registry::Link* link = kAnyClass ? class_for(read.shape, decoder) : nullptr;
    if (kAnyClass && link == nullptr) {
      return fail_unlinked(decoder, at, read.shape);
    }
    std::uint32_t number = 0;
    if (schema::fulfils(read.slot)) {
      if (!keep_promise(pointer, read.number, link, at, decoder)) return nullptr;
      number = static_cast<std::uint32_t>(read.number);
    } else if (!make(pointer, link, decoder, number)) {
      return decoder.fail_budget(at);
    }
    if (promise) {
      tables.promises.add(number);
      return cur;
    }
    const auto body = kAnyClass ? &decode_any_object<F> : &decode_object<kObject<F>>;
    const auto shape = static_cast<std::uint32_t>(read.shape);
    void* const object = tables.objects[number].owner.get();
    if (schema::is_deferred(read.slot)) {
      if (!decoder.charge_room(tables.bodies)) return decoder.fail_budget(at);
      tables.bodies.push_back({body, object, nullptr, nullptr, shape, number});
      return cur;
    }
    if (!decoder.enter()) return decoder.fail_depth(at);
    cur = body(object, shape, cur, decoder);
    decoder.leave();
    return cur;
  }
  static Cursor refer(P& pointer, std::uint64_t slot, Cursor at, Cursor cur, Decoder& decoder) {
    const std::uint64_t number = slot - schema::kSlotFirstReference;
    if (number >= decoder.tables->next_object) return decoder.fail_not_there(at);
    if (Access::kRaw && is_open(slot, decoder)) return reread(decoder);
    const DecodedObject& object = decoder.tables->objects[static_cast<std::size_t>(number)];
    return link_existing(pointer, object, decoder) ? cur : decoder.fail_class(at);
  }
  /// The body of a promised object comes: its class must be the one that was promised (B6).
  FASTSER_NOINLINE static bool keep_promise(P& pointer, std::uint64_t number,
                                            const Registry::Link* link, Cursor at,
                                            Decoder& decoder) {
    if (!decoder.tables->promises.take(number)) {
      decoder.fail_body(number, at);
      return false;
    }
    const DecodedObject& known = decoder.tables->objects[static_cast<std::size_t>(number)];
    if (kAnyClass && decoder.registry->classes()[link->class_index].key != known.key) {
      decoder.fail(Code::kTypeMismatch, at, kBodyOfAnotherType);
      return false;
    }
    if (Access::kRaw && known.owner.use_count() == 1) {  // nobody has owned it yet
      if (!decoder.charge(kInArena)) {
        decoder.fail_budget(at);
        return false;
      }
      decoder.arena->keep(known.owner);
    }
    if (link_existing(pointer, known, decoder)) return true;
    decoder.fail_class(at);
    return false;
  }
};

/// unique_ptr to a polymorphic class: no identity; the shape comes with it.
template <typename T, typename Deleter>
requires(std::is_polymorphic_v<T>) struct Codec<std::unique_ptr<T, Deleter>> : VariableCodec {
  static_assert(std::has_virtual_destructor_v<T>);
  /// Nothing is no level of depth.
  static bool lacks(const std::unique_ptr<T, Deleter>& value) noexcept { return value == nullptr; }
  static bool lacks(Cursor cur, const Decoder& decoder) noexcept {
    return wire::is_zero(cur, decoder.end);
  }

  template <Flags F>
  static constexpr TypeCode own_code() {
    return TypeCode::kOwnedAny;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeSink& out) {
    builder.needs_tables = builder.has_objects = true;
    builder.refer_to_any(schema::type_name<std::remove_const_t<T>>());
    append_code(out, TypeCode::kOwnedAny);
  }
  template <Flags F>
  static std::byte* encode(const std::unique_ptr<T, Deleter>& value, std::byte* cur,
                           Encoder& encoder) {
    if (!value) return encoder.put_varint(cur, 0);
    const Registry::Link* link =
        encoder.registry == nullptr ? nullptr : encoder.registry->link_of(*value);
    if (link == nullptr) {
      return encoder.fail_unknown_class(cur, schema::class_name(*value), schema::type_name<T>());
    }
    cur = encoder.put_varint(cur, 1 + encoder.tables->class_shapes[link->class_index]);
    const Registry::Class& one = encoder.registry->classes()[link->class_index];
    return one.encode[(F & schema::kShareAll) != 0 ? 1 : 0](link->downcast(value.get()), cur,
                                                            encoder);
  }
  template <Flags F>
  [[nodiscard]] static Cursor decode(std::unique_ptr<T, Deleter>& value, Cursor cur,
                                     Decoder& decoder) {
    return read<F>(value, cur, decoder);
  }
  using NodeType = OwnedNode;
  static constexpr OwnedNode make_node() {
    return {{Node::Kind::kOwned, TypeCode::kOwnedAny},
            schema::type_key<T>(),
            [](const OwnedNode&, void* owner, void* object) {
              static_cast<std::unique_ptr<T, Deleter>*>(owner)->reset(static_cast<T*>(object));
            }};
  }

 private:
  template <Flags F>
  static Cursor read(std::unique_ptr<T, Deleter>& value, Cursor cur, Decoder& decoder) {
    const Cursor at = cur;
    std::uint64_t shape = 0;
    cur = decoder.varint(cur, shape);
    if (cur == nullptr) return nullptr;
    if (shape-- == 0) {
      value.reset();
      return cur;
    }
    const DecoderTables& tables = *decoder.tables;
    const Registry::Link* link = nullptr;
    if (shape < tables.shape_classes.size() &&
        tables.shape_classes[static_cast<std::size_t>(shape)] != 0) {
      link = decoder.registry->find_link(schema::type_key<T>(),
                                         tables.shape_classes[static_cast<std::size_t>(shape)] - 1);
    }
    if (link == nullptr) {
      return fail_unlinked(decoder, at, shape);
    }
    const Registry::Class& one = decoder.registry->classes()[link->class_index];
    if (!decoder.charge(one.memory + 16)) return decoder.fail_budget(at);
    void* object = one.make_raw();
    value.reset(static_cast<T*>(link->upcast(object)));
    return one.decode(object, cur, decoder);
  }
};

}  // namespace fastser::archive
