// SPDX-License-Identifier: MIT
//
// Object slots of another version: reading them, their numbers, and what is remembered of objects
// that nobody builds.
#include "archive/resolve/tables.hpp"

namespace fastser::archive {
namespace {

using schema::code;

constexpr std::uint32_t kShapeMark = 0x80000000U;

bool same_object_type(Decoder& decoder, TypeExpr have, TypeExpr wanted) {
  if (have.at == wanted.at) return true;
  // Comparing long types costs time (B9).
  const auto size = static_cast<std::size_t>(schema::skip_type(wanted).at - wanted.at);
  if (decoder.charge(size / 8)) return schema::same_type(have, wanted);
  decoder.fail_budget(wanted.at);
  return false;
}

/// Passing by while it is found out which promises are kept: numbers go on, nothing else.
Cursor scan_slot(Decoder& decoder, const SlotRead& read, Cursor at, Cursor cur) {
  DecoderTables& tables = *decoder.tables;
  auto number = static_cast<std::uint32_t>(read.number);
  if (!read.fulfils()) {
    number = tables.next_object++;
    if (read.kind == schema::kSlotPromise) {
      tables.promises.add(number);
      return cur;
    }
  } else {
    if (!tables.promises.take(read.number)) return decoder.fail_body(read.number, at);
    if (!decoder.charge(3 * sizeof(KeptPromise))) return decoder.fail_budget(at);
    decoder.resolving->kept.push_back({number, read.body.at});
  }
  if (!read.is_deferred()) return skip_body(decoder, read.body, cur);
  if (!decoder.charge_room(tables.bodies)) return decoder.fail_budget(at);
  tables.bodies.push_back({nullptr, nullptr, nullptr, read.body.at, 0, number});
  return cur;
}

}  // namespace

TypeExpr expr_at(const Decoder& decoder, const std::byte* at) noexcept {
  const BytesView table = decoder.writer->bytes();
  const auto inside = [at](BytesView bytes) {
    return reinterpret_cast<std::uintptr_t>(at) - reinterpret_cast<std::uintptr_t>(bytes.data()) <
           bytes.size();
  };
  if (inside(table)) return {at, table.data() + table.size()};
  const BytesView records = decoder.resolving->record_types.bytes();
  if (inside(records)) return {at, records.data() + records.size()};
  return {at, decoder.end};
}

std::uint32_t type_mark(const Decoder& decoder, TypeExpr type) noexcept {
  if (type.at == nullptr) return 0;
  if (code(type) == TypeCode::kRecord) return kShapeMark | schema::operand_shape(type);
  const BytesView table = decoder.writer->bytes();
  const std::uintptr_t offset =
      reinterpret_cast<std::uintptr_t>(type.at) - reinterpret_cast<std::uintptr_t>(table.data());
  return offset < table.size() && offset < kShapeMark - 1 ? static_cast<std::uint32_t>(offset + 1)
                                                          : 0;
}

TypeExpr object_type(const Decoder& decoder, const DecodedObject& object) noexcept {
  if (object.type == 0) return {};
  if ((object.type & kShapeMark) != 0) {
    return decoder.resolving->record_types.expr(object.type & ~kShapeMark);
  }
  return decoder.writer->expr(object.type - 1);
}

bool has_type(Decoder& decoder, const DecodedObject& object, TypeExpr wanted) {
  const std::uint32_t mark = type_mark(decoder, wanted);
  if (mark == 0 || object.type == 0 || mark == object.type) return true;
  if ((mark & kShapeMark) != 0 || (object.type & kShapeMark) != 0) return false;
  return same_object_type(decoder, object_type(decoder, object), wanted);
}

const Registry::Link* link_for(const Decoder& decoder, const void* base,
                               std::uint32_t shape) noexcept {
  const std::vector<std::uint32_t>& classes = decoder.tables->shape_classes;
  if (shape >= classes.size() || classes[shape] == 0) return nullptr;
  return decoder.registry->find_link(base, classes[shape] - 1);
}

Cursor read_slot(Decoder& decoder, TypeExpr slot_type, Cursor cur, SlotRead& read) {
  struct Source {
    Decoder& decoder;
    Cursor cur;
    Cursor at;
    bool is_there(std::uint64_t number) {
      return number < decoder.tables->next_object || decoder.fail_body(number, at) != nullptr;
    }
    bool varint(std::uint64_t& number) {
      cur = decoder.varint(cur, number);
      return cur != nullptr;
    }
    bool shape(bool may_lack, std::uint64_t& number) {
      cur = read_shape(decoder, cur, may_lack, number);
      return cur != nullptr;
    }
  } source{decoder, cur, cur};
  struct {
    const std::byte* type = nullptr;
    std::uint32_t shape = kShapeNotKnown;
  } object;
  if (!read_slot(source, slot_type, read, object)) return nullptr;
  if (code(slot_type) == TypeCode::kRef) {
    read.body = schema::element(slot_type);
  } else if (object.shape != kShapeNotKnown) {
    read.body = decoder.resolving->record_types.expr(object.shape);
  }
  return source.cur;
}

bool take_number(Decoder& decoder, TypeExpr type, std::uint32_t& number) {
  DecoderTables& tables = *decoder.tables;
  if (decoder.resolving->replaying) {
    number = tables.next_object++;
    return true;
  }
  if (!decoder.charge_room(tables.objects)) return false;
  number = decoder.add(std::shared_ptr<void>(), nullptr);
  tables.objects[number].type = type_mark(decoder, type);
  return true;
}

bool keep_promise(Decoder& decoder, const SlotRead& read, Cursor at) {
  if (decoder.resolving->replaying) return true;  // it was kept the first time
  if (!decoder.tables->promises.take(read.number)) {
    decoder.fail_body(read.number, at);
    return false;
  }
  DecodedObject& object = decoder.tables->objects[static_cast<std::size_t>(read.number)];
  if (!has_type(decoder, object, read.body)) {
    fail_object(decoder, read.body, object_type(decoder, object), at);
    return false;
  }
  object.type = type_mark(decoder, read.body);
  return true;
}

bool note_skipped(Decoder& decoder, std::uint32_t number, TypeExpr type, Cursor body) {
  DecoderTables& tables = *decoder.tables;
  ResolveTables& known = *decoder.resolving;
  if (!decoder.charge_room(known.skipped)) return false;
  known.skipped.push_back({body, type.at, static_cast<std::uint32_t>(tables.bodies.size()),
                           tables.next_object, tables.texts.strings.size(),
                           tables.texts.data.size()});
  tables.objects[number].skipped = static_cast<std::uint32_t>(known.skipped.size());
  return true;
}

Cursor skip_slot(Decoder& decoder, TypeExpr slot_type, Cursor cur) {
  DecoderTables& tables = *decoder.tables;
  const Cursor at = cur;
  SlotRead read;
  cur = read_slot(decoder, slot_type, cur, read);
  if (cur == nullptr || read.kind == schema::kSlotNil) return cur;
  if (read.kind == schema::kSlotFirstReference) {
    return read.number < tables.next_object ? cur : decoder.fail_not_there(at);
  }
  const bool deferred = read.is_deferred();
  if (decoder.resolving->scanning) return scan_slot(decoder, read, at, cur);
  auto number = static_cast<std::uint32_t>(read.number);
  if (read.fulfils()) {
    if (!keep_promise(decoder, read, at)) return nullptr;
  } else if (!take_number(decoder, read.body, number)) {
    return decoder.fail_budget(at);
  }
  if (read.kind == schema::kSlotPromise) {
    if (!decoder.resolving->replaying) tables.promises.add(number);
    return cur;
  }
  if (!decoder.resolving->replaying) {  // else all was noted the first time
    if (deferred && !decoder.charge_room(tables.bodies)) return decoder.fail_budget(at);
    if (!note_skipped(decoder, number, read.body, deferred ? nullptr : cur)) {
      return decoder.fail_budget(at);
    }
    if (deferred) tables.bodies.push_back({nullptr, nullptr, nullptr, read.body.at, 0, number});
  }
  return deferred ? cur : skip_body(decoder, read.body, cur);
}

// Nil, or a promise that is never kept: one that is made here, or was made before.
Cursor pass_nil(Decoder& decoder, TypeExpr slot_type, Cursor cur, bool& is_nil) {
  const DecoderTables& tables = *decoder.tables;
  SlotRead read;
  const Cursor behind = read_slot(decoder, slot_type, cur, read);
  if (behind == nullptr) return nullptr;
  is_nil = read.kind == schema::kSlotNil;
  if (is_nil) return behind;
  const bool is_promise = read.kind == schema::kSlotPromise;
  const std::uint64_t number = is_promise ? tables.next_object : read.number;
  const bool is_open = read.kind == schema::kSlotFirstReference && number < tables.next_object &&
                       tables.promises.contains(number);
  if (!is_promise && !is_open) return cur;
  TypeExpr body;
  if (look_at_promise(decoder, number, cur, body) == nullptr) return nullptr;
  is_nil = body.at == nullptr;
  return is_nil ? skip_slot(decoder, slot_type, cur) : cur;
}

Cursor enter_object_as_value(Decoder& decoder, TypeExpr slot_type, Cursor cur, TypeExpr& type) {
  const Cursor at = cur;
  SlotRead read;
  cur = read_slot(decoder, slot_type, cur, read);
  if (cur == nullptr) return nullptr;
  auto number = static_cast<std::uint32_t>(read.number);
  if (read.kind == schema::kSlotFulfil) {
    if (!keep_promise(decoder, read, at)) return nullptr;
  } else if (read.kind != schema::kSlotNew) {
    decoder.tables->detail = "the archive has " + schema::to_string(*decoder.writer, slot_type) +
                             ", the reader wants a value of its own, not nil or a shared object";
    return decoder.fail(Code::kTypeMismatch, at,
                        "nil or a shared object where the reader wants a value of its own");
  } else if (!take_number(decoder, read.body, number)) {
    return decoder.fail_budget(at);
  }
  type = read.body;
  // Somebody else may own the object as well.
  if (decoder.resolving->replaying || note_skipped(decoder, number, type, cur)) return cur;
  return decoder.fail_budget(at);
}

}  // namespace fastser::archive
