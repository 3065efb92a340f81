/* SPDX-License-Identifier: MIT */
#include "FSRPointerMap.h"

static int grow(FSRPointerMap* map) {
  FSRPointerMap larger = {NULL, map->capacity == 0 ? 16 : map->capacity * 2, map->count};
  larger.pairs = calloc(larger.capacity, sizeof(FSRPointerPair));
  if (larger.pairs == NULL) return 0;
  for (size_t from = 0; from < map->capacity; ++from) {
    if (map->pairs[from].key == NULL) continue;
    size_t at = FSRPointerHash(map->pairs[from].key) & (larger.capacity - 1);
    while (larger.pairs[at].key != NULL) at = (at + 1) & (larger.capacity - 1);
    larger.pairs[at] = map->pairs[from];
  }
  free(map->pairs);
  *map = larger;
  return 1;
}

FSRPointerPair* FSRPointerMapTake(FSRPointerMap* map, const void* key) {
  if (map->count * 2 >= map->capacity && !grow(map)) return NULL;
  size_t at = FSRPointerHash(key) & (map->capacity - 1);
  while (map->pairs[at].key != key) {
    if (map->pairs[at].key == NULL) {
      map->pairs[at].key = key;
      ++map->count;
      break;
    }
    at = (at + 1) & (map->capacity - 1);
  }
  return &map->pairs[at];
}

void FSRPointerMapClear(FSRPointerMap* map) {
  free(map->pairs);
  map->pairs = NULL;
  map->capacity = map->count = 0;
}

int FSRPointerListGrow(FSRPointerList* list) {
  const size_t capacity = list->capacity == 0 ? 64 : list->capacity * 2;
  void** const items = realloc(list->items, capacity * sizeof *items);
  if (items == NULL) return 0;
  list->items = items;
  list->capacity = capacity;
  return 1;
}
