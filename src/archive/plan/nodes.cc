// SPDX-License-Identifier: MIT
//
// A layout as nodes: the functions of nodes over accessors, and who makes the nodes.
#include "archive/plan/nodes.hpp"

#include <algorithm>
#include <cstring>
#include <map>

#include "archive/plan/fill.hpp"
#include "archive/plan/sizes.hpp"
#include "archive/plan/slots.hpp"
#include "archive/resolve/tables.hpp"
#include "fastser/internal/archive/resolve/resolve.hpp"
#include "fastser/internal/archive/resolve/wire_numbers.hpp"
#include "fastser/internal/archive/value_checks.hpp"
#include "fastser/internal/schema/assign_bytes.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "schema/type_key.hpp"

namespace fastser::archive {
namespace {

/// A node has an entry for every field, and a few bytes can say that there are billions.
constexpr std::uint64_t kMostFields = std::uint64_t{1} << 20;

template <typename Access>
const Access& access_of(const Node& node) noexcept {
  return *static_cast<const Access*>(node.context);
}

// --- leaves --------------------------------------------------------------------------------------

bool assign_text(const TextNode& node, void* value, const char* bytes, std::size_t size,
                 Decoder& decoder) {
  const auto& access = access_of<TextAccess>(node);
  if (!decoder.charge(text_memory(size))) return false;
  const Code code = set_text(access, value, bytes, size);
  if (code == Code::kOk) return true;
  decoder.fail(code, reinterpret_cast<Cursor>(bytes), kRefused);
  return false;
}
template <typename T>
bool assign_std(const TextNode&, void* value, const char* bytes, std::size_t size,
                Decoder& decoder) {
  if (!decoder.charge(schema::bytes_memory<T>(size))) return false;
  schema::assign_bytes(*static_cast<T*>(value), bytes, size);
  return true;
}

bool set_date(const DateNode&, void* value, std::int64_t seconds, std::uint32_t nanoseconds) {
  std::memcpy(value, &seconds, sizeof seconds);
  std::memcpy(static_cast<std::byte*>(value) + sizeof seconds, &nanoseconds, sizeof nanoseconds);
  return true;
}

void assign_bits(const BitsNode& node, void* value, const std::byte* bytes) {
  std::memcpy(value, bytes, static_cast<std::size_t>((node.count + 7) / 8));
}

// The bytes that a plain value would be on the wire.
void to_wire(TypeCode code, std::size_t size, const std::byte* from, std::byte* wire) noexcept {
  const auto number = [](std::byte* to, const std::byte* at, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) to[i] = at[wire::kLittleHost ? i : n - 1 - i];
  };
  if (code == TypeCode::kBits) {
    std::memcpy(wire, from, size);
  } else if (code == TypeCode::kDate) {
    number(wire, from, 8);
    number(wire + 8, from + 8, 4);
  } else {
    number(wire, from, size);
  }
}

// Through memory in plain form, of a kind that resolving knows.
Cursor read_fixed(const WrappedNode& node, void* value, TypeExpr type, Cursor cur,
                  Decoder& decoder) {
  const auto& fixed = access_of<NodeFixed>(node);
  const Cursor at = cur;
  alignas(8) std::byte memory[kMaxFixed] = {};
  alignas(8) std::byte wire[kMaxFixed];
  cur = resolve(*node.inner, memory, type, cur, decoder, Inside::kBody);
  if (cur == nullptr) return nullptr;
  to_wire(fixed.code, fixed.size, memory, wire);
  const Code code = fixed.access->load(fixed.access->context, value, wire);
  return code == Code::kOk ? cur : decoder.fail(code, at, kRefused);
}

// What there is one type of, and nothing converts to: the bytes, checked by the accessor if any.
Cursor read_exact(const WrappedNode& node, void* value, TypeExpr type, Cursor cur,
                  Decoder& decoder) {
  const auto& fixed = access_of<NodeFixed>(node);
  if (schema::code(type) != fixed.code) return fail_type(decoder, type, *node.inner, cur);
  if (decoder.left(cur) < fixed.size) return decoder.fail_truncated(cur);
  Code code = Code::kOk;
  if (fixed.access != nullptr) {
    code = fixed.access->load(fixed.access->context, value, cur);
  } else if (fixed.code == TypeCode::kAppleDate) {
    double seconds = 0;
    wire::load_le(cur, seconds);
    std::memcpy(value, &seconds, sizeof seconds);
  } else {
    if (fault_of_fixed(fixed.code, cur)) code = Code::kMalformed;
    std::memcpy(value, cur, fixed.size);
  }
  return code == Code::kOk ? cur + fixed.size : decoder.fail(code, cur, kRefused);
}

// --- containers ----------------------------------------------------------------------------------

void reset_optional(const OptionalNode& node, void* value, Decoder& decoder) {
  const Code code = reset(access_of<MaybeAccess>(node), value);
  if (code != Code::kOk) decoder.fail(code, decoder.end, kRefused);
}
Cursor read_optional(const OptionalNode& node, void* value, TypeExpr type, Cursor cur,
                     Decoder& decoder) {
  const auto& access = access_of<MaybeAccess>(node);
  if (!decoder.charge(access.owned)) return decoder.fail_budget(cur);
  void* inner = nullptr;
  const Code code = emplace(access, value, cur, decoder, &inner);
  if (code != Code::kOk) return decoder.fail(code, cur, kRefused);
  return resolve(*node.element, inner, type, cur, decoder, Inside::kBody);
}

Cursor read_list(const ListNode& node, void* list, std::size_t count, TypeExpr type, Cursor cur,
                 Decoder& decoder) {
  const auto& access = access_of<ListAccess>(node);
  if (!decoder.charge(count, element_memory(access))) return decoder.fail_budget(cur);
  // In the arena all of them at once, which the budget has paid for: a layout may note by its place
  // what a record lacks (Layout::defaults), so elements must not move.
  const bool at_once = schema::min_wire_size(*decoder.writer, type) == 0 || fills_arena(access);
  return fill_list(access, list, count, at_once, cur, decoder,
                   [&](void* first, std::size_t n, Cursor at) {
                     auto* element = static_cast<std::byte*>(first);
                     for (; n != 0 && at != nullptr; --n, element += access.stride) {
                       at = resolve(*node.element, element, type, at, decoder, Inside::kElement);
                     }
                     return at;
                   });
}

Cursor read_set(const ListNode& node, void* set, std::size_t count, TypeExpr type, Cursor cur,
                Decoder& decoder) {
  return fill_map(
      {access_of<MapAccess>(node), set, count, true, UniqueKeys::in_place(type)}, cur, decoder,
      [&](void* key, Cursor at) {
        return resolve(*node.element, key, type, at, decoder, Inside::kElement);
      },
      [](void*, Cursor at) { return at; });
}
Cursor read_map(const MapNode& node, void* map, std::size_t count, const EntryTypes& entries,
                Cursor cur, Decoder& decoder) {
  return fill_map(
      {access_of<MapAccess>(node), map, count, false, UniqueKeys::in_place(entries.key)}, cur,
      decoder,
      [&](void* key, Cursor at) {
        return resolve(*node.key, key, entries.key, at, decoder, entries.inside);
      },
      [&](void* value, Cursor at) {
        return resolve(*node.mapped, value, entries.mapped, at, decoder, entries.inside);
      });
}

void* make_alternative(const VariantNode& node, void* value, std::size_t index, Decoder& decoder) {
  const auto& choice = access_of<NodeChoice>(node);
  void* inner = nullptr;
  const Code code =
      emplace(*choice.access, value, index, choice.boxes[index], decoder.end, decoder, &inner);
  if (code != Code::kOk) {
    decoder.fail(code, decoder.end, kRefused);
    return nullptr;
  }
  return inner;
}

void* tuple_at(const TupleNode& node, void* value, std::size_t index) {
  return static_cast<std::byte*>(value) + access_of<NodePlaces>(node).offsets[index];
}
void record_addresses(const RecordNode& node, void* object, void** fields) {
  const NodePlaces& places = access_of<NodePlaces>(node);
  for (std::size_t i = 0; i < places.offsets.size(); ++i) {
    fields[i] = static_cast<std::byte*>(object) + places.offsets[i];
  }
}

// An owned any of the writer's is nothing or a record.
Cursor read_owned_any(const WrappedNode& node, void* value, TypeExpr type, Cursor cur,
                      Decoder& decoder) {
  if (schema::code(type) == TypeCode::kOwnedAny) {
    std::uint64_t shape = 0;
    const Cursor at = cur;
    cur = read_shape(decoder, cur, true, shape);
    if (cur == nullptr) return nullptr;
    if (shape == 0) {
      if (node.inner->kind != Node::Kind::kOptional) return fail_type(decoder, type, node, at);
      reset_optional(*static_cast<const OptionalNode*>(node.inner), value, decoder);
      return decoder.failed() ? nullptr : cur;
    }
    type = decoder.resolving->record_types.expr(static_cast<std::uint32_t>(shape - 1));
  }
  return resolve(*node.inner, value, type, cur, decoder, Inside::kBody);
}

// --- objects -------------------------------------------------------------------------------------

std::shared_ptr<void> make_object(const PointerNode& node, Decoder& decoder) {
  // The key is the first member of its class.
  const ObjectAccess& access = *reinterpret_cast<const PlanClass*>(node.key)->access;
  std::shared_ptr<void> owner;
  const Code code = make(access, decoder.end, decoder, &owner);
  if (code == Code::kOk) return owner;
  decoder.fail(code, decoder.end, kRefused);
  return nullptr;
}
void set_pointer(const PointerNode& node, void* pointer, const std::shared_ptr<void>& owner, void*,
                 Decoder& decoder) {
  const auto& access = access_of<RefAccess>(node);
  const Code code = set(access, pointer, owner);
  if (code != Code::kOk) decoder.fail(code, decoder.end, kRefused);
}
void clear_pointer(const PointerNode& node, void* pointer, Decoder& decoder) {
  set_pointer(node, pointer, {}, nullptr, decoder);
}

// --- making nodes --------------------------------------------------------------------------------

class NodeMaker {
 public:
  NodeMaker(const PlanProgram& program, const LayoutGraph& layout, const Accessors& accessors,
            PlanNodes& nodes)
      : program_(program),
        table_(program.type.parsed()),
        layout_(layout),
        accessors_(accessors),
        nodes_(nodes) {}

  void make(std::uint32_t root) {
    nodes_.root = node(table_.root(), root);
    while (!waiting_.empty()) {  // not recursion: records lead to records over any distance
      const Waiting next = waiting_.back();
      waiting_.pop_back();
      fill(*next.record, next.shape, next.form);
    }
  }

 private:
  struct Waiting {
    RecordNode* record;
    std::uint32_t shape;
    std::uint32_t form;
  };

  // By recursion over the type expression; records are filled later.
  const Node* node(TypeExpr expr, std::uint32_t form_number) {
    const Form& form = layout_.forms[form_number];
    if (form.kind == FormKind::kFixed) return fixed(expr, &accessors_.fixed[form.access]);
    switch (schema::code(expr)) {
      case TypeCode::kString:
      case TypeCode::kSharedString: return text(form, TypeCode::kString);
      case TypeCode::kUrl:
      case TypeCode::kClassRef: return text(form, schema::code(expr));
      case TypeCode::kData:
      case TypeCode::kSharedData: return text(form, TypeCode::kData);
      case TypeCode::kOptional: return optional(form, node(schema::element(expr), form.inner[0]));
      case TypeCode::kList:
      case TypeCode::kSet: return list(expr, form);
      case TypeCode::kArray: return array(expr, form_number);
      case TypeCode::kMap:
      case TypeCode::kOrderedMap:
        return &nodes_.maps.emplace_back(
            MapNode{{Node::Kind::kMap, schema::code(expr), &accessors_.maps[form.access]},
                    node(schema::key_type(expr), form.inner[0]),
                    node(schema::value_type(expr), form.inner[1]),
                    false,
                    &read_map});
      case TypeCode::kVariant: return variant(expr, form);
      case TypeCode::kTuple: return tuple(expr, form);
      case TypeCode::kRecord: return record(schema::operand_shape(expr), form_number);
      case TypeCode::kRef: return pointer(expr, form);
      case TypeCode::kAny:
      case TypeCode::kAnyRecord:
      case TypeCode::kAnyRef: return any(form_number);
      case TypeCode::kOwnedAny: return owned_any(form_number);
      default: return plain(expr);
    }
  }

  const Node* plain(TypeExpr expr) {
    const TypeCode code = schema::code(expr);
    switch (code) {
      case TypeCode::kNull: return &nodes_.nulls.emplace_back(Node{Node::Kind::kNull, code});
      case TypeCode::kDuration:
      case TypeCode::kEnum:
      case TypeCode::kRecord: {
        TypeExpr number = expr;
        TickLength tick{};
        const bool is_duration = tick_length(table_, number, tick);
        if (schema::code(number) == TypeCode::kEnum) number = schema::enum_integer(number);
        const TypeCode memory =
            code == TypeCode::kDuration ? TypeCode::kI64 : memory_of(schema::code(number));
        if (is_duration) {
          return &nodes_.durations.emplace_back(
              DurationNode{{Node::Kind::kDuration, code}, memory, tick});
        }
        return &nodes_.scalars.emplace_back(
            ScalarNode{{Node::Kind::kScalar, code}, memory, schema::enum_name(expr)});
      }
      case TypeCode::kDate:
        return &nodes_.dates.emplace_back(DateNode{{Node::Kind::kDate, code}, &set_date});
      case TypeCode::kBits:
        return &nodes_.bits.emplace_back(
            BitsNode{{Node::Kind::kBits, code}, schema::operand_count(expr), &assign_bits});
      case TypeCode::kUuid:
      case TypeCode::kDecimal:
      case TypeCode::kAppleDate: return exact(code, nullptr);
      default:
        return &nodes_.scalars.emplace_back(
            ScalarNode{{Node::Kind::kScalar, code}, memory_of(code), {}});
    }
  }
  // The C type of a varint is that of the number.
  static TypeCode memory_of(TypeCode code) noexcept {
    if (code < TypeCode::kVarI16 || code > TypeCode::kVarU64) return code;
    return static_cast<TypeCode>(static_cast<unsigned>(code) - 8);
  }
  const Node* fixed(TypeExpr expr, const FixedAccess* access) {
    TypeExpr inner = expr;
    TickLength tick{};
    static_cast<void>(tick_length(table_, inner, tick));
    if (schema::code(inner) == TypeCode::kEnum) inner = schema::enum_integer(inner);
    const TypeCode code = schema::code(inner);
    if (code == TypeCode::kUuid || code == TypeCode::kDecimal || code == TypeCode::kAppleDate) {
      return exact(code, access);
    }
    const std::size_t size = code == TypeCode::kBits
                                 ? static_cast<std::size_t>((schema::operand_count(inner) + 7) / 8)
                                 : schema::fixed_size(code);
    const Node* const memory = plain(expr);
    return wrap({access, code, size, false}, memory, &read_fixed);
  }
  // Nothing resolves to these: the node inside is only named in messages, and fits nothing.
  const Node* exact(TypeCode code, const FixedAccess* access) {
    const Node* const named = &nodes_.nulls.emplace_back(Node{Node::Kind::kNull, code});
    return wrap({access, code, schema::fixed_size(code), true}, named, &read_exact);
  }
  const Node* wrap(NodeFixed what, const Node* inner,
                   Cursor (*read)(const WrappedNode&, void*, TypeExpr, Cursor, Decoder&)) {
    nodes_.fixed.push_back(what);
    return &nodes_.wrapped.emplace_back(
        WrappedNode{{Node::Kind::kWrapped, what.code, &nodes_.fixed.back()}, inner, read});
  }
  const Node* text(const Form& form, TypeCode code) {
    TextNode made{{Node::Kind::kText, code}, nullptr};
    if (form.kind == FormKind::kStdString) {
      made.assign = &assign_std<std::string>;
    } else if (form.kind == FormKind::kStdBytes) {
      made.assign = &assign_std<std::vector<std::uint8_t>>;
    } else {
      made.context = &accessors_.texts[form.access];
      made.assign = &assign_text;
    }
    return &nodes_.texts.emplace_back(made);
  }

  const Node* optional(const Form& form, const Node* inner) {
    return &nodes_.optionals.emplace_back(OptionalNode{
        {Node::Kind::kOptional, TypeCode::kOptional, &accessors_.optionals[form.access]},
        inner,
        &reset_optional,
        &read_optional});
  }
  const Node* list(TypeExpr expr, const Form& form) {
    const Node* const element = node(schema::element(expr), form.inner[0]);
    if (form.kind == FormKind::kSet) {
      return &nodes_.lists.emplace_back(ListNode{
          {Node::Kind::kSet, TypeCode::kSet, &accessors_.maps[form.access]}, element, &read_set});
    }
    return &nodes_.lists.emplace_back(list_node(accessors_.lists[form.access], *element));
  }
  const Node* array(TypeExpr expr, std::uint32_t form_number) {
    const Form& form = layout_.forms[form_number];
    const TypeExpr inner = schema::element(expr);
    const bool plain = form.kind == FormKind::kPlain;
    const Node* const element = node(inner, plain ? form_number : form.inner[0]);
    return &nodes_.arrays.emplace_back(
        ArrayNode{{Node::Kind::kArray, TypeCode::kArray},
                  element,
                  static_cast<std::size_t>(schema::operand_count(expr)),
                  plain ? plain_size(inner) : form.stride});
  }
  const Node* variant(TypeExpr expr, const Form& form) {
    NodePlaces& places = nodes_.places.emplace_back();
    TypeExpr at = schema::first_operand(expr);
    NodeChoice& choice = choice_of(form);
    for (const std::uint32_t inner : form.inner) {
      places.inner.push_back(node(at, inner));
      choice.boxes.push_back(box_of(*choice.access, memory_size(at, layout_.forms[inner])));
      at = schema::skip_type(at);
    }
    VariantNode& made = empty_variant(choice);
    made.alternatives = places.inner;
    return &made;
  }
  NodeChoice& choice_of(const Form& form) {
    return nodes_.choices.emplace_back(NodeChoice{&accessors_.variants[form.access], {}});
  }
  VariantNode& empty_variant(const NodeChoice& choice) {
    return nodes_.variants.emplace_back(
        VariantNode{{Node::Kind::kVariant, TypeCode::kVariant, &choice}, {}, &make_alternative});
  }
  // A variant of what it may hold. Cases may lead to it again, so it is known before they are.
  const Node* any(std::uint32_t form_number) {
    const auto [found, is_new] = anys_.try_emplace(form_number, nullptr);
    if (!is_new) return found->second;
    const Form& form = layout_.forms[form_number];
    NodeChoice& choice = choice_of(form);
    VariantNode& made = empty_variant(choice);
    made.code = TypeCode::kAny;
    anys_[form_number] = &made;
    NodePlaces& places = nodes_.places.emplace_back();
    const std::size_t first = program_.any_forms.at(form_number);
    for (std::size_t i = 0; i < form.inner.size(); ++i) {
      const TypeExpr type = program_.cases[first + i].expr();
      choice.boxes.push_back(
          box_of(*choice.access, memory_size(type, layout_.forms[form.inner[i]])));
      places.inner.push_back(node(type, form.inner[i]));
    }
    made.alternatives = places.inner;
    return &made;
  }
  const Node* owned_any(std::uint32_t form_number) {
    const Form& form = layout_.forms[form_number];
    const bool has_nil = form.kind == FormKind::kOptional;
    const Node* inner = any(has_nil ? form.inner[0] : form_number);
    if (has_nil) inner = optional(form, inner);
    return &nodes_.wrapped.emplace_back(
        WrappedNode{{Node::Kind::kWrapped, TypeCode::kOwnedAny}, inner, &read_owned_any});
  }
  const Node* tuple(TypeExpr expr, const Form& form) {
    NodePlaces& places = nodes_.places.emplace_back();
    TypeExpr at = schema::first_operand(expr);
    for (const FormPlace& place : form.places) {
      places.inner.push_back(node(at, place.form));
      places.offsets.push_back(place.offset);
      at = schema::skip_type(at);
    }
    return &nodes_.tuples.emplace_back(
        TupleNode{{Node::Kind::kTuple, TypeCode::kTuple, &places}, places.inner, &tuple_at});
  }
  const Node* pointer(TypeExpr expr, const Form& form) {
    const TypeExpr target = schema::element(expr);
    const FormObject& object = accessors_.objects[form.object];
    PointerNode made{{Node::Kind::kPointer, TypeCode::kRef, &accessors_.refs[form.access]},
                     accessors_.refs[form.access].weak,
                     false};
    const Node* const body = object_node(target, object.body);
    const auto [found, is_new] = classes_.try_emplace({form.object, body}, nullptr);
    if (is_new) {
      PlanClass& one = nodes_.classes.emplace_back(object.access, 0U);
      one.key.node = body;
      found->second = &one;
    }
    made.key = &found->second->key;
    made.base = found->second;
    made.memory = object.access.size + kObjectMemory;
    made.make = &make_object;
    made.clear = &clear_pointer;
    made.set = &set_pointer;
    return &nodes_.pointers.emplace_back(made);
  }
  // Objects of one type in one form are of one class, wherever the type stands.
  const Node* object_node(TypeExpr target, std::uint32_t form) {
    if (schema::code(target) == TypeCode::kRecord) {
      return record(schema::operand_shape(target), form);
    }
    const auto [found, is_new] = objects_.try_emplace({schema::type_key(target), form}, nullptr);
    if (is_new) found->second = node(target, form);
    return found->second;
  }

  const Node* record(std::uint32_t shape, std::uint32_t form) {
    const auto [found, is_new] = records_.try_emplace({shape, form}, nullptr);
    if (is_new) {
      RecordNode made{};
      made.kind = Node::Kind::kRecord;
      made.code = TypeCode::kRecord;
      nodes_.records.push_back(made);
      found->second = &nodes_.records.back();
      waiting_.push_back({&nodes_.records.back(), shape, form});
    }
    return found->second;
  }
  void fill(RecordNode& made, std::uint32_t shape, std::uint32_t form) {
    NodePlaces& places = nodes_.places.emplace_back();
    add_fields(places, shape, form, 0);
    made.context = &places;
    made.name = table_.shapes()[shape].name;
    made.levels = places.levels;
    made.fields = places.fields;
    made.addresses = &record_addresses;
    made.reset = &reset_record;
    places.defaults = layout_.forms[form].defaults;
  }
  void add_fields(NodePlaces& places, std::uint32_t number, std::uint32_t form_number,
                  std::size_t offset) {
    const schema::Shape& shape = table_.shapes()[number];
    const Form& form = layout_.forms[form_number];
    if (shape.super >= 0) {
      add_fields(places, static_cast<std::uint32_t>(shape.super), form.super_form,
                 offset + form.super_offset);
    }
    const auto level = static_cast<std::uint32_t>(places.levels.size());
    places.levels.push_back(shape.name);
    std::size_t unnamed = 0;
    for (const schema::FieldEntry& entry : shape.fields) {
      const FormPlace& place = find_place(form, entry, unnamed);
      const TypeExpr expr = table_.expr(entry.type);
      const Node* const field = node(expr, place.form);
      // A run is as many fields, side by side.
      const std::size_t stride =
          entry.repeat == 1 ? 0 : memory_size(expr, layout_.forms[place.form]);
      for (std::uint64_t i = 0; i < entry.repeat; ++i) {
        places.fields.push_back({entry.name, field, level});
        places.offsets.push_back(offset + place.offset + static_cast<std::size_t>(i) * stride);
      }
    }
  }
  static const FormPlace& find_place(const Form& form, const schema::FieldEntry& entry,
                                     std::size_t& unnamed) {
    std::size_t at = 0;
    for (const FormPlace& place : form.places) {
      if (entry.named ? place.named && place.name == entry.name : !place.named && at++ == unnamed) {
        if (!entry.named) ++unnamed;
        return place;
      }
    }
    return form.places.front();  // compile_plan has found it
  }

  const PlanProgram& program_;
  const schema::TypeTable& table_;
  const LayoutGraph& layout_;
  const Accessors& accessors_;
  PlanNodes& nodes_;
  std::map<std::uint32_t, const Node*> anys_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, const Node*> records_;
  std::map<std::pair<std::string, std::uint32_t>, const Node*> objects_;
  std::map<std::pair<std::uint32_t, const Node*>, const PlanClass*> classes_;
  std::vector<Waiting> waiting_;
};

}  // namespace

ListNode list_node(const ListAccess& access, const Node& element) {
  return {{Node::Kind::kList, TypeCode::kList, &access}, &element, &read_list};
}

std::unique_ptr<PlanNodes> make_plan_nodes(const PlanProgram& program, const LayoutGraph& layout,
                                           const Accessors& accessors, std::uint32_t root) {
  std::uint64_t fields = 0;
  for (const schema::Shape& shape : program.type.parsed().shapes()) {
    for (const schema::FieldEntry& entry : shape.fields) fields += entry.repeat;
  }
  if (fields > kMostFields) return nullptr;
  auto nodes = std::make_unique<PlanNodes>();
  NodeMaker(program, layout, accessors, *nodes).make(root);
  return nodes;
}

}  // namespace fastser::archive
