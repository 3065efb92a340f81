// SPDX-License-Identifier: MIT
//
// Values by type encoding. A struct is a tuple of its members, an array of numbers one list of
// them, an array of char data, any other array a list: what the importers of NSCoder's formats
// write, too.
#import "FSRArchiverState.h"

#include <stdbool.h>
#include <string.h>

FSR_BORROWED_BEGIN

const FSRType* FSRTypeOf(FSRTypeCache* cache, const char* encoding, const char** end) {
  const char* problem = "no memory";
  const char* behind = NULL;
  if (encoding == NULL) FSRRaiseUsage(FASTSER_USAGE, @"a type encoding that is NULL");
  const FSRType* const type = FSRTypeCacheGet(cache, encoding, &behind, &problem);
  if (type == NULL) {
    FSRRaiseUsage(FSRErrorUnsupportedType, @"a value of the type \"%s\" cannot be archived: %s",
                  encoding, problem);
  }
  if (end != NULL) {
    *end = behind;
  } else if (*behind != 0) {
    FSRRaiseUsage(FASTSER_USAGE, @"\"%s\" is more than one type", encoding);
  }
  return type;
}

#define INTEGER(T, is_signed)                                                                  \
  do {                                                                                         \
    const T value = *(const T*)address;                                                        \
    if (sizeof(T) == 4 && (is_signed)) return fastser_writer_i32(writer, key, (int32_t)value); \
    if (sizeof(T) == 4) return fastser_writer_u32(writer, key, (uint32_t)value);               \
    if (is_signed) return fastser_writer_i64(writer, key, (int64_t)value);                     \
    return fastser_writer_u64(writer, key, (uint64_t)value);                                   \
  } while (0)

void FSREncodeScalar(fastser_writer* writer, const fastser_key* key, char letter,
                     const void* address) {
  switch (letter) {
    case 'c': return fastser_writer_i8(writer, key, *(const int8_t*)address);
    case 'C': return fastser_writer_u8(writer, key, *(const uint8_t*)address);
    case 's': return fastser_writer_i16(writer, key, *(const int16_t*)address);
    case 'S': return fastser_writer_u16(writer, key, *(const uint16_t*)address);
    case 'i': INTEGER(int, 1);
    case 'I': INTEGER(unsigned int, 0);
    case 'l': INTEGER(long, 1);
    case 'L': INTEGER(unsigned long, 0);
    case 'q': INTEGER(long long, 1);
    case 'Q': INTEGER(unsigned long long, 0);
    case 'B': return fastser_writer_bool(writer, key, *(const bool*)address);
    case 'f': return fastser_writer_f32(writer, key, *(const float*)address);
    case 'd': return fastser_writer_f64(writer, key, *(const double*)address);
    default: FSRRaiseUsage(FSRErrorUnsupportedType, @"a scalar of the type \"%c\"", letter);
  }
}

// How many bytes of a text are one character of UTF-8; 0: none is.
static size_t character_size(const unsigned char* at) {
  if (at[0] < 0x80) return 1;
  const size_t size = at[0] >= 0xF0 ? 4 : at[0] >= 0xE0 ? 3 : 2;
  if (at[0] < 0xC2 || at[0] > 0xF4) return 0;
  for (size_t more = 1; more < size; ++more) {
    if ((at[more] & 0xC0) != 0x80) return 0;  // the zero byte behind the text, at the latest
  }
  const unsigned first = (unsigned)at[0] << 8 | at[1];
  if (first >= 0xE080 && first < 0xE0A0) return 0;   // longer than needed
  if (first >= 0xEDA0 && first <= 0xEDBF) return 0;  // half of a pair of UTF-16
  if (first >= 0xF080 && first < 0xF090) return 0;
  return first >= 0xF490 && size == 4 ? 0 : size;
}

// A C string is text where it is UTF-8, else data; NULL is null.
static void encode_c_string(fastser_writer* writer, const fastser_key* key, const char* text) {
  if (text == NULL) return fastser_writer_null(writer, key);
  const size_t size = strlen(text);
  const unsigned char* at = (const unsigned char*)text;
  while (*at != 0) {
    const size_t step = character_size(at);
    if (step == 0) return fastser_writer_data(writer, key, text, size);
    at += step;
  }
  fastser_writer_string(writer, key, text, size);
}

static void encode_selector(fastser_writer* writer, const fastser_key* key, SEL selector) {
  if (selector == NULL) return fastser_writer_null(writer, key);
  encode_c_string(writer, key, [NSStringFromSelector(selector) UTF8String]);
}

// A tuple has so many members at most.
#define LONGEST_TUPLE 32

static void encode_struct(FSRArchiverState* state, const fastser_key* key, const FSRType* type,
                          const void* address) {
  fastser_writer* const writer = FSRWriter(state);
  size_t count = 0;
  for (const FSRType* member = type->inner; member != NULL; member = member->next) ++count;
  if (count <= LONGEST_TUPLE) {
    fastser_writer_begin_tuple(writer, key, count);
  } else {
    fastser_writer_begin_list(writer, key, count, FASTSER_TYPE_ANY);
  }
  for (const FSRType* member = type->inner; member != NULL; member = member->next) {
    FSREncodeType(state, FASTSER_NO_KEY, member, (const char*)address + member->offset);
  }
  if (count <= LONGEST_TUPLE) {
    fastser_writer_end_tuple(writer);
  } else {
    fastser_writer_end_list(writer);
  }
}

void FSREncodeArray(FSRArchiverState* state, const fastser_key* key, const FSRType* type,
                    size_t count, const void* address) {
  fastser_writer* const writer = FSRWriter(state);
  if (type->code == 'c' || type->code == 'C') {
    return fastser_writer_data(writer, key, address, count);
  }
  if (type->kind == FSR_SCALAR) {
    return fastser_writer_array(writer, key, type->run_code, address, count);
  }
  fastser_writer_begin_list(writer, key, count, FASTSER_TYPE_ANY);
  for (size_t at = 0; at < count; ++at) {
    FSREncodeType(state, FASTSER_NO_KEY, type, (const char*)address + at * type->size);
  }
  fastser_writer_end_list(writer);
}

void FSREncodeType(FSRArchiverState* state, const fastser_key* key, const FSRType* type,
                   const void* address) {
  fastser_writer* const writer = FSRWriter(state);
  switch (type->kind) {
    case FSR_SCALAR: return FSREncodeScalar(writer, key, type->code, address);
    case FSR_OBJECT: return FSREncodeObject(state, key, FSRObjectIn(address), NO);
    case FSR_CSTRING: return encode_c_string(writer, key, *(const char* const*)address);
    case FSR_CLASS: return FSREncodeClassName(state, key, *(const Class*)address);
    case FSR_SELECTOR: return encode_selector(writer, key, *(const SEL*)address);
    case FSR_ARRAY: return FSREncodeArray(state, key, type->inner, type->count, address);
    default: return encode_struct(state, key, type, address);
  }
}

FSR_BORROWED_END
