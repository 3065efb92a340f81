/* SPDX-License-Identifier: MIT
 *
 * The program of docs/c-api.md, word for word (tests/unit/docs/c_api_example_test.cc sees to it),
 * which is why clang-format leaves it alone.
 */
/* clang-format off */
#include <fastser/fastser.h>
#include <stdio.h>
#include <string.h>

typedef struct reading { int32_t second; double celsius; } reading;
typedef struct station { const char* name; size_t count; reading readings[8]; } station;

/* Keys are constants: they are told apart by their address. */
static const fastser_key kName = FASTSER_KEY("name"), kReadings = FASTSER_KEY("readings"),
                         kSecond = FASTSER_KEY("second"), kCelsius = FASTSER_KEY("celsius");

/* One archive. The writer may have written others before, and is the faster for it. */
static int32_t write_station(fastser_writer* writer, const station* from, fastser_bytes* archive,
                             fastser_error* error) {
  const uint32_t of_station = fastser_writer_class(writer, "Station", 7, 1, FASTSER_NO_NUMBER);
  const uint32_t of_reading = fastser_writer_class(writer, "Reading", 7, 0, FASTSER_NO_NUMBER);
  size_t i;
  fastser_writer_begin_record(writer, FASTSER_NO_KEY, of_station);
  fastser_writer_string(writer, &kName, from->name, strlen(from->name));
  fastser_writer_begin_list(writer, &kReadings, from->count, FASTSER_TYPE_ANY_RECORD);
  for (i = 0; i < from->count; ++i) {
    fastser_writer_begin_record(writer, FASTSER_NO_KEY, of_reading);
    fastser_writer_i32(writer, &kSecond, from->readings[i].second);
    fastser_writer_f64(writer, &kCelsius, from->readings[i].celsius);
    fastser_writer_end_record(writer);
  }
  fastser_writer_end_list(writer);
  fastser_writer_end_record(writer);
  return fastser_writer_finish(writer, NULL, archive, error);  /* tells of errors before, too */
}

/* Fields are asked for in any order. What an archive lacks is zero. */
static int32_t read_station(fastser_reader* reader, fastser_bytes archive, station* to,
                            char name[64], fastser_error* error) {
  fastser_text text;
  uint64_t count;
  int32_t status = fastser_reader_open(reader, archive.data, archive.size, NULL, error);
  if (status != FASTSER_OK) return status;
  to->count = 0;
  if (fastser_reader_begin_record(reader, FASTSER_NO_KEY)) {
    if (fastser_reader_begin_list(reader, &kReadings, &count)) {
      while (to->count < 8 && !fastser_reader_is_at_end(reader)) {
        if (!fastser_reader_begin_record(reader, FASTSER_NO_KEY)) break;
        to->readings[to->count].celsius = fastser_reader_f64(reader, &kCelsius);
        to->readings[to->count].second = fastser_reader_i32(reader, &kSecond);
        ++to->count;
        fastser_reader_end_record(reader);
      }
      fastser_reader_end_list(reader);
    }
    text = fastser_reader_string(reader, &kName);  /* a view of the archive */
    if (text.size >= 64) fastser_reader_fail(reader, FASTSER_NO_SPACE, "a long name", 11);
    else if (text.size != 0) memcpy(name, text.data, text.size);
    name[text.size < 64 ? text.size : 0] = 0;
    to->name = name;
    fastser_reader_end_record(reader);
  }
  return fastser_reader_finish(reader, error);
}

int main(void) {
  const station bern = {"Bern", 2, {{0, 11.5}, {600, 11.75}}};
  station again;
  char name[64];
  fastser_error error = FASTSER_ERROR_INIT;
  fastser_bytes archive = {NULL, 0, NULL, NULL};
  fastser_writer* writer = NULL;
  fastser_reader* reader = NULL;
  int32_t status = fastser_writer_create(NULL, &writer, &error);
  if (status == FASTSER_OK) status = fastser_reader_create(&reader, &error);
  if (status == FASTSER_OK) status = write_station(writer, &bern, &archive, &error);
  if (status == FASTSER_OK) status = read_station(reader, archive, &again, name, &error);
  if (status != FASTSER_OK) {
    fprintf(stderr, "%s at %s: %s\n", fastser_status_name(status), error.path, error.message);
    return 1;
  }
  printf("%s: %d readings, the last one %.2f\n", again.name, (int)again.count,
         again.readings[1].celsius);

  --archive.size;  /* an error: the last byte is missing */
  status = read_station(reader, archive, &again, name, &error);
  printf("%s: %s\n", fastser_status_name(status), error.message);
  ++archive.size;

  fastser_bytes_release(&archive);
  fastser_writer_destroy(writer);
  fastser_reader_destroy(reader);
  return status == FASTSER_OK;
}
