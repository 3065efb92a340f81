/* SPDX-License-Identifier: MIT
 *
 * Writers: archives written by one call per value, for callers who do not know their types
 * beforehand (docs/coder.md says how that works, and what each value costs).
 *
 *   static const fastser_key kX = FASTSER_KEY("x"), kY = FASTSER_KEY("y");
 *   fastser_writer* writer = NULL;
 *   fastser_bytes archive;
 *   int32_t status = fastser_writer_create(NULL, &writer, NULL);
 *   if (status != FASTSER_OK) return status;
 *   fastser_writer_begin_record(writer, NULL, fastser_writer_class(writer, "Point", 5, 1,
 *                                                                  FASTSER_NO_NUMBER));
 *   fastser_writer_i32(writer, &kX, 3);
 *   fastser_writer_i32(writer, &kY, 4);
 *   fastser_writer_end_record(writer);
 *   status = fastser_writer_finish(writer, NULL, &archive, NULL);
 *   fastser_writer_destroy(writer);
 *
 * Errors are sticky: calls that write return nothing. The first error is kept, later calls do
 * nothing, and finish returns the error (or fastser_writer_status, at any time). Calls with a NULL
 * writer do nothing. A NULL key means no key. */
#ifndef FASTSER_C_WRITER_H
#define FASTSER_C_WRITER_H

#include "fastser/c/values.h"

FASTSER_EXTERN_C_BEGIN
FASTSER_NONNULL_BEGIN

typedef struct fastser_writer fastser_writer;

/* ---- life */

/* What happens if a key is written twice in one record. */
#define FASTSER_REPEATED_KEYS_ERROR 0 /* FASTSER_USAGE, at the end of the record */
#define FASTSER_REPEATED_KEYS_LAST 1  /* the later value counts; the earlier one loses its key */

/* Zero means the default. fastser_writer_options options = {.struct_size = sizeof options}; */
typedef struct fastser_writer_options {
  uint32_t struct_size;
  uint32_t user_version;  /* your own number, which readers can ask for */
  int32_t sharing;        /* FASTSER_SHARING_...; default: adaptive */
  int32_t checksum;       /* not 0: a checksum of the whole archive */
  int32_t repeated_keys;  /* FASTSER_REPEATED_KEYS_... */
  int32_t reserved;       /* 0 */
  uint64_t branch_memory; /* most bytes for calls recorded for branches; default 256 MiB */
  const fastser_limits* FASTSER_NULLABLE limits; /* only the depth; default 128 */
} fastser_writer_options;

/* Creates a writer. `options` may be NULL. Errors: FASTSER_USAGE, FASTSER_NO_MEMORY; then *writer
 * is NULL. */
FASTSER_API int32_t fastser_writer_create(const fastser_writer_options* FASTSER_NULLABLE options,
                                          fastser_writer* FASTSER_NULLABLE* FASTSER_NONNULL writer,
                                          fastser_error* FASTSER_NULLABLE error);
/* Must not be called by a function that the writer calls. */
FASTSER_API void fastser_writer_destroy(fastser_writer* FASTSER_NULLABLE writer);
/* Drops all values, the error, and a finished archive that was not handed over. Classes, keys and
 * memory stay, so a used writer is faster than a new one. */
FASTSER_API void fastser_writer_reset(fastser_writer* FASTSER_NULLABLE writer);

/* The first error since the archive began, or FASTSER_OK. */
FASTSER_API int32_t fastser_writer_status(const fastser_writer* FASTSER_NULLABLE writer,
                                          fastser_error* FASTSER_NULLABLE error);
/* Reports an error of your own (such as a value that cannot be written); finish will return it.
 * `status` is one of FASTSER_..., or your own number from FASTSER_FIRST_OF_CALLER on. */
FASTSER_API void fastser_writer_fail(fastser_writer* FASTSER_NULLABLE writer, int32_t status,
                                     const char* FASTSER_NULLABLE message, size_t size);

/* A key for callers who have no constant text; the same key for the same text. It lives as long as
 * the writer. NULL if it cannot be made, which is also kept as the writer's error. */
FASTSER_API const fastser_key* FASTSER_NULLABLE fastser_writer_key(
    fastser_writer* FASTSER_NULLABLE writer, const char* FASTSER_NULLABLE text, size_t size);

/* ---- values. Each call writes one value into the innermost record or container that is open: a
 * field of a record, an element of a list, a key or a value of a map. Only fields of records have
 * keys. Cost: about 2 ns, if the record before it of the same class had the same field at this
 * place. */

FASTSER_API void fastser_writer_bool(fastser_writer* FASTSER_NULLABLE writer,
                                     const fastser_key* FASTSER_NULLABLE key, int32_t value);
FASTSER_API void fastser_writer_i8(fastser_writer* FASTSER_NULLABLE writer,
                                   const fastser_key* FASTSER_NULLABLE key, int8_t value);
FASTSER_API void fastser_writer_u8(fastser_writer* FASTSER_NULLABLE writer,
                                   const fastser_key* FASTSER_NULLABLE key, uint8_t value);
FASTSER_API void fastser_writer_i16(fastser_writer* FASTSER_NULLABLE writer,
                                    const fastser_key* FASTSER_NULLABLE key, int16_t value);
FASTSER_API void fastser_writer_u16(fastser_writer* FASTSER_NULLABLE writer,
                                    const fastser_key* FASTSER_NULLABLE key, uint16_t value);
FASTSER_API void fastser_writer_i32(fastser_writer* FASTSER_NULLABLE writer,
                                    const fastser_key* FASTSER_NULLABLE key, int32_t value);
FASTSER_API void fastser_writer_u32(fastser_writer* FASTSER_NULLABLE writer,
                                    const fastser_key* FASTSER_NULLABLE key, uint32_t value);
FASTSER_API void fastser_writer_i64(fastser_writer* FASTSER_NULLABLE writer,
                                    const fastser_key* FASTSER_NULLABLE key, int64_t value);
FASTSER_API void fastser_writer_u64(fastser_writer* FASTSER_NULLABLE writer,
                                    const fastser_key* FASTSER_NULLABLE key, uint64_t value);
FASTSER_API void fastser_writer_f32(fastser_writer* FASTSER_NULLABLE writer,
                                    const fastser_key* FASTSER_NULLABLE key, float value);
FASTSER_API void fastser_writer_f64(fastser_writer* FASTSER_NULLABLE writer,
                                    const fastser_key* FASTSER_NULLABLE key, double value);
/* The same values by their bits: some machines change a NaN that is passed as a float. */
FASTSER_API void fastser_writer_f32_bits(fastser_writer* FASTSER_NULLABLE writer,
                                         const fastser_key* FASTSER_NULLABLE key, uint32_t bits);
FASTSER_API void fastser_writer_f64_bits(fastser_writer* FASTSER_NULLABLE writer,
                                         const fastser_key* FASTSER_NULLABLE key, uint64_t bits);
/* Integers in as few bytes as they need. */
FASTSER_API void fastser_writer_vi64(fastser_writer* FASTSER_NULLABLE writer,
                                     const fastser_key* FASTSER_NULLABLE key, int64_t value);
FASTSER_API void fastser_writer_vu64(fastser_writer* FASTSER_NULLABLE writer,
                                     const fastser_key* FASTSER_NULLABLE key, uint64_t value);

FASTSER_API void fastser_writer_null(fastser_writer* FASTSER_NULLABLE writer,
                                     const fastser_key* FASTSER_NULLABLE key);
/* UTF-8 (else FASTSER_USAGE), `size` bytes. Copied; equal strings are written once, as
 * fastser_writer_options.sharing says. */
FASTSER_API void fastser_writer_string(fastser_writer* FASTSER_NULLABLE writer,
                                       const fastser_key* FASTSER_NULLABLE key,
                                       const char* FASTSER_NULLABLE text, size_t size);
/* UTF-16 in the machine's byte order, `size` units of two bytes; written as UTF-8. A lone surrogate
 * is FASTSER_USAGE. */
FASTSER_API void fastser_writer_string16(fastser_writer* FASTSER_NULLABLE writer,
                                         const fastser_key* FASTSER_NULLABLE key,
                                         const uint16_t* FASTSER_NULLABLE text, size_t size);
/* For callers whose strings are objects: so each of them is converted only once.
 * fastser_writer_remember_string() gives the string written last an identity, the address of your
 * object, which must stay unchanged until finish. fastser_writer_string_again() writes the string
 * with this identity again and returns 1. 0: there is none, and nothing was written, so write the
 * string. (Empty strings, and all strings with FASTSER_SHARING_OFF, are not remembered.) */
FASTSER_API int32_t fastser_writer_string_again(fastser_writer* FASTSER_NULLABLE writer,
                                                const fastser_key* FASTSER_NULLABLE key,
                                                const void* FASTSER_NULLABLE identity);
FASTSER_API void fastser_writer_remember_string(fastser_writer* FASTSER_NULLABLE writer,
                                                const void* FASTSER_NULLABLE identity);
/* Bytes. Copied; equal data are written once, as strings are. */
FASTSER_API void fastser_writer_data(fastser_writer* FASTSER_NULLABLE writer,
                                     const fastser_key* FASTSER_NULLABLE key,
                                     const void* FASTSER_NULLABLE data, size_t size);
FASTSER_API void fastser_writer_url(fastser_writer* FASTSER_NULLABLE writer,
                                    const fastser_key* FASTSER_NULLABLE key,
                                    const char* FASTSER_NULLABLE text, size_t size);
/* A class as a value, by its name. */
FASTSER_API void fastser_writer_class_ref(fastser_writer* FASTSER_NULLABLE writer,
                                          const fastser_key* FASTSER_NULLABLE key,
                                          const char* FASTSER_NULLABLE name, size_t size);
FASTSER_API void fastser_writer_date(fastser_writer* FASTSER_NULLABLE writer,
                                     const fastser_key* FASTSER_NULLABLE key, fastser_date value);
/* Seconds since 2001-01-01T00:00:00Z, every bit kept. */
FASTSER_API void fastser_writer_apple_date(fastser_writer* FASTSER_NULLABLE writer,
                                           const fastser_key* FASTSER_NULLABLE key, double value);
/* Nanoseconds. */
FASTSER_API void fastser_writer_duration(fastser_writer* FASTSER_NULLABLE writer,
                                         const fastser_key* FASTSER_NULLABLE key, int64_t value);
FASTSER_API void fastser_writer_uuid(fastser_writer* FASTSER_NULLABLE writer,
                                     const fastser_key* FASTSER_NULLABLE key, fastser_uuid value);
FASTSER_API void fastser_writer_decimal(fastser_writer* FASTSER_NULLABLE writer,
                                        const fastser_key* FASTSER_NULLABLE key,
                                        fastser_decimal value);

/* A list of scalars in one call, at the speed of memcpy. `code` is FASTSER_TYPE_BOOL (bytes that
 * are 0 or 1) to FASTSER_TYPE_U64, FASTSER_TYPE_F32 or FASTSER_TYPE_F64; `values` points to `count`
 * of them, at any address. */
FASTSER_API void fastser_writer_array(fastser_writer* FASTSER_NULLABLE writer,
                                      const fastser_key* FASTSER_NULLABLE key, uint32_t code,
                                      const void* FASTSER_NULLABLE values, size_t count);

/* ---- containers. The types of elements: see FASTSER_LIST_OF in values.h. If you do not know the
 * count, pass FASTSER_UNKNOWN_COUNT; a wrong count is FASTSER_USAGE at the end of the container.
 * Equal elements of a set and equal keys of a map are FASTSER_USAGE, at the latest in finish. */

FASTSER_API void fastser_writer_begin_list(fastser_writer* FASTSER_NULLABLE writer,
                                           const fastser_key* FASTSER_NULLABLE key, uint64_t count,
                                           uint32_t element);
/* Ends a list or a set. */
FASTSER_API void fastser_writer_end_list(fastser_writer* FASTSER_NULLABLE writer);
FASTSER_API void fastser_writer_begin_set(fastser_writer* FASTSER_NULLABLE writer,
                                          const fastser_key* FASTSER_NULLABLE key, uint64_t count,
                                          uint32_t element);
/* `count` times a key and then a value, both without a fastser_key. Each type is one code, or
 * FASTSER_TYPE_ANY (also for lists and sets). `ordered` not 0: the order has a meaning. */
FASTSER_API void fastser_writer_begin_map(fastser_writer* FASTSER_NULLABLE writer,
                                          const fastser_key* FASTSER_NULLABLE key, uint64_t count,
                                          uint32_t key_type, uint32_t value_type, int32_t ordered);
FASTSER_API void fastser_writer_end_map(fastser_writer* FASTSER_NULLABLE writer);
/* `count` values (at most 32), each of any type. */
FASTSER_API void fastser_writer_begin_tuple(fastser_writer* FASTSER_NULLABLE writer,
                                            const fastser_key* FASTSER_NULLABLE key, size_t count);
FASTSER_API void fastser_writer_end_tuple(fastser_writer* FASTSER_NULLABLE writer);

/* ---- classes */

/* The number of the class with this name, version and super-class (FASTSER_NO_NUMBER: none). The
 * same three give the same number, as long as the writer lives. FASTSER_NO_NUMBER if it cannot be
 * made, which is also kept as the writer's error. */
FASTSER_API uint32_t fastser_writer_class(fastser_writer* FASTSER_NULLABLE writer,
                                          const char* FASTSER_NULLABLE name, size_t size,
                                          uint32_t version, uint32_t super_class);
/* Keeps a pointer of yours for a class; the second function returns it, or NULL if none was set. */
FASTSER_API void fastser_writer_set_class_data(fastser_writer* FASTSER_NULLABLE writer,
                                               uint32_t class_number, void* FASTSER_NULLABLE data);
FASTSER_API void* FASTSER_NULLABLE
fastser_writer_class_data(const fastser_writer* FASTSER_NULLABLE writer, uint32_t class_number);

/* ---- records, which have fields, and objects: records with an identity. The identity is the
 * address of your object. The object must stay there until finish: another object at the same
 * address would be taken for it. */

FASTSER_API void fastser_writer_begin_record(fastser_writer* FASTSER_NULLABLE writer,
                                             const fastser_key* FASTSER_NULLABLE key,
                                             uint32_t class_number);
FASTSER_API void fastser_writer_end_record(fastser_writer* FASTSER_NULLABLE writer);

/* Returns 1: write its fields, then call fastser_writer_end_object(). 0: nil (identity NULL), or
 * written before; there is nothing more to do. */
FASTSER_API int32_t fastser_writer_begin_object(fastser_writer* FASTSER_NULLABLE writer,
                                                const fastser_key* FASTSER_NULLABLE key,
                                                const void* FASTSER_NULLABLE identity,
                                                uint32_t class_number);
FASTSER_API void fastser_writer_end_object(fastser_writer* FASTSER_NULLABLE writer);

/* Deep graphs without deep recursion: an object that is nested deep gets its number at once, but
 * its fields are written after the root. There are two ways. fastser_writer_object() calls a
 * function of yours for each object, at once or from finish. Or you ask which objects are pending:
 * fastser_writer_begin_object_or_later(), fastser_writer_begin_pending(). */

/* Writes the fields of an object, and ends all that it begins. Another result than FASTSER_OK
 * becomes the writer's error. It may be called after fastser_writer_object() returned, until finish
 * returns: the object and `context` must stay valid until then. It must not finish, reset or
 * destroy the writer. */
typedef int32_t (*fastser_object_body)(fastser_writer* writer, const void* identity,
                                       uint32_t class_number, void* FASTSER_NULLABLE context);

FASTSER_API void fastser_writer_object(fastser_writer* FASTSER_NULLABLE writer,
                                       const fastser_key* FASTSER_NULLABLE key,
                                       const void* FASTSER_NULLABLE identity, uint32_t class_number,
                                       fastser_object_body FASTSER_NULLABLE body,
                                       void* FASTSER_NULLABLE context);

#define FASTSER_PLACE_DONE 0  /* nil, or written before: nothing more to do */
#define FASTSER_PLACE_NEW 1   /* write its fields, then call fastser_writer_end_object() */
#define FASTSER_PLACE_LATER 2 /* its fields come when fastser_writer_begin_pending() is called */

/* Returns one of FASTSER_PLACE_... */
FASTSER_API int32_t fastser_writer_begin_object_or_later(fastser_writer* FASTSER_NULLABLE writer,
                                                         const fastser_key* FASTSER_NULLABLE key,
                                                         const void* FASTSER_NULLABLE identity,
                                                         uint32_t class_number,
                                                         void* FASTSER_NULLABLE context);

/* A pending object: the arguments of its fastser_writer_begin_object_or_later(). */
typedef struct fastser_pending {
  uint32_t struct_size;
  uint32_t class_number;
  const void* FASTSER_NULLABLE identity;
  void* FASTSER_NULLABLE context;
} fastser_pending;

/* Call it when the root is complete. Opens the next pending object and returns 1: write its fields,
 * then call fastser_writer_end_object(). 0: there is none, or there was an error. FASTSER_USAGE:
 * something is open, or a branch has no value. Once it has opened an object, the root takes no more
 * values. */
FASTSER_API int32_t fastser_writer_begin_pending(fastser_writer* FASTSER_NULLABLE writer,
                                                 fastser_pending* FASTSER_NULLABLE object);

/* A reference to an object that was begun before (else FASTSER_USAGE); nil for NULL. */
FASTSER_API void fastser_writer_reference(fastser_writer* FASTSER_NULLABLE writer,
                                          const fastser_key* FASTSER_NULLABLE key,
                                          const void* FASTSER_NULLABLE identity);
/* A reference to an object if another call writes it, before or after this one; else nil. */
FASTSER_API void fastser_writer_conditional(fastser_writer* FASTSER_NULLABLE writer,
                                            const fastser_key* FASTSER_NULLABLE key,
                                            const void* FASTSER_NULLABLE identity);

/* ---- branches: containers side by side */

/* Reserves the place of one value, so that you can write it in turns with what comes after it.
 * Returns the branch's number; FASTSER_NO_NUMBER after an error. fastser_writer_swap() changes to
 * the branch, and back. A branch takes one value and belongs to one archive; branches may nest.
 * Until all branches have their value, calls are only recorded, so errors may be reported later
 * (docs/coder.md, "Positions and branches"). */
FASTSER_API uint32_t fastser_writer_begin_branch(fastser_writer* FASTSER_NULLABLE writer,
                                                 const fastser_key* FASTSER_NULLABLE key);
FASTSER_API void fastser_writer_swap(fastser_writer* FASTSER_NULLABLE writer, uint32_t branch);

/* ---- the end: three ways to get the archive. They return the first error, if there was one.
 * With or without an error the writer is then ready for the next archive. One exception: if the
 * archive is complete, but could not be handed over (FASTSER_NO_SPACE, or the allocator returned
 * NULL), it is kept, and you may call any of the three again; fastser_writer_reset() drops it.
 * FASTSER_USAGE: something is still open, a branch has no value, or pending objects were not
 * written. Must not be called by a function that the writer calls. */

/* As new bytes, in the library's memory or that of `allocator`. */
FASTSER_API int32_t fastser_writer_finish(fastser_writer* FASTSER_NULLABLE writer,
                                          const fastser_allocator* FASTSER_NULLABLE allocator,
                                          fastser_bytes* bytes,
                                          fastser_error* FASTSER_NULLABLE error);
/* Into the caller's memory. *size is the size of the archive, also if `capacity` is smaller and the
 * status is FASTSER_NO_SPACE. */
FASTSER_API int32_t fastser_writer_finish_into(fastser_writer* FASTSER_NULLABLE writer,
                                               void* FASTSER_NULLABLE memory, size_t capacity,
                                               size_t* size, fastser_error* FASTSER_NULLABLE error);
/* As a view of the writer's memory, valid until the writer is finished again, reset or destroyed. A
 * used writer allocates nothing for it. */
FASTSER_API int32_t fastser_writer_finish_view(fastser_writer* FASTSER_NULLABLE writer,
                                               fastser_view* view,
                                               fastser_error* FASTSER_NULLABLE error);

FASTSER_NONNULL_END
FASTSER_EXTERN_C_END

#endif
