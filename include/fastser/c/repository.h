/* SPDX-License-Identifier: MIT
 *
 * Repositories: keep items of one type in memory and find them by a key. All items are in one file,
 * which is loaded and written as a whole: for instance, when an app starts and when it goes to the
 * background. The same in C++ is fastser/repository.hpp; docs/repository.md is a guide to both.
 *
 *   struct item { int64_t number; fastser_text name; };
 *   static int32_t key_of(void* context, const void* item, fastser_item_key* key) {
 *     key->number = ((const struct item*)item)->number;
 *     return FASTSER_OK;
 *   }
 *   fastser_repository_options options = {.struct_size = sizeof options, .plan = plan,
 *                                         .item_size = sizeof(struct item), .key_of = key_of};
 *   fastser_repository_create("items.fsr", 9, &options, &items, &error);
 *   fastser_repository_reload(items, &error);
 *   fastser_repository_add(items, &item, NULL, &error);
 *   fastser_repository_flush(items, &error);
 *
 * Items are copied, with everything that they point to. Their addresses do not change until they
 * are removed, changed or replaced, or reload or reset is called. Pointers to items are const:
 * change an item by update, so that its key cannot change unnoticed.
 *
 * The file is the archive of a list of the items, in their order, with a checksum. If the file does
 * not exist, the repository is empty. If the file is damaged or cannot be read, that is an error:
 * the items in memory stay, and flush does not replace the file until a reload succeeds, or you
 * call reset to give up its contents.
 *
 * Threads: one at a time per repository. If two repositories (or processes) use one file, the last
 * flush counts. */
#ifndef FASTSER_C_REPOSITORY_H
#define FASTSER_C_REPOSITORY_H

#include "fastser/c/base.h"
#include "fastser/c/plan.h"
#include "fastser/c/values.h"

FASTSER_EXTERN_C_BEGIN
FASTSER_NONNULL_BEGIN

typedef struct fastser_repository fastser_repository;

/* The key of an item: a number, or a text (compared byte by byte). */
typedef struct fastser_item_key {
  int32_t is_text; /* 0: the number */
  int64_t number;
  fastser_text text;
} fastser_item_key;

/* Zero means the default. */
typedef struct fastser_repository_options {
  uint32_t struct_size;
  uint32_t user_version;                     /* in the header of the file, for the application */
  const fastser_plan* FASTSER_NULLABLE plan; /* of an item; needed. Retained */
  size_t item_size; /* bytes of an item, with all fields of its layout; needed. Items are moved in
                       memory as bytes when they are loaded and flushed */
  void* FASTSER_NULLABLE context; /* for the two functions; must outlive the repository */
  /* Fills in the key of an item (all zero before); needed. It must give the same key as long as the
   * item does not change. A text must stay valid until the item is changed or removed. */
  int32_t (*FASTSER_NULLABLE key_of)(void* FASTSER_NULLABLE context, const void* item,
                                     fastser_item_key* key);
  /* Frees what the layout's functions allocated for an item that is removed. Not needed if the
   * layout has only offsets: then the memory belongs to the repository. */
  void (*FASTSER_NULLABLE release)(void* FASTSER_NULLABLE context, void* item);
  uint64_t max_bytes;                            /* of a file that is loaded; default 1 GiB */
  const fastser_limits* FASTSER_NULLABLE limits; /* of a reload; copied. NULL: 1,024 times
                                                    the file's size and 16 MiB more */
} fastser_repository_options;

/* Creates an empty repository; the file is not read. The name follows the rules of
 * fastser/c/file.h. FASTSER_USAGE: no name, a field of the options that is needed is missing, or
 * item_size is smaller than a value of the plan. */
FASTSER_API int32_t fastser_repository_create(
    const char* path, size_t path_size, const fastser_repository_options* FASTSER_NULLABLE options,
    fastser_repository* FASTSER_NULLABLE* FASTSER_NULLABLE repository,
    fastser_error* FASTSER_NULLABLE error);
/* Destroys the repository. Changes are not written to the file. */
FASTSER_API void fastser_repository_destroy(fastser_repository* FASTSER_NULLABLE repository);

FASTSER_API size_t fastser_repository_count(const fastser_repository* FASTSER_NULLABLE repository);
/* 1: there are changes that are not in the file yet. */
FASTSER_API int32_t
fastser_repository_has_changes(const fastser_repository* FASTSER_NULLABLE repository);
/* The item with this key; NULL: there is none. */
FASTSER_API const void* FASTSER_NULLABLE
fastser_repository_find(const fastser_repository* FASTSER_NULLABLE repository,
                        const fastser_item_key* FASTSER_NULLABLE key);
/* Pointers to all items, in the order in which they were added; valid until an item is added,
 * changed or removed, or until the next call of this function, reload, reset or destroy. NULL if
 * there are none. Errors: FASTSER_NO_MEMORY. */
FASTSER_API int32_t
fastser_repository_all(fastser_repository* FASTSER_NULLABLE repository,
                       const void* FASTSER_NONNULL const* FASTSER_NULLABLE* FASTSER_NULLABLE items,
                       size_t* FASTSER_NULLABLE count, fastser_error* FASTSER_NULLABLE error);

/* Adds a copy of the item at the end, or replaces the item with the same key. *is_new (unless NULL)
 * is 1 for a new key, else 0. Errors, after which nothing has changed: those of a plan's encode and
 * decode, and of key_of. */
FASTSER_API int32_t fastser_repository_add(fastser_repository* FASTSER_NULLABLE repository,
                                           const void* FASTSER_NULLABLE item,
                                           int32_t* FASTSER_NULLABLE is_new,
                                           fastser_error* FASTSER_NULLABLE error);
/* Replaces the item with this key by a copy of `item`. *found (unless NULL) is 1, or 0 if there is
 * no such item. If the new item has another key, it is found by that key, and an item that had this
 * key before is removed. Errors: as of add. */
FASTSER_API int32_t fastser_repository_update(fastser_repository* FASTSER_NULLABLE repository,
                                              const fastser_item_key* FASTSER_NULLABLE key,
                                              const void* FASTSER_NULLABLE item,
                                              int32_t* FASTSER_NULLABLE found,
                                              fastser_error* FASTSER_NULLABLE error);
/* Removes the item with this key: 1. 0: there is no such item. */
FASTSER_API int32_t fastser_repository_remove(fastser_repository* FASTSER_NULLABLE repository,
                                              const fastser_item_key* FASTSER_NULLABLE key);
/* Removes all items. If the last reload failed, this allows flush to replace the file. The file
 * stays as it is until a flush. */
FASTSER_API void fastser_repository_reset(fastser_repository* FASTSER_NULLABLE repository);

/* Reads the file and replaces all items, also those with changes. After an error the items stay as
 * they were. Errors: those of fastser_file_load and fastser_plan_decode; FASTSER_MALFORMED: two
 * items have one key (the path says which: "[3]"). */
FASTSER_API int32_t fastser_repository_reload(fastser_repository* FASTSER_NULLABLE repository,
                                              fastser_error* FASTSER_NULLABLE error);
/* Writes all items to the file, which is the old one or the new one whatever happens meanwhile. The
 * items stay in memory. FASTSER_USAGE, and nothing is written: the last reload failed, or the key
 * of an item was changed without update. Other errors: those of key_of, fastser_plan_encode_array()
 * and fastser_file_save(); the changes then count as not written. Cost: linear, and two syncs. */
FASTSER_API int32_t fastser_repository_flush(fastser_repository* FASTSER_NULLABLE repository,
                                             fastser_error* FASTSER_NULLABLE error);

FASTSER_NONNULL_END
FASTSER_EXTERN_C_END

#endif
