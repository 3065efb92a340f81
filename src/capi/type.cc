// SPDX-License-Identifier: MIT
//
// Types through the C interface: asking, and building by calls.
#include "fastser/c/type.h"

#include <optional>
#include <vector>

#include "capi/handles.hpp"
#include "fastser/verify.hpp"

using fastser::BytesView;
using fastser::Code;
using fastser::Result;
using fastser::Status;
using fastser::Type;
using fastser::TypeBuilder;
using fastser::TypeCode;
using fastser::TypeId;
namespace capi = fastser::capi;

struct fastser_type_builder {
  TypeBuilder builder;
  Status misuse;  ///< the first thing wrong with the calls themselves

  void fail(std::string_view message) {
    if (misuse.ok()) misuse = Status(Code::kUsage, message);
  }
};

namespace {

constexpr std::size_t kFirstField = offsetof(fastser_type_entry, type) + sizeof(fastser_type*);

Status give_type(Result<Type>&& type, fastser_type** to) {
  return type.ok() ? capi::give_handle(*std::move(type), to) : type.status();
}
// A part of a type as a type of the caller's.
template <typename Get>
int32_t part(const fastser_type* type, fastser_type** to, fastser_error* error, Get&& get) {
  if (to != nullptr) *to = nullptr;
  if (type == nullptr || to == nullptr) return capi::misuse(error, "NULL");
  return capi::run(error, [&]() -> Status { return get(type->type, to); });
}
Status no_such(const char* what) { return Status(Code::kUsage, what); }

Status give_copy(BytesView bytes, const fastser_allocator* allocator, fastser_bytes* to) {
  fastser::Buffer copy;
  if (!copy.append(bytes)) return Status(Code::kNoMemory, "an allocation failed");
  return capi::give(std::move(copy), allocator, to);
}

// One call of a builder. What it throws is memory that ran out, which the builder keeps itself
// where it can.
template <typename Call>
fastser_type_id add(fastser_type_builder* builder, Call&& call) noexcept {
  if (builder == nullptr) return 0;
#if defined(__cpp_exceptions)
  try {
    return call(builder->builder).number;
  } catch (...) {
    if (builder->misuse.ok()) builder->misuse = Status(Code::kNoMemory, "an allocation failed");
    return 0;
  }
#else
  return call(builder->builder).number;
#endif
}
bool has_text(fastser_type_builder* builder, const char* name, std::size_t size) noexcept {
  if (builder == nullptr) return false;
  if (capi::is_view(name, size)) return true;
  builder->fail("a name that is NULL");
  return false;
}
// FASTSER_TYPE_* are numbers of one byte.
bool is_code(fastser_type_builder* builder, int32_t code) noexcept {
  if (builder == nullptr) return false;
  if (code >= 0 && code <= 0xFF) return true;
  builder->fail("an unknown type code");
  return false;
}
template <typename Make>
fastser_type_id add_many(fastser_type_builder* builder, const fastser_type_id* ids,
                         std::size_t count, Make&& make) noexcept {
  if (builder == nullptr) return 0;
  if (ids == nullptr && count != 0) {
    builder->fail("operands that are NULL");
    return 0;
  }
  return add(builder, [&](TypeBuilder& to) {
    std::vector<TypeId> inner;
    inner.reserve(count);
    for (std::size_t i = 0; i < count; ++i) inner.push_back({ids[i]});
    return make(to, inner);
  });
}

}  // namespace

extern "C" {

// --- a type --------------------------------------------------------------------------------------

int32_t fastser_type_parse(const void* table, size_t size, fastser_type** type,
                           fastser_error* error) {
  if (type != nullptr) *type = nullptr;
  if (!capi::is_view(table, size) || type == nullptr) return capi::misuse(error, "NULL");
  return capi::run(error, [&] { return give_type(Type::parse(capi::view(table, size)), type); });
}

int32_t fastser_type_read(const void* archive, size_t size, fastser_type** type,
                          fastser_error* error) {
  if (type != nullptr) *type = nullptr;
  if (!capi::is_view(archive, size) || type == nullptr) return capi::misuse(error, "NULL");
  return capi::run(error, [&] {
    return give_type(fastser::archive::read_type(capi::view(archive, size)), type);
  });
}

fastser_type* fastser_type_retain(fastser_type* type) {
  if (type != nullptr) type->owners.retain();
  return type;
}
void fastser_type_release(fastser_type* type) {
  if (type != nullptr && type->owners.release()) delete type;
}

int32_t fastser_type_code(const fastser_type* type) {
  return type == nullptr ? -1 : static_cast<int32_t>(type->type.code());
}
const char* fastser_type_name(const fastser_type* type, size_t* size) {
  const std::string_view name = type == nullptr ? std::string_view() : type->type.name();
  if (size != nullptr) *size = name.size();
  return name.data() != nullptr ? name.data() : "";
}
uint32_t fastser_type_version(const fastser_type* type) {
  return type == nullptr ? 0 : type->type.version();
}
uint64_t fastser_type_length(const fastser_type* type) {
  return type == nullptr ? 0 : type->type.length();
}
size_t fastser_type_field_count(const fastser_type* type) {
  return type == nullptr ? 0 : type->type.field_count();
}
size_t fastser_type_operand_count(const fastser_type* type) {
  return type == nullptr ? 0 : type->type.operand_count();
}
size_t fastser_type_record_count(const fastser_type* type) {
  return type == nullptr ? 0 : type->type.record_count();
}

int32_t fastser_type_field(const fastser_type* type, size_t index, fastser_type_entry* field,
                           fastser_error* error) {
  if (type == nullptr || field == nullptr) return capi::misuse(error, "NULL");
  if (field->struct_size < kFirstField) {
    return capi::misuse(error, "fastser_type_entry.struct_size is too small");
  }
  return capi::run(error, [&]() -> Status {
    if (index >= type->type.field_count()) return no_such("a field that the type does not have");
    const Type::Field found = type->type.field(index);
    FASTSER_TRY(capi::give_handle(found.type, &field->type));
    field->named = found.named ? 1 : 0;
    field->name = found.name.data() != nullptr ? found.name.data() : "";
    field->name_size = found.name.size();
    field->repeat = found.repeat;
    return {};
  });
}
int32_t fastser_type_super(const fastser_type* type, fastser_type** base, fastser_error* error) {
  return part(type, base, error, [](const Type& of, fastser_type** to) -> Status {
    const std::optional<Type> found = of.super();
    return found ? capi::give_handle(*found, to) : Status();
  });
}
int32_t fastser_type_operand(const fastser_type* type, size_t index, fastser_type** operand,
                             fastser_error* error) {
  return part(type, operand, error, [index](const Type& of, fastser_type** to) -> Status {
    if (index >= of.operand_count()) return no_such("an operand that the type does not have");
    return capi::give_handle(of.operand(index), to);
  });
}
int32_t fastser_type_record(const fastser_type* type, size_t index, fastser_type** record,
                            fastser_error* error) {
  return part(type, record, error, [index](const Type& of, fastser_type** to) -> Status {
    if (index >= of.record_count()) return no_such("a record that the type does not have");
    return capi::give_handle(of.record(index), to);
  });
}
int32_t fastser_type_share(const fastser_type* type, fastser_type** shared, fastser_error* error) {
  return part(type, shared, error,
              [](const Type& of, fastser_type** to) { return give_type(of.shared(), to); });
}

int32_t fastser_type_table(const fastser_type* type, const fastser_allocator* allocator,
                           fastser_bytes* table, fastser_error* error) {
  if (table != nullptr) *table = {};
  if (type == nullptr || table == nullptr) return capi::misuse(error, "NULL");
  return capi::run(error, [&]() -> Status {
    const Result<Type> whole = type->type.alone();
    if (!whole.ok()) return whole.status();
    return give_copy(whole->table(), allocator, table);
  });
}
int32_t fastser_type_fingerprint(const fastser_type* type, uint64_t* fingerprint,
                                 fastser_error* error) {
  if (type == nullptr || fingerprint == nullptr) return capi::misuse(error, "NULL");
  return capi::run(error, [&]() -> Status {
    const Result<Type> whole = type->type.alone();
    if (!whole.ok()) return whole.status();
    *fingerprint = whole->fingerprint();
    return {};
  });
}
int32_t fastser_type_text(const fastser_type* type, const fastser_allocator* allocator,
                          fastser_bytes* text, fastser_error* error) {
  if (text != nullptr) *text = {};
  if (type == nullptr || text == nullptr) return capi::misuse(error, "NULL");
  return capi::run(error, [&] {
    const std::string words = type->type.to_string();
    return give_copy(capi::view(words.data(), words.size()), allocator, text);
  });
}
int32_t fastser_type_equal(const fastser_type* left, const fastser_type* right, int32_t* equal,
                           fastser_error* error) {
  if (left == nullptr || right == nullptr || equal == nullptr) return capi::misuse(error, "NULL");
  return capi::run(error, [&]() -> Status {
    const Result<Type> a = left->type.alone();
    const Result<Type> b = right->type.alone();
    if (!a.ok()) return a.status();
    if (!b.ok()) return b.status();
    *equal = *a == *b ? 1 : 0;
    return {};
  });
}

// --- building ------------------------------------------------------------------------------------

int32_t fastser_type_builder_create(fastser_type_builder** builder, fastser_error* error) {
  if (builder == nullptr) return capi::misuse(error, "NULL");
  *builder = nullptr;
  return capi::run(error, [&] {
    *builder = new fastser_type_builder;
    return Status();
  });
}
void fastser_type_builder_destroy(fastser_type_builder* builder) { delete builder; }

fastser_type_id fastser_type_builder_code(fastser_type_builder* builder, int32_t code) {
  if (!is_code(builder, code)) return 0;
  return add(builder, [&](TypeBuilder& to) { return to.code(static_cast<TypeCode>(code)); });
}
fastser_type_id fastser_type_builder_optional(fastser_type_builder* builder,
                                              fastser_type_id element) {
  return add(builder, [&](TypeBuilder& to) { return to.optional({element}); });
}
fastser_type_id fastser_type_builder_list(fastser_type_builder* builder, fastser_type_id element) {
  return add(builder, [&](TypeBuilder& to) { return to.list({element}); });
}
fastser_type_id fastser_type_builder_set(fastser_type_builder* builder, fastser_type_id element) {
  return add(builder, [&](TypeBuilder& to) { return to.set({element}); });
}
fastser_type_id fastser_type_builder_array(fastser_type_builder* builder, fastser_type_id element,
                                           uint64_t count) {
  return add(builder, [&](TypeBuilder& to) { return to.array({element}, count); });
}
fastser_type_id fastser_type_builder_map(fastser_type_builder* builder, fastser_type_id key,
                                         fastser_type_id value) {
  return add(builder, [&](TypeBuilder& to) { return to.map({key}, {value}); });
}
fastser_type_id fastser_type_builder_ordered_map(fastser_type_builder* builder, fastser_type_id key,
                                                 fastser_type_id value) {
  return add(builder, [&](TypeBuilder& to) { return to.ordered_map({key}, {value}); });
}
fastser_type_id fastser_type_builder_variant(fastser_type_builder* builder,
                                             const fastser_type_id* alternatives, size_t count) {
  return add_many(builder, alternatives, count,
                  [](TypeBuilder& to, const auto& inner) { return to.variant(inner); });
}
fastser_type_id fastser_type_builder_tuple(fastser_type_builder* builder,
                                           const fastser_type_id* elements, size_t count) {
  return add_many(builder, elements, count,
                  [](TypeBuilder& to, const auto& inner) { return to.tuple(inner); });
}
fastser_type_id fastser_type_builder_enum(fastser_type_builder* builder, const char* name,
                                          size_t name_size, int32_t integer) {
  if (!has_text(builder, name, name_size) || !is_code(builder, integer)) return 0;
  return add(builder, [&](TypeBuilder& to) {
    return to.enumeration(capi::text(name, name_size), static_cast<TypeCode>(integer));
  });
}
fastser_type_id fastser_type_builder_bits(fastser_type_builder* builder, uint64_t count) {
  return add(builder, [&](TypeBuilder& to) { return to.bits(count); });
}
fastser_type_id fastser_type_builder_ref(fastser_type_builder* builder, fastser_type_id object) {
  return add(builder, [&](TypeBuilder& to) { return to.ref({object}); });
}

fastser_type_id fastser_type_builder_record(fastser_type_builder* builder, const char* name,
                                            size_t name_size, uint32_t version) {
  if (!has_text(builder, name, name_size)) return 0;
  return add(builder,
             [&](TypeBuilder& to) { return to.record(capi::text(name, name_size), version); });
}
void fastser_type_builder_super(fastser_type_builder* builder, fastser_type_id record,
                                fastser_type_id base) {
  add(builder, [&](TypeBuilder& to) {
    to.super({record}, {base});
    return TypeId{};
  });
}
void fastser_type_builder_field(fastser_type_builder* builder, fastser_type_id record,
                                const char* name, size_t name_size, fastser_type_id type) {
  if (!has_text(builder, name, name_size)) return;
  add(builder, [&](TypeBuilder& to) {
    to.field({record}, capi::text(name, name_size), {type});
    return TypeId{};
  });
}
void fastser_type_builder_unnamed(fastser_type_builder* builder, fastser_type_id record,
                                  fastser_type_id type, uint64_t repeat) {
  add(builder, [&](TypeBuilder& to) {
    to.unnamed({record}, {type}, repeat);
    return TypeId{};
  });
}
void fastser_type_builder_keep(fastser_type_builder* builder, fastser_type_id record) {
  add(builder, [&](TypeBuilder& to) {
    to.keep({record});
    return TypeId{};
  });
}
fastser_type_id fastser_type_builder_use(fastser_type_builder* builder, const fastser_type* type) {
  if (builder == nullptr) return 0;
  if (type == nullptr) {
    builder->fail("a type that is NULL");
    return 0;
  }
  return add(builder, [&](TypeBuilder& to) { return to.use(type->type); });
}

int32_t fastser_type_builder_build(const fastser_type_builder* builder, fastser_type_id root,
                                   fastser_type** type, fastser_error* error) {
  if (type != nullptr) *type = nullptr;
  if (builder == nullptr || type == nullptr) return capi::misuse(error, "NULL");
  return capi::run(error, [&]() -> Status {
    FASTSER_TRY(Status(builder->misuse));
    return give_type(builder->builder.build({root}), type);
  });
}

}  // extern "C"
