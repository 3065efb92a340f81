// SPDX-License-Identifier: MIT
//
// Skipping: values that the writer's type has and the reader's has not. Nothing is built, but
// strings and objects take their numbers, and where an object's body lies is remembered: a later
// field may refer to it (see Codec<pointer>::adopt_skipped).
#include "fastser/internal/archive/codecs.hpp"

namespace fastser::archive {
namespace {

using schema::code;

Cursor skip_bytes(Decoder& decoder, Cursor cur, std::uint64_t size) {
  if (size > decoder.left(cur)) return decoder.fail_truncated(cur);
  return cur + size;
}

Cursor skip_elements(Decoder& decoder, TypeExpr element, std::uint64_t count, Cursor cur) {
  if (count == 0) return cur;  // and its type, however large, is not looked at (B9)
  const std::size_t plain = schema::plain_wire_size(*decoder.writer, element);
  if (plain != schema::kNotPlain) {
    // What takes no bytes costs time all the same (B9).
    if (plain == 0) return decoder.charge(1) ? cur : decoder.fail_budget(cur);
    if (count > decoder.left(cur) / plain) return decoder.fail_truncated(cur);
    return cur + count * plain;
  }
  for (std::uint64_t i = 0; i < count && cur != nullptr; ++i) {
    if (!decoder.charge(1)) return decoder.fail_budget(cur);
    cur = decoder.skip(element, cur);
  }
  return cur;
}

Cursor skip_counted(Decoder& decoder, TypeExpr type, Cursor cur) {
  std::uint64_t count = 0;
  switch (code(type)) {
    case TypeCode::kMap:
    case TypeCode::kOrderedMap: {
      cur = decoder.varint(cur, count);
      const TypeExpr key = schema::key_type(type);
      const TypeExpr value = schema::value_type(type);
      for (std::uint64_t i = 0; i < count && cur != nullptr; ++i) {
        if (!decoder.charge(1)) return decoder.fail_budget(cur);
        cur = decoder.skip(key, cur);
        if (cur != nullptr) cur = decoder.skip(value, cur);
      }
      return cur;
    }
    case TypeCode::kArray:
      return skip_elements(decoder, schema::element(type), schema::operand_count(type), cur);
    default:
      cur = decoder.varint(cur, count);
      return cur == nullptr ? nullptr : skip_elements(decoder, schema::element(type), count, cur);
  }
}

Cursor skip_variant(Decoder& decoder, TypeExpr type, Cursor cur) {
  std::uint64_t index = 0;
  const Cursor at = cur;
  cur = decoder.varint(cur, index);
  if (cur == nullptr) return nullptr;
  if (index >= schema::operand_count(type)) {
    return decoder.fail(Code::kMalformed, at, "an alternative that the variant does not have");
  }
  TypeExpr inner = schema::first_operand(type);
  const std::byte* const first = inner.at;
  for (std::uint64_t i = 0; i < index; ++i) inner = schema::skip_type(inner);
  if (!decoder.charge(static_cast<std::size_t>(inner.at - first) / 8)) {
    return decoder.fail_budget(at);
  }
  return decoder.skip(inner, cur);
}

Cursor skip_shape_at(Decoder& decoder, Cursor cur, bool owned) {
  std::uint64_t shape = 0;
  const Cursor at = cur;
  cur = decoder.varint(cur, shape);
  if (cur == nullptr) return nullptr;
  if (owned && shape-- == 0) return cur;
  if (shape >= decoder.writer->shapes().size()) {
    return decoder.fail(Code::kMalformed, at, "a shape that the table does not have");
  }
  return decoder.skip_shape(static_cast<std::uint32_t>(shape), cur);
}

/// Integers in varints are checked for their width; other scalars are plain.
Cursor skip_scalar(Decoder& decoder, TypeExpr type, Cursor cur) {
  WireNumber number{};
  return read_number(decoder, type, cur, number);
}

/// Bits that do not fill their last byte: the spare ones are 0.
Cursor skip_bits(Decoder& decoder, TypeExpr type, Cursor cur) {
  const std::uint64_t count = schema::operand_count(type);
  cur = skip_bytes(decoder, cur, count / 8 + (count % 8 != 0 ? 1 : 0));
  if (cur == nullptr || count % 8 == 0) return cur;
  return static_cast<unsigned>(cur[-1]) >> (count % 8) == 0
             ? cur
             : decoder.fail(Code::kMalformed, cur - 1, "spare bits that are set");
}

}  // namespace

Cursor Decoder::skip_shape(std::uint32_t shape_number, Cursor cur) {
  if (!enter()) return fail_depth(cur);
  const schema::Shape& shape = writer->shapes()[shape_number];
  if (shape.super >= 0) cur = skip_shape(static_cast<std::uint32_t>(shape.super), cur);
  for (const schema::FieldEntry& entry : shape.fields) {
    if (cur == nullptr) return nullptr;
    cur = skip_elements(*this, writer->expr(entry.type), entry.repeat, cur);
  }
  leave();
  return cur;
}

Cursor Decoder::skip_slot(TypeExpr type, Cursor cur) {
  const bool any = schema::code(type) == TypeCode::kAnyRef;
  const Cursor at = cur;
  SlotRead read;
  cur = read_slot(*this, cur, any, read);
  if (cur == nullptr || read.slot == schema::kSlotNil) return cur;
  if (read.slot >= schema::kSlotFirstReference) {
    if (read.slot - schema::kSlotFirstReference < tables->next_object) return cur;
    return fail(Code::kBadReference, at, "a reference to an object that is not yet there");
  }
  const bool fulfils = read.slot == schema::kSlotFulfil || read.slot == schema::kSlotFulfilDeferred;
  const bool deferred =
      read.slot == schema::kSlotDeferred || read.slot == schema::kSlotFulfilDeferred;
  SkippedObject skipped{tables->next_object,
                        any ? TypeExpr{} : schema::element(type),
                        static_cast<std::uint32_t>(read.shape),
                        nullptr,
                        0,
                        0,
                        0,
                        0};
  if (!any && schema::code(skipped.type) == TypeCode::kRecord) {
    skipped.shape = schema::operand_shape(skipped.type);
    skipped.type = TypeExpr{};
  }
  if (tables->replaying) {
    // Everything was noted the first time; only the numbers go on.
    if (!fulfils) ++tables->next_object;
    if (deferred || read.slot == schema::kSlotPromise) return cur;
    return skipped.type.at != nullptr ? skip(skipped.type, cur) : skip_shape(skipped.shape, cur);
  }
  if (!charge_object() || !charge_room(tables->skipped) ||
      (deferred && !charge_room(tables->bodies))) {
    return fail_budget(at);
  }
  if (fulfils) {
    if (take_promise(*this, read.number, at) == nullptr) return nullptr;
    skipped.number = static_cast<std::uint32_t>(read.number);
  } else {
    const std::uint32_t number = add(std::shared_ptr<void>(), nullptr);
    if (read.slot == schema::kSlotPromise) tables->promises.add(number);
    if (read.slot == schema::kSlotPromise) return cur;
  }
  if (deferred) {
    skipped.queued = tables->bodies.size();
    tables->bodies.push_back({nullptr, nullptr, skipped.type, skipped.shape, skipped.number});
  } else {
    skipped.body = cur;
    skipped.next_object = tables->next_object;
    skipped.next_string = tables->next_string;
    skipped.next_data = tables->next_data;
  }
  tables->skipped.push_back(skipped);
  tables->objects[skipped.number].skipped = static_cast<std::uint32_t>(tables->skipped.size());
  if (deferred) return cur;
  return skipped.type.at != nullptr ? skip(skipped.type, cur) : skip_shape(skipped.shape, cur);
}

Cursor Decoder::skip(TypeExpr type, Cursor cur) {
  if (!enter()) return fail_depth(cur);
  const TypeCode what = schema::code(type);
  const std::size_t plain = schema::plain_wire_size(*writer, type);
  if (plain != schema::kNotPlain) {
    leave();
    return skip_bytes(*this, cur, plain);
  }
  std::string_view bytes;
  std::size_t size = 0;
  switch (what) {
    case TypeCode::kString:
    case TypeCode::kData:
    case TypeCode::kUrl:
    case TypeCode::kClassRef:
      cur = sized(cur, size);
      if (cur != nullptr) cur += size;
      break;
    case TypeCode::kSharedString:
    case TypeCode::kSharedData: cur = shared(cur, bytes, what == TypeCode::kSharedData); break;
    case TypeCode::kOptional: {
      if (cur == end) return fail_truncated(cur);
      const auto flag = static_cast<std::uint8_t>(*cur);
      if (flag > 1) return fail(Code::kMalformed, cur, "neither 0 nor 1 before an optional");
      cur = flag == 0 ? cur + 1 : skip(schema::element(type), cur + 1);
      break;
    }
    case TypeCode::kList:
    case TypeCode::kSet:
    case TypeCode::kArray:
    case TypeCode::kMap:
    case TypeCode::kOrderedMap: cur = skip_counted(*this, type, cur); break;
    case TypeCode::kVariant: cur = skip_variant(*this, type, cur); break;
    case TypeCode::kTuple: {
      TypeExpr inner = schema::first_operand(type);
      const std::uint64_t count = schema::operand_count(type);
      for (std::uint64_t i = 0; i < count && cur != nullptr; ++i) {
        if (!charge(1)) return fail_budget(cur);
        cur = skip(inner, cur);
        inner = schema::skip_type(inner);
      }
      break;
    }
    case TypeCode::kRecord: cur = skip_shape(schema::operand_shape(type), cur); break;
    case TypeCode::kAnyRecord: cur = skip_shape_at(*this, cur, false); break;
    case TypeCode::kOwnedAny: cur = skip_shape_at(*this, cur, true); break;
    case TypeCode::kRef:
    case TypeCode::kAnyRef: cur = skip_slot(type, cur); break;
    case TypeCode::kAny: {
      TypeExpr inner;
      cur = read_any_type(*this, cur, inner);
      if (cur != nullptr) cur = skip(inner, cur);
      break;
    }
    case TypeCode::kBits: cur = skip_bits(*this, type, cur); break;
    default: cur = skip_scalar(*this, type, cur); break;
  }
  leave();
  return cur;
}

}  // namespace fastser::archive
