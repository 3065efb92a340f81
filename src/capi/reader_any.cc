// SPDX-License-Identifier: MIT
//
// fastser_reader: several values in one call, and values whatever they are.
#include "capi/reader.hpp"

// With all that it calls inlined, so that most values need no register saved. (What is called out
// of line stays so.)
#if FASTSER_GNU
#define FASTSER_FLAT [[gnu::flatten]]
#else
#define FASTSER_FLAT
#endif

namespace fastser::capi {
namespace {

// What was set for a string or data.
FASTSER_INLINE inline void* object_of(const CoderReader& coder, const CoderValue& from) noexcept {
  if (from.code == schema::TypeCode::kSharedString) {
    return coder.string_object(coder.shared_number());
  }
  return from.code == schema::TypeCode::kSharedData ? coder.data_object(coder.shared_number())
                                                    : nullptr;
}

// A value that is no object. (Field by field: compilers would call for zeros, or use an instruction
// for long ones.)
FASTSER_INLINE inline void put_plain(const CoderReader& coder, const CoderValue& from, void* object,
                                     fastser_value& to) noexcept {
  const bool shared =
      from.code == schema::TypeCode::kSharedString || from.code == schema::TypeCode::kSharedData;
  to.code = static_cast<std::uint32_t>(from.code);
  to.taken = 1;
  to.bits = from.bits;
  to.bytes = {reinterpret_cast<const std::uint8_t*>(from.bytes.data()), from.bytes.size()};
  to.number = shared ? coder.shared_number() : FASTSER_NO_NUMBER;
  to.kind = FASTSER_OBJECT_NIL;
  to.object = object;
  to.class_data = nullptr;
  to.field_names = FASTSER_FIELD_NAMES_NONE;
}

void put_object(CoderReader& coder, const ObjectStart& from, fastser_value& to) noexcept {
  to.kind = from.kind;
  if (to.kind == FASTSER_OBJECT_NIL) return;
  to.number = from.number;
  if (to.kind == FASTSER_OBJECT_REFERENCE) {
    to.object = coder.object(to.number);
  } else {
    to.class_data = coder.open_class_data();
    to.field_names = static_cast<std::int32_t>(coder.field_names());
  }
}

// What begin_new_element() begins: most elements of a list of objects.
FASTSER_INLINE inline bool new_element(CoderReader& coder, fastser_value& to) noexcept {
  const std::uint32_t number = coder.begin_new_element();
  if (number == CoderReader::kNone) return false;
  to.code = FASTSER_TYPE_ANY_REF;
  to.taken = 1;
  to.bits = 0;
  to.bytes = {nullptr, 0};
  to.number = number;
  to.kind = FASTSER_OBJECT_NEW;
  to.object = nullptr;
  to.class_data = coder.open_class_data();
  to.field_names = static_cast<std::int32_t>(coder.field_names());
  return true;
}

void put_nothing(std::uint32_t code, fastser_value& to) noexcept {
  to = fastser_value{};
  to.code = code;
  to.number = FASTSER_NO_NUMBER;
}

FASTSER_NOINLINE void value_slow(fastser_reader* reader, const fastser_key* key,
                                 fastser_value* value) noexcept {
  if (value == nullptr) {
    if (reader != nullptr) misuse(*reader, "the pointer for the value is NULL");
    return;
  }
  if (reader == nullptr) return put_nothing(FASTSER_TYPE_NULL, *value);
  CoderValue found;
  if (key == nullptr) {
    if (new_element(reader->coder, *value)) return;
    if (!reader->coder.take_expected_value(found)) reader->coder.take_value(found);
  } else if (is_key(*key)) {
    reader->coder.take_value(key_of(*key), found);
  } else {
    misuse(*reader, kWrongKey);
  }
  if (!found.taken) return put_nothing(static_cast<std::uint32_t>(found.code), *value);
  put_plain(reader->coder, found, object_of(reader->coder, found), *value);
  const bool object =
      found.code == schema::TypeCode::kRef || found.code == schema::TypeCode::kAnyRef;
  if (object) put_object(reader->coder, found.object, *value);
}

FASTSER_NOINLINE void* known_slow(fastser_reader* reader, const fastser_key* key,
                                  fastser_value* value) noexcept {
  value_slow(reader, key, value);
  return value == nullptr ? nullptr : value->object;
}

bool has_runs(std::uint32_t code) noexcept {
  return code >= FASTSER_TYPE_I8 && code <= FASTSER_TYPE_F64;
}

}  // namespace
}  // namespace fastser::capi

using namespace fastser::capi;  // NOLINT: the functions below have no namespace

extern "C" {

fastser_array fastser_reader_run(fastser_reader* reader, uint32_t code) {
  if (reader == nullptr || !has_runs(code)) return {};
  const auto run = reader->coder.run(static_cast<fastser::schema::TypeCode>(code));
  if (run.count == 0) return {};
  return {reinterpret_cast<const uint8_t*>(run.bytes.data()), run.count, code};
}

void fastser_reader_take_run(fastser_reader* reader, uint32_t code, size_t count) {
  if (reader == nullptr) return;
  if (!has_runs(code)) return misuse(*reader, "a run of values that are not numbers");
  static_cast<void>(reader->coder.take_run(static_cast<fastser::schema::TypeCode>(code), count));
}

FASTSER_FLAT void fastser_reader_value(fastser_reader* reader, const fastser_key* key,
                                       fastser_value* value) {
  if (reader == nullptr || value == nullptr) return value_slow(reader, key, value);
  if (key == nullptr || key->size > kLongestKey) return value_slow(reader, key, value);
  fastser::CoderValue found;
  if (!reader->coder.take_expected_value(key_of(*key), found))
    return value_slow(reader, key, value);
  put_plain(reader->coder, found, object_of(reader->coder, found), *value);
}

FASTSER_FLAT void* fastser_reader_known_or_value(fastser_reader* reader, const fastser_key* key,
                                                 fastser_value* value) {
  if (reader == nullptr || value == nullptr) return known_slow(reader, key, value);
  if (key == nullptr || key->size > kLongestKey) return known_slow(reader, key, value);
  fastser::CoderValue found;
  if (!reader->coder.take_expected_value(key_of(*key), found))
    return known_slow(reader, key, value);
  if (void* const known = object_of(reader->coder, found)) return known;
  put_plain(reader->coder, found, nullptr, *value);
  return nullptr;
}

}  // extern "C"
