/* SPDX-License-Identifier: MIT
 *
 * Plans: write and read whole values, or arrays of them, in one call. A fastser_type
 * (fastser/c/type.h) describes the values, a fastser_layout how they lie in memory; a fastser_plan
 * is both, compiled. docs/plans.md is a guide.
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
 * The bytes are the same as those of fastser::archive::encode for the equal C++ type and value.
 * Archives of other versions of the type are read too, by the writer's shapes (docs/versions.md). A
 * field that they do not have gets its default, whatever the value had before.
 *
 * An access struct describes one slot, the memory of one value inside its record or container. It
 * has offsets, or functions, or both. A layout of offsets only, without functions, is the fastest.
 * It needs no memory of the caller's but the root value: texts that are read point into the
 * archive's bytes, which you must keep; elements, owned values, entries of maps and objects lie in
 * a fastser_arena, which is cleared or destroyed as a whole. Such slots may have any contents
 * before a decode, except the index of a variant and values with a flag: set these to zero.
 *
 * Functions of an access struct get its context. They return FASTSER_OK, or any other number, which
 * ends the call with that status. They must return, and must not use the value in other ways.
 * Addresses of objects and texts that they return must stay valid until encode or decode returns;
 * addresses of elements until the next call of a function of the same container.
 *
 * Ownership: a layout copies the structs; a plan keeps them and its type. Contexts are the caller's
 * and must outlive the plan. A plan never changes: any number of threads may use one at once, if
 * the contexts allow it. It is reference-counted: release each one that a function gives you once.
 * A layout, a buffer and an arena are for one thread at a time. A function of a layout that reads
 * or writes an archive itself needs a buffer and an arena of its own for that.
 */
#ifndef FASTSER_C_PLAN_H
#define FASTSER_C_PLAN_H

#include "fastser/c/base.h"
#include "fastser/c/type.h"

FASTSER_EXTERN_C_BEGIN
FASTSER_NONNULL_BEGIN

/* ---- how single values lie in memory */

/* A sequence elsewhere in memory: the slot has a pointer to the first element (at offset
 * `first_at`; NULL if there are none), and how many there are (at offset `extent_at`). */
#define FASTSER_EXTENT_NONE 0    /* not used: by functions */
#define FASTSER_EXTENT_COUNT32 1 /* a uint32_t: elements, or bytes of a text */
#define FASTSER_EXTENT_COUNT64 2 /* a uint64_t */
#define FASTSER_EXTENT_END 3     /* a pointer to the end */

/* Strings and data (also url, class reference). `extent` replaces get, and also set if that is
 * NULL: then the slot points into the archive that is decoded. */
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
  /* Sets the slot to a copy of the text, or to its address: `text` points into the archive. */
  int32_t (*FASTSER_NULLABLE set)(void* FASTSER_NULLABLE context, void* slot, const char* text,
                                  size_t size);
} fastser_text_access;

/* A value of fixed size in the archive that lies in memory in another form: dates, bits, decimals,
 * scalars behind functions; not varints, whose size differs. `wire` has exactly the bytes of the
 * value in the archive, little-endian (docs/format.md section 4): 12 for a date, 16 for a decimal
 * or uuid, (n + 7) / 8 for n bits, else the size of the number. `store` writes all of them, `load`
 * reads them; FASTSER_MALFORMED: bytes that no writer produces. */
typedef struct fastser_fixed_access {
  uint32_t struct_size;
  size_t size; /* bytes of the slot */
  void* FASTSER_NULLABLE context;
  int32_t (*FASTSER_NULLABLE store)(void* FASTSER_NULLABLE context, const void* slot,
                                    uint8_t* wire);
  int32_t (*FASTSER_NULLABLE load)(void* FASTSER_NULLABLE context, void* slot, const uint8_t* wire);
} fastser_fixed_access;

/* ---- containers */

/* The argument of an `each` function, which calls each->visit(each, element, NULL) or
 * each->visit(each, key, value) for every element, in order. If that does not return FASTSER_OK, it
 * stops and returns the status. */
typedef struct fastser_each {
  int32_t (*visit)(struct fastser_each* each, const void* element,
                   const void* FASTSER_NULLABLE value);
} fastser_each;

/* Lists, arrays, and sets whose elements are not found by key. If elements lie side by side,
 * `stride` bytes apart, give `extent` or view, and resize; without resize they are read into the
 * arena. Otherwise give count, each, clear and append. */
typedef struct fastser_list_access {
  uint32_t struct_size;
  uint32_t is_chain; /* 1: finding an element by its number takes a search */
  size_t size;       /* bytes of the slot */
  size_t stride;     /* bytes from one element to the next */
  size_t element;    /* memory of one more element, for the budget; 0: `stride` */
  uint32_t extent;   /* FASTSER_EXTENT_* */
  size_t first_at;
  size_t extent_at;
  void* FASTSER_NULLABLE context;
  int32_t (*FASTSER_NULLABLE view)(void* FASTSER_NULLABLE context, const void* list,
                                   const void* FASTSER_NULLABLE* FASTSER_NONNULL first,
                                   size_t* count);
  /* Makes the list `count` elements long; elements that exist already stay. New ones must be valid
   * values; for slots without functions all zeros are. */
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

/* Maps and sets. Either by functions (all but make_key, end_key and less are needed): a key is read
 * into separate memory and then moved into the map. Or by `extent`: entries lie side by side,
 * `stride` bytes apart, each a key and, at offset `value_at`, its value; they are read into the
 * arena. A key that is there twice is FASTSER_MALFORMED; for keys whose bytes do not show that
 * (floats, shared strings, records), this takes a second pass over the archive. */
typedef struct fastser_map_access {
  uint32_t struct_size;
  uint32_t
      is_unordered; /* 1: the order of `each`, or of entries, does not depend on values alone */
  size_t size;      /* bytes of the slot */
  size_t key_size;  /* bytes of a key */
  size_t node;      /* memory of one more element, for the budget */
  uint32_t extent;  /* FASTSER_EXTENT_* */
  size_t first_at;
  size_t extent_at;
  size_t stride;
  size_t value_at;
  void* FASTSER_NULLABLE context;
  int32_t (*FASTSER_NULLABLE count)(void* FASTSER_NULLABLE context, const void* map, size_t* count);
  /* Visits (key, value); for sets the value is NULL. */
  int32_t (*FASTSER_NULLABLE each)(void* FASTSER_NULLABLE context, const void* map,
                                   fastser_each* each);
  /* Empties the map; about `expected` elements will be inserted. */
  int32_t (*FASTSER_NULLABLE clear)(void* FASTSER_NULLABLE context, void* map, size_t expected);
  /* Creates an empty key in `key_size` bytes (aligned for any type, all zero), and destroys it. */
  int32_t (*FASTSER_NULLABLE make_key)(void* FASTSER_NULLABLE context, void* key);
  void (*FASTSER_NULLABLE end_key)(void* FASTSER_NULLABLE context, void* key);
  /* Adds element number `index` with this key, which may be moved from, and sets *value (unused for
   * sets) to the place of its value. FASTSER_MALFORMED if the key exists already,
   * FASTSER_OVER_BUDGET if too many keys have the same hash. */
  int32_t (*FASTSER_NULLABLE insert)(void* FASTSER_NULLABLE context, void* map, void* key,
                                     size_t index, void* FASTSER_NULLABLE* FASTSER_NONNULL value);
  /* 1 if `left` comes first, else 0. Needed for fastser_encode_options.canonical, if
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

/* Values that may be missing, and owning pointers. `has` replaces get, and also emplace and reset
 * if these are NULL: then decode sets the flag, or the pointer to `owned` bytes of the arena. */
typedef struct fastser_optional_access {
  uint32_t struct_size;
  uint32_t has; /* FASTSER_HAS_* */
  size_t size;  /* bytes of the slot */
  size_t owned; /* bytes elsewhere if there is a value */
  size_t value_at;
  size_t flag_at;
  void* FASTSER_NULLABLE context;
  /* The value inside, or NULL. */
  const void* FASTSER_NULLABLE (*FASTSER_NULLABLE get)(void* FASTSER_NULLABLE context,
                                                       const void* slot);
  /* Creates the value, unless there is one already, and returns its address. */
  int32_t (*FASTSER_NULLABLE emplace)(void* FASTSER_NULLABLE context, void* slot,
                                      void* FASTSER_NULLABLE* FASTSER_NONNULL value);
  int32_t (*FASTSER_NULLABLE reset)(void* FASTSER_NULLABLE context, void* slot);
} fastser_optional_access;

/* One of several alternatives. Its index is an unsigned number of `index_size` bytes (1, 2 or 4) at
 * offset `index_at`; all alternatives are at offset `value_at`. This replaces get, and also emplace
 * if that is NULL: then decode sets a new alternative to zeros, up to the end of the slot; the one
 * before is not destroyed. The value that a function returns must not be NULL, even if the
 * alternative is null. */
typedef struct fastser_variant_access {
  uint32_t struct_size;
  uint32_t index_size; /* 0: by functions */
  size_t size;         /* bytes of the slot */
  size_t index_at;
  size_t value_at;
  void* FASTSER_NULLABLE context;
  int32_t (*FASTSER_NULLABLE get)(void* FASTSER_NULLABLE context, const void* slot, size_t* index,
                                  const void* FASTSER_NULLABLE* FASTSER_NONNULL value);
  /* Creates the alternative, unless the slot holds it already. */
  int32_t (*FASTSER_NULLABLE emplace)(void* FASTSER_NULLABLE context, void* slot, size_t index,
                                      void* FASTSER_NULLABLE* FASTSER_NONNULL value);
  /* 1: alternatives that do not fit into the rest of the slot at `value_at` lie elsewhere, and the
   * slot has a pointer to them (decode puts them into the arena). So a slot can be smaller than its
   * largest alternative, and a case of an any may be a record that contains that any. Not with
   * functions. */
  uint32_t boxes;
} fastser_variant_access;

/* ---- records and objects */

/* The default values of a record's fields. */
typedef struct fastser_default_access {
  uint32_t struct_size;
  void* FASTSER_NULLABLE context;
  /* Sets the fields whose byte in `missing` is not 0 to the values that a new record has. There is
   * a byte for each field, those of the super-classes first, in the order of the type. */
  int32_t (*FASTSER_NULLABLE reset)(void* FASTSER_NULLABLE context, void* record,
                                    const uint8_t* missing);
} fastser_default_access;

/* A class of objects with identity. Without functions they are `size` bytes of the arena. */
typedef struct fastser_object_access {
  uint32_t struct_size;
  size_t size; /* memory of an object, with its overhead */
  void* FASTSER_NULLABLE context;
  /* Creates an object. decode owns it once, until it returns. */
  int32_t (*FASTSER_NULLABLE make)(void* FASTSER_NULLABLE context,
                                   void* FASTSER_NULLABLE* FASTSER_NONNULL object);
  /* decode gives up its ownership. NULL: nothing needs to be done then. */
  void (*FASTSER_NULLABLE release)(void* FASTSER_NULLABLE context, void* object);
  /* After a failed decode: drops all references of the object, so that no cycle remains. */
  void (*FASTSER_NULLABLE empty)(void* FASTSER_NULLABLE context, void* object);
} fastser_object_access;

/* A pointer to an object. Without functions the slot begins with a plain C pointer, or NULL. */
typedef struct fastser_ref_access {
  uint32_t struct_size;
  uint32_t is_weak; /* 1: does not own its object, which is written where something else owns it */
  size_t size;      /* bytes of the slot; 0: those of a pointer */
  void* FASTSER_NULLABLE context;
  int32_t (*FASTSER_NULLABLE get)(void* FASTSER_NULLABLE context, const void* slot,
                                  const void* FASTSER_NULLABLE* FASTSER_NONNULL object);
  /* Makes the slot point to an object, or to nothing. Unless it is weak, the slot becomes an owner
   * of that object, and is no longer an owner of the one before. If nobody owns an object when
   * decode returns, it is destroyed; weak slots must then point to nothing. */
  int32_t (*FASTSER_NULLABLE set)(void* FASTSER_NULLABLE context, void* slot,
                                  void* FASTSER_NULLABLE object);
} fastser_ref_access;

/* ---- layouts */

typedef struct fastser_layout fastser_layout;
/* Names a form, or a class of objects, of one layout. */
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

/* No call fails at once: fastser_plan_compile returns the first error. Calls with a NULL layout do
 * nothing. A form describes the memory of one kind of value; it must fit the type: a form of a list
 * a list, and so on. */

FASTSER_API fastser_form_id fastser_layout_text(fastser_layout* FASTSER_NULLABLE layout,
                                                const fastser_text_access* FASTSER_NULLABLE access);
FASTSER_API fastser_form_id fastser_layout_fixed(
    fastser_layout* FASTSER_NULLABLE layout, const fastser_fixed_access* FASTSER_NULLABLE access);
FASTSER_API fastser_form_id fastser_layout_list(fastser_layout* FASTSER_NULLABLE layout,
                                                const fastser_list_access* FASTSER_NULLABLE access,
                                                fastser_form_id element);
/* An array whose elements lie in the value itself, `stride` bytes apart. */
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
/* A value whose type is written with it in the archive: any, any record, any ref, and the value in
 * an owned any (which is an optional of this). Like a variant, it holds one of several cases, which
 * fastser_layout_any_case() adds afterwards. So it may hold lists and maps of itself. */
FASTSER_API fastser_form_id fastser_layout_any(
    fastser_layout* FASTSER_NULLABLE layout, const fastser_variant_access* FASTSER_NULLABLE access);
/* Adds a case; its index counts these calls. `type` is the type in the archive: for an any any
 * type; for an any record a record; for an any ref a ref to one, with a form of
 * fastser_layout_ref(). The records must be in the plan's type under the same names;
 * fastser_type_builder_keep() puts them there. A value of another type is read into the case that
 * can hold it (docs/versions.md), or refused. */
FASTSER_API void fastser_layout_any_case(fastser_layout* FASTSER_NULLABLE layout,
                                         fastser_form_id any,
                                         const fastser_type* FASTSER_NULLABLE type,
                                         fastser_form_id form);
/* A tuple of `size` bytes: the offsets and forms of its elements, in order. */
FASTSER_API fastser_form_id fastser_layout_tuple(fastser_layout* FASTSER_NULLABLE layout,
                                                 size_t size,
                                                 const size_t* FASTSER_NULLABLE offsets,
                                                 const fastser_form_id* FASTSER_NULLABLE elements,
                                                 size_t count);
/* A class of objects; fastser_layout_ref() makes pointers to them. */
FASTSER_API fastser_object_id
fastser_layout_object(fastser_layout* FASTSER_NULLABLE layout,
                      const fastser_object_access* FASTSER_NULLABLE access, fastser_form_id body);
/* Replaces the body of a class, since classes may refer to each other. */
FASTSER_API void fastser_layout_body(fastser_layout* FASTSER_NULLABLE layout,
                                     fastser_object_id object, fastser_form_id body);
FASTSER_API fastser_form_id fastser_layout_ref(fastser_layout* FASTSER_NULLABLE layout,
                                               const fastser_ref_access* FASTSER_NULLABLE access,
                                               fastser_object_id object);

/* A record of `size` bytes; the next three functions describe its fields. */
FASTSER_API fastser_form_id fastser_layout_record(fastser_layout* FASTSER_NULLABLE layout,
                                                  size_t size);
/* The field of that name. Fields may come in any order. */
FASTSER_API void fastser_layout_field(fastser_layout* FASTSER_NULLABLE layout,
                                      fastser_form_id record, const char* FASTSER_NULLABLE name,
                                      size_t name_size, size_t offset, fastser_form_id form);
/* The next entry without a name. If it repeats, its values lie side by side. */
FASTSER_API void fastser_layout_unnamed(fastser_layout* FASTSER_NULLABLE layout,
                                        fastser_form_id record, size_t offset,
                                        fastser_form_id form);
/* The super-class, a record too, lies at this offset. */
FASTSER_API void fastser_layout_super(fastser_layout* FASTSER_NULLABLE layout,
                                      fastser_form_id record, size_t offset, fastser_form_id base);
/* The values of fields that an archive of another version does not have. Without this: 0, false,
 * empty, no value, no object, the first alternative; a fixed access gets zero bytes. */
FASTSER_API void fastser_layout_defaults(fastser_layout* FASTSER_NULLABLE layout,
                                         fastser_form_id record,
                                         const fastser_default_access* FASTSER_NULLABLE access);

/* ---- plans */

typedef struct fastser_plan fastser_plan;

/* Checks that the layout fits the type: kinds of forms, fields of records, offsets and sizes. An
 * error is FASTSER_USAGE, and the message names record and field. The layout is not changed, and
 * can be compiled again. */
FASTSER_API int32_t fastser_plan_compile(const fastser_type* FASTSER_NULLABLE type,
                                         const fastser_layout* FASTSER_NULLABLE layout,
                                         fastser_form_id root,
                                         fastser_plan* FASTSER_NULLABLE* FASTSER_NULLABLE plan,
                                         fastser_error* FASTSER_NULLABLE error);
/* Adds an owner, who must release the plan too. Returns the plan itself. */
FASTSER_API fastser_plan* FASTSER_NULLABLE fastser_plan_retain(fastser_plan* FASTSER_NULLABLE plan);
/* Removes an owner; the last release destroys the plan. NULL is fine. */
FASTSER_API void fastser_plan_release(fastser_plan* FASTSER_NULLABLE plan);
/* The type of the plan; release it. */
FASTSER_API int32_t fastser_plan_type(const fastser_plan* FASTSER_NULLABLE plan,
                                      fastser_type* FASTSER_NULLABLE* FASTSER_NULLABLE type,
                                      fastser_error* FASTSER_NULLABLE error);

/* ---- writing */

/* What stands before the values (docs/format.md section 2). */
#define FASTSER_HEADER_SELF_DESCRIBED \
  0                                  /* the type table: any tool, and other versions, can read it */
#define FASTSER_HEADER_FINGERPRINT 1 /* a hash of the type table, for readers with the type */
#define FASTSER_HEADER_BARE 2        /* nothing; no user version, no checksum */

typedef struct fastser_encode_options {
  uint32_t struct_size;
  uint32_t header;       /* FASTSER_HEADER_* */
  uint32_t sharing;      /* FASTSER_SHARING_*; the default is off, except in types that share */
  uint32_t user_version; /* in the header, for the application */
  uint32_t checksum;     /* 1: a CRC-32C at the end (not with a bare header) */
  uint32_t canonical;    /* 1: sort unordered containers: equal values, equal bytes */
} fastser_encode_options;

/* Memory for the output, which each encode overwrites, and tables for shared strings and objects.
 * After a few calls nothing is allocated any more. */
typedef struct fastser_buffer fastser_buffer;
FASTSER_API int32_t fastser_buffer_create(fastser_buffer* FASTSER_NULLABLE* FASTSER_NULLABLE buffer,
                                          fastser_error* FASTSER_NULLABLE error);
FASTSER_API void fastser_buffer_destroy(fastser_buffer* FASTSER_NULLABLE buffer);
/* The output of the last encode; valid until the next one, or until the buffer is destroyed. NULL,
 * and size 0, if it failed. */
FASTSER_API const uint8_t* FASTSER_NULLABLE
fastser_buffer_data(const fastser_buffer* FASTSER_NULLABLE buffer, size_t* FASTSER_NULLABLE size);

/* Writes the archive of the value at `value` in one of three ways: into new bytes, into the
 * caller's memory, into a buffer. `options` and `allocator` may be NULL. With the caller's memory,
 * *size is set to the size of the archive, also if that is more than `capacity`: then the status is
 * FASTSER_NO_SPACE, and the contents of the memory are unspecified. (With shared strings there is
 * one copy more, since they are looked up in the output.) Errors: FASTSER_TOO_DEEP (values nested
 * deeper than 128); FASTSER_USAGE (a wrong call, or a value that its slot cannot have, such as a
 * variant's index that is too large); FASTSER_NO_MEMORY; what a function of the layout returned.
 * Cost: one pass over the value. */
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

/* Memory for decoded values, released as a whole, and tables for shared strings and objects. */
typedef struct fastser_arena fastser_arena;
FASTSER_API int32_t fastser_arena_create(fastser_arena* FASTSER_NULLABLE* FASTSER_NULLABLE arena,
                                         fastser_error* FASTSER_NULLABLE error);
FASTSER_API void fastser_arena_destroy(fastser_arena* FASTSER_NULLABLE arena);
/* Releases all values in it; the next decode reuses the memory. */
FASTSER_API void fastser_arena_clear(fastser_arena* FASTSER_NULLABLE arena);
/* How many bytes of memory it has, used or not. */
FASTSER_API size_t fastser_arena_memory(const fastser_arena* FASTSER_NULLABLE arena);

typedef struct fastser_decode_options {
  uint32_t struct_size;
  uint32_t header;  /* set it for FASTSER_HEADER_BARE; the others are recognised */
  uint32_t sharing; /* for bare: not off if the writer shared; else not used */
  const fastser_limits* FASTSER_NULLABLE limits;
  /* Needed if the layout has no functions for some memory; decode_array() puts its elements there,
   * too. Each decode adds to it, also a failed one; see fastser_arena_clear(). */
  fastser_arena* FASTSER_NULLABLE arena;
  uint32_t* FASTSER_NULLABLE user_version; /* receives the user version, unless NULL */
  uint32_t clear_arena;                    /* 1: call fastser_arena_clear() first */
} fastser_decode_options;

/* Reads an archive into the existing value at `value`: lists, optionals and variants behind
 * functions keep their memory, maps and sets are emptied first. On an error the value is valid but
 * unspecified. `options` may be NULL. Errors: those of the archive's bytes (FASTSER_TRUNCATED to
 * FASTSER_CHECKSUM, FASTSER_BAD_REFERENCE); FASTSER_TYPE_MISMATCH and FASTSER_FINGERPRINT (another
 * type); FASTSER_TOO_DEEP and FASTSER_OVER_BUDGET (the limits); FASTSER_NO_SPACE (more elements
 * than a 32-bit count holds); FASTSER_USAGE (no arena where the layout needs one);
 * FASTSER_NO_MEMORY; what a function of the layout returned. Cost: one pass; archives of other
 * versions take longer. */
FASTSER_API int32_t fastser_plan_decode(const fastser_plan* FASTSER_NULLABLE plan,
                                        const void* FASTSER_NULLABLE archive, size_t size,
                                        void* FASTSER_NULLABLE value,
                                        const fastser_decode_options* FASTSER_NULLABLE options,
                                        fastser_error* FASTSER_NULLABLE error);
/* Decodes and encodes again: an archive of another version of the type becomes an archive of this
 * one. The layout must not have functions (FASTSER_USAGE). Both options and `allocator` may be
 * NULL. */
FASTSER_API int32_t fastser_plan_rewrite(const fastser_plan* FASTSER_NULLABLE plan,
                                         const void* FASTSER_NULLABLE archive, size_t size,
                                         const fastser_decode_options* FASTSER_NULLABLE reading,
                                         const fastser_encode_options* FASTSER_NULLABLE writing,
                                         const fastser_allocator* FASTSER_NULLABLE allocator,
                                         fastser_bytes* FASTSER_NULLABLE bytes,
                                         fastser_error* FASTSER_NULLABLE error);
/* Reads a list, whose elements have `stride` bytes, into the arena of the options. *first is NULL
 * if there are no elements. */
FASTSER_API int32_t fastser_plan_decode_array(
    const fastser_plan* FASTSER_NULLABLE plan, const void* FASTSER_NULLABLE archive, size_t size,
    size_t stride, void* FASTSER_NULLABLE* FASTSER_NULLABLE first, size_t* FASTSER_NULLABLE count,
    const fastser_decode_options* FASTSER_NULLABLE options, fastser_error* FASTSER_NULLABLE error);
/* Reads a list into the `capacity` existing values at `first`. If the list is longer, the status is
 * FASTSER_NO_SPACE, and *count is more than `capacity`, but may be less than the length of the
 * list. */
FASTSER_API int32_t fastser_plan_decode_array_to(
    const fastser_plan* FASTSER_NULLABLE plan, const void* FASTSER_NULLABLE archive, size_t size,
    void* FASTSER_NULLABLE first, size_t capacity, size_t stride, size_t* FASTSER_NULLABLE count,
    const fastser_decode_options* FASTSER_NULLABLE options, fastser_error* FASTSER_NULLABLE error);

FASTSER_NONNULL_END
FASTSER_EXTERN_C_END

#endif
