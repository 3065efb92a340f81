// SPDX-License-Identifier: MIT
//
// fastser_reader: several values in one call, and values whatever they are.
#include "capi/reader.hpp"

namespace fastser::capi {
namespace {

// A value that is no object.
FASTSER_INLINE inline void put_plain(const CoderReader& coder, const CoderValue& from,
                                     fastser_value& to) noexcept {
  to = fastser_value{};
  to.code = static_cast<std::uint32_t>(from.code);
  to.taken = 1;
  to.bits = from.bits;
  to.bytes = {reinterpret_cast<const std::uint8_t*>(from.bytes.data()), from.bytes.size()};
  to.number = FASTSER_NO_NUMBER;
  if (from.code == schema::TypeCode::kSharedString) {
    to.number = coder.shared_number();
    to.object = coder.string_object(to.number);
  } else if (from.code == schema::TypeCode::kSharedData) {
    to.number = coder.shared_number();
    to.object = coder.data_object(to.number);
  }
}

void put_object(CoderReader& coder, const ObjectStart& from, fastser_value& to) noexcept {
  to.kind = from.kind;
  if (to.kind == FASTSER_OBJECT_NIL) return;
  to.number = from.number;
  if (to.kind == FASTSER_OBJECT_REFERENCE) {
    to.object = coder.object(to.number);
  } else {
    to.class_data = coder.class_data(coder.class_number(0));
    to.field_names = static_cast<std::int32_t>(coder.field_names());
  }
}

// What take_expected_value() takes: no object is opened.
FASTSER_INLINE inline bool expected_value(fastser_reader& reader, const fastser_key* key,
                                          fastser_value& to) noexcept {
  CoderReader& coder = reader.coder;
  CoderValue found;
  const bool taken =
      key == nullptr ? coder.take_expected_value(found)
                     : key->size <= kLongestKey && coder.take_expected_value(key_of(*key), found);
  if (taken) put_plain(coder, found, to);
  return taken;
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
    reader->coder.take_value(found);
  } else if (is_key(*key)) {
    reader->coder.take_value(key_of(*key), found);
  } else {
    misuse(*reader, kWrongKey);
  }
  if (!found.taken) return put_nothing(static_cast<std::uint32_t>(found.code), *value);
  put_plain(reader->coder, found, *value);
  const bool object =
      found.code == schema::TypeCode::kRef || found.code == schema::TypeCode::kAnyRef;
  if (object) put_object(reader->coder, found.object, *value);
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

void fastser_reader_value(fastser_reader* reader, const fastser_key* key, fastser_value* value) {
  if (reader == nullptr || value == nullptr || !expected_value(*reader, key, *value)) [[unlikely]] {
    value_slow(reader, key, value);
  }
}

}  // extern "C"
