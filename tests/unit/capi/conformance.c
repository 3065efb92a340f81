/* SPDX-License-Identifier: MIT
 *
 * A description is read in step with the calls that write the value, or that read it.
 */
#include "unit/capi/conformance.h"

#include <string.h>

enum { kMostClasses = 8, kMostObjects = 64, kMostBytes = 256 };

/* Objects are told apart by an address, and described in the order in which they are met. */
static const char kIdentities[kMostObjects];

typedef struct fsr_walk {
  fastser_reader* about;
  fastser_writer* writer; /* one of the two */
  fastser_reader* reader;
  uint32_t objects; /* met so far */
  const char* wrong;
} fsr_walk;

static int is(fastser_text text, const char* literal) {
  return text.size == strlen(literal) && memcmp(text.data, literal, text.size) == 0;
}
static int same(fastser_text left, fastser_text right) {
  return left.size == right.size &&
         (left.size == 0 || memcmp(left.data, right.data, left.size) == 0);
}
static void expect(fsr_walk* walk, int holds, const char* otherwise) {
  if (!holds && walk->wrong == NULL) walk->wrong = otherwise;
}

static fastser_text next_text(fsr_walk* walk) {
  return fastser_reader_string(walk->about, FASTSER_NO_KEY);
}
static uint64_t open_list(fsr_walk* walk) {
  uint64_t count = 0;
  expect(walk, fastser_reader_begin_list(walk->about, FASTSER_NO_KEY, &count), "no description");
  return count;
}

/* ---- texts of the description */

static unsigned hex_digit(char c) {
  return c >= 'A' ? (unsigned)(c - 'A') + 10 : (unsigned)(c - '0');
}
/* Digits in pairs, dashes between them. */
static size_t bytes_of_hex(fastser_text text, uint8_t bytes[kMostBytes]) {
  size_t count = 0, at = 0;
  while (at + 1 < text.size && count < kMostBytes) {
    if (text.data[at] == '-') {
      ++at;
      continue;
    }
    bytes[count++] = (uint8_t)(hex_digit(text.data[at]) * 16 + hex_digit(text.data[at + 1]));
    at += 2;
  }
  return count;
}
static uint64_t bits_of_hex(fastser_text text) {
  uint64_t bits = 0;
  size_t at;
  for (at = 0; at < text.size; ++at) bits = bits * 16 + hex_digit(text.data[at]);
  return bits;
}
static double double_of_hex(fastser_text text) {
  const uint64_t bits = bits_of_hex(text);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
static fastser_uuid uuid_of_text(fastser_text text) {
  uint8_t bytes[kMostBytes] = {0};
  fastser_uuid uuid;
  bytes_of_hex(text, bytes);
  memcpy(uuid.bytes, bytes, sizeof uuid.bytes);
  return uuid;
}
/* Of at most 64 bits. */
static fastser_decimal decimal_of_text(fastser_text text) {
  fastser_decimal decimal = {0, 0, 0, 0, 0};
  uint64_t digits = 0;
  int behind_point = 0;
  size_t at;
  for (at = 0; at < text.size; ++at) {
    if (text.data[at] == '-') {
      decimal.negative = 1;
    } else if (text.data[at] == '.') {
      behind_point = 1;
    } else {
      digits = digits * 10 + (uint64_t)(text.data[at] - '0');
      decimal.scale = (uint8_t)(decimal.scale + behind_point);
    }
  }
  decimal.low = (uint32_t)digits;
  decimal.middle = (uint32_t)(digits >> 32);
  return decimal;
}

/* ---- scalars and texts: one call each */

/* The code that a value of the kind has in the archive. */
static uint32_t code_of(fastser_text kind) {
  static const struct {
    const char* kind;
    uint32_t code;
  } kCodes[] = {
      {"nil", FASTSER_TYPE_ANY_REF}, {"null", FASTSER_TYPE_NULL},
      {"bool", FASTSER_TYPE_BOOL},   {"i8", FASTSER_TYPE_I8},
      {"u8", FASTSER_TYPE_U8},       {"i16", FASTSER_TYPE_I16},
      {"u16", FASTSER_TYPE_U16},     {"i32", FASTSER_TYPE_I32},
      {"u32", FASTSER_TYPE_U32},     {"i64", FASTSER_TYPE_I64},
      {"u64", FASTSER_TYPE_U64},     {"f32", FASTSER_TYPE_F32},
      {"f64", FASTSER_TYPE_F64},     {"string", FASTSER_TYPE_SHARED_STRING},
      {"uuid", FASTSER_TYPE_UUID},   {"data", FASTSER_TYPE_SHARED_DATA},
      {"url", FASTSER_TYPE_URL},     {"apple_date", FASTSER_TYPE_APPLE_DATE},
      {"list", FASTSER_TYPE_LIST},   {"decimal", FASTSER_TYPE_DECIMAL},
      {"f64s", FASTSER_TYPE_LIST},   {"class_ref", FASTSER_TYPE_CLASS_REF},
      {"set", FASTSER_TYPE_SET},     {"map", FASTSER_TYPE_MAP},
      {"counts", FASTSER_TYPE_MAP},  {"object", FASTSER_TYPE_ANY_REF},
      {"ref", FASTSER_TYPE_ANY_REF},
  };
  size_t at;
  for (at = 0; at < sizeof kCodes / sizeof *kCodes; ++at) {
    if (is(kind, kCodes[at].kind)) return kCodes[at].code;
  }
  return UINT32_MAX;
}

#define ABOUT(type) fastser_reader_##type(about, FASTSER_NO_KEY)

static void write_plain(fsr_walk* walk, const fastser_key* key, uint32_t code) {
  fastser_reader* const about = walk->about;
  fastser_writer* const w = walk->writer;
  uint8_t bytes[kMostBytes];
  fastser_text text;
  switch (code) {
    case FASTSER_TYPE_NULL: fastser_writer_null(w, key); break;
    case FASTSER_TYPE_BOOL: fastser_writer_bool(w, key, ABOUT(bool)); break;
    case FASTSER_TYPE_I8: fastser_writer_i8(w, key, ABOUT(i8)); break;
    case FASTSER_TYPE_U8: fastser_writer_u8(w, key, ABOUT(u8)); break;
    case FASTSER_TYPE_I16: fastser_writer_i16(w, key, ABOUT(i16)); break;
    case FASTSER_TYPE_U16: fastser_writer_u16(w, key, ABOUT(u16)); break;
    case FASTSER_TYPE_I32: fastser_writer_i32(w, key, ABOUT(i32)); break;
    case FASTSER_TYPE_U32: fastser_writer_u32(w, key, ABOUT(u32)); break;
    case FASTSER_TYPE_I64: fastser_writer_i64(w, key, ABOUT(i64)); break;
    case FASTSER_TYPE_U64: fastser_writer_u64(w, key, ABOUT(u64)); break;
    case FASTSER_TYPE_F32:
      fastser_writer_f32_bits(w, key, (uint32_t)bits_of_hex(next_text(walk)));
      break;
    case FASTSER_TYPE_F64: fastser_writer_f64_bits(w, key, bits_of_hex(next_text(walk))); break;
    case FASTSER_TYPE_APPLE_DATE:
      fastser_writer_apple_date(w, key, double_of_hex(next_text(walk)));
      break;
    case FASTSER_TYPE_UUID: fastser_writer_uuid(w, key, uuid_of_text(next_text(walk))); break;
    case FASTSER_TYPE_DECIMAL:
      fastser_writer_decimal(w, key, decimal_of_text(next_text(walk)));
      break;
    case FASTSER_TYPE_SHARED_DATA:
      fastser_writer_data(w, key, bytes, bytes_of_hex(next_text(walk), bytes));
      break;
    case FASTSER_TYPE_SHARED_STRING:
      text = next_text(walk);
      fastser_writer_string(w, key, text.data, text.size);
      break;
    case FASTSER_TYPE_URL:
      text = next_text(walk);
      fastser_writer_url(w, key, text.data, text.size);
      break;
    case FASTSER_TYPE_CLASS_REF:
      text = next_text(walk);
      fastser_writer_class_ref(w, key, text.data, text.size);
      break;
    default: walk->wrong = "a kind that there is not"; break;
  }
}

static int same_decimal(fastser_decimal left, fastser_decimal right) {
  return left.low == right.low && left.middle == right.middle && left.high == right.high &&
         left.scale == right.scale && left.negative == right.negative;
}

/* Whether the next value is the one that is described. */
static int compare_plain(fsr_walk* walk, const fastser_key* key, uint32_t code) {
  fastser_reader* const about = walk->about;
  fastser_reader* const r = walk->reader;
  uint8_t bytes[kMostBytes];
  fastser_view data;
  fastser_uuid uuid, expected;
  size_t size;
  switch (code) {
    case FASTSER_TYPE_NULL: fastser_reader_null(r, key); return 1;
    case FASTSER_TYPE_BOOL: return fastser_reader_bool(r, key) == ABOUT(bool);
    case FASTSER_TYPE_I8: return fastser_reader_i8(r, key) == ABOUT(i8);
    case FASTSER_TYPE_U8: return fastser_reader_u8(r, key) == ABOUT(u8);
    case FASTSER_TYPE_I16: return fastser_reader_i16(r, key) == ABOUT(i16);
    case FASTSER_TYPE_U16: return fastser_reader_u16(r, key) == ABOUT(u16);
    case FASTSER_TYPE_I32: return fastser_reader_i32(r, key) == ABOUT(i32);
    case FASTSER_TYPE_U32: return fastser_reader_u32(r, key) == ABOUT(u32);
    case FASTSER_TYPE_I64: return fastser_reader_i64(r, key) == ABOUT(i64);
    case FASTSER_TYPE_U64: return fastser_reader_u64(r, key) == ABOUT(u64);
    case FASTSER_TYPE_F32: return fastser_reader_f32_bits(r, key) == bits_of_hex(next_text(walk));
    case FASTSER_TYPE_F64: return fastser_reader_f64_bits(r, key) == bits_of_hex(next_text(walk));
    case FASTSER_TYPE_APPLE_DATE:
      return fastser_reader_apple_date(r, key) == double_of_hex(next_text(walk));
    case FASTSER_TYPE_DECIMAL:
      return same_decimal(fastser_reader_decimal(r, key), decimal_of_text(next_text(walk)));
    case FASTSER_TYPE_UUID:
      uuid = fastser_reader_uuid(r, key);
      expected = uuid_of_text(next_text(walk));
      return memcmp(uuid.bytes, expected.bytes, sizeof uuid.bytes) == 0;
    case FASTSER_TYPE_SHARED_DATA:
      data = fastser_reader_data(r, key);
      size = bytes_of_hex(next_text(walk), bytes);
      return data.size == size && (size == 0 || memcmp(data.data, bytes, size) == 0);
    default: return same(fastser_reader_string(r, key), next_text(walk));
  }
}

/* ---- what has values inside */

static void go_through(fsr_walk* walk, const fastser_key* key);

static void elements(fsr_walk* walk, const fastser_key* key, int is_set) {
  uint64_t left = open_list(walk), count = 0;
  if (walk->writer != NULL && is_set) {
    fastser_writer_begin_set(walk->writer, key, left, FASTSER_TYPE_ANY);
  } else if (walk->writer != NULL) {
    fastser_writer_begin_list(walk->writer, key, left, FASTSER_TYPE_ANY);
  } else {
    expect(walk, fastser_reader_begin_list(walk->reader, key, &count) && count == left, "a count");
  }
  for (; left != 0; --left) go_through(walk, FASTSER_NO_KEY);
  if (walk->writer != NULL) {
    fastser_writer_end_list(walk->writer);
  } else {
    fastser_reader_end_list(walk->reader);
  }
  fastser_reader_end_list(walk->about);
}

static void entries(fsr_walk* walk, const fastser_key* key, int are_counts) {
  const int by_text = !are_counts && is(next_text(walk), "string");
  const uint32_t keys = by_text ? FASTSER_TYPE_STRING : FASTSER_TYPE_ANY;
  const uint32_t values = are_counts ? FASTSER_TYPE_U64 : FASTSER_TYPE_ANY;
  uint64_t left = open_list(walk), count = 0;
  if (walk->writer != NULL) {
    fastser_writer_begin_map(walk->writer, key, left, keys, values, 0);
  } else {
    expect(walk, fastser_reader_begin_map(walk->reader, key, &count) && count == left, "a count");
    expect(walk,
           !by_text || left == 0 ||
               fastser_reader_element_code(walk->reader) == FASTSER_TYPE_SHARED_STRING,
           "keys that are not all strings");
  }
  for (; left != 0; --left) {
    open_list(walk);
    go_through(walk, FASTSER_NO_KEY);
    if (!are_counts) {
      go_through(walk, FASTSER_NO_KEY);
    } else if (walk->writer != NULL) {
      fastser_writer_u64(walk->writer, FASTSER_NO_KEY,
                         fastser_reader_u64(walk->about, FASTSER_NO_KEY));
    } else {
      expect(walk,
             fastser_reader_u64(walk->reader, FASTSER_NO_KEY) ==
                 fastser_reader_u64(walk->about, FASTSER_NO_KEY),
             "another count");
    }
    fastser_reader_end_list(walk->about);
  }
  if (walk->writer != NULL) {
    fastser_writer_end_map(walk->writer);
  } else {
    fastser_reader_end_map(walk->reader);
  }
  fastser_reader_end_list(walk->about);
}

static void doubles(fsr_walk* walk, const fastser_key* key) {
  double values[kMostObjects], again[kMostObjects];
  size_t count = (size_t)open_list(walk), at;
  if (count > kMostObjects) count = kMostObjects;
  for (at = 0; at < count; ++at) values[at] = double_of_hex(next_text(walk));
  fastser_reader_end_list(walk->about);
  if (walk->writer != NULL) {
    fastser_writer_array(walk->writer, key, FASTSER_TYPE_F64, values, count);
  } else {
    const fastser_array array = fastser_reader_array(walk->reader, key);
    expect(walk,
           array.count == count &&
               fastser_array_copy(&array, FASTSER_TYPE_F64, again, kMostObjects) == FASTSER_OK &&
               memcmp(values, again, count * sizeof *values) == 0,
           "other doubles");
  }
}

/* The class, and its super-classes behind it. */
static uint32_t class_chain(fsr_walk* walk) {
  fastser_text names[kMostClasses];
  uint32_t versions[kMostClasses], number = FASTSER_NO_NUMBER;
  size_t count = (size_t)open_list(walk), level;
  expect(walk, count <= kMostClasses, "too many super-classes");
  for (level = 0; level < count && level < kMostClasses; ++level) {
    open_list(walk);
    names[level] = next_text(walk);
    versions[level] = fastser_reader_u32(walk->about, FASTSER_NO_KEY);
    fastser_reader_end_list(walk->about);
  }
  fastser_reader_end_list(walk->about);
  if (walk->writer == NULL) {
    expect(walk, fastser_reader_class_levels(walk->reader) == level, "other super-classes");
  }
  while (level-- > 0) {
    if (walk->writer != NULL) {
      number = fastser_writer_class(walk->writer, names[level].data, names[level].size,
                                    versions[level], number);
    } else {
      const uint32_t at = (uint32_t)level;
      expect(walk, same(fastser_reader_class_name(walk->reader, at), names[level]), "a class");
      expect(walk, fastser_reader_class_version(walk->reader, at) == versions[level], "a version");
    }
  }
  return number;
}

static const fastser_key* field_key(fsr_walk* walk) {
  fastser_text name;
  if (fastser_reader_peek(walk->about, FASTSER_NO_KEY) == FASTSER_TYPE_NULL) {
    fastser_reader_skip(walk->about, FASTSER_NO_KEY);
    return FASTSER_NO_KEY;
  }
  name = next_text(walk);
  return walk->writer != NULL ? fastser_writer_key(walk->writer, name.data, name.size)
                              : fastser_reader_key(walk->reader, name.data, name.size);
}

static void object(fsr_walk* walk, const fastser_key* key) {
  const uint32_t number = walk->objects++ % kMostObjects;
  uint64_t left;
  if (walk->writer != NULL) {
    const uint32_t of = class_chain(walk);
    expect(walk, fastser_writer_begin_object(walk->writer, key, &kIdentities[number], of),
           "an object that was written before");
  } else {
    const fastser_object begun = fastser_reader_begin_object(walk->reader, key);
    expect(walk, begun.kind == FASTSER_OBJECT_NEW && begun.number == number, "no new object");
    class_chain(walk);
  }
  for (left = open_list(walk); left != 0; --left) {
    open_list(walk);
    go_through(walk, field_key(walk));
    fastser_reader_end_list(walk->about);
  }
  if (walk->writer != NULL) {
    fastser_writer_end_object(walk->writer);
  } else {
    expect(walk, fastser_reader_is_at_end(walk->reader), "more fields");
    fastser_reader_end_object(walk->reader);
  }
  fastser_reader_end_list(walk->about);
}

static void reference(fsr_walk* walk, const fastser_key* key) {
  const uint32_t number = fastser_reader_u32(walk->about, FASTSER_NO_KEY) % kMostObjects;
  if (walk->writer != NULL) {
    fastser_writer_reference(walk->writer, key, &kIdentities[number]);
  } else {
    const fastser_object met = fastser_reader_begin_object(walk->reader, key);
    expect(walk, met.kind == FASTSER_OBJECT_REFERENCE && met.number == number, "no reference");
  }
}

static void nil(fsr_walk* walk, const fastser_key* key) {
  if (walk->writer != NULL) {
    fastser_writer_begin_object(walk->writer, key, NULL, FASTSER_NO_NUMBER);
  } else {
    expect(walk, fastser_reader_begin_object(walk->reader, key).kind == FASTSER_OBJECT_NIL,
           "an object");
  }
}

static void go_through(fsr_walk* walk, const fastser_key* key) {
  fastser_text kind;
  uint32_t code;
  open_list(walk);
  kind = next_text(walk);
  code = code_of(kind);
  if (walk->writer == NULL) {
    expect(walk, fastser_reader_peek(walk->reader, key) == code, "a value of another kind");
  }
  if (is(kind, "nil")) {
    nil(walk, key);
  } else if (is(kind, "object")) {
    object(walk, key);
  } else if (is(kind, "ref")) {
    reference(walk, key);
  } else if (is(kind, "list") || is(kind, "set")) {
    elements(walk, key, is(kind, "set"));
  } else if (is(kind, "map") || is(kind, "counts")) {
    entries(walk, key, is(kind, "counts"));
  } else if (is(kind, "f64s")) {
    doubles(walk, key);
  } else if (walk->writer != NULL) {
    write_plain(walk, key, code);
  } else {
    expect(walk, compare_plain(walk, key, code), "another value");
  }
  expect(walk, fastser_reader_is_at_end(walk->about), "a description that goes on");
  fastser_reader_end_list(walk->about);
}

void c_write_described(fastser_reader* about, fastser_writer* writer) {
  fsr_walk walk = {about, writer, NULL, 0, NULL};
  go_through(&walk, FASTSER_NO_KEY);
  if (walk.wrong != NULL)
    fastser_writer_fail(writer, FASTSER_USAGE, walk.wrong, strlen(walk.wrong));
}

const char* c_compare_described(fastser_reader* about, fastser_reader* reader) {
  fsr_walk walk = {about, NULL, reader, 0, NULL};
  go_through(&walk, FASTSER_NO_KEY);
  return walk.wrong;
}
