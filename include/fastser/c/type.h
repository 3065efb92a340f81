/* SPDX-License-Identifier: MIT
 *
 * Types: descriptions of values, as self-described archives contain them. Programs build, query and
 * compare them. fastser/c/plan.h binds them to memory.
 *
 *   fastser_type_builder* types = NULL;
 *   fastser_type* type = NULL;
 *   fastser_type_builder_create(&types, NULL);
 *   fastser_type_id person = fastser_type_builder_record(types, "Person", 6, 2);
 *   fastser_type_builder_field(types, person, "age", 3,
 *                              fastser_type_builder_code(types, FASTSER_TYPE_I32));
 *   fastser_type_builder_field(types, person, "friends", 7, fastser_type_builder_list(
 *       types, fastser_type_builder_ref(types, person)));     records may refer to themselves
 *   fastser_type_builder_build(types, person, &type, NULL);
 *   fastser_type_builder_destroy(types);
 *
 * A fastser_type never changes; any number of threads may use one at once. It is reference-counted:
 * release each one that a function gives you once. Its names live as long as the type.
 * A builder is for one thread at a time.
 */
#ifndef FASTSER_C_TYPE_H
#define FASTSER_C_TYPE_H

#include "fastser/c/base.h"

FASTSER_EXTERN_C_BEGIN
FASTSER_NONNULL_BEGIN

/* ---- a type */

typedef struct fastser_type fastser_type;

/* Reads a type table (docs/format.md section 5), which is copied. Errors have the offset in it. */
FASTSER_API int32_t fastser_type_parse(const void* FASTSER_NULLABLE table, size_t size,
                                       fastser_type* FASTSER_NULLABLE* FASTSER_NULLABLE type,
                                       fastser_error* FASTSER_NULLABLE error);
/* The type of a self-described archive. Its values are not read. FASTSER_USAGE for archives that
 * have only a fingerprint. */
FASTSER_API int32_t fastser_type_read(const void* FASTSER_NULLABLE archive, size_t size,
                                      fastser_type* FASTSER_NULLABLE* FASTSER_NULLABLE type,
                                      fastser_error* FASTSER_NULLABLE error);

/* Adds an owner, who must release the type too. Returns the type itself. */
FASTSER_API fastser_type* FASTSER_NULLABLE fastser_type_retain(fastser_type* FASTSER_NULLABLE type);
/* Removes an owner; the last release destroys the type. NULL is fine. */
FASTSER_API void fastser_type_release(fastser_type* FASTSER_NULLABLE type);

/* For NULL, and for a type that has no such property, these return 0 or an empty name. */

/* The kind of the type, FASTSER_TYPE_*. -1 for NULL. */
FASTSER_API int32_t fastser_type_code(const fastser_type* FASTSER_NULLABLE type);
/* The name of a record or enum and its size in bytes. Never NULL. */
FASTSER_API const char* fastser_type_name(const fastser_type* FASTSER_NULLABLE type,
                                          size_t* FASTSER_NULLABLE size);
/* The class version of a record. */
FASTSER_API uint32_t fastser_type_version(const fastser_type* FASTSER_NULLABLE type);
/* How many elements an array has, or how many bits. */
FASTSER_API uint64_t fastser_type_length(const fastser_type* FASTSER_NULLABLE type);
/* How many entries a record has, without those of its super-class. */
FASTSER_API size_t fastser_type_field_count(const fastser_type* FASTSER_NULLABLE type);
/* How many types are inside: 1 for optional, list, set, array, ref and enum (its integer), 2 for
 * maps, any number for variants and tuples. */
FASTSER_API size_t fastser_type_operand_count(const fastser_type* FASTSER_NULLABLE type);
/* How many records are in the type table that this type is a part of: those that an `any ref` may
 * refer to. */
FASTSER_API size_t fastser_type_record_count(const fastser_type* FASTSER_NULLABLE type);

/* One entry of a record: a field with a name, or `repeat` fields without. */
typedef struct fastser_type_entry {
  uint32_t struct_size;
  uint32_t named;                    /* 0 or 1 */
  const char* FASTSER_NULLABLE name; /* valid as long as `type` */
  size_t name_size;
  uint64_t repeat;                     /* 1 where there is a name */
  fastser_type* FASTSER_NULLABLE type; /* the caller's, to release */
} fastser_type_entry;

/* One entry of a record. Set field->struct_size. FASTSER_USAGE if `index` is not below the count;
 * the same for the functions below. */
FASTSER_API int32_t fastser_type_field(const fastser_type* FASTSER_NULLABLE type, size_t index,
                                       fastser_type_entry* FASTSER_NULLABLE field,
                                       fastser_error* FASTSER_NULLABLE error);
/* The super-class of a record; *base is NULL, and the status FASTSER_OK, if there is none. */
FASTSER_API int32_t fastser_type_super(const fastser_type* FASTSER_NULLABLE type,
                                       fastser_type* FASTSER_NULLABLE* FASTSER_NULLABLE base,
                                       fastser_error* FASTSER_NULLABLE error);
FASTSER_API int32_t fastser_type_operand(const fastser_type* FASTSER_NULLABLE type, size_t index,
                                         fastser_type* FASTSER_NULLABLE* FASTSER_NULLABLE operand,
                                         fastser_error* FASTSER_NULLABLE error);
FASTSER_API int32_t fastser_type_record(const fastser_type* FASTSER_NULLABLE type, size_t index,
                                        fastser_type* FASTSER_NULLABLE* FASTSER_NULLABLE record,
                                        fastser_error* FASTSER_NULLABLE error);
/* The same type with all strings and data shared. */
FASTSER_API int32_t fastser_type_share(const fastser_type* FASTSER_NULLABLE type,
                                       fastser_type* FASTSER_NULLABLE* FASTSER_NULLABLE shared,
                                       fastser_error* FASTSER_NULLABLE error);

/* The type table, as a self-described archive of such a value contains it (docs/format.md section
 * 5). Release it with fastser_bytes_release(). */
FASTSER_API int32_t fastser_type_table(const fastser_type* FASTSER_NULLABLE type,
                                       const fastser_allocator* FASTSER_NULLABLE allocator,
                                       fastser_bytes* FASTSER_NULLABLE table,
                                       fastser_error* FASTSER_NULLABLE error);
/* The hash of that table (docs/format.md section 2). */
FASTSER_API int32_t fastser_type_fingerprint(const fastser_type* FASTSER_NULLABLE type,
                                             uint64_t* FASTSER_NULLABLE fingerprint,
                                             fastser_error* FASTSER_NULLABLE error);
/* "list<record Person>", for people; cut off with "..." after about 200 characters. */
FASTSER_API int32_t fastser_type_text(const fastser_type* FASTSER_NULLABLE type,
                                      const fastser_allocator* FASTSER_NULLABLE allocator,
                                      fastser_bytes* FASTSER_NULLABLE text,
                                      fastser_error* FASTSER_NULLABLE error);
/* *equal is 1 if the two type tables are equal, else 0. */
FASTSER_API int32_t fastser_type_equal(const fastser_type* FASTSER_NULLABLE left,
                                       const fastser_type* FASTSER_NULLABLE right,
                                       int32_t* FASTSER_NULLABLE equal,
                                       fastser_error* FASTSER_NULLABLE error);

/* ---- building */

typedef struct fastser_type_builder fastser_type_builder;

/* Names a type of one builder. */
typedef uint32_t fastser_type_id;

FASTSER_API int32_t
fastser_type_builder_create(fastser_type_builder* FASTSER_NULLABLE* FASTSER_NULLABLE builder,
                            fastser_error* FASTSER_NULLABLE error);
FASTSER_API void fastser_type_builder_destroy(fastser_type_builder* FASTSER_NULLABLE builder);

/* No call fails at once: the first error is kept, and build returns it, with the names of record
 * and field. Errors, all FASTSER_USAGE: a NULL where something is needed; a name that is not UTF-8;
 * a type nested deeper than 64; an enum whose type is not an integer; a repeat count of 0; an id of
 * another builder. Found by build: two fields of one name in a record; a record that contains
 * itself or is its own super-class; a table of more than 16 MiB that is also more than eight times
 * as long as the calls. Calls with a NULL builder do nothing. */

/* A type without operands: scalars, strings, data, dates, any, any ref, ... */
FASTSER_API fastser_type_id
fastser_type_builder_code(fastser_type_builder* FASTSER_NULLABLE builder, int32_t code);
FASTSER_API fastser_type_id fastser_type_builder_optional(
    fastser_type_builder* FASTSER_NULLABLE builder, fastser_type_id element);
FASTSER_API fastser_type_id
fastser_type_builder_list(fastser_type_builder* FASTSER_NULLABLE builder, fastser_type_id element);
FASTSER_API fastser_type_id fastser_type_builder_set(fastser_type_builder* FASTSER_NULLABLE builder,
                                                     fastser_type_id element);
FASTSER_API fastser_type_id fastser_type_builder_array(
    fastser_type_builder* FASTSER_NULLABLE builder, fastser_type_id element, uint64_t count);
FASTSER_API fastser_type_id fastser_type_builder_map(fastser_type_builder* FASTSER_NULLABLE builder,
                                                     fastser_type_id key, fastser_type_id value);
FASTSER_API fastser_type_id fastser_type_builder_ordered_map(
    fastser_type_builder* FASTSER_NULLABLE builder, fastser_type_id key, fastser_type_id value);
FASTSER_API fastser_type_id
fastser_type_builder_variant(fastser_type_builder* FASTSER_NULLABLE builder,
                             const fastser_type_id* FASTSER_NULLABLE alternatives, size_t count);
FASTSER_API fastser_type_id
fastser_type_builder_tuple(fastser_type_builder* FASTSER_NULLABLE builder,
                           const fastser_type_id* FASTSER_NULLABLE elements, size_t count);
/* `integer` is one of FASTSER_TYPE_I8 to FASTSER_TYPE_U64, or FASTSER_TYPE_VAR_I16 to _VAR_U64. */
FASTSER_API fastser_type_id
fastser_type_builder_enum(fastser_type_builder* FASTSER_NULLABLE builder,
                          const char* FASTSER_NULLABLE name, size_t name_size, int32_t integer);
FASTSER_API fastser_type_id
fastser_type_builder_bits(fastser_type_builder* FASTSER_NULLABLE builder, uint64_t count);
/* A reference to a shared object whose class is exactly `object`. */
FASTSER_API fastser_type_id fastser_type_builder_ref(fastser_type_builder* FASTSER_NULLABLE builder,
                                                     fastser_type_id object);

/* A new record without fields. Every call makes another record, also if the names are equal. */
FASTSER_API fastser_type_id
fastser_type_builder_record(fastser_type_builder* FASTSER_NULLABLE builder,
                            const char* FASTSER_NULLABLE name, size_t name_size, uint32_t version);
/* Sets the super-class: a record, whose fields come before those of this one. */
FASTSER_API void fastser_type_builder_super(fastser_type_builder* FASTSER_NULLABLE builder,
                                            fastser_type_id record, fastser_type_id base);
/* Appends a field. An empty name is a name as well. */
FASTSER_API void fastser_type_builder_field(fastser_type_builder* FASTSER_NULLABLE builder,
                                            fastser_type_id record,
                                            const char* FASTSER_NULLABLE name, size_t name_size,
                                            fastser_type_id type);
/* Appends `repeat` fields of one type without names. */
FASTSER_API void fastser_type_builder_unnamed(fastser_type_builder* FASTSER_NULLABLE builder,
                                              fastser_type_id record, fastser_type_id type,
                                              uint64_t repeat);
/* Puts the record into the table even if no type mentions it, so that objects behind an `any ref`
 * can have this class. Such records come last, in the order of these calls. */
FASTSER_API void fastser_type_builder_keep(fastser_type_builder* FASTSER_NULLABLE builder,
                                           fastser_type_id record);
/* Takes over an existing type. If it has records with the same description as records that were
 * taken over before, they become one. */
FASTSER_API fastser_type_id fastser_type_builder_use(fastser_type_builder* FASTSER_NULLABLE builder,
                                                     const fastser_type* FASTSER_NULLABLE type);

/* Returns the type. The builder is not changed, and can build more types. */
FASTSER_API int32_t fastser_type_builder_build(
    const fastser_type_builder* FASTSER_NULLABLE builder, fastser_type_id root,
    fastser_type* FASTSER_NULLABLE* FASTSER_NULLABLE type, fastser_error* FASTSER_NULLABLE error);

FASTSER_NONNULL_END
FASTSER_EXTERN_C_END

#endif
