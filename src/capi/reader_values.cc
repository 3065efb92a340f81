// SPDX-License-Identifier: MIT
//
// fastser_reader: values. As in writer_values.cc, the fast path of a scalar keeps nothing on the
// stack: all that is not expected is one call at its end.
#include <bit>
#include <cstring>
#include <type_traits>

#include "capi/reader.hpp"

namespace fastser::capi {
namespace {

template <typename T>
using Bits = wire::UnsignedOf<sizeof(T)>;

// What a call of the C interface returns for a T: floats go by their bits where asked for.
template <typename T, typename Out>
FASTSER_NOINLINE Out keyed_slow(fastser_reader* reader, const fastser_key* key) noexcept {
  if (!is_key(*key)) {
    misuse(*reader, kWrongKey);
    return Out();
  }
  if constexpr (std::is_same_v<T, Out>) {
    return reader->coder.scalar<T>(key_of(*key));
  } else {
    return reader->coder.scalar_bits<T>(key_of(*key));
  }
}

template <typename T, typename Out = T>
FASTSER_INLINE inline Out scalar(fastser_reader* reader, const fastser_key* key) noexcept {
  if (reader == nullptr) [[unlikely]] {
    return Out();
  }
  if (key != nullptr) {
    Bits<T> bits;
    if (key->size <= kLongestKey && reader->coder.take_expected<T>(key_of(*key), bits)) [[likely]] {
      return std::bit_cast<Out>(bits);
    }
    return keyed_slow<T, Out>(reader, key);
  }
  if constexpr (std::is_same_v<T, Out>) {
    return reader->coder.scalar<T>();
  } else {
    return reader->coder.scalar_bits<T>();
  }
}

template <typename Call>
fastser_text read_text(fastser_reader* reader, const fastser_key* key, Call&& call) noexcept {
  return text_of(value<std::string_view>(reader, key, call));
}

template <typename T>
std::int32_t copy(const ScalarArray& array, void* values) noexcept {
  // Through bytes of its own, since `values` may lie anywhere.
  if constexpr (wire::same_in_memory(sizeof(T))) {
    std::memcpy(values, array.bytes.data(), array.bytes.size());
  } else {
    auto* to = static_cast<std::byte*>(values);
    for (std::size_t at = 0; at < array.count; ++at, to += sizeof(T)) {
      const T one = wire::load_le<T>(array.bytes.data() + at * sizeof(T));
      std::memcpy(to, &one, sizeof one);
    }
  }
  return FASTSER_OK;
}

std::int32_t copy_array(const ScalarArray& array, void* values) noexcept {
  switch (schema::fixed_size(array.code)) {
    case 1: return copy<std::uint8_t>(array, values);
    case 2: return copy<std::uint16_t>(array, values);
    case 4: return copy<std::uint32_t>(array, values);
    default: return copy<std::uint64_t>(array, values);
  }
}

FASTSER_INLINE inline bool is_number(std::uint32_t code) noexcept {
  return code >= FASTSER_TYPE_I8 && code <= FASTSER_TYPE_F64;
}

bool is_scalar(std::uint32_t code) noexcept {
  return code >= FASTSER_TYPE_BOOL && code <= FASTSER_TYPE_F64;
}

}  // namespace
}  // namespace fastser::capi

using namespace fastser::capi;  // NOLINT: the functions below have no namespace

extern "C" {

int32_t fastser_reader_bool(fastser_reader* reader, const fastser_key* key) {
  return scalar<bool>(reader, key) ? 1 : 0;
}
int8_t fastser_reader_i8(fastser_reader* reader, const fastser_key* key) {
  return scalar<std::int8_t>(reader, key);
}
uint8_t fastser_reader_u8(fastser_reader* reader, const fastser_key* key) {
  return scalar<std::uint8_t>(reader, key);
}
int16_t fastser_reader_i16(fastser_reader* reader, const fastser_key* key) {
  return scalar<std::int16_t>(reader, key);
}
uint16_t fastser_reader_u16(fastser_reader* reader, const fastser_key* key) {
  return scalar<std::uint16_t>(reader, key);
}
int32_t fastser_reader_i32(fastser_reader* reader, const fastser_key* key) {
  return scalar<std::int32_t>(reader, key);
}
uint32_t fastser_reader_u32(fastser_reader* reader, const fastser_key* key) {
  return scalar<std::uint32_t>(reader, key);
}
int64_t fastser_reader_i64(fastser_reader* reader, const fastser_key* key) {
  return scalar<std::int64_t>(reader, key);
}
uint64_t fastser_reader_u64(fastser_reader* reader, const fastser_key* key) {
  return scalar<std::uint64_t>(reader, key);
}
float fastser_reader_f32(fastser_reader* reader, const fastser_key* key) {
  return scalar<float>(reader, key);
}
double fastser_reader_f64(fastser_reader* reader, const fastser_key* key) {
  return scalar<double>(reader, key);
}
uint32_t fastser_reader_f32_bits(fastser_reader* reader, const fastser_key* key) {
  return scalar<float, std::uint32_t>(reader, key);
}
uint64_t fastser_reader_f64_bits(fastser_reader* reader, const fastser_key* key) {
  return scalar<double, std::uint64_t>(reader, key);
}

void fastser_reader_null(fastser_reader* reader, const fastser_key* key) {
  value<void>(reader, key, [&](const auto&... k) { reader->coder.null(k...); });
}
fastser_text fastser_reader_string(fastser_reader* reader, const fastser_key* key) {
  return read_text(reader, key, [&](const auto&... k) { return reader->coder.string(k...); });
}
fastser_text16 fastser_reader_string16(fastser_reader* reader, const fastser_key* key) {
  const auto wide = value<std::u16string_view>(
      reader, key, [&](const auto&... k) { return reader->coder.string16(k...); });
  return {reinterpret_cast<const uint16_t*>(wide.data()), wide.size()};
}
fastser_text fastser_reader_url(fastser_reader* reader, const fastser_key* key) {
  return read_text(reader, key, [&](const auto&... k) { return reader->coder.url(k...); });
}
fastser_text fastser_reader_class_ref(fastser_reader* reader, const fastser_key* key) {
  return read_text(reader, key, [&](const auto&... k) { return reader->coder.class_ref(k...); });
}
fastser_view fastser_reader_data(fastser_reader* reader, const fastser_key* key) {
  const auto bytes = value<fastser::BytesView>(
      reader, key, [&](const auto&... k) { return reader->coder.data(k...); });
  return {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()};
}
fastser_date fastser_reader_date(fastser_reader* reader, const fastser_key* key) {
  const auto date = value<fastser::CoderDate>(
      reader, key, [&](const auto&... k) { return reader->coder.date(k...); });
  return {date.seconds, date.nanoseconds};
}
double fastser_reader_apple_date(fastser_reader* reader, const fastser_key* key) {
  return value<double>(reader, key,
                       [&](const auto&... k) { return reader->coder.apple_date(k...); });
}
int64_t fastser_reader_duration(fastser_reader* reader, const fastser_key* key) {
  return value<std::int64_t>(reader, key,
                             [&](const auto&... k) { return reader->coder.duration(k...); });
}
fastser_uuid fastser_reader_uuid(fastser_reader* reader, const fastser_key* key) {
  return std::bit_cast<fastser_uuid>(value<fastser::CoderUuid>(
      reader, key, [&](const auto&... k) { return reader->coder.uuid(k...); }));
}
fastser_decimal fastser_reader_decimal(fastser_reader* reader, const fastser_key* key) {
  const auto from = value<fastser::CoderDecimal>(
      reader, key, [&](const auto&... k) { return reader->coder.decimal(k...); });
  return {from.low, from.middle, from.high, from.scale, from.negative ? uint8_t{1} : uint8_t{0}};
}

fastser_array fastser_reader_array(fastser_reader* reader, const fastser_key* key) {
  const auto array = value<fastser::ScalarArray>(
      reader, key, [&](const auto&... k) { return reader->coder.array(k...); });
  return {reinterpret_cast<const uint8_t*>(array.bytes.data()), array.count,
          static_cast<uint32_t>(array.code)};
}

int32_t fastser_reader_take_list(fastser_reader* reader, const fastser_key* key, uint32_t code,
                                 size_t count, void* values) {
  if (reader == nullptr || !is_number(code)) return 0;
  if (values == nullptr && count != 0) {
    misuse(*reader, "NULL for the numbers of a list");
    return 0;
  }
  const auto of = static_cast<fastser::schema::TypeCode>(code);
  const std::size_t width = fastser::schema::fixed_size(of);
  const std::byte* from = nullptr;
  if (key == nullptr) {
    from = reader->coder.take_expected_list(of, width, count);
  } else if (is_key(*key)) {
    from = reader->coder.take_expected_list(key_of(*key), of, width, count);
  } else {
    misuse(*reader, kWrongKey);
  }
  if (from == nullptr) return 0;
  if (count != 0) copy_array({of, count, {from, count * width}}, values);
  return 1;
}

int32_t fastser_array_copy(const fastser_array* array, uint32_t code, void* values,
                           size_t capacity) {
  if (array == nullptr || !is_scalar(code) || !is_view(values, capacity)) return FASTSER_USAGE;
  if (array->count == 0) return FASTSER_OK;
  if (array->code != code) return FASTSER_TYPE_MISMATCH;
  if (array->data == nullptr) return FASTSER_USAGE;
  if (array->count > capacity) return FASTSER_NO_SPACE;
  const auto of = static_cast<fastser::schema::TypeCode>(code);
  const std::size_t width = fastser::schema::fixed_size(of);
  return copy_array({of, array->count, view(array->data, array->count * width)}, values);
}

uint32_t fastser_reader_shared_number(const fastser_reader* reader) {
  return reader == nullptr ? FASTSER_NO_NUMBER : reader->coder.shared_number();
}
void fastser_reader_set_string_object(fastser_reader* reader, uint32_t number, void* object) {
  if (reader != nullptr) reader->coder.set_string_object(number, object);
}
void* fastser_reader_string_object(const fastser_reader* reader, uint32_t number) {
  return reader == nullptr ? nullptr : reader->coder.string_object(number);
}
void fastser_reader_set_data_object(fastser_reader* reader, uint32_t number, void* object) {
  if (reader != nullptr) reader->coder.set_data_object(number, object);
}
void* fastser_reader_data_object(const fastser_reader* reader, uint32_t number) {
  return reader == nullptr ? nullptr : reader->coder.data_object(number);
}

uint32_t fastser_reader_peek(fastser_reader* reader, const fastser_key* key) {
  return static_cast<uint32_t>(value<fastser::schema::TypeCode>(
      reader, key, [&](const auto&... k) { return reader->coder.peek(k...); }));
}
uint32_t fastser_reader_peek_element(fastser_reader* reader, const fastser_key* key) {
  return static_cast<uint32_t>(value<fastser::schema::TypeCode>(
      reader, key, [&](const auto&... k) { return reader->coder.peek_element(k...); }));
}
int32_t fastser_reader_is_nothing(fastser_reader* reader, const fastser_key* key) {
  if (reader == nullptr || !reader->opened) return 1;
  const bool something =
      value<bool>(reader, key, [&](const auto&... k) { return !reader->coder.is_nothing(k...); });
  return something ? 0 : 1;
}
uint64_t fastser_reader_offset(const fastser_reader* reader) {
  return reader == nullptr || !reader->opened ? 0 : reader->coder.archive_offset();
}
int32_t fastser_reader_contains(fastser_reader* reader, const fastser_key* key) {
  if (reader == nullptr) return 0;
  if (key == nullptr || !is_key(*key)) {
    misuse(*reader, kWrongKey);
    return 0;
  }
  return reader->coder.contains(key_of(*key)) ? 1 : 0;
}
int32_t fastser_reader_is_at_end(fastser_reader* reader) {
  return reader == nullptr || reader->coder.is_at_end() ? 1 : 0;
}
void fastser_reader_skip(fastser_reader* reader, const fastser_key* key) {
  value<void>(reader, key, [&](const auto&... k) { reader->coder.skip(k...); });
}

}  // extern "C"
