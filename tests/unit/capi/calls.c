/* SPDX-License-Identifier: MIT
 *
 * The C interface, used from C: literals as keys, structs by value, callbacks, sticky errors.
 */
#include "unit/capi/calls.h"

#include <string.h>

#define TEXT_OF_(line) #line
#define TEXT_OF(line) TEXT_OF_(line)
#define CHECK(condition)                                                     \
  do {                                                                       \
    if (!(condition)) return __FILE__ ":" TEXT_OF(__LINE__) ": " #condition; \
  } while (0)

/* ---- every kind of value */

static const fastser_key kKeys[] = {
    FASTSER_KEY("bool"),     FASTSER_KEY("i8"),       FASTSER_KEY("u8"),    FASTSER_KEY("i16"),
    FASTSER_KEY("u16"),      FASTSER_KEY("i32"),      FASTSER_KEY("u32"),   FASTSER_KEY("i64"),
    FASTSER_KEY("u64"),      FASTSER_KEY("f32"),      FASTSER_KEY("f64"),   FASTSER_KEY("f32 bits"),
    FASTSER_KEY("f64 bits"), FASTSER_KEY("vi64"),     FASTSER_KEY("vu64"),  FASTSER_KEY("null"),
    FASTSER_KEY("string"),   FASTSER_KEY("string16"), FASTSER_KEY("data"),  FASTSER_KEY("url"),
    FASTSER_KEY("class"),    FASTSER_KEY("date"),     FASTSER_KEY("apple"), FASTSER_KEY("duration"),
    FASTSER_KEY("uuid"),     FASTSER_KEY("decimal"),  FASTSER_KEY("array"), FASTSER_KEY("list"),
    FASTSER_KEY("set"),      FASTSER_KEY("map"),      FASTSER_KEY("tuple"), FASTSER_KEY("record"),
    FASTSER_KEY("empty"),
};

static const uint16_t kWide[] = {0x007A, 0x00FC, 0xD83D, 0xDE00}; /* z, u with dots, a face */
static const int32_t kNumbers[] = {1, -2, 3};

static fastser_uuid a_uuid(void) {
  fastser_uuid uuid;
  int i;
  for (i = 0; i < 16; ++i) uuid.bytes[i] = (uint8_t)(i * 17);
  return uuid;
}

static void write_every_kind(fastser_writer* w, int keyed) {
  const fastser_date date = {-5, 999999999};
  const fastser_decimal decimal = {1, 2, 3, 28, 1};
  int at = 0;
#define KEY() (++at, keyed ? &kKeys[at - 1] : FASTSER_NO_KEY)
  fastser_writer_bool(w, KEY(), 1);
  fastser_writer_i8(w, KEY(), INT8_MIN);
  fastser_writer_u8(w, KEY(), UINT8_MAX);
  fastser_writer_i16(w, KEY(), INT16_MIN);
  fastser_writer_u16(w, KEY(), UINT16_MAX);
  fastser_writer_i32(w, KEY(), INT32_MIN);
  fastser_writer_u32(w, KEY(), UINT32_MAX);
  fastser_writer_i64(w, KEY(), INT64_MIN);
  fastser_writer_u64(w, KEY(), UINT64_MAX);
  fastser_writer_f32(w, KEY(), 0.5f);
  fastser_writer_f64(w, KEY(), -0.25);
  fastser_writer_f32_bits(w, KEY(), 0x7F800001U); /* a signalling NaN */
  fastser_writer_f64_bits(w, KEY(), UINT64_C(0x7FF0000000000001));
  fastser_writer_vi64(w, KEY(), -70000);
  fastser_writer_vu64(w, KEY(), UINT64_MAX);
  fastser_writer_null(w, KEY());
  fastser_writer_string(w, KEY(), "a\0text", 6);
  fastser_writer_string16(w, KEY(), kWide, 4);
  fastser_writer_data(w, KEY(), "\x00\xFF", 2);
  fastser_writer_url(w, KEY(), "a:b", 3);
  fastser_writer_class_ref(w, KEY(), "Some", 4);
  fastser_writer_date(w, KEY(), date);
  fastser_writer_apple_date(w, KEY(), -0.625);
  fastser_writer_duration(w, KEY(), -1);
  fastser_writer_uuid(w, KEY(), a_uuid());
  fastser_writer_decimal(w, KEY(), decimal);
  fastser_writer_array(w, KEY(), FASTSER_TYPE_I32, kNumbers, 3);
  fastser_writer_begin_list(w, KEY(), FASTSER_UNKNOWN_COUNT, FASTSER_TYPE_ANY);
  fastser_writer_i8(w, NULL, 5);
  fastser_writer_string(w, NULL, "x", 1);
  fastser_writer_end_list(w);
  fastser_writer_begin_set(w, KEY(), 2, FASTSER_TYPE_U16);
  fastser_writer_u16(w, NULL, 1);
  fastser_writer_u16(w, NULL, 2);
  fastser_writer_end_list(w);
  fastser_writer_begin_map(w, KEY(), 1, FASTSER_TYPE_STRING, FASTSER_TYPE_ANY, 1);
  fastser_writer_string(w, NULL, "k", 1);
  fastser_writer_begin_list(w, NULL, 1, FASTSER_TYPE_U8);
  fastser_writer_u8(w, NULL, 7);
  fastser_writer_end_list(w);
  fastser_writer_end_map(w);
  fastser_writer_begin_tuple(w, KEY(), 2);
  fastser_writer_bool(w, NULL, 0);
  fastser_writer_null(w, NULL);
  fastser_writer_end_tuple(w);
  fastser_writer_begin_record(w, KEY(), fastser_writer_class(w, "Inner", 5, 3, FASTSER_NO_NUMBER));
  fastser_writer_i32(w, &kKeys[5], 9);
  fastser_writer_end_record(w);
  fastser_writer_string(w, KEY(), NULL, 0);
}

static int is_text(fastser_text text, const char* expected, size_t size) {
  return text.size == size && memcmp(text.data, expected, size) == 0;
}

static const char* read_every_kind(fastser_reader* r, int keyed) {
  int at = 0;
  uint64_t count = 0;
  int32_t numbers[3];
  fastser_text16 wide;
  fastser_view data;
  fastser_date date;
  fastser_uuid uuid, expected = a_uuid();
  fastser_decimal decimal;
  fastser_array array;
  CHECK(fastser_reader_bool(r, KEY()) == 1);
  CHECK(fastser_reader_i8(r, KEY()) == INT8_MIN);
  CHECK(fastser_reader_u8(r, KEY()) == UINT8_MAX);
  CHECK(fastser_reader_i16(r, KEY()) == INT16_MIN);
  CHECK(fastser_reader_u16(r, KEY()) == UINT16_MAX);
  CHECK(fastser_reader_i32(r, KEY()) == INT32_MIN);
  CHECK(fastser_reader_u32(r, KEY()) == UINT32_MAX);
  CHECK(fastser_reader_i64(r, KEY()) == INT64_MIN);
  CHECK(fastser_reader_u64(r, KEY()) == UINT64_MAX);
  CHECK(fastser_reader_f32(r, KEY()) == 0.5f);
  CHECK(fastser_reader_f64(r, KEY()) == -0.25);
  CHECK(fastser_reader_f32_bits(r, KEY()) == 0x7F800001U);
  CHECK(fastser_reader_f64_bits(r, KEY()) == UINT64_C(0x7FF0000000000001));
  CHECK(fastser_reader_i64(r, KEY()) == -70000);
  CHECK(fastser_reader_u64(r, KEY()) == UINT64_MAX);
  CHECK(fastser_reader_peek(r, keyed ? &kKeys[at] : NULL) == FASTSER_TYPE_NULL);
  CHECK(fastser_reader_is_nothing(r, keyed ? &kKeys[at] : NULL) == 1);
  CHECK(fastser_reader_offset(r) != 0);
  fastser_reader_null(r, KEY());
  CHECK(is_text(fastser_reader_string(r, KEY()), "a\0text", 6));
  wide = fastser_reader_string16(r, KEY());
  CHECK(wide.size == 4 && memcmp(wide.data, kWide, sizeof kWide) == 0);
  data = fastser_reader_data(r, KEY());
  CHECK(data.size == 2 && data.data[0] == 0 && data.data[1] == 0xFF);
  CHECK(is_text(fastser_reader_url(r, KEY()), "a:b", 3));
  CHECK(is_text(fastser_reader_class_ref(r, KEY()), "Some", 4));
  date = fastser_reader_date(r, KEY());
  CHECK(date.seconds == -5 && date.nanoseconds == 999999999);
  CHECK(fastser_reader_apple_date(r, KEY()) == -0.625);
  CHECK(fastser_reader_duration(r, KEY()) == -1);
  uuid = fastser_reader_uuid(r, KEY());
  CHECK(memcmp(&uuid, &expected, sizeof uuid) == 0);
  decimal = fastser_reader_decimal(r, KEY());
  CHECK(decimal.low == 1 && decimal.middle == 2 && decimal.high == 3);
  CHECK(decimal.scale == 28 && decimal.negative == 1);
  array = fastser_reader_array(r, KEY());
  CHECK(array.code == FASTSER_TYPE_I32 && array.count == 3);
  CHECK(fastser_array_copy(&array, FASTSER_TYPE_U32, numbers, 3) == FASTSER_TYPE_MISMATCH);
  CHECK(fastser_array_copy(&array, FASTSER_TYPE_I32, numbers, 2) == FASTSER_NO_SPACE);
  CHECK(fastser_array_copy(&array, FASTSER_TYPE_I32, numbers, 3) == FASTSER_OK);
  CHECK(memcmp(numbers, kNumbers, sizeof numbers) == 0);
  CHECK(fastser_reader_peek_element(r, keyed ? &kKeys[at] : NULL) == FASTSER_TYPE_ANY);
  CHECK(fastser_reader_begin_list(r, KEY(), &count) == 1 && count == 2);
  CHECK(fastser_reader_element_code(r) == FASTSER_TYPE_ANY);
  CHECK(fastser_reader_peek(r, NULL) == FASTSER_TYPE_I8);
  CHECK(fastser_reader_i32(r, NULL) == 5);
  CHECK(fastser_reader_elements_left(r) == 1);
  fastser_reader_skip(r, NULL);
  CHECK(fastser_reader_is_at_end(r) == 1);
  fastser_reader_end_list(r);
  CHECK(fastser_reader_begin_list(r, KEY(), NULL) == 1);
  CHECK(fastser_reader_u16(r, NULL) == 1);
  fastser_reader_end_list(r);
  CHECK(fastser_reader_begin_map(r, KEY(), &count) == 1 && count == 1);
  CHECK(fastser_reader_mapped_code(r) == FASTSER_TYPE_ANY);
  CHECK(is_text(fastser_reader_string(r, NULL), "k", 1));
  array = fastser_reader_array(r, NULL);
  CHECK(array.code == FASTSER_TYPE_U8 && array.count == 1 && array.data[0] == 7);
  fastser_reader_end_map(r);
  CHECK(fastser_reader_begin_list(r, KEY(), &count) == 1 && count == 2);
  CHECK(fastser_reader_bool(r, NULL) == 0);
  fastser_reader_null(r, NULL);
  fastser_reader_end_list(r);
  CHECK(fastser_reader_begin_record(r, KEY()) == 1);
  CHECK(fastser_reader_class_levels(r) == 1);
  CHECK(is_text(fastser_reader_class_name(r, 0), "Inner", 5));
  CHECK(fastser_reader_class_version(r, 0) == 3);
  CHECK(fastser_reader_field_count(r) == 1 && fastser_reader_field_index(r) == 0);
  CHECK(is_text(fastser_reader_field(r, 0).name, "i32", 3));
  CHECK(fastser_reader_field(r, 0).code == FASTSER_TYPE_I32);
  CHECK(fastser_reader_contains(r, &kKeys[5]) == 1);
  CHECK(fastser_reader_contains(r, &kKeys[6]) == 0);
  CHECK(fastser_reader_i64(r, &kKeys[5]) == 9);
  CHECK(fastser_reader_i64(r, &kKeys[6]) == 0);
  fastser_reader_end_record(r);
  CHECK(fastser_reader_string(r, KEY()).size == 0);
#undef KEY
  return NULL;
}

const char* c_every_kind(int keyed) {
  fastser_writer_options options = {.struct_size = sizeof options};
  fastser_writer* writer = NULL;
  fastser_reader* reader = NULL;
  fastser_bytes bytes;
  fastser_error error = FASTSER_ERROR_INIT;
  const char* failed;
  options.user_version = 12;
  options.checksum = 1;
  CHECK(fastser_writer_create(&options, &writer, &error) == FASTSER_OK);
  CHECK(fastser_reader_create(&reader, &error) == FASTSER_OK);
  write_every_kind(writer, keyed);
  CHECK(fastser_writer_status(writer, &error) == FASTSER_OK);
  CHECK(fastser_writer_finish(writer, NULL, &bytes, &error) == FASTSER_OK);
  CHECK(fastser_verify(bytes.data, bytes.size, FASTSER_FORMAT_ARCHIVE, NULL, &error) == FASTSER_OK);
  CHECK(fastser_reader_open(reader, bytes.data, bytes.size, NULL, &error) == FASTSER_OK);
  CHECK(fastser_reader_user_version(reader) == 12);
  failed = read_every_kind(reader, keyed);
  if (failed != NULL) return failed;
  CHECK(fastser_reader_finish(reader, &error) == FASTSER_OK);
  fastser_bytes_release(&bytes);
  CHECK(bytes.data == NULL && bytes.size == 0);
  fastser_writer_destroy(writer);
  fastser_reader_destroy(reader);
  return NULL;
}

/* ---- objects */

typedef struct node {
  int32_t number;
  struct node* next;
} node;

static const fastser_key kNumber = FASTSER_KEY("number"), kNext = FASTSER_KEY("next");

enum { kLong = 5000 };

static int32_t write_node(fastser_writer* writer, const void* identity, uint32_t class_number,
                          void* context) {
  const node* const from = identity;
  ++*(int*)context;
  fastser_writer_i32(writer, &kNumber, from->number);
  fastser_writer_object(writer, &kNext, from->next, class_number, write_node, context);
  return FASTSER_OK;
}

static void read_fields(fastser_reader* reader, node* to);

static node* read_node(fastser_reader* reader, const fastser_key* key) {
  static node made[kLong + 1]; /* one is promised, and never written */
  const fastser_object found = fastser_reader_begin_object_or_later(reader, key);
  if (found.kind == FASTSER_OBJECT_NIL) return NULL;
  if (found.kind == FASTSER_OBJECT_REFERENCE) return fastser_reader_object(reader, found.number);
  fastser_reader_set_object(reader, found.number, &made[found.number]);
  if (found.kind == FASTSER_OBJECT_NEW) {
    read_fields(reader, &made[found.number]);
    fastser_reader_end_object(reader);
  }
  return &made[found.number];
}

static void read_fields(fastser_reader* reader, node* to) {
  to->number = fastser_reader_i32(reader, &kNumber);
  to->next = read_node(reader, &kNext);
}

const char* c_graph(void) {
  static node chain[kLong];
  fastser_writer* writer = NULL;
  fastser_reader* reader = NULL;
  fastser_view view;
  fastser_limits limits = {.struct_size = sizeof limits};
  fastser_error error = FASTSER_ERROR_INIT;
  int bodies = 0, i;
  uint32_t number;
  const node* at;
  CHECK(fastser_writer_create(NULL, &writer, NULL) == FASTSER_OK);
  CHECK(fastser_reader_create(&reader, NULL) == FASTSER_OK);
  for (i = 0; i < kLong; ++i) {
    chain[i].number = i;
    chain[i].next = &chain[(i + 1) % kLong];
  }
  fastser_writer_conditional(writer, NULL, &chain[7]);
  fastser_writer_conditional(writer, NULL, &bodies); /* which nobody writes */
  fastser_writer_object(writer, NULL, &chain[0],
                        fastser_writer_class(writer, "Node", 4, 0, FASTSER_NO_NUMBER), write_node,
                        &bodies);
  fastser_writer_reference(writer, NULL, &chain[9]);
  CHECK(fastser_writer_finish_view(writer, &view, &error) == FASTSER_OK);
  CHECK(bodies == kLong);
  limits.memory_base = 1 << 20;
  CHECK(fastser_reader_open(reader, view.data, view.size, &limits, &error) == FASTSER_OK);
  at = read_node(reader, NULL);
  CHECK(at != NULL);
  CHECK(read_node(reader, NULL) == NULL);
  CHECK(read_node(reader, NULL) != NULL);
  CHECK(read_node(reader, NULL) != NULL);
  for (; fastser_reader_begin_pending(reader, &number); fastser_reader_end_object(reader)) {
    read_fields(reader, fastser_reader_object(reader, number));
  }
  CHECK(fastser_reader_finish(reader, &error) == FASTSER_OK);
  CHECK(at->number == 7);
  for (i = 7; i < kLong + 7; ++i, at = at->next) CHECK(at->number == i % kLong);
  CHECK(at->number == 7);
  fastser_writer_destroy(writer);
  fastser_reader_destroy(reader);
  return NULL;
}

static int32_t fails(fastser_writer* writer, const void* identity, uint32_t class_number,
                     void* context) {
  (void)identity;
  (void)class_number;
  if (context != NULL) fastser_writer_fail(writer, 1234, "no ink", 6);
  return 1007;
}

const char* c_failing_body(void) {
  fastser_writer* writer = NULL;
  fastser_bytes bytes;
  fastser_error error = FASTSER_ERROR_INIT;
  const char object = 0;
  uint32_t of;
  CHECK(fastser_writer_create(NULL, &writer, NULL) == FASTSER_OK);
  of = fastser_writer_class(writer, "C", 1, 0, FASTSER_NO_NUMBER);
  fastser_writer_object(writer, &kNext, &object, of, fails, NULL);
  CHECK(fastser_writer_status(writer, NULL) == 1007);
  CHECK(fastser_writer_finish(writer, NULL, &bytes, &error) == 1007);
  CHECK(bytes.data == NULL && error.status == 1007 && error.message[0] != 0);
  CHECK(strcmp(error.path, "next") == 0);
  fastser_writer_object(writer, NULL, &object, of, fails, &error);
  CHECK(fastser_writer_finish(writer, NULL, &bytes, &error) == 1234);
  CHECK(strcmp(error.message, "no ink") == 0);
  fastser_writer_i32(writer, NULL, 1);
  CHECK(fastser_writer_finish(writer, NULL, &bytes, &error) == FASTSER_OK);
  fastser_bytes_release(&bytes);
  fastser_writer_destroy(writer);
  return NULL;
}

/* ---- a record that C++ knows as a struct */

static const fastser_key kName = FASTSER_KEY("name"), kAge = FASTSER_KEY("age"),
                         kScores = FASTSER_KEY("scores"), kHome = FASTSER_KEY("home"),
                         kCity = FASTSER_KEY("city");

int32_t c_write_person(fastser_bytes* bytes, fastser_error* error) {
  const double scores[] = {0.5, 1.5};
  fastser_writer* writer = NULL;
  int32_t status = fastser_writer_create(NULL, &writer, error);
  if (status != FASTSER_OK) return status;
  fastser_writer_begin_record(writer, NULL,
                              fastser_writer_class(writer, "Person", 6, 2, FASTSER_NO_NUMBER));
  fastser_writer_string(writer, &kName, "Zoe", 3);
  fastser_writer_i16(writer, &kAge, -2);
  fastser_writer_array(writer, &kScores, FASTSER_TYPE_F64, scores, 2);
  fastser_writer_begin_record(writer, &kHome,
                              fastser_writer_class(writer, "Home", 4, 0, FASTSER_NO_NUMBER));
  fastser_writer_string(writer, &kCity, "Bern", 4);
  fastser_writer_end_record(writer);
  fastser_writer_end_record(writer);
  status = fastser_writer_finish(writer, NULL, bytes, error);
  fastser_writer_destroy(writer);
  return status;
}

const char* c_read_person(const void* data, size_t size) {
  fastser_reader* reader = NULL;
  fastser_array scores;
  double two[2];
  CHECK(fastser_reader_create(&reader, NULL) == FASTSER_OK);
  CHECK(fastser_reader_open(reader, data, size, NULL, NULL) == FASTSER_OK);
  CHECK(fastser_reader_begin_record(reader, NULL) == 1);
  CHECK(is_text(fastser_reader_class_name(reader, 0), "Person", 6));
  CHECK(fastser_reader_class_version(reader, 0) == 2);
  scores = fastser_reader_array(reader, &kScores); /* out of order */
  CHECK(fastser_array_copy(&scores, FASTSER_TYPE_F64, two, 2) == FASTSER_OK);
  CHECK(two[0] == 0.5 && two[1] == 1.5);
  CHECK(fastser_reader_begin_record(reader, &kHome) == 1);
  CHECK(is_text(fastser_reader_string(reader, &kCity), "Bern", 4));
  fastser_reader_end_record(reader);
  CHECK(fastser_reader_i32(reader, &kAge) == -2);
  CHECK(is_text(fastser_reader_string(reader, &kName), "Zoe", 3));
  fastser_reader_end_record(reader);
  CHECK(fastser_reader_finish(reader, NULL) == FASTSER_OK);
  fastser_reader_destroy(reader);
  return NULL;
}
