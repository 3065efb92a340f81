// SPDX-License-Identifier: MIT
//
// Schema resolution, value by value: leaves, containers, variants. Records are in
// record.cc, objects in objects.cc, what fits what in fit.cc.
//
// Recursion follows the reader's nodes, which end by themselves but for those that are counted as
// depth: optionals, lists, maps, variants, objects (B5).
#include "fastser/internal/archive/resolve/resolve.hpp"

#include <cstring>

#include "archive/resolve/fit.hpp"
#include "archive/resolve/tables.hpp"
#include "archive/resolve/type_memo.hpp"
#include "fastser/internal/archive/resolve/wire_numbers.hpp"
#include "fastser/internal/wire/endian.hpp"

namespace fastser::archive {
namespace {

using schema::code;
using Kind = Node::Kind;

/// Whether an object slot of the writer's is for the node itself to read.
bool takes_slots(const Node& node) noexcept {
  return node.kind == Kind::kPointer || node.kind == Kind::kWrapped ||
         node.kind == Kind::kOptional || node.kind == Kind::kVariant;
}

/// Takes what a look at a type of so many bytes costs, whatever the value (B9). Types of the usual
/// length are free: what the reader makes of their values is paid for.
bool charge_long_look(Decoder& decoder, std::ptrdiff_t bytes) noexcept {
  return bytes <= TypeMemo::kLong || decoder.charge(static_cast<std::size_t>(bytes) / 8);
}
/// The same for an element of a list, set or array; others have sizes that are known.
bool charge_element(Decoder& decoder, TypeExpr list) noexcept {
  const TypeExpr element = schema::element(list);
  const bool is_looked_at = code(list) == TypeCode::kArray || code(element) == TypeCode::kArray ||
                            code(element) == TypeCode::kTuple;
  return !is_looked_at || charge_long_look(decoder, schema::skip_type(element).at - element.at);
}

// --- leaves --------------------------------------------------------------------------------------

/// The bits themselves, since a NaN must not pass through a register.
void load_scalar(TypeCode memory, Cursor from, void* value) noexcept {
  const auto load = [&]<typename T>(T held) {
    wire::load_le(from, held);
    std::memcpy(value, &held, sizeof held);
  };
  switch (schema::fixed_size(memory)) {
    case 1: load(std::uint8_t{}); break;
    case 2: load(std::uint16_t{}); break;
    case 4: load(std::uint32_t{}); break;
    default: load(std::uint64_t{}); break;
  }
}

Cursor resolve_bool(const Node& node, void* value, TypeExpr type, Cursor cur, Decoder& decoder) {
  if (code(type) != TypeCode::kBool) return fail_type(decoder, type, node, cur);
  if (cur == decoder.end) return decoder.fail_truncated(cur);
  if (static_cast<std::uint8_t>(*cur) > 1) return decoder.fail(Code::kMalformed, cur, kWrongValue);
  const bool flag = *cur != std::byte{0};
  std::memcpy(value, &flag, sizeof flag);
  return cur + 1;
}

Cursor resolve_number(const Node& node, TypeCode memory, void* value, TypeExpr type, Cursor cur,
                      Decoder& decoder) {
  if (code(type) == memory) {
    if (decoder.left(cur) < schema::fixed_size(memory)) return decoder.fail_truncated(cur);
    load_scalar(memory, cur, value);
    return cur + schema::fixed_size(memory);
  }
  if (!number_fits(type, memory)) return fail_type(decoder, type, node, cur);
  const Cursor at = cur;
  WireNumber number{};
  cur = read_number(decoder, type, cur, number);
  if (cur == nullptr) return nullptr;
  return store_number(number, memory, value) ? cur : fail_type(decoder, type, node, at);
}

Cursor fail_time(Decoder& decoder, TypeExpr type, const Node& node, Cursor at) {
  if (!decoder.failed()) {
    decoder.tables->detail = "the archive has " + schema::to_string(*decoder.writer, type) +
                             ", the reader wants " + to_string(node) +
                             ", which cannot hold that time";
  }
  return decoder.fail(Code::kTypeMismatch, at, kNoRoomForTime);
}

Cursor resolve_duration(const DurationNode& node, void* value, TypeExpr type, Cursor cur,
                        Decoder& decoder) {
  TickLength tick{};
  const TypeExpr whole = type;
  const bool is_said = tick_length(*decoder.writer, type, tick);
  const bool is_real = is_said && code(whole) == TypeCode::kRecord;
  if (is_real && !number_fits(type, node.memory)) return fail_type(decoder, whole, node, cur);
  // A plain number is ticks of the reader's length.
  if (!is_said || (is_real && tick.num == node.tick.num && tick.den == node.tick.den)) {
    return resolve_number(node, node.memory, value, type, cur, decoder);
  }
  const Cursor at = cur;
  WireNumber ticks{};
  cur = read_number(decoder, type, cur, ticks);
  if (cur == nullptr) return nullptr;
  if (node.memory == TypeCode::kF32 || node.memory == TypeCode::kF64) {
    ticks = {WireNumber::Kind::kFloat, 0, 0, real_ticks(ticks, tick, node.tick)};
  } else if (!convert_ticks(ticks, tick, node.tick)) {
    return fail_time(decoder, type, node, at);
  }
  return store_number(ticks, node.memory, value) ? cur : fail_time(decoder, type, node, at);
}

Cursor resolve_date(const DateNode& node, void* value, TypeExpr type, Cursor cur,
                    Decoder& decoder) {
  if (code(type) != TypeCode::kDate) return fail_type(decoder, type, node, cur);
  if (decoder.left(cur) < 12) return decoder.fail_truncated(cur);
  const auto nanoseconds = wire::load_le<std::uint32_t>(cur + 8);
  if (nanoseconds >= 1'000'000'000) return decoder.fail(Code::kMalformed, cur, kWrongValue);
  return node.set(node, value, wire::load_le<std::int64_t>(cur), nanoseconds)
             ? cur + 12
             : fail_time(decoder, type, node, cur);
}

Cursor resolve_text(const TextNode& node, void* value, TypeExpr type, Cursor cur,
                    Decoder& decoder) {
  if (fit(node, type, *decoder.writer) == Fit::kNot) return fail_type(decoder, type, node, cur);
  const Cursor at = cur;
  std::string_view bytes;
  if (code(type) == TypeCode::kSharedString || code(type) == TypeCode::kSharedData) {
    cur = decoder.shared(cur, bytes, code(type) == TypeCode::kSharedData);
  } else {
    std::size_t size = 0;
    cur = decoder.sized(cur, size);
    if (cur == nullptr) return nullptr;
    bytes = {reinterpret_cast<const char*>(cur), size};
    cur += size;
  }
  if (cur == nullptr) return nullptr;
  return node.assign(node, value, bytes.data(), bytes.size(), decoder) ? cur
                                                                       : decoder.fail_budget(at);
}

Cursor resolve_bits(const BitsNode& node, void* value, TypeExpr type, Cursor cur,
                    Decoder& decoder) {
  if (fit(node, type, *decoder.writer) == Fit::kNot) return fail_type(decoder, type, node, cur);
  const auto size = static_cast<std::size_t>(bytes_of_bits(node.count));
  if (decoder.left(cur) < size) return decoder.fail_truncated(cur);
  if (fault_of_bits(node.count, {cur, size})) {
    return decoder.fail(Code::kMalformed, cur, kWrongValue);
  }
  node.assign(node, value, cur);
  return cur + size;
}

// --- containers ----------------------------------------------------------------------------------

Cursor resolve_optional(const OptionalNode& node, void* value, TypeExpr type, Cursor cur,
                        Decoder& decoder) {
  bool is_there = code(type) != TypeCode::kNull;
  const bool is_choice = code(type) == TypeCode::kOptional;
  if (is_choice) {
    if (cur == decoder.end) return decoder.fail_truncated(cur);
    if (static_cast<std::uint8_t>(*cur) > 1) {
      return decoder.fail(Code::kMalformed, cur, kNoSuchFlag);
    }
    is_there = *cur++ == std::byte{1};
    type = schema::element(type);
  }
  if (is_there && is_slot(type) && !takes_slots(*node.element)) {
    bool is_nil = false;
    cur = pass_nil(decoder, type, cur, is_nil);
    if (cur == nullptr) return nullptr;
    is_there = !is_nil;
  }
  if (!is_there) {
    node.reset(node, value, decoder);
    return decoder.failed() ? nullptr : cur;
  }
  const bool counts = is_choice && decoder.counts(type, cur, Inside::kChoice);
  if (counts && !decoder.enter()) return decoder.fail_depth(cur);
  cur = node.read(node, value, type, cur, decoder);
  if (counts) decoder.leave();
  return cur;
}

/// The count of a list, set or array of the writer's.
Cursor read_count(Decoder& decoder, TypeExpr type, Cursor cur, std::size_t& count) {
  if (code(type) == TypeCode::kArray) {
    if (!charge_element(decoder, type)) return decoder.fail_budget(cur);
    const std::uint64_t n = schema::operand_count(type);
    count = 0;
    if (n == 0) return cur;
    const std::size_t least = schema::min_wire_size(*decoder.writer, schema::element(type));
    if (least == 0 && n > decoder.budget) return decoder.fail_budget(cur);
    if (least != 0 && n > decoder.left(cur) / least) return decoder.fail_truncated(cur);
    count = static_cast<std::size_t>(n);
    return cur;
  }
  if (cur != decoder.end && *cur == std::byte{0}) {
    count = 0;  // without a look at its type, however large (B9)
    return cur + 1;
  }
  if (!charge_element(decoder, type)) return decoder.fail_budget(cur);
  return decoder.count(cur, schema::min_wire_size(*decoder.writer, schema::element(type)), count);
}

Cursor resolve_list(const ListNode& node, void* list, TypeExpr type, Cursor cur, Decoder& decoder) {
  if (!is_sequence(code(type))) return fail_type(decoder, type, node, cur);
  std::size_t count = 0;
  cur = read_count(decoder, type, cur, count);
  if (cur == nullptr) return nullptr;
  // To a node all elements lie in a list; of the writer's arrays more of them count.
  const TypeExpr element = schema::element(type);
  const bool counts = code(type) == TypeCode::kArray && count != 0 &&
                      counts_as_depth(code(element), Inside::kField) &&
                      !counts_as_depth(code(element), Inside::kElement);
  if (counts && !decoder.enter()) return decoder.fail_depth(cur);
  cur = node.read(node, list, count, element, cur, decoder);
  if (counts) decoder.leave();
  return cur;
}

Cursor resolve_array(const ArrayNode& node, void* array, TypeExpr type, Cursor cur,
                     Decoder& decoder) {
  if (code(type) != TypeCode::kArray && code(type) != TypeCode::kList) {
    return fail_type(decoder, type, node, cur);
  }
  const Cursor at = cur;
  std::size_t count = 0;
  cur = read_count(decoder, type, cur, count);
  if (cur == nullptr) return nullptr;
  if (count != node.count) {
    decoder.tables->detail = "the archive has " + std::to_string(count) + " elements of " +
                             schema::to_string(*decoder.writer, type) + ", the reader wants " +
                             to_string(node);
    return decoder.fail(Code::kTypeMismatch, at, "an array of another length");
  }
  const Inside inside = code(type) == TypeCode::kArray ? Inside::kField : Inside::kElement;
  auto* element = static_cast<std::byte*>(array);
  for (; count != 0 && cur != nullptr; --count, element += node.stride) {
    cur = resolve(*node.element, element, schema::element(type), cur, decoder, inside);
  }
  return cur;
}

Cursor resolve_map(const MapNode& node, void* map, TypeExpr type, Cursor cur, Decoder& decoder) {
  const bool pairs = code(type) == TypeCode::kList;
  if (!is_map(type) && !(node.takes_pairs && is_list_of_pairs(type))) {
    return fail_type(decoder, type, node, cur);
  }
  const TypeExpr key =
      pairs ? schema::first_operand(schema::element(type)) : schema::key_type(type);
  if (cur != decoder.end && *cur == std::byte{0}) {  // without a look at its types (B9)
    return node.read(node, map, 0, {key, key, Inside::kElement}, cur + 1, decoder);
  }
  const TypeExpr mapped = schema::skip_type(key);
  if (!charge_long_look(decoder, mapped.at - key.at)) return decoder.fail_budget(cur);
  // An entry may take no bytes.
  std::size_t least = schema::min_wire_size(*decoder.writer, key) != 0 ? 1 : 0;
  if (least == 0) {
    if (!charge_long_look(decoder, schema::skip_type(mapped).at - mapped.at)) {
      return decoder.fail_budget(cur);
    }
    least = schema::min_wire_size(*decoder.writer, mapped) != 0 ? 1 : 0;
  }
  std::size_t count = 0;
  cur = decoder.count(cur, least, count);
  if (cur == nullptr) return nullptr;
  const Inside inside = pairs ? Inside::kField : Inside::kElement;
  return node.read(node, map, count, {key, mapped, inside}, cur, decoder);
}

Cursor resolve_tuple(const TupleNode& node, void* tuple, TypeExpr type, Cursor cur,
                     Decoder& decoder) {
  if (code(type) != TypeCode::kTuple || schema::operand_count(type) != node.elements.size()) {
    return fail_type(decoder, type, node, cur);
  }
  TypeExpr inner = schema::first_operand(type);
  for (std::size_t i = 0; i < node.elements.size(); ++i) {
    if (i != 0) {
      const TypeExpr next = schema::skip_type(inner);
      if (!charge_long_look(decoder, next.at - inner.at)) return decoder.fail_budget(cur);
      inner = next;
    }
    cur = resolve(*node.elements[i], node.at(node, tuple, i), inner, cur, decoder, Inside::kField);
    if (cur == nullptr) return nullptr;
  }
  return cur;
}

/// An alternative of the writer's variant, and its own type.
Cursor enter_alternative(Decoder& decoder, TypeExpr type, Cursor cur, std::uint64_t& index,
                         TypeExpr& inner) {
  const Cursor at = cur;
  cur = decoder.varint(cur, index);
  if (cur == nullptr) return nullptr;
  if (index >= schema::operand_count(type)) {
    return decoder.fail(Code::kMalformed, at, kNoSuchAlternative);
  }
  inner = schema::first_operand(type);
  const std::byte* const first = inner.at;
  for (std::uint64_t i = 0; i < index; ++i) inner = schema::skip_type(inner);
  // Looking for an alternative far behind costs time (B9), and so does comparing a long one.
  const auto looked_at = static_cast<std::size_t>(schema::skip_type(inner).at - first);
  return decoder.charge(looked_at / 8) ? cur : decoder.fail_budget(at);
}

/// The class of a value that its type does not say: where an `any record` or the object of an
/// `any ref` has one, `type` becomes that record, or a ref to it. Moves nothing: null if it failed.
Cursor look_at_class(Decoder& decoder, Cursor cur, TypeExpr& type) {
  const RecordTypes& records = decoder.resolving->record_types;
  if (code(type) == TypeCode::kAnyRecord) {
    std::uint64_t shape = 0;
    if (read_shape(decoder, cur, false, shape) == nullptr) return nullptr;
    type = records.expr(static_cast<std::uint32_t>(shape));
  } else if (code(type) == TypeCode::kAnyRef) {
    SlotRead read;
    if (read_slot(decoder, type, cur, read) == nullptr) return nullptr;
    TypeExpr body = read.body;
    if (read.kind == schema::kSlotFirstReference) {
      if (read.number >= decoder.tables->next_object) return decoder.fail_not_there(cur);
      body = object_type(decoder, decoder.tables->objects[static_cast<std::size_t>(read.number)]);
    }
    if (body.at == nullptr && read.kind != schema::kSlotNil) {
      const bool is_promise = read.kind == schema::kSlotPromise;
      const std::uint64_t number = is_promise ? decoder.tables->next_object : read.number;
      if (look_at_promise(decoder, number, cur, body) == nullptr) return nullptr;
    }
    if (body.at != nullptr && code(body) == TypeCode::kRecord) {
      type = records.ref_expr(schema::operand_shape(body));
    }
  }
  return cur;
}

/// Whether an alternative is declared as the writer's was, so that the value says the type (any,
/// any record, any ref), and takes a value of this class.
bool takes_as_declared(const Node& alternative, TypeCode declared, TypeExpr of_class,
                       const Decoder& decoder) {
  const Node* node = &alternative;
  while (node->kind == Node::Kind::kWrapped) node = as<WrappedNode>(*node).inner;
  if (node->code != declared) return false;
  if (node->kind != Node::Kind::kPointer) return fit(*node, of_class, *decoder.writer) != Fit::kNot;
  return code(of_class) == TypeCode::kRef &&
         link_for(decoder, as<PointerNode>(*node).base,
                  schema::operand_shape(schema::element(of_class))) != nullptr;
}

/// The reader's alternative for a value that the writer's alternative did not say the type of. At
/// the writer's place it is the same one, whatever else would fit the value better: what changed is
/// elsewhere. Else an any takes what an any held.
std::size_t choose_as_declared(const VariantNode& node, TypeCode declared,
                               const WriterChoice& choice, const Decoder& decoder) {
  const std::size_t count = node.alternatives.size();
  const auto takes = [&](std::size_t i) {
    return takes_as_declared(*node.alternatives[i], declared, choice.of_class, decoder);
  };
  if (choice.index < count && takes(static_cast<std::size_t>(choice.index))) {
    return static_cast<std::size_t>(choice.index);
  }
  std::size_t i = declared == TypeCode::kAny ? 0 : count;
  while (i < count && !takes(i)) ++i;
  return i < count ? i : choose(node, choice, *decoder.writer);
}

Cursor resolve_variant(const VariantNode& node, void* value, TypeExpr type, Cursor cur,
                       Decoder& decoder) {
  const Cursor at = cur;
  WriterChoice choice{type, type, {}, 0};
  TypeCode declared = TypeCode::kNull;
  Inside inside = Inside::kBody;
  bool is_any = false;
  if (code(type) == TypeCode::kVariant) {
    choice.variant = type;
    inside = Inside::kChoice;
    cur = enter_alternative(decoder, type, cur, choice.index, choice.type);
    if (cur == nullptr) return nullptr;
    declared = code(choice.type);
    is_any = declared == TypeCode::kAny;
    if (is_any) {
      if (!decoder.enter()) return decoder.fail_depth(cur);
      cur = read_any_type(decoder, cur, choice.type);
      if (cur == nullptr) return nullptr;
    }
  } else if (!charge_long_look(decoder, schema::skip_type(type).at - type.at)) {  // it is compared
    return decoder.fail_budget(at);
  }
  choice.of_class = choice.type;
  if (look_at_class(decoder, cur, choice.of_class) == nullptr) return nullptr;
  const bool says_type =
      choice.variant.at == nullptr || (choice.of_class.at == choice.type.at && !is_any);
  const std::size_t index = says_type ? choose(node, choice, *decoder.writer)
                                      : choose_as_declared(node, declared, choice, decoder);
  if (index == node.alternatives.size()) return fail_type(decoder, choice.of_class, node, at);
  void* const inner = node.make(node, value, index, decoder);
  if (inner == nullptr) return decoder.fail_budget(at);
  cur = resolve(*node.alternatives[index], inner, choice.type, cur, decoder, inside);
  if (is_any) decoder.leave();
  return cur;
}

Cursor resolve_fields(const RecordNode& node, void* object, TypeExpr type, Cursor cur,
                      Decoder& decoder) {
  std::uint32_t shape = 0;
  cur = record_shape(decoder, type, node, cur, shape);
  return cur == nullptr ? nullptr : resolve_record(node, object, shape, cur, decoder);
}

Cursor resolve_scalar(const ScalarNode& node, void* value, TypeExpr type, Cursor cur,
                      Decoder& decoder) {
  TickLength tick{};
  if (code(type) == TypeCode::kRecord) {
    static_cast<void>(tick_length(*decoder.writer, type, tick));
  }
  return node.memory == TypeCode::kBool
             ? resolve_bool(node, value, type, cur, decoder)
             : resolve_number(node, node.memory, value, type, cur, decoder);
}

/// A value that is no `any` and, unless the node takes it, no slot.
Cursor resolve_value(const Node& node, void* value, TypeExpr type, Cursor cur, Decoder& decoder) {
  switch (node.kind) {
    case Kind::kNull:
      return code(type) == TypeCode::kNull ? cur : fail_type(decoder, type, node, cur);
    case Kind::kScalar: return resolve_scalar(as<ScalarNode>(node), value, type, cur, decoder);
    case Kind::kDuration:
      return resolve_duration(as<DurationNode>(node), value, type, cur, decoder);
    case Kind::kDate: return resolve_date(as<DateNode>(node), value, type, cur, decoder);
    case Kind::kText: return resolve_text(as<TextNode>(node), value, type, cur, decoder);
    case Kind::kBits: return resolve_bits(as<BitsNode>(node), value, type, cur, decoder);
    case Kind::kOptional:
      return resolve_optional(as<OptionalNode>(node), value, type, cur, decoder);
    case Kind::kList:
    case Kind::kSet: return resolve_list(as<ListNode>(node), value, type, cur, decoder);
    case Kind::kArray: return resolve_array(as<ArrayNode>(node), value, type, cur, decoder);
    case Kind::kMap: return resolve_map(as<MapNode>(node), value, type, cur, decoder);
    case Kind::kVariant: return resolve_variant(as<VariantNode>(node), value, type, cur, decoder);
    case Kind::kTuple: return resolve_tuple(as<TupleNode>(node), value, type, cur, decoder);
    case Kind::kRecord: return resolve_fields(as<RecordNode>(node), value, type, cur, decoder);
    case Kind::kPointer: return resolve_pointer(as<PointerNode>(node), value, type, cur, decoder);
    case Kind::kOwned: return resolve_owned(as<OwnedNode>(node), value, type, cur, decoder);
    case Kind::kWrapped:
      return as<WrappedNode>(node).read(as<WrappedNode>(node), value, type, cur, decoder);
  }
  return nullptr;
}

}  // namespace

Cursor resolve(const Node& node, void* value, TypeExpr type, Cursor cur, Decoder& decoder,
               Inside inside) {
  const std::uint32_t outer = decoder.depth_left;
  for (;;) {
    if (decoder.counts(type, cur, inside) && !decoder.enter()) return decoder.fail_depth(cur);
    if (code(type) != TypeCode::kAny) break;
    cur = read_any_type(decoder, cur, type);
    if (cur == nullptr) return nullptr;
    inside = Inside::kChoice;
  }
  if (is_slot(type) && !takes_slots(node)) {
    cur = enter_object_as_value(decoder, type, cur, type);
    if (cur == nullptr) return nullptr;
    if (!decoder.enter()) return decoder.fail_depth(cur);
  }
  cur = resolve_value(node, value, type, cur, decoder);
  decoder.depth_left = outer;
  return cur;
}

// --- what does not fit ---------------------------------------------------------------------------

namespace {

std::string name_of(const Decoder& decoder, TypeExpr type) {
  return type.at == nullptr ? "an object of any class" : schema::to_string(*decoder.writer, type);
}

}  // namespace

Cursor fail_type(Decoder& decoder, TypeExpr type, const Node& node, Cursor at) {
  if (!decoder.failed()) {
    decoder.tables->detail =
        "the archive has " + name_of(decoder, type) + ", the reader wants " + to_string(node);
  }
  return decoder.fail(Code::kTypeMismatch, at, "a value of another type");
}

Cursor fail_object(Decoder& decoder, TypeExpr type, TypeExpr wanted, Cursor at) {
  if (!decoder.failed()) {
    decoder.tables->detail = "an object of another class: " + name_of(decoder, type) +
                             ", where the archive says " + name_of(decoder, wanted);
  }
  return decoder.fail(Code::kTypeMismatch, at, "an object of another class");
}

Cursor fail_two_classes(Decoder& decoder, TypeExpr type, const Node& before, const Node& now,
                        Cursor at) {
  if (!decoder.failed()) {
    decoder.tables->detail = "the archive has one object of " + name_of(decoder, type) +
                             ", the reader wants " + to_string(now) + ", and elsewhere " +
                             to_string(before);
  }
  return decoder.fail(Code::kTypeMismatch, at, "one object that the reader needs as two classes");
}

void name_mismatch(Decoder& decoder, const RecordNode& node, std::uint32_t field) {
  if (decoder.code() != Code::kTypeMismatch) return;
  std::string& detail = decoder.tables->detail;
  if (detail.starts_with("class ")) return;
  const FieldNode& of = node.fields[field];
  detail = "class " + std::string(node.levels[of.level]) + ", field " + std::string(of.name) +
           ": " + (detail.empty() ? std::string(decoder.bare_status().message()) : detail);
}

void name_mismatch_at(Decoder& decoder, Place place) {
  for (const std::unique_ptr<RecordMatch>& match : decoder.resolving->matches) {
    if (place < match->first_place || place - match->first_place >= match->step_count) continue;
    name_mismatch(decoder, *match->node, match->steps[place - match->first_place].field);
  }
}

// --- parts of types ------------------------------------------------------------------------------

Cursor read_any_type(Decoder& decoder, Cursor cur, TypeExpr& type) {
  const Result<std::size_t> size = schema::validate_type(*decoder.writer, {cur, decoder.left(cur)});
  if (!size.ok()) {
    return decoder.fail(size.status().code(), cur, "an inline type that is not valid");
  }
  type = TypeExpr{cur, decoder.end};
  return cur + *size;
}

Cursor read_shape(Decoder& decoder, Cursor cur, bool owned, std::uint64_t& shape) {
  const Cursor at = cur;
  cur = decoder.varint(cur, shape);
  if (cur == nullptr) return nullptr;
  const std::size_t least = owned ? 1 : 0;
  if (shape != 0 || !owned) {
    if (shape - least >= decoder.writer->shapes().size()) {
      return decoder.fail(Code::kMalformed, at, kNoSuchShape);
    }
  }
  return cur;
}

Cursor record_shape(Decoder& decoder, TypeExpr type, const Node& node, Cursor cur,
                    std::uint32_t& shape) {
  if (code(type) == TypeCode::kRecord) {
    shape = schema::operand_shape(type);
    return cur;
  }
  if (code(type) != TypeCode::kAnyRecord) return fail_type(decoder, type, node, cur);
  std::uint64_t number = 0;
  cur = read_shape(decoder, cur, false, number);
  shape = static_cast<std::uint32_t>(number);
  return cur;
}

}  // namespace fastser::archive
