/* SPDX-License-Identifier: MIT
 *
 * The example of docs/plans.md in C: a struct that says everything by offset, described by calls,
 * written and read without a function of its own.
 */
#include <fastser/fastser.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct reading {
  double celsius;
  uint32_t second;
  uint8_t valid;
};
struct station {
  const char* name; /* not ended by a zero */
  uint32_t name_size;
  uint32_t count;
  struct reading* readings;
};

/* --- the description ------------------------------------------------------------------------- */

static int32_t type_of_station(fastser_type** type, fastser_error* error) {
  fastser_type_builder* types = NULL;
  int32_t status = fastser_type_builder_create(&types, error);
  if (status != FASTSER_OK) return status;
  const fastser_type_id reading = fastser_type_builder_record(types, "Reading", 7, 0);
  fastser_type_builder_field(types, reading, "celsius", 7,
                             fastser_type_builder_code(types, FASTSER_TYPE_F64));
  fastser_type_builder_field(types, reading, "second", 6,
                             fastser_type_builder_code(types, FASTSER_TYPE_U32));
  fastser_type_builder_field(types, reading, "valid", 5,
                             fastser_type_builder_code(types, FASTSER_TYPE_BOOL));
  const fastser_type_id station = fastser_type_builder_record(types, "Station", 7, 1);
  fastser_type_builder_field(types, station, "name", 4,
                             fastser_type_builder_code(types, FASTSER_TYPE_STRING));
  fastser_type_builder_field(types, station, "readings", 8,
                             fastser_type_builder_list(types, reading));
  status = fastser_type_builder_build(types, station, type, error);
  fastser_type_builder_destroy(types);
  return status;
}

static fastser_form_id form_of_station(fastser_layout* layout) {
  const fastser_form_id reading = fastser_layout_record(layout, sizeof(struct reading));
  fastser_layout_field(layout, reading, "celsius", 7, offsetof(struct reading, celsius),
                       FASTSER_FORM_PLAIN);
  fastser_layout_field(layout, reading, "second", 6, offsetof(struct reading, second),
                       FASTSER_FORM_PLAIN);
  fastser_layout_field(layout, reading, "valid", 5, offsetof(struct reading, valid),
                       FASTSER_FORM_PLAIN);

  /* Both begin where the struct does, and say where their pointer and their size lie. */
  const fastser_text_access text = {.struct_size = sizeof text,
                                    .size = sizeof(struct station),
                                    .extent = FASTSER_EXTENT_COUNT32,
                                    .first_at = offsetof(struct station, name),
                                    .extent_at = offsetof(struct station, name_size)};
  const fastser_list_access list = {.struct_size = sizeof list,
                                    .size = sizeof(struct station),
                                    .stride = sizeof(struct reading),
                                    .extent = FASTSER_EXTENT_COUNT32,
                                    .first_at = offsetof(struct station, readings),
                                    .extent_at = offsetof(struct station, count)};

  const fastser_form_id station = fastser_layout_record(layout, sizeof(struct station));
  fastser_layout_field(layout, station, "name", 4, 0, fastser_layout_text(layout, &text));
  fastser_layout_field(layout, station, "readings", 8, 0,
                       fastser_layout_list(layout, &list, reading));
  return station;
}

static int32_t plan_of_station(fastser_plan** plan, fastser_error* error) {
  fastser_type* type = NULL;
  fastser_layout* layout = NULL;
  int32_t status = type_of_station(&type, error);
  if (status == FASTSER_OK) status = fastser_layout_create(&layout, error);
  if (status == FASTSER_OK) {
    status = fastser_plan_compile(type, layout, form_of_station(layout), plan, error);
  }
  fastser_layout_destroy(layout); /* the plan keeps what it needs */
  fastser_type_release(type);
  return status;
}

/* --- one call each way ----------------------------------------------------------------------- */

static int32_t there_and_back(const fastser_plan* plan, fastser_error* error) {
  struct reading readings[] = {{21.5, 0, 1}, {22.0, 60, 0}};
  const struct station oslo = {"Oslo", 4, 2, readings};
  fastser_bytes bytes = {NULL, 0, NULL, NULL};
  int32_t status = fastser_plan_encode(plan, &oslo, NULL, NULL, &bytes, error);

  struct station again = {NULL, 0, 0, NULL};
  fastser_arena* arena = NULL;
  if (status == FASTSER_OK) status = fastser_arena_create(&arena, error);
  if (status == FASTSER_OK) {
    /* The readings lie in the arena, the name in `bytes`. */
    const fastser_decode_options options = {.struct_size = sizeof options, .arena = arena};
    status = fastser_plan_decode(plan, bytes.data, bytes.size, &again, &options, error);
  }
  if (status == FASTSER_OK &&
      (again.name_size != 4 || memcmp(again.name, "Oslo", 4) != 0 || again.count != 2 ||
       again.readings[1].second != 60 || again.readings[1].valid != 0)) {
    status = FASTSER_MALFORMED;
  }
  fastser_arena_destroy(arena);
  fastser_bytes_release(&bytes);
  return status;
}

int main(void) {
  fastser_error error = {.struct_size = sizeof error};
  fastser_plan* plan = NULL;
  int32_t status = plan_of_station(&plan, &error);
  if (status == FASTSER_OK) status = there_and_back(plan, &error);
  fastser_plan_release(plan);
  if (status != FASTSER_OK) fprintf(stderr, "%s: %s\n", fastser_status_name(status), error.message);
  return status;
}
