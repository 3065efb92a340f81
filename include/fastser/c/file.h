/* SPDX-License-Identifier: MIT
 *
 * Bytes to a file and back, so that a file is never half of what it was or will be.
 *
 * What a save does (a temporary file in the same folder, synced, renamed) and what it takes along
 * is said in fastser/file.hpp. Names are UTF-8; on systems whose names are bytes, these bytes. A
 * zero byte in a name is FASTSER_USAGE.
 */
#ifndef FASTSER_C_FILE_H
#define FASTSER_C_FILE_H

#include "fastser/c/base.h"

FASTSER_EXTERN_C_BEGIN
FASTSER_NONNULL_BEGIN

/* Replaces the file by `data`, or makes it. Whatever happens meanwhile, a power loss included, the
 * file is the old one or the new one. Errors: FASTSER_IO, FASTSER_NO_MEMORY; the old file is
 * untouched then. */
FASTSER_API int32_t fastser_file_save(const char* path, size_t path_size,
                                      const void* FASTSER_NULLABLE data, size_t size,
                                      fastser_error* FASTSER_NULLABLE error);

/* The bytes of a regular file of at most `max_bytes` (0: 1 GiB). Errors: FASTSER_IO,
 * FASTSER_OVER_BUDGET (it is larger), FASTSER_NO_MEMORY. */
FASTSER_API int32_t fastser_file_load(const char* path, size_t path_size, uint64_t max_bytes,
                                      const fastser_allocator* FASTSER_NULLABLE allocator,
                                      fastser_bytes* bytes, fastser_error* FASTSER_NULLABLE error);

FASTSER_NONNULL_END
FASTSER_EXTERN_C_END

#endif
