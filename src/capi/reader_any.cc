// SPDX-License-Identifier: MIT
//
// fastser_reader: several values in one call, and values whatever they are.
#include "capi/reader.hpp"

namespace fastser::capi {
namespace {

void put(CoderReader& coder, const CoderValue& from, fastser_value& to) noexcept {
  to.bits = from.bits;
  to.bytes = {reinterpret_cast<const std::uint8_t*>(from.bytes.data()), from.bytes.size()};
  switch (from.code) {
    case schema::TypeCode::kSharedString:
      to.number = coder.shared_number();
      to.object = coder.string_object(to.number);
      break;
    case schema::TypeCode::kSharedData:
      to.number = coder.shared_number();
      to.object = coder.data_object(to.number);
      break;
    case schema::TypeCode::kRef:
    case schema::TypeCode::kAnyRef:
      to.kind = from.object.kind;
      if (to.kind == FASTSER_OBJECT_NIL) break;
      to.number = from.object.number;
      if (to.kind == FASTSER_OBJECT_REFERENCE) {
        to.object = coder.object(to.number);
      } else {
        to.class_data = coder.class_data(coder.class_number(0));
        to.fields_named = coder.fields_named() ? 1 : 0;
      }
      break;
    default: break;
  }
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
  if (value == nullptr) {
    if (reader != nullptr) misuse(*reader, "the pointer for the value is NULL");
    return;
  }
  *value = fastser_value{};
  value->number = FASTSER_NO_NUMBER;
  if (reader == nullptr) return;
  fastser::CoderValue found;
  if (key == nullptr) {
    reader->coder.take_value(found);
  } else if (is_key(*key)) {
    reader->coder.take_value(key_of(*key), found);
  } else {
    return misuse(*reader, kWrongKey);
  }
  value->code = static_cast<std::uint32_t>(found.code);
  value->taken = found.taken ? 1 : 0;
  if (found.taken) put(reader->coder, found, *value);
}

}  // extern "C"
