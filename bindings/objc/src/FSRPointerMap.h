/* SPDX-License-Identifier: MIT
 *
 * From addresses to addresses: open addressing, nothing is ever taken out. Plain C. */
#ifndef FSR_POINTER_MAP_H
#define FSR_POINTER_MAP_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct FSRPointerPair {
  const void* key; /* NULL: free */
  void* value;
} FSRPointerPair;

typedef struct FSRPointerMap {
  FSRPointerPair* pairs;
  size_t capacity; /* a power of two, or 0 */
  size_t count;
} FSRPointerMap;

static inline size_t FSRPointerHash(const void* key) {
  const uint64_t mixed = (uint64_t)(uintptr_t)key * UINT64_C(0x9E3779B97F4A7C15);
  return (size_t)(mixed >> 32);
}

/* The pair of a key, or NULL. */
static inline FSRPointerPair* FSRPointerMapFind(const FSRPointerMap* map, const void* key) {
  if (map->count == 0) return NULL;
  const size_t mask = map->capacity - 1;
  for (size_t at = FSRPointerHash(key) & mask;; at = (at + 1) & mask) {
    if (map->pairs[at].key == key) return &map->pairs[at];
    if (map->pairs[at].key == NULL) return NULL;
  }
}

/* The pair of a key, which is made with the value NULL if it is new. NULL: no memory. */
FSRPointerPair* FSRPointerMapTake(FSRPointerMap* map, const void* key);
void FSRPointerMapClear(FSRPointerMap* map);

/* A list of addresses that grows. 0: no memory. */
typedef struct FSRPointerList {
  void** items;
  size_t count;
  size_t capacity;
} FSRPointerList;

int FSRPointerListGrow(FSRPointerList* list);
static inline int FSRPointerListAdd(FSRPointerList* list, void* item) {
  if (list->count == list->capacity && !FSRPointerListGrow(list)) return 0;
  list->items[list->count++] = item;
  return 1;
}

#endif
