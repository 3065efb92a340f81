/* SPDX-License-Identifier: MIT
 *
 * Saves bytes to a file and loads them. A file is never half old and half new.
 *
 * fastser/file.hpp says what a save does (a temporary file in the same folder, synced, renamed) and
 * what it keeps of the old file. Names are UTF-8; on systems whose file names are bytes, the bytes
 * are used as they are. A zero byte in a name is FASTSER_USAGE.
 */
#ifndef FASTSER_C_FILE_H
#define FASTSER_C_FILE_H

#include "fastser/c/base.h"

FASTSER_EXTERN_C_BEGIN
FASTSER_NONNULL_BEGIN

/* Replaces the file by `data`, or creates it. Whatever happens meanwhile, also a power loss, the
 * file is the old one or the new one. Errors: FASTSER_USAGE (no name, or a zero byte in it),
 * FASTSER_IO, FASTSER_NO_MEMORY; then the old file is untouched. (One exception: if only the sync
 * of the folder fails, the new file is in place, and FASTSER_IO says that a power loss may still
 * bring back the old one.) Cost: two syncs, which take milliseconds. */
FASTSER_API int32_t fastser_file_save(const char* path, size_t path_size,
                                      const void* FASTSER_NULLABLE data, size_t size,
                                      fastser_error* FASTSER_NULLABLE error);

/* Loads the bytes of a regular file of at most `max_bytes` (0: 1 GiB). Errors: FASTSER_IO,
 * FASTSER_OVER_BUDGET (it is larger), FASTSER_NO_MEMORY. */
FASTSER_API int32_t fastser_file_load(const char* path, size_t path_size, uint64_t max_bytes,
                                      const fastser_allocator* FASTSER_NULLABLE allocator,
                                      fastser_bytes* bytes, fastser_error* FASTSER_NULLABLE error);

FASTSER_NONNULL_END
FASTSER_EXTERN_C_END

#endif
