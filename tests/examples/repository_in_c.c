/* SPDX-License-Identifier: MIT
 *
 * The C program of docs/repository.md: loads, edits and saves a repository.
 */
#include <fastser/fastser.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct item {
  fastser_text identifier;
  uint64_t views;
} item;

static int32_t key_of(void* context, const void* of, fastser_item_key* key) {
  (void)context;
  key->is_text = 1;
  key->text = ((const item*)of)->identifier;
  return FASTSER_OK;
}

/* What an item is, and how it lies in memory. */
static fastser_plan* plan_of_items(fastser_error* error) {
  fastser_type_builder* types = NULL;
  fastser_layout* layout = NULL;
  fastser_type* type = NULL;
  fastser_plan* plan = NULL;
  fastser_text_access text;
  memset(&text, 0, sizeof text);
  text.struct_size = sizeof text;
  text.size = sizeof(fastser_text);
  text.extent = sizeof(size_t) == 8 ? FASTSER_EXTENT_COUNT64 : FASTSER_EXTENT_COUNT32;
  text.first_at = offsetof(fastser_text, data);
  text.extent_at = offsetof(fastser_text, size);
  if (fastser_type_builder_create(&types, error) == FASTSER_OK &&
      fastser_layout_create(&layout, error) == FASTSER_OK) {
    const fastser_type_id record = fastser_type_builder_record(types, "Item", 4, 1);
    const fastser_form_id form = fastser_layout_record(layout, sizeof(item));
    fastser_type_builder_field(types, record, "identifier", 10,
                               fastser_type_builder_code(types, FASTSER_TYPE_STRING));
    fastser_type_builder_field(types, record, "views", 5,
                               fastser_type_builder_code(types, FASTSER_TYPE_U64));
    fastser_layout_field(layout, form, "identifier", 10, offsetof(item, identifier),
                         fastser_layout_text(layout, &text));
    fastser_layout_field(layout, form, "views", 5, offsetof(item, views), FASTSER_FORM_PLAIN);
    if (fastser_type_builder_build(types, record, &type, error) == FASTSER_OK) {
      fastser_plan_compile(type, layout, form, &plan, error);
    }
  }
  fastser_type_release(type);
  fastser_layout_destroy(layout);
  fastser_type_builder_destroy(types);
  return plan;
}

static int32_t edit(fastser_repository* items, fastser_error* error) {
  const fastser_item_key first = {1, 0, {"item 0", 6}};
  char name[32];
  item added = {{name, 0}, 0};
  const item* seen;
  item changed;
  int32_t status;
  added.identifier.size =
      (size_t)snprintf(name, sizeof name, "item %d", (int)fastser_repository_count(items));
  status = fastser_repository_add(items, &added, NULL, error); /* copied */
  seen = fastser_repository_find(items, &first);
  if (status != FASTSER_OK || seen == NULL) return status;
  changed = *seen;
  ++changed.views;
  return fastser_repository_update(items, &first, &changed, NULL, error);
}

int main(int count, char** arguments) {
  const char* const path = count > 1 ? arguments[1] : "items_of_c.fsr";
  fastser_error error = FASTSER_ERROR_INIT;
  fastser_repository* items = NULL;
  fastser_repository_options options;
  const void* const* all = NULL;
  size_t number = 0, at;
  int32_t status;
  fastser_plan* const plan = plan_of_items(&error);
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.plan = plan;
  options.item_size = sizeof(item);
  options.key_of = key_of;
  status = fastser_repository_create(path, strlen(path), &options, &items, &error);
  if (status == FASTSER_OK) status = fastser_repository_reload(items, &error); /* missing: empty */
  if (status == FASTSER_OK) status = edit(items, &error);
  if (status == FASTSER_OK) status = fastser_repository_all(items, &all, &number, &error);
  for (at = 0; status == FASTSER_OK && at < number; ++at) {
    const item* const one = all[at];
    printf("%.*s, seen %d times\n", (int)one->identifier.size, one->identifier.data,
           (int)one->views);
  }
  if (status == FASTSER_OK) status = fastser_repository_flush(items, &error);
  if (status != FASTSER_OK) fprintf(stderr, "%s\n", error.message);
  fastser_repository_destroy(items);
  fastser_plan_release(plan);
  return status == FASTSER_OK ? 0 : 1;
}
