/* SPDX-License-Identifier: MIT
 *
 * Plans: whole values, or arrays of them, written and read in one call. A fastser_type
 * (fastser/c/type.h) says what a value is, a fastser_layout how it lies in memory; a fastser_plan
 * is the two compiled. docs/plans.md is a walk through it.
 *
 *   struct point { double x, y; };
 *   fastser_layout* layout = NULL;
 *   fastser_plan* plan = NULL;
 *   fastser_layout_create(&layout, NULL);
 *   fastser_form_id form = fastser_layout_record(layout, sizeof(struct point));
 *   fastser_layout_field(layout, form, "x", 1, offsetof(struct point, x), FASTSER_FORM_PLAIN);
 *   fastser_layout_field(layout, form, "y", 1, offsetof(struct point, y), FASTSER_FORM_PLAIN);
 *   fastser_plan_compile(type, layout, form, &plan, NULL);
 *   fastser_plan_encode(plan, &value, NULL, NULL, &bytes, NULL);
 *
 * The bytes are those of fastser::archive::encode for the equal C++ type and value. Archives of
 * other versions of the type are read too, by the writer's shapes (docs/versions.md); a field that
 * they do not have gets its default, whatever was there.
 *
 * Values are found, and filled in, by offset where the access says one; by its functions where it
 * has some. A layout that says everything by offset, and has no functions, is the fastest, and
 * needs no memory of the caller's but the root value: texts that are read lie in the archive's own
 * bytes, which must be kept; elements, owned values, entries of maps and objects lie in a
 * fastser_arena, which is cleared or destroyed as a whole. What such slots hold before a decode
 * does not matter, except the index of a variant and what a flag leaves alone: start with zeros.
 *
 * Functions in access structs get the context that stands beside them. They return FASTSER_OK, or
 * any other number, which ends the call with it. They must not touch the value otherwise, and must
 * return to their caller. Addresses that they give must stay good until the call of encode or
 * decode returns, for objects and texts; for elements, until the next call of a function of the
 * same container.
 *
 * Ownership: a layout copies the structs, a plan keeps them and its type; contexts are the caller's
 * and must outlive the plan. A plan never changes: any number of threads may use one at once, if
 * the contexts bear it. It is counted: who gets one from a function releases it once. A layout, a
 * buffer and an arena are for one thread at a time.
 */
#ifndef FASTSER_C_PLAN_H
#define FASTSER_C_PLAN_H

#include "fastser/c/base.h"
#include "fastser/c/type.h"

FASTSER_EXTERN_C_BEGIN
FASTSER_NONNULL_BEGIN

/* ---- how single values lie in memory */

/* Where a slot says itself what lies elsewhere, side by side: a pointer to the first (at
 * `first_at`, NULL where there are none), and how many there are (at `extent_at`). */
#define FASTSER_EXTENT_NONE 0    /* by functions */
#define FASTSER_EXTENT_COUNT32 1 /* a uint32_t: elements, or bytes of a text */
#define FASTSER_EXTENT_COUNT64 2 /* a uint64_t */
#define FASTSER_EXTENT_END 3     /* a pointer behind the last */

/* Strings and data (also url, class reference). `extent` instead of get; and of set, where that is
 * NULL: the slot then leads into the archive that is decoded. */
typedef struct fastser_text_access {
  uint32_t struct_size;
  uint32_t is_data; /* 1: holds data, else text */
  size_t size;      /* bytes of the slot */
  uint32_t extent;  /* FASTSER_EXTENT_* */
  size_t first_at;
  size_t extent_at;
  void* FASTSER_NULLABLE context;
  int32_t (*FASTSER_NULLABLE get)(void* FASTSER_NULLABLE context, const void* slot,
                                  const char* FASTSER_NULLABLE* FASTSER_NONNULL text, size_t* size);
  /* Takes a copy, or keeps the address: `text` points into the archive. */
  int32_t (*FASTSER_NULLABLE set)(void* FASTSER_NULLABLE context, void* slot, const char* text,
                                  size_t size);
} fastser_text_access;

/* A value of fixed size on the wire that does not lie in memory as it does there: dates, bits,
 * decimals, scalars behind functions. */
typedef struct fastser_fixed_access {
  uint32_t struct_size;
  size_t size; /* bytes of the slot */
  void* FASTSER_NULLABLE context;
  int32_t (*FASTSER_NULLABLE store)(void* FASTSER_NULLABLE context, const void* slot,
                                    uint8_t* wire);
  /* FASTSER_MALFORMED for bytes that no writer produces. */
  int32_t (*FASTSER_NULLABLE load)(void* FASTSER_NULLABLE context, void* slot, const uint8_t* wire);
} fastser_fixed_access;

/* ---- containers */

/* What an `each` function calls for every element, in order: each->visit(each, element, NULL), or
 * each->visit(each, key, value). It stops and returns what is not FASTSER_OK. */
typedef struct fastser_each {
  int32_t (*visit)(struct fastser_each* each, const void* element,
                   const void* FASTSER_NULLABLE value);
} fastser_each;

/* Lists, and arrays and sets where elements are not found by key. Elements side by side, `stride`
 * apart: `extent` or view, and resize; without resize they are read into the arena. Or one by one:
 * count, each, clear and append. */
typedef struct fastser_list_access {
  uint32_t struct_size;
  uint32_t is_chain; /* 1: an element is not found by its number at once */
  size_t size;       /* bytes of the slot */
  size_t stride;     /* from element to element; bytes of one */
  size_t element;    /* bytes that one more element takes; 0: `stride` */
  uint32_t extent;   /* FASTSER_EXTENT_* */
  size_t first_at;
  size_t extent_at;
  void* FASTSER_NULLABLE context;
  int32_t (*FASTSER_NULLABLE view)(void* FASTSER_NULLABLE context, const void* list,
                                   const void* FASTSER_NULLABLE* FASTSER_NONNULL first,
                                   size_t* count);
  /* Makes the list `count` elements long, keeps those that are there. New ones must be good values,
   * as all zeros are for slots without functions. */
  int32_t (*FASTSER_NULLABLE resize)(void* FASTSER_NULLABLE context, void* list, size_t count,
                                     void* FASTSER_NULLABLE* FASTSER_NONNULL first);
  int32_t (*FASTSER_NULLABLE count)(void* FASTSER_NULLABLE context, const void* list,
                                    size_t* count);
  int32_t (*FASTSER_NULLABLE each)(void* FASTSER_NULLABLE context, const void* list,
                                   fastser_each* each);
  int32_t (*FASTSER_NULLABLE clear)(void* FASTSER_NULLABLE context, void* list);
  int32_t (*FASTSER_NULLABLE append)(void* FASTSER_NULLABLE context, void* list,
                                     void* FASTSER_NULLABLE* FASTSER_NONNULL element);
} fastser_list_access;

/* Maps and sets. By functions (all but make_key, end_key and less are needed): keys are read into
 * memory of their own and moved into the map. Or, by `extent`, entries side by side, `stride`
 * apart, each a key and, at `value_at`, its value; read into the arena. Keys that are there twice
 * are FASTSER_MALFORMED; where their bytes do not say it (floats, shared strings, records), a
 * second pass over the archive finds them. */
typedef struct fastser_map_access {
  uint32_t struct_size;
  uint32_t is_unordered; /* 1: `each`, or the entries, are in no order that values alone decide */
  size_t size;           /* bytes of the slot */
  size_t key_size;       /* bytes of a key */
  size_t node;           /* bytes that one more element takes */
  uint32_t extent;       /* FASTSER_EXTENT_* */
  size_t first_at;
  size_t extent_at;
  size_t stride;
  size_t value_at;
  void* FASTSER_NULLABLE context;
  int32_t (*FASTSER_NULLABLE count)(void* FASTSER_NULLABLE context, const void* map, size_t* count);
  /* Visits (key, value); for sets the value is NULL. */
  int32_t (*FASTSER_NULLABLE each)(void* FASTSER_NULLABLE context, const void* map,
                                   fastser_each* each);
  /* Empties the map; about `expected` elements will come. */
  int32_t (*FASTSER_NULLABLE clear)(void* FASTSER_NULLABLE context, void* map, size_t expected);
  /* Makes an empty key in `key_size` bytes (aligned for anything, all zero), and ends it. */
  int32_t (*FASTSER_NULLABLE make_key)(void* FASTSER_NULLABLE context, void* key);
  void (*FASTSER_NULLABLE end_key)(void* FASTSER_NULLABLE context, void* key);
  /* Adds element number `index` with this key, which may be moved from; *value (unused for sets) is
   * where its value lies. FASTSER_MALFORMED when the key is there already, FASTSER_OVER_BUDGET when
   * too many keys collide. */
  int32_t (*FASTSER_NULLABLE insert)(void* FASTSER_NULLABLE context, void* map, void* key,
                                     size_t index, void* FASTSER_NULLABLE* FASTSER_NONNULL value);
  /* Whether `left` comes first: 1 or 0. Needed for fastser_encode_options.canonical, where
   * is_unordered. */
  int32_t (*FASTSER_NULLABLE less)(void* FASTSER_NULLABLE context, const void* left,
                                   const void* right);
} fastser_map_access;

/* ---- values that may be missing, alternatives */

#define FASTSER_HAS_BY_FUNCTION 0
#define FASTSER_HAS_FLAG                                                   \
  1 /* a byte at `flag_at`, not 0: the value lies in the slot, at value_at \
     */
#define FASTSER_HAS_POINTER 2 /* a pointer at `value_at`, not NULL, to the value */

/* Values that may be missing, and owners of a value of their own. `has` instead of get; and of
 * emplace and reset, where these are NULL: a flag is set, or a pointer to `owned` bytes of the
 * arena. */
typedef struct fastser_optional_access {
  uint32_t struct_size;
  uint32_t has; /* FASTSER_HAS_* */
  size_t size;  /* bytes of the slot */
  size_t owned; /* bytes elsewhere when there is a value */
  size_t value_at;
  size_t flag_at;
  void* FASTSER_NULLABLE context;
  /* The value inside, or NULL. */
  const void* FASTSER_NULLABLE (*FASTSER_NULLABLE get)(void* FASTSER_NULLABLE context,
                                                       const void* slot);
  /* Makes the value, or gives the one that is there. */
  int32_t (*FASTSER_NULLABLE emplace)(void* FASTSER_NULLABLE context, void* slot,
                                      void* FASTSER_NULLABLE* FASTSER_NONNULL value);
  int32_t (*FASTSER_NULLABLE reset)(void* FASTSER_NULLABLE context, void* slot);
} fastser_optional_access;

/* One of several alternatives. `index_size` (1, 2 or 4 bytes of an unsigned number at `index_at`,
 * all alternatives at `value_at`) instead of get; and of emplace, where that is NULL: another
 * alternative begins as zeros, up to the end of the slot. What was there is not ended. The value
 * that a function gives is never NULL, though the alternative be null. */
typedef struct fastser_variant_access {
  uint32_t struct_size;
  uint32_t index_size; /* 0: by functions */
  size_t size;         /* bytes of the slot */
  size_t index_at;
  size_t value_at;
  void* FASTSER_NULLABLE context;
  int32_t (*FASTSER_NULLABLE get)(void* FASTSER_NULLABLE context, const void* slot, size_t* index,
                                  const void* FASTSER_NULLABLE* FASTSER_NONNULL value);
  /* Makes the alternative, unless it is the one that is there. */
  int32_t (*FASTSER_NULLABLE emplace)(void* FASTSER_NULLABLE context, void* slot, size_t index,
                                      void* FASTSER_NULLABLE* FASTSER_NONNULL value);
  /* 1: alternatives that are larger than what is left of the slot at `value_at` lie elsewhere, and
   * the slot has a pointer to them (decode: into the arena). So a slot need not be as large as the
   * largest of them, and a case of an any may be a record with that any in it. Not with functions.
   */
  uint32_t boxes;
} fastser_variant_access;

/* ---- records and objects */

/* What the fields of a record are in a new one. */
typedef struct fastser_default_access {
  uint32_t struct_size;
  void* FASTSER_NULLABLE context;
  /* Gives fields what a new record has: those whose byte in `missing` is not 0. There is a byte for
   * every field, those of the super-classes first, in the order of the type. */
  int32_t (*FASTSER_NULLABLE reset)(void* FASTSER_NULLABLE context, void* record,
                                    const uint8_t* missing);
} fastser_default_access;

/* A class of objects with identity. Without functions they are `size` bytes of the arena. */
typedef struct fastser_object_access {
  uint32_t struct_size;
  size_t size; /* bytes of an object, with what is around it */
  void* FASTSER_NULLABLE context;
  /* A new object, which the decode owns once, until it returns. */
  int32_t (*FASTSER_NULLABLE make)(void* FASTSER_NULLABLE context,
                                   void* FASTSER_NULLABLE* FASTSER_NONNULL object);
  /* The decode owns the object no longer. NULL: nothing has to be done then. */
  void (*FASTSER_NULLABLE release)(void* FASTSER_NULLABLE context, void* object);
  /* A decode failed half way: lets go of what the object refers to, so that no cycle remains. */
  void (*FASTSER_NULLABLE empty)(void* FASTSER_NULLABLE context, void* object);
} fastser_object_access;

/* A pointer to an object. Without functions the slot begins with a plain pointer, or NULL. */
typedef struct fastser_ref_access {
  uint32_t struct_size;
  uint32_t is_weak; /* 1: does not keep its object, which is written where something else owns it */
  size_t size;      /* bytes of the slot; 0: those of a pointer */
  void* FASTSER_NULLABLE context;
  int32_t (*FASTSER_NULLABLE get)(void* FASTSER_NULLABLE context, const void* slot,
                                  const void* FASTSER_NULLABLE* FASTSER_NONNULL object);
  /* Points the slot to an object, or to nothing. Becomes one more owner of the object, unless it is
   * weak, and one less of the object that was there. An object that nobody owned when decode
   * returns is gone: weak slots must not lead to it then, as those of the caller's weak pointers do
   * not. */
  int32_t (*FASTSER_NULLABLE set)(void* FASTSER_NULLABLE context, void* slot,
                                  void* FASTSER_NULLABLE object);
} fastser_ref_access;

/* ---- layouts */

typedef struct fastser_layout fastser_layout;
/* A form, or a class of objects, of one layout. */
typedef uint32_t fastser_form_id;
typedef uint32_t fastser_object_id;

/* The C type of the same name: int32_t for i32 and var i32, one byte for bool, double for f64 and
 * apple date, the integer of an enum; int64_t nanoseconds for a duration; int64_t and uint32_t, 12
 * bytes, for a date; 16 bytes as on the wire for uuid and decimal; (n + 7) / 8 for bits; nothing
 * for null. An array or a repeated field of these: side by side. */
#define FASTSER_FORM_PLAIN 0

FASTSER_API int32_t fastser_layout_create(fastser_layout* FASTSER_NULLABLE* FASTSER_NULLABLE layout,
                                          fastser_error* FASTSER_NULLABLE error);
FASTSER_API void fastser_layout_destroy(fastser_layout* FASTSER_NULLABLE layout);

/* Nothing fails at once: fastser_plan_compile says what is wrong. Of a NULL layout nothing is
 * made. */

FASTSER_API fastser_form_id fastser_layout_text(fastser_layout* FASTSER_NULLABLE layout,
                                                const fastser_text_access* FASTSER_NULLABLE access);
FASTSER_API fastser_form_id fastser_layout_fixed(
    fastser_layout* FASTSER_NULLABLE layout, const fastser_fixed_access* FASTSER_NULLABLE access);
FASTSER_API fastser_form_id fastser_layout_list(fastser_layout* FASTSER_NULLABLE layout,
                                                const fastser_list_access* FASTSER_NULLABLE access,
                                                fastser_form_id element);
/* Elements of an array, side by side in the value itself, `stride` bytes apart. */
FASTSER_API fastser_form_id fastser_layout_array(fastser_layout* FASTSER_NULLABLE layout,
                                                 fastser_form_id element, size_t stride);
FASTSER_API fastser_form_id fastser_layout_map(fastser_layout* FASTSER_NULLABLE layout,
                                               const fastser_map_access* FASTSER_NULLABLE access,
                                               fastser_form_id key, fastser_form_id value);
FASTSER_API fastser_form_id fastser_layout_set(fastser_layout* FASTSER_NULLABLE layout,
                                               const fastser_map_access* FASTSER_NULLABLE access,
                                               fastser_form_id key);
FASTSER_API fastser_form_id fastser_layout_optional(
    fastser_layout* FASTSER_NULLABLE layout, const fastser_optional_access* FASTSER_NULLABLE access,
    fastser_form_id value);
FASTSER_API fastser_form_id fastser_layout_variant(
    fastser_layout* FASTSER_NULLABLE layout, const fastser_variant_access* FASTSER_NULLABLE access,
    const fastser_form_id* FASTSER_NULLABLE alternatives, size_t count);
/* A value of which the archive says the type with it: any, any record, any ref, and what is in an
 * owned any (that is an optional of this). As a variant, it holds one of several cases, which
 * fastser_layout_any_case() adds: so it may hold lists and maps of itself. */
FASTSER_API fastser_form_id fastser_layout_any(
    fastser_layout* FASTSER_NULLABLE layout, const fastser_variant_access* FASTSER_NULLABLE access);
/* A case; its index is the order of these calls. `type` is what the archive says: of an any every
 * type; else a record, or (any ref) a ref to one, in a form of fastser_layout_ref(). Records are
 * those of that name in the plan's type; fastser_type_builder_keep() takes them into it. A value of
 * another type is read into the case that can hold it (docs/versions.md), or refused. */
FASTSER_API void fastser_layout_any_case(fastser_layout* FASTSER_NULLABLE layout,
                                         fastser_form_id any,
                                         const fastser_type* FASTSER_NULLABLE type,
                                         fastser_form_id form);
/* A tuple of `size` bytes: its elements, by offset, in order. */
FASTSER_API fastser_form_id fastser_layout_tuple(fastser_layout* FASTSER_NULLABLE layout,
                                                 size_t size,
                                                 const size_t* FASTSER_NULLABLE offsets,
                                                 const fastser_form_id* FASTSER_NULLABLE elements,
                                                 size_t count);
/* A class of objects, then pointers to them. */
FASTSER_API fastser_object_id
fastser_layout_object(fastser_layout* FASTSER_NULLABLE layout,
                      const fastser_object_access* FASTSER_NULLABLE access, fastser_form_id body);
/* The body of a class that was given another one before: classes may refer to each other. */
FASTSER_API void fastser_layout_body(fastser_layout* FASTSER_NULLABLE layout,
                                     fastser_object_id object, fastser_form_id body);
FASTSER_API fastser_form_id fastser_layout_ref(fastser_layout* FASTSER_NULLABLE layout,
                                               const fastser_ref_access* FASTSER_NULLABLE access,
                                               fastser_object_id object);

/* A record of `size` bytes; its fields come with the next three. */
FASTSER_API fastser_form_id fastser_layout_record(fastser_layout* FASTSER_NULLABLE layout,
                                                  size_t size);
/* The field of that name. Fields may come in any order. */
FASTSER_API void fastser_layout_field(fastser_layout* FASTSER_NULLABLE layout,
                                      fastser_form_id record, const char* FASTSER_NULLABLE name,
                                      size_t name_size, size_t offset, fastser_form_id form);
/* The next field without a name; one for an entry that repeats, whose values lie side by side. */
FASTSER_API void fastser_layout_unnamed(fastser_layout* FASTSER_NULLABLE layout,
                                        fastser_form_id record, size_t offset,
                                        fastser_form_id form);
/* The super-class, a record too, lies at this offset. */
FASTSER_API void fastser_layout_super(fastser_layout* FASTSER_NULLABLE layout,
                                      fastser_form_id record, size_t offset, fastser_form_id base);
/* What fields get that an archive of another version does not have. Without it: 0, false, no
 * characters, no elements, no value, no object, the first alternative; a fixed access is given zero
 * bytes. */
FASTSER_API void fastser_layout_defaults(fastser_layout* FASTSER_NULLABLE layout,
                                         fastser_form_id record,
                                         const fastser_default_access* FASTSER_NULLABLE access);

/* ---- plans */

typedef struct fastser_plan fastser_plan;

/* Checks that the layout fits the type: kinds of forms, fields of records, offsets and sizes. What
 * does not fit is FASTSER_USAGE, and the message says which record and field. The layout stays as
 * it is, and more can be compiled. */
FASTSER_API int32_t fastser_plan_compile(const fastser_type* FASTSER_NULLABLE type,
                                         const fastser_layout* FASTSER_NULLABLE layout,
                                         fastser_form_id root,
                                         fastser_plan* FASTSER_NULLABLE* FASTSER_NULLABLE plan,
                                         fastser_error* FASTSER_NULLABLE error);
/* One more owner, who releases it as well. The plan itself is given back. */
FASTSER_API fastser_plan* FASTSER_NULLABLE fastser_plan_retain(fastser_plan* FASTSER_NULLABLE plan);
/* One owner less; with the last of them the plan is gone. NULL is fine. */
FASTSER_API void fastser_plan_release(fastser_plan* FASTSER_NULLABLE plan);
/* Its type; the caller's, to release. */
FASTSER_API int32_t fastser_plan_type(const fastser_plan* FASTSER_NULLABLE plan,
                                      fastser_type* FASTSER_NULLABLE* FASTSER_NULLABLE type,
                                      fastser_error* FASTSER_NULLABLE error);

/* ---- writing */

/* What stands before the values (docs/format.md section 2). */
#define FASTSER_HEADER_SELF_DESCRIBED \
  0                                  /* the type table: any tool, and other versions, can read it */
#define FASTSER_HEADER_FINGERPRINT 1 /* 8 bytes that say "you know my type" */
#define FASTSER_HEADER_BARE 2        /* nothing; no user version, no checksum */

typedef struct fastser_encode_options {
  uint32_t struct_size;
  uint32_t header;       /* FASTSER_HEADER_* */
  uint32_t sharing;      /* FASTSER_SHARING_*; the default is off, but for fields that say so */
  uint32_t user_version; /* in the header, for the application */
  uint32_t checksum;     /* 1: CRC-32C behind everything (not with a bare header) */
  uint32_t canonical;    /* 1: sort unordered containers: equal values, equal bytes */
} fastser_encode_options;

/* Bytes that are written over by one encode after another, and tables for what is shared: after a
 * few calls nothing is allocated any more. */
typedef struct fastser_buffer fastser_buffer;
FASTSER_API int32_t fastser_buffer_create(fastser_buffer* FASTSER_NULLABLE* FASTSER_NULLABLE buffer,
                                          fastser_error* FASTSER_NULLABLE error);
FASTSER_API void fastser_buffer_destroy(fastser_buffer* FASTSER_NULLABLE buffer);
/* What the last encode wrote; good until the next one, or until the buffer is destroyed. NULL, and
 * size 0, after one that failed. */
FASTSER_API const uint8_t* FASTSER_NULLABLE
fastser_buffer_data(const fastser_buffer* FASTSER_NULLABLE buffer, size_t* FASTSER_NULLABLE size);

/* The archive of the value at `value`, three ways: into new bytes, into memory of the caller's,
 * into a buffer. `options` and `allocator` may be NULL. Into memory of the caller's, *size is what
 * the archive takes, also when that is more than `capacity`: then it is FASTSER_NO_SPACE, and the
 * memory has anything in it. (Strings that are shared are looked up in what was written, so with
 * them there is one copy more.) */
FASTSER_API int32_t fastser_plan_encode(const fastser_plan* FASTSER_NULLABLE plan,
                                        const void* FASTSER_NULLABLE value,
                                        const fastser_encode_options* FASTSER_NULLABLE options,
                                        const fastser_allocator* FASTSER_NULLABLE allocator,
                                        fastser_bytes* FASTSER_NULLABLE bytes,
                                        fastser_error* FASTSER_NULLABLE error);
FASTSER_API int32_t fastser_plan_encode_to(const fastser_plan* FASTSER_NULLABLE plan,
                                           const void* FASTSER_NULLABLE value,
                                           const fastser_encode_options* FASTSER_NULLABLE options,
                                           void* FASTSER_NULLABLE memory, size_t capacity,
                                           size_t* FASTSER_NULLABLE size,
                                           fastser_error* FASTSER_NULLABLE error);
FASTSER_API int32_t fastser_plan_encode_into(const fastser_plan* FASTSER_NULLABLE plan,
                                             const void* FASTSER_NULLABLE value,
                                             const fastser_encode_options* FASTSER_NULLABLE options,
                                             fastser_buffer* FASTSER_NULLABLE buffer,
                                             fastser_error* FASTSER_NULLABLE error);

/* The same of a list of `count` values, `stride` bytes apart. */
FASTSER_API int32_t fastser_plan_encode_array(
    const fastser_plan* FASTSER_NULLABLE plan, const void* FASTSER_NULLABLE first, size_t count,
    size_t stride, const fastser_encode_options* FASTSER_NULLABLE options,
    const fastser_allocator* FASTSER_NULLABLE allocator, fastser_bytes* FASTSER_NULLABLE bytes,
    fastser_error* FASTSER_NULLABLE error);
FASTSER_API int32_t fastser_plan_encode_array_to(
    const fastser_plan* FASTSER_NULLABLE plan, const void* FASTSER_NULLABLE first, size_t count,
    size_t stride, const fastser_encode_options* FASTSER_NULLABLE options,
    void* FASTSER_NULLABLE memory, size_t capacity, size_t* FASTSER_NULLABLE size,
    fastser_error* FASTSER_NULLABLE error);
FASTSER_API int32_t fastser_plan_encode_array_into(
    const fastser_plan* FASTSER_NULLABLE plan, const void* FASTSER_NULLABLE first, size_t count,
    size_t stride, const fastser_encode_options* FASTSER_NULLABLE options,
    fastser_buffer* FASTSER_NULLABLE buffer, fastser_error* FASTSER_NULLABLE error);

/* ---- reading */

/* Memory that decoded values lead to, let go of as a whole, and tables for what is shared. */
typedef struct fastser_arena fastser_arena;
FASTSER_API int32_t fastser_arena_create(fastser_arena* FASTSER_NULLABLE* FASTSER_NULLABLE arena,
                                         fastser_error* FASTSER_NULLABLE error);
FASTSER_API void fastser_arena_destroy(fastser_arena* FASTSER_NULLABLE arena);
/* All that was read into it is gone; the memory is used again by the next decode. */
FASTSER_API void fastser_arena_clear(fastser_arena* FASTSER_NULLABLE arena);
/* Bytes of memory that it has, used or not. */
FASTSER_API size_t fastser_arena_memory(const fastser_arena* FASTSER_NULLABLE arena);

typedef struct fastser_decode_options {
  uint32_t struct_size;
  uint32_t header;  /* only FASTSER_HEADER_BARE must be said; others say so themselves */
  uint32_t sharing; /* for bare: not off if shared. Else it does not matter */
  const fastser_limits* FASTSER_NULLABLE limits;
  /* Needed where the layout leaves memory to it; decode_array() puts its elements there as well.
   * Every decode adds to it, also one that fails; see fastser_arena_clear(). */
  fastser_arena* FASTSER_NULLABLE arena;
  uint32_t* FASTSER_NULLABLE user_version; /* out, unless NULL */
  uint32_t clear_arena; /* 1: fastser_arena_clear() first, so that this call is the only one */
} fastser_decode_options;

/* Reads an archive over the value at `value`: lists, optionals and variants behind functions are
 * used again, maps and sets emptied first. On an error the value is good but unspecified.
 * `options` may be NULL. */
FASTSER_API int32_t fastser_plan_decode(const fastser_plan* FASTSER_NULLABLE plan,
                                        const void* FASTSER_NULLABLE archive, size_t size,
                                        void* FASTSER_NULLABLE value,
                                        const fastser_decode_options* FASTSER_NULLABLE options,
                                        fastser_error* FASTSER_NULLABLE error);
/* The archive that encode writes of what decode reads: archives of other versions of the type
 * become archives of this one. Only where the layout has no functions (else FASTSER_USAGE). Both
 * options and `allocator` may be NULL. */
FASTSER_API int32_t fastser_plan_rewrite(const fastser_plan* FASTSER_NULLABLE plan,
                                         const void* FASTSER_NULLABLE archive, size_t size,
                                         const fastser_decode_options* FASTSER_NULLABLE reading,
                                         const fastser_encode_options* FASTSER_NULLABLE writing,
                                         const fastser_allocator* FASTSER_NULLABLE allocator,
                                         fastser_bytes* FASTSER_NULLABLE bytes,
                                         fastser_error* FASTSER_NULLABLE error);
/* Reads a list, of elements of `stride` bytes, into the arena of the options; *first is NULL when
 * there are none. */
FASTSER_API int32_t fastser_plan_decode_array(
    const fastser_plan* FASTSER_NULLABLE plan, const void* FASTSER_NULLABLE archive, size_t size,
    size_t stride, void* FASTSER_NULLABLE* FASTSER_NULLABLE first, size_t* FASTSER_NULLABLE count,
    const fastser_decode_options* FASTSER_NULLABLE options, fastser_error* FASTSER_NULLABLE error);
/* Reads a list over the `capacity` values at `first`. When there are more, it is FASTSER_NO_SPACE,
 * and *count is at least one more than `capacity` and at most their number. */
FASTSER_API int32_t fastser_plan_decode_array_to(
    const fastser_plan* FASTSER_NULLABLE plan, const void* FASTSER_NULLABLE archive, size_t size,
    void* FASTSER_NULLABLE first, size_t capacity, size_t stride, size_t* FASTSER_NULLABLE count,
    const fastser_decode_options* FASTSER_NULLABLE options, fastser_error* FASTSER_NULLABLE error);

FASTSER_NONNULL_END
FASTSER_EXTERN_C_END

#endif
