// SPDX-License-Identifier: MIT
//
// Values by type encoding: the mirror of FSREncodeValue.m. A number is read as any type that holds
// it; lists of numbers likewise.
#import "FSRUnarchiverState.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

FSR_BORROWED_BEGIN

double FSRDecodeReal(FSRUnarchiverState* state, const fastser_key* key) {
  const double value = fastser_reader_f64(state->reader, key);
  if (value == 0) FSRCheckReader(state);
  return value;
}

// A double is read as a float, as NSCoder does: that loses digits, and nothing else.
static float decode_float(FSRUnarchiverState* state, const fastser_key* key) {
  if (fastser_reader_peek(state->reader, key) == FASTSER_TYPE_F64) {
    return (float)FSRDecodeReal(state, key);
  }
  const float value = fastser_reader_f32(state->reader, key);
  if (value == 0) FSRCheckReader(state);
  return value;
}

// After an error the reader gives zeros: only those have to be looked at.
#define READ(T, name)                                             \
  do {                                                            \
    const T value = (T)fastser_reader_##name(state->reader, key); \
    memcpy(address, &value, sizeof value);                        \
    if (value == 0) FSRCheckReader(state);                        \
    return;                                                       \
  } while (0)

#define READ_INTEGER(T, is_signed)                   \
  do {                                               \
    if (sizeof(T) == 4 && (is_signed)) READ(T, i32); \
    if (sizeof(T) == 4) READ(T, u32);                \
    if (is_signed) READ(T, i64);                     \
    READ(T, u64);                                    \
  } while (0)

void FSRDecodeScalar(FSRUnarchiverState* state, const fastser_key* key, char letter,
                     void* address) {
  switch (letter) {
    case 'c': READ(int8_t, i8);
    case 'C': READ(uint8_t, u8);
    case 's': READ(int16_t, i16);
    case 'S': READ(uint16_t, u16);
    case 'i': READ_INTEGER(int, 1);
    case 'I': READ_INTEGER(unsigned int, 0);
    case 'l': READ_INTEGER(long, 1);
    case 'L': READ_INTEGER(unsigned long, 0);
    case 'q': READ_INTEGER(long long, 1);
    case 'Q': READ_INTEGER(unsigned long long, 0);
    case 'B': {  // a BOOL is a char on other machines
      const bool value = fastser_reader_i64(state->reader, key) != 0;
      memcpy(address, &value, sizeof value);
      if (!value) FSRCheckReader(state);
      return;
    }
    case 'f': {
      const float value = decode_float(state, key);
      memcpy(address, &value, sizeof value);
      return;
    }
    case 'd': {
      const double value = FSRDecodeReal(state, key);
      memcpy(address, &value, sizeof value);
      return;
    }
    default: FSRRaiseUsage(FSRErrorUnsupportedType, @"a scalar of the type \"%c\"", letter);
  }
}

// ---- lists of scalars

static size_t width_of(uint32_t code) {
  switch (code) {
    case FASTSER_TYPE_BOOL:
    case FASTSER_TYPE_I8:
    case FASTSER_TYPE_U8: return 1;
    case FASTSER_TYPE_I16:
    case FASTSER_TYPE_U16: return 2;
    case FASTSER_TYPE_I32:
    case FASTSER_TYPE_U32:
    case FASTSER_TYPE_F32: return 4;
    default: return 8;
  }
}

static BOOL is_float(uint32_t code) { return code == FASTSER_TYPE_F32 || code == FASTSER_TYPE_F64; }

static BOOL is_signed(uint32_t code) {
  return code == FASTSER_TYPE_I8 || code == FASTSER_TYPE_I16 || code == FASTSER_TYPE_I32 ||
         code == FASTSER_TYPE_I64;
}

// One integer, as a sign and 64 bits.
typedef struct Integer {
  BOOL negative;
  uint64_t bits;
} Integer;

static Integer integer_at(const uint8_t* at, uint32_t code) {
  const size_t width = width_of(code);
  uint64_t bits = 0;
  for (size_t byte = 0; byte < width; ++byte) bits |= (uint64_t)at[byte] << (8 * byte);
  Integer integer = {NO, bits};
  if (is_signed(code) && (bits >> (8 * width - 1)) != 0) {
    if (width < 8) integer.bits |= UINT64_MAX << (8 * width);
    integer.negative = YES;
  }
  return integer;
}

static BOOL integer_fits(Integer integer, uint32_t code) {
  const size_t bits = 8 * width_of(code);
  if (code == FASTSER_TYPE_BOOL) return !integer.negative && integer.bits <= 1;
  if (integer.negative) {
    return is_signed(code) && (int64_t)integer.bits >= -(INT64_C(1) << (bits - 2)) * 2;
  }
  const uint64_t most = (bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1) >> is_signed(code);
  return integer.bits <= most;
}

static BOOL put_real(double value, uint32_t code, void* to) {
  if (!is_float(code)) return NO;
  const float narrow = (float)value;
  memcpy(to, code == FASTSER_TYPE_F32 ? (const void*)&narrow : (const void*)&value, width_of(code));
  return YES;
}

static BOOL put_integer(Integer integer, uint32_t code, void* to) {
  if (is_float(code)) {
    const double value = integer.negative ? (double)(int64_t)integer.bits : (double)integer.bits;
    return put_real(value, code, to);
  }
  if (!integer_fits(integer, code)) return NO;
  switch (width_of(code)) {
    case 1: *(uint8_t*)to = (uint8_t)integer.bits; return YES;
    case 2: {
      const uint16_t value = (uint16_t)integer.bits;
      memcpy(to, &value, 2);
      return YES;
    }
    case 4: {
      const uint32_t value = (uint32_t)integer.bits;
      memcpy(to, &value, 4);
      return YES;
    }
    default: memcpy(to, &integer.bits, 8); return YES;
  }
}

// One value of a list as a scalar of another code.
static BOOL convert(const uint8_t* from, uint32_t from_code, void* to, uint32_t code) {
  if (!is_float(from_code)) return put_integer(integer_at(from, from_code), code, to);
  const fastser_array one = {from, 1, from_code};
  if (from_code == FASTSER_TYPE_F64) {
    double value = 0;
    return fastser_array_copy(&one, from_code, &value, 1) == FASTSER_OK &&
           put_real(value, code, to);
  }
  float value = 0;
  return fastser_array_copy(&one, from_code, &value, 1) == FASTSER_OK && put_real(value, code, to);
}

static void wrong_count(FSRUnarchiverState* state, uint64_t found, size_t asked) {
  NSString* const FSR_POOLED message =
      [NSString stringWithFormat:@"%llu values where %lu are asked for", (unsigned long long)found,
                                 (unsigned long)asked];
  FSRFailHere(state, FASTSER_TYPE_MISMATCH, message);
}

// NO: an error, or a key that is missing.
static BOOL read_run(FSRUnarchiverState* state, const fastser_key* key, uint32_t code, size_t count,
                     char* address) {
  const fastser_array array = fastser_reader_array(state->reader, key);
  if (array.code == FASTSER_TYPE_NULL) FSRCheckReader(state);
  if (state->error != nil) return NO;
  if (array.code == FASTSER_TYPE_NULL && key != FASTSER_NO_KEY) return NO;  // a key that is missing
  if (array.count != count) {
    wrong_count(state, array.count, count);
    return NO;
  }
  if (count == 0) return YES;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (array.code == code) {  // as they lie in the archive
    memcpy(address, array.data, count * width_of(code));
    return YES;
  }
#endif
  if (fastser_array_copy(&array, code, address, count) == FASTSER_OK) return YES;
  const size_t from_width = width_of(array.code), width = width_of(code);
  for (size_t at = 0; at < count; ++at) {
    if (convert(array.data + at * from_width, array.code, address + at * width, code)) continue;
    FSRFailHere(state, FASTSER_TYPE_MISMATCH, @"a number that does not fit the type asked for");
    return NO;
  }
  return YES;
}

// Zeros for what is not there: after an error that is not raised a program goes on to read them.
void FSRDecodeRun(FSRUnarchiverState* state, const fastser_key* key, uint32_t code, size_t count,
                  void* address) {
  if (!read_run(state, key, code, count, address)) memset(address, 0, count * width_of(code));
}

// ---- C strings, selectors

static char* copy_text(const void* data, size_t size) {
  char* const text = malloc(size + 1);
  if (text == NULL) [NSException raise:NSMallocException format:@"no memory"];
  if (size != 0) memcpy(text, data, size);
  text[size] = 0;
  return text;
}

static char* decode_c_string(FSRUnarchiverState* state, const fastser_key* key) {
  fastser_reader* const reader = state->reader;
  switch (fastser_reader_peek(reader, key)) {
    case FASTSER_TYPE_NULL:
      fastser_reader_null(reader, key);
      FSRCheckReader(state);
      return NULL;
    case FASTSER_TYPE_DATA:
    case FASTSER_TYPE_SHARED_DATA: {
      const fastser_view data = fastser_reader_data(reader, key);
      FSRCheckReader(state);
      return copy_text(data.data, data.size);
    }
    default: {
      const fastser_text text = fastser_reader_string(reader, key);
      FSRCheckReader(state);
      return state->error == nil ? copy_text(text.data, text.size) : NULL;
    }
  }
}

static SEL decode_selector(FSRUnarchiverState* state, const fastser_key* key) {
  char* const name = decode_c_string(state, key);
  if (name == NULL) return NULL;
  const SEL selector = sel_registerName(name);
  free(name);
  return selector;
}

// ---- all types

// All that a struct has that is neither struct nor array, in the order of its memory.
static void decode_leaves(FSRUnarchiverState* state, const FSRType* type, char* address) {
  if (type->kind != FSR_STRUCT && type->kind != FSR_ARRAY) {
    return FSRDecodeType(state, FASTSER_NO_KEY, type, address);
  }
  if (type->kind == FSR_ARRAY) {
    for (size_t at = 0; at < type->count && state->error == nil; ++at) {
      decode_leaves(state, type->inner, address + at * type->inner->size);
    }
    return;
  }
  for (const FSRType* member = type->inner; member != NULL; member = member->next) {
    decode_leaves(state, member, address + member->offset);
  }
}

static void decode_members(FSRUnarchiverState* state, const FSRType* type, char* address) {
  if (type->kind == FSR_ARRAY) {
    for (size_t at = 0; at < type->count && state->error == nil; ++at) {
      FSRDecodeType(state, FASTSER_NO_KEY, type->inner, address + at * type->inner->size);
    }
    return;
  }
  for (const FSRType* member = type->inner; member != NULL && state->error == nil;
       member = member->next) {
    FSRDecodeType(state, FASTSER_NO_KEY, member, address + member->offset);
  }
}

static size_t members_of(const FSRType* type) {
  if (type->kind == FSR_ARRAY) return type->count;
  size_t count = 0;
  for (const FSRType* member = type->inner; member != NULL; member = member->next) ++count;
  return count;
}

// A struct, or an array of what is no scalar: a tuple or list of the members. Archives of earlier
// versions have a record of them, or a list of all scalars where those are of one kind; what was
// imported from GNUstep, whose archives do not say where a struct begins, has them side by side.
static void decode_parts(FSRUnarchiverState* state, const fastser_key* key, const FSRType* type,
                         char* address) {
  fastser_reader* const reader = state->reader;
  const uint32_t code = fastser_reader_peek(reader, key);
  uint64_t found = 0;
  memset(address, 0, type->size);
  if (code == FASTSER_TYPE_RECORD || code == FASTSER_TYPE_ANY_RECORD) {
    if (!fastser_reader_begin_record(reader, key)) return FSRCheckReader(state);
    decode_members(state, type, address);
    if (state->error == nil) fastser_reader_end_record(reader);
    return;
  }
  if (key == FASTSER_NO_KEY && code >= FASTSER_TYPE_BOOL && code <= FASTSER_TYPE_VAR_U64) {
    return decode_leaves(state, type, address);
  }
  if (!fastser_reader_begin_list(reader, key, &found)) {
    FSRCheckReader(state);
    if (key != FASTSER_NO_KEY && !fastser_reader_contains(reader, key)) return;
    return FSRFailHere(state, FASTSER_TYPE_MISMATCH, @"no struct or array where one is asked for");
  }
  if (found == members_of(type)) {
    decode_members(state, type, address);
  } else if (type->run_code != 0 && found == type->run) {
    decode_leaves(state, type, address);
  } else {
    return wrong_count(state, found, members_of(type));
  }
  if (state->error == nil) fastser_reader_end_list(reader);
}

// Arrays of char are data.
static void decode_chars(FSRUnarchiverState* state, const fastser_key* key, size_t count,
                         void* address) {
  const fastser_view data = fastser_reader_data(state->reader, key);
  FSRCheckReader(state);
  memset(address, 0, count);
  if (state->error != nil) return;
  if (data.size != count) {
    wrong_count(state, data.size, count);
  } else if (count != 0) {
    memcpy(address, data.data, count);
  }
}

void FSRDecodeArray(FSRUnarchiverState* state, const fastser_key* key, const FSRType* type,
                    size_t count, void* address) {
  if (type->kind == FSR_SCALAR) {
    const uint32_t code = fastser_reader_peek(state->reader, key);
    if (code == FASTSER_TYPE_DATA || code == FASTSER_TYPE_SHARED_DATA) {
      if (type->size == 1) return decode_chars(state, key, count, address);
    }
    if (code != FASTSER_TYPE_TUPLE) {
      return FSRDecodeRun(state, key, type->run_code, count, address);
    }
  }
  const FSRType array = {.kind = FSR_ARRAY,
                         .run_code = type->run_code,
                         .run = type->run * count,
                         .size = type->size * count,
                         .count = count,
                         .inner = (FSRType*)type};
  decode_parts(state, key, &array, address);
}

void FSRDecodeType(FSRUnarchiverState* state, const fastser_key* key, const FSRType* type,
                   void* address) {
  switch (type->kind) {
    case FSR_SCALAR: return FSRDecodeScalar(state, key, type->code, address);
    case FSR_OBJECT: FSRPutRetained(address, FSRDecodeObject(state, key)); return;
    case FSR_CSTRING: *(char**)address = decode_c_string(state, key); return;
    case FSR_CLASS: *(Class*)address = FSRDecodeClass(state, key); return;
    case FSR_SELECTOR: *(SEL*)address = decode_selector(state, key); return;
    case FSR_ARRAY: return FSRDecodeArray(state, key, type->inner, type->count, address);
    default: return decode_parts(state, key, type, address);
  }
}

FSR_BORROWED_END
