// SPDX-License-Identifier: MIT
//
// Passing by: values that the writer's type has and the reader's has not. Nothing is built, but
// strings and objects take their numbers (slots.cc).
//
// What takes bytes of the input pays with them; what takes none is charged (B9).
#include <algorithm>
#include <vector>

#include "archive/resolve/tables.hpp"
#include "fastser/internal/archive/resolve/wire_numbers.hpp"

namespace fastser::archive {
namespace {

using schema::code;

/// Takes what stepping over the bytes of a long type costs, whatever the value (B9).
[[nodiscard]] bool charge_look(Decoder& decoder, const std::byte* from, const std::byte* to) {
  return decoder.charge(static_cast<std::size_t>(to - from) / 8);
}

Cursor skip_map(Decoder& decoder, TypeExpr type, Cursor cur) {
  std::uint64_t count = 0;
  cur = decoder.varint(cur, count);
  if (cur == nullptr || count == 0) return cur;
  const TypeExpr key = schema::key_type(type);
  const TypeExpr value = schema::skip_type(key);
  if (!charge_look(decoder, key.at, value.at)) return decoder.fail_budget(cur);
  for (std::uint64_t i = 0; i < count && cur != nullptr; ++i) {
    const Cursor before = cur;
    cur = decoder.skip(key, cur, Inside::kElement);
    if (cur != nullptr) cur = decoder.skip(value, cur, Inside::kElement);
    if (cur == before && !decoder.charge(1)) return decoder.fail_budget(cur);
  }
  return cur;
}

Cursor skip_tuple(Decoder& decoder, TypeExpr type, Cursor cur) {
  TypeExpr inner = schema::first_operand(type);
  const std::uint64_t count = schema::operand_count(type);
  for (std::uint64_t i = 0; i < count && cur != nullptr; ++i) {
    const TypeExpr next = schema::skip_type(inner);
    const Cursor before = cur;
    cur = decoder.skip(inner, cur);
    if (cur != nullptr &&
        !(decoder.charge(cur == before ? 1 : 0) && charge_look(decoder, inner.at, next.at))) {
      return decoder.fail_budget(cur);
    }
    inner = next;
  }
  return cur;
}

Cursor skip_variant(Decoder& decoder, TypeExpr type, Cursor cur) {
  std::uint64_t index = 0;
  const Cursor at = cur;
  cur = decoder.varint(cur, index);
  if (cur == nullptr) return nullptr;
  if (index >= schema::operand_count(type)) {
    return decoder.fail(Code::kMalformed, at, kNoSuchAlternative);
  }
  TypeExpr inner = schema::first_operand(type);
  const std::byte* const first = inner.at;
  for (std::uint64_t i = 0; i < index; ++i) inner = schema::skip_type(inner);
  if (!charge_look(decoder, first, inner.at)) return decoder.fail_budget(at);
  return decoder.skip(inner, cur, Inside::kChoice);
}

Cursor skip_optional(Decoder& decoder, TypeExpr type, Cursor cur) {
  if (cur == decoder.end) return decoder.fail_truncated(cur);
  const auto flag = static_cast<std::uint8_t>(*cur);
  if (flag > 1) return decoder.fail(Code::kMalformed, cur, kNoSuchFlag);
  return flag == 0 ? cur + 1 : decoder.skip(schema::element(type), cur + 1, Inside::kChoice);
}

Cursor skip_shape_at(Decoder& decoder, Cursor cur, bool owned) {
  std::uint64_t shape = 0;
  cur = read_shape(decoder, cur, owned, shape);
  if (cur == nullptr || (owned && shape == 0)) return cur;
  return decoder.skip_shape(static_cast<std::uint32_t>(shape) - (owned ? 1 : 0), cur);
}

/// Integers in varints are checked for their width; other scalars are plain.
Cursor skip_scalar(Decoder& decoder, TypeExpr type, Cursor cur) {
  WireNumber number{};
  return read_number(decoder, type, cur, number);
}

Cursor skip_bits(Decoder& decoder, TypeExpr type, Cursor cur) {
  const std::uint64_t count = schema::operand_count(type);
  const std::uint64_t size = bytes_of_bits(count);
  if (size > decoder.left(cur)) return decoder.fail_truncated(cur);
  const BytesView bytes(cur, static_cast<std::size_t>(size));
  const ValueFault fault = fault_of_bits(count, bytes);
  return fault ? decoder.fail(Code::kMalformed, cur + fault.at, fault.message) : cur + size;
}

Cursor skip_text(Decoder& decoder, Cursor cur) {
  std::size_t size = 0;
  cur = decoder.sized(cur, size);
  return cur == nullptr ? nullptr : cur + size;
}

Cursor skip_shared(Decoder& decoder, TypeExpr type, Cursor cur) {
  std::string_view bytes;
  return decoder.shared(cur, bytes, code(type) == TypeCode::kSharedData);
}

Cursor skip_any(Decoder& decoder, Cursor cur) {
  TypeExpr inner;
  cur = read_any_type(decoder, cur, inner);
  return cur == nullptr ? nullptr : decoder.skip(inner, cur, Inside::kChoice);
}

Cursor skip_list(Decoder& decoder, TypeExpr type, Cursor cur) {
  std::uint64_t count = 0;
  cur = decoder.varint(cur, count);
  if (cur == nullptr) return nullptr;
  return decoder.skip_run(schema::element(type), count, cur, Inside::kElement);
}

// Its length is behind the type of its elements.
Cursor skip_array(Decoder& decoder, TypeExpr type, Cursor cur) {
  const TypeExpr element = schema::element(type);
  if (!charge_look(decoder, element.at, schema::skip_type(element).at)) {
    return decoder.fail_budget(cur);
  }
  return decoder.skip_run(element, schema::operand_count(type), cur);
}

Cursor skip_nested(Decoder& decoder, TypeExpr type, Cursor cur) {
  switch (code(type)) {
    case TypeCode::kOptional: return skip_optional(decoder, type, cur);
    case TypeCode::kList:
    case TypeCode::kSet: return skip_list(decoder, type, cur);
    case TypeCode::kArray: return skip_array(decoder, type, cur);
    case TypeCode::kMap:
    case TypeCode::kOrderedMap: return skip_map(decoder, type, cur);
    case TypeCode::kVariant: return skip_variant(decoder, type, cur);
    case TypeCode::kTuple: return skip_tuple(decoder, type, cur);
    case TypeCode::kRecord: return decoder.skip_shape(schema::operand_shape(type), cur);
    case TypeCode::kAnyRecord: return skip_shape_at(decoder, cur, false);
    case TypeCode::kOwnedAny: return skip_shape_at(decoder, cur, true);
    case TypeCode::kRef:
    case TypeCode::kAnyRef: return skip_slot(decoder, type, cur);
    default: return skip_any(decoder, cur);
  }
}

/// A shape and those in front of it, the outermost last. They are no nesting, but a chain that is
/// longer than the limit may be gone through by every record of no bytes (B9).
Cursor lay_chain(Decoder& decoder, std::uint32_t shape, std::vector<std::uint32_t>& chain,
                 Cursor at) {
  const auto shapes = decoder.writer->shapes();
  for (std::uint32_t left = std::min(decoder.resolving->depth, kMaxDepth);; --left) {
    if (!decoder.charge(sizeof shape)) return decoder.fail_budget(at);
    chain.push_back(shape);
    if (shapes[shape].super < 0) return at;
    if (left == 0) return decoder.fail_depth(at);
    shape = static_cast<std::uint32_t>(shapes[shape].super);
  }
}

}  // namespace

Cursor skip_body(Decoder& decoder, TypeExpr type, Cursor cur) {
  if (!decoder.enter()) return decoder.fail_depth(cur);
  cur = decoder.skip(type, cur, Inside::kBody);
  decoder.leave();
  return cur;
}

Cursor Decoder::skip_run(TypeExpr type, std::uint64_t count, Cursor cur, Inside inside) {
  if (count == 0) return cur;  // and its type, however large, is not looked at (B9)
  const TypeCode what = schema::code(type);
  const bool is_long = what == TypeCode::kArray || what == TypeCode::kTuple;
  if (is_long && !charge_look(*this, type.at, schema::skip_type(type).at)) return fail_budget(cur);
  const std::size_t plain = schema::plain_wire_size(*writer, type);
  if (plain != schema::kNotPlain) {
    if (depth_left < plain_depth(*writer, type, inside)) return fail_depth(cur);
    if (plain == 0) {  // a unit for each, as everywhere (docs/format.md section 3)
      if (count > budget || !charge(static_cast<std::size_t>(count))) return fail_budget(cur);
      return cur;
    }
    if (count > left(cur) / plain) return fail_truncated(cur);
    return cur + static_cast<std::size_t>(count) * plain;
  }
  for (; count != 0 && cur != nullptr; --count) cur = skip(type, cur, inside);
  return cur;
}

Cursor Decoder::skip_shape(std::uint32_t shape, Cursor cur) {
  std::vector<std::uint32_t>& chain = resolving->passed;
  const std::size_t first = chain.size();
  cur = lay_chain(*this, shape, chain, cur);
  if (cur == nullptr) return nullptr;
  while (chain.size() > first) {
    const std::uint32_t level = chain.back();
    chain.pop_back();
    budget += sizeof level;
    for (const schema::FieldEntry& entry : writer->shapes()[level].fields) {
      cur = skip_run(writer->expr(entry.type), entry.repeat, cur);
      if (cur == nullptr) return nullptr;
    }
  }
  return cur;
}

Cursor Decoder::skip(TypeExpr type, Cursor cur, Inside inside) {
  switch (schema::code(type)) {
    case TypeCode::kString:
    case TypeCode::kData:
    case TypeCode::kUrl:
    case TypeCode::kClassRef: return skip_text(*this, cur);
    case TypeCode::kSharedString:
    case TypeCode::kSharedData: return skip_shared(*this, type, cur);
    case TypeCode::kBits: return skip_bits(*this, type, cur);
    case TypeCode::kOptional:
    case TypeCode::kList:
    case TypeCode::kArray:
    case TypeCode::kSet:
    case TypeCode::kMap:
    case TypeCode::kOrderedMap:
    case TypeCode::kVariant:
    case TypeCode::kRecord:
    case TypeCode::kRef:
    case TypeCode::kAnyRecord:
    case TypeCode::kAnyRef:
    case TypeCode::kAny:
    case TypeCode::kTuple:
    case TypeCode::kOwnedAny: {
      const bool nests = counts(type, cur, inside);
      if (nests && !enter()) return fail_depth(cur);
      cur = skip_nested(*this, type, cur);
      if (nests) leave();
      return cur;
    }
    default: return skip_scalar(*this, type, cur);
  }
}

}  // namespace fastser::archive
