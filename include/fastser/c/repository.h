/* SPDX-License-Identifier: MIT
 *
 * Repositories: items of one type in memory, found by a key, in one file that is loaded as a whole
 * and written as a whole: at launch, and when an app goes to the background. The same in C++ is
 * fastser/repository.hpp; docs/repository.md is a walk through both.
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
 * Items are copied in, with all that they lead to, and stay where they are until they are removed,
 * changed or replaced, or reload or reset is called. What is given out is const: items are changed
 * by update, so that their keys stay what they are found by.
 *
 * The file is the archive of a list of the items, in their order, with a checksum. A file that is
 * missing is an empty repository. One that is damaged, or cannot be read, is an error, and stays:
 * what is in memory stays too, and flush refuses to write over that file until a reload succeeds or
 * reset says that its contents are given up.
 *
 * A repository is for one thread at a time. Of two (or processes) with one file the last flush
 * counts. */
#ifndef FASTSER_C_REPOSITORY_H
#define FASTSER_C_REPOSITORY_H

#include "fastser/c/base.h"
#include "fastser/c/plan.h"
#include "fastser/c/values.h"

FASTSER_EXTERN_C_BEGIN
FASTSER_NONNULL_BEGIN

typedef struct fastser_repository fastser_repository;

/* What an item is found by: a number, or a text (its bytes, compared as such). */
typedef struct fastser_item_key {
  int32_t is_text; /* 0: the number */
  int64_t number;
  fastser_text text;
} fastser_item_key;

/* Zero means the default. */
typedef struct fastser_repository_options {
  uint32_t struct_size;
  uint32_t user_version;                     /* in the header of the file, for the application */
  const fastser_plan* FASTSER_NULLABLE plan; /* of an item; needed, and kept */
  size_t item_size; /* needed: bytes of an item, all that its layout speaks of. Items are moved as
                       bytes when they are loaded and flushed */
  void* FASTSER_NULLABLE context; /* for the two functions; must outlive the repository */
  /* Fills in the key of an item, all zeros before; needed. The same key as long as the item does
   * not change. A text must stay good until the item changes or goes. */
  int32_t (*FASTSER_NULLABLE key_of)(void* FASTSER_NULLABLE context, const void* item,
                                     fastser_item_key* key);
  /* Lets go of what the layout's functions made for an item that goes. Not needed where the layout
   * says everything by offset: such memory is the repository's. */
  void (*FASTSER_NULLABLE release)(void* FASTSER_NULLABLE context, void* item);
  uint64_t max_bytes;                            /* of a file that is loaded; default 1 GiB */
  const fastser_limits* FASTSER_NULLABLE limits; /* of a reload; copied */
} fastser_repository_options;

/* An empty repository; the file is not looked at. The name is that of fastser/c/file.h. */
FASTSER_API int32_t fastser_repository_create(
    const char* path, size_t path_size, const fastser_repository_options* FASTSER_NULLABLE options,
    fastser_repository* FASTSER_NULLABLE* FASTSER_NULLABLE repository,
    fastser_error* FASTSER_NULLABLE error);
/* Without a flush. */
FASTSER_API void fastser_repository_destroy(fastser_repository* FASTSER_NULLABLE repository);

FASTSER_API size_t fastser_repository_count(const fastser_repository* FASTSER_NULLABLE repository);
/* 1: something was done to the items that is in no file yet. */
FASTSER_API int32_t
fastser_repository_has_changes(const fastser_repository* FASTSER_NULLABLE repository);
/* The item with this key; NULL: there is none. */
FASTSER_API const void* FASTSER_NULLABLE
fastser_repository_find(const fastser_repository* FASTSER_NULLABLE repository,
                        const fastser_item_key* FASTSER_NULLABLE key);
/* Where all items are, in the order in which they were added; good until they change. NULL where
 * there are none. */
FASTSER_API int32_t
fastser_repository_all(fastser_repository* FASTSER_NULLABLE repository,
                       const void* FASTSER_NONNULL const* FASTSER_NULLABLE* FASTSER_NULLABLE items,
                       size_t* FASTSER_NULLABLE count, fastser_error* FASTSER_NULLABLE error);

/* Copies the item to the end, or to the place of the one with the same key; *is_new (unless NULL)
 * is then 0, else 1. Errors, in which nothing changes: those of a plan's encode and decode, and of
 * key_of. */
FASTSER_API int32_t fastser_repository_add(fastser_repository* FASTSER_NULLABLE repository,
                                           const void* FASTSER_NULLABLE item,
                                           int32_t* FASTSER_NULLABLE is_new,
                                           fastser_error* FASTSER_NULLABLE error);
/* Makes the item with this key a copy of another one; *found (unless NULL) is 1, or 0 where there
 * is none. If it has another key then, it is found by that, and takes the place of an item that had
 * it before. Errors: as of add. */
FASTSER_API int32_t fastser_repository_update(fastser_repository* FASTSER_NULLABLE repository,
                                              const fastser_item_key* FASTSER_NULLABLE key,
                                              const void* FASTSER_NULLABLE item,
                                              int32_t* FASTSER_NULLABLE found,
                                              fastser_error* FASTSER_NULLABLE error);
/* 0: there is no such item. */
FASTSER_API int32_t fastser_repository_remove(fastser_repository* FASTSER_NULLABLE repository,
                                              const fastser_item_key* FASTSER_NULLABLE key);
/* Removes all items, and gives up what a file has that could not be read. The file stays as it is
 * until a flush. */
FASTSER_API void fastser_repository_reset(fastser_repository* FASTSER_NULLABLE repository);

/* Reads the file; what was here, changes included, is replaced. On an error it stays: those of
 * fastser_file_load and fastser_plan_decode; FASTSER_MALFORMED where two items have one key (the
 * path says which: "[3]"). */
FASTSER_API int32_t fastser_repository_reload(fastser_repository* FASTSER_NULLABLE repository,
                                              fastser_error* FASTSER_NULLABLE error);
/* Writes the file, which is the old one or the new one whatever happens meanwhile; the items stay
 * in memory. FASTSER_USAGE, and nothing is written: the last reload failed, or an item has another
 * key than it is found by. */
FASTSER_API int32_t fastser_repository_flush(fastser_repository* FASTSER_NULLABLE repository,
                                             fastser_error* FASTSER_NULLABLE error);

FASTSER_NONNULL_END
FASTSER_EXTERN_C_END

#endif
