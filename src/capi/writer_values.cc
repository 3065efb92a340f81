// SPDX-License-Identifier: MIT
//
// fastser_writer: values. Scalars are the coder's inlined fast path behind a check of the writer
// and the key; all that is not expected goes through one function for each width, which is called
// last, so that the fast path keeps nothing on the stack.
#include <bit>
#include <span>

#include "capi/writer.hpp"

namespace fastser::capi {
namespace {

constexpr std::string_view kNoText = "NULL for a text that has a size";

template <typename T>
using Bits = wire::UnsignedOf<sizeof(T)>;

// The same call once more, with all that may be wrong with it.
template <typename T>
FASTSER_NOINLINE void keyed_slow(fastser_writer* writer, const fastser_key* key,
                                 Bits<T> bits) noexcept {
  if (!is_key(*key)) return misuse(*writer, kWrongKey);
  writer->coder.scalar_bits<T>(key_of(*key), bits);
}

template <typename T>
FASTSER_INLINE inline void scalar(fastser_writer* writer, const fastser_key* key,
                                  Bits<T> bits) noexcept {
  if (writer == nullptr) [[unlikely]] {
    return;
  }
  if (key == nullptr) return writer->coder.scalar_bits<T>(bits);
  // A key that was seen at this place before is a right one; the size must be one that a Key has.
  if (key->size <= kLongestKey && writer->coder.take_expected<T>(key_of(*key), bits)) [[likely]] {
    return;
  }
  keyed_slow<T>(writer, key, bits);
}

template <typename T>
FASTSER_INLINE inline void scalar(fastser_writer* writer, const fastser_key* key,
                                  T value) noexcept {
  scalar<T>(writer, key, std::bit_cast<Bits<T>>(value));
}

void write_text(fastser_writer* writer, const fastser_key* key, const char* data, std::size_t size,
                void (CoderWriter::*plain)(std::string_view) noexcept,
                void (CoderWriter::*keyed)(const Key&, std::string_view) noexcept) noexcept {
  if (writer == nullptr) return;
  if (!is_view(data, size)) return misuse(*writer, kNoText);
  if (key == nullptr) return (writer->coder.*plain)(text(data, size));
  if (!is_key(*key)) return misuse(*writer, kWrongKey);
  (writer->coder.*keyed)(key_of(*key), text(data, size));
}

template <typename T>
void array(fastser_writer& writer, const fastser_key* key, const void* values,
           std::size_t count) noexcept {
  const std::span<const T> span(static_cast<const T*>(values), count);
  value(&writer, key, [&](const auto&... k) { writer.coder.array(k..., span); });
}

bool are_bools(const void* values, std::size_t count) noexcept {
  for (const std::byte& byte : view(values, count)) {
    if (byte > std::byte{1}) return false;
  }
  return true;
}

void any_array(fastser_writer& writer, const fastser_key* key, std::uint32_t code,
               const void* values, std::size_t count) noexcept {
  if (!is_view(values, count)) return misuse(writer, "NULL for values that have a count");
  switch (code) {
    case FASTSER_TYPE_BOOL:
      if (!are_bools(values, count)) return misuse(writer, "a bool that is not 0 or 1");
      return array<bool>(writer, key, values, count);
    case FASTSER_TYPE_I8: return array<std::int8_t>(writer, key, values, count);
    case FASTSER_TYPE_U8: return array<std::uint8_t>(writer, key, values, count);
    case FASTSER_TYPE_I16: return array<std::int16_t>(writer, key, values, count);
    case FASTSER_TYPE_U16: return array<std::uint16_t>(writer, key, values, count);
    case FASTSER_TYPE_I32: return array<std::int32_t>(writer, key, values, count);
    case FASTSER_TYPE_U32: return array<std::uint32_t>(writer, key, values, count);
    case FASTSER_TYPE_I64: return array<std::int64_t>(writer, key, values, count);
    case FASTSER_TYPE_U64: return array<std::uint64_t>(writer, key, values, count);
    case FASTSER_TYPE_F32: return array<float>(writer, key, values, count);
    case FASTSER_TYPE_F64: return array<double>(writer, key, values, count);
    default: return misuse(writer, "an array of values that are not scalars");
  }
}

}  // namespace
}  // namespace fastser::capi

using namespace fastser::capi;  // NOLINT: the functions below have no namespace
using fastser::CoderWriter;

extern "C" {

void fastser_writer_bool(fastser_writer* writer, const fastser_key* key, int32_t value) {
  scalar<bool>(writer, key, value != 0);
}
void fastser_writer_i8(fastser_writer* writer, const fastser_key* key, int8_t value) {
  scalar<std::int8_t>(writer, key, value);
}
void fastser_writer_u8(fastser_writer* writer, const fastser_key* key, uint8_t value) {
  scalar<std::uint8_t>(writer, key, value);
}
void fastser_writer_i16(fastser_writer* writer, const fastser_key* key, int16_t value) {
  scalar<std::int16_t>(writer, key, value);
}
void fastser_writer_u16(fastser_writer* writer, const fastser_key* key, uint16_t value) {
  scalar<std::uint16_t>(writer, key, value);
}
void fastser_writer_i32(fastser_writer* writer, const fastser_key* key, int32_t value) {
  scalar<std::int32_t>(writer, key, value);
}
void fastser_writer_u32(fastser_writer* writer, const fastser_key* key, uint32_t value) {
  scalar<std::uint32_t>(writer, key, value);
}
void fastser_writer_i64(fastser_writer* writer, const fastser_key* key, int64_t value) {
  scalar<std::int64_t>(writer, key, value);
}
void fastser_writer_u64(fastser_writer* writer, const fastser_key* key, uint64_t value) {
  scalar<std::uint64_t>(writer, key, value);
}
void fastser_writer_f32(fastser_writer* writer, const fastser_key* key, float value) {
  scalar<float>(writer, key, value);
}
void fastser_writer_f64(fastser_writer* writer, const fastser_key* key, double value) {
  scalar<double>(writer, key, value);
}
void fastser_writer_f32_bits(fastser_writer* writer, const fastser_key* key, uint32_t bits) {
  scalar<float>(writer, key, bits);
}
void fastser_writer_f64_bits(fastser_writer* writer, const fastser_key* key, uint64_t bits) {
  scalar<double>(writer, key, bits);
}

void fastser_writer_vi64(fastser_writer* writer, const fastser_key* key, int64_t number) {
  value(writer, key, [&](const auto&... k) { writer->coder.vi64(k..., number); });
}
void fastser_writer_vu64(fastser_writer* writer, const fastser_key* key, uint64_t number) {
  value(writer, key, [&](const auto&... k) { writer->coder.vu64(k..., number); });
}

void fastser_writer_null(fastser_writer* writer, const fastser_key* key) {
  value(writer, key, [&](const auto&... k) { writer->coder.null(k...); });
}
void fastser_writer_string(fastser_writer* writer, const fastser_key* key, const char* data,
                           size_t size) {
  write_text(writer, key, data, size, &CoderWriter::string, &CoderWriter::string);
}
void fastser_writer_string16(fastser_writer* writer, const fastser_key* key, const uint16_t* data,
                             size_t size) {
  if (writer == nullptr) return;
  if (!is_view(data, size)) return misuse(*writer, kNoText);
  if (reinterpret_cast<std::uintptr_t>(data) % alignof(char16_t) != 0) {
    return misuse(*writer, "UTF-16 at an odd address");
  }
  const std::u16string_view wide(reinterpret_cast<const char16_t*>(data), size);
  value(writer, key, [&](const auto&... k) { writer->coder.string16(k..., wide); });
}
int32_t fastser_writer_string_again(fastser_writer* writer, const fastser_key* key,
                                    const void* identity) {
  bool again = false;
  value(writer, key, [&](const auto&... k) { again = writer->coder.string_again(k..., identity); });
  return again ? 1 : 0;
}
void fastser_writer_remember_string(fastser_writer* writer, const void* identity) {
  if (writer != nullptr) writer->coder.remember_string(identity);
}
void fastser_writer_data(fastser_writer* writer, const fastser_key* key, const void* data,
                         size_t size) {
  if (writer == nullptr) return;
  if (!is_view(data, size)) return misuse(*writer, "NULL for data that have a size");
  value(writer, key, [&](const auto&... k) { writer->coder.data(k..., view(data, size)); });
}
void fastser_writer_url(fastser_writer* writer, const fastser_key* key, const char* data,
                        size_t size) {
  write_text(writer, key, data, size, &CoderWriter::url, &CoderWriter::url);
}
void fastser_writer_class_ref(fastser_writer* writer, const fastser_key* key, const char* name,
                              size_t size) {
  write_text(writer, key, name, size, &CoderWriter::class_ref, &CoderWriter::class_ref);
}
void fastser_writer_date(fastser_writer* writer, const fastser_key* key, fastser_date date) {
  const fastser::CoderDate from{date.seconds, date.nanoseconds};
  value(writer, key, [&](const auto&... k) { writer->coder.date(k..., from); });
}
void fastser_writer_apple_date(fastser_writer* writer, const fastser_key* key, double seconds) {
  value(writer, key, [&](const auto&... k) { writer->coder.apple_date(k..., seconds); });
}
void fastser_writer_duration(fastser_writer* writer, const fastser_key* key, int64_t nanoseconds) {
  value(writer, key, [&](const auto&... k) { writer->coder.duration(k..., nanoseconds); });
}
void fastser_writer_uuid(fastser_writer* writer, const fastser_key* key, fastser_uuid uuid) {
  const auto from = std::bit_cast<fastser::CoderUuid>(uuid);
  value(writer, key, [&](const auto&... k) { writer->coder.uuid(k..., from); });
}
void fastser_writer_decimal(fastser_writer* writer, const fastser_key* key,
                            fastser_decimal decimal) {
  const fastser::CoderDecimal from{decimal.low, decimal.middle, decimal.high, decimal.scale,
                                   decimal.negative != 0};
  value(writer, key, [&](const auto&... k) { writer->coder.decimal(k..., from); });
}

void fastser_writer_array(fastser_writer* writer, const fastser_key* key, uint32_t code,
                          const void* values, size_t count) {
  if (writer != nullptr) any_array(*writer, key, code, values, count);
}

}  // extern "C"
