/* SPDX-License-Identifier: MIT
 *
 * Readers: archives read by one call per value, whoever wrote them: a writer, a plan, a typed
 * encode of C++ (docs/coder.md). The calls mirror the writer's.
 *
 *   static const fastser_key kX = FASTSER_KEY("x"), kY = FASTSER_KEY("y");
 *   fastser_reader* reader = NULL;
 *   int32_t x = 0, y = 0, status = fastser_reader_create(&reader, NULL);
 *   if (status != FASTSER_OK) return status;
 *   fastser_reader_open(reader, archive.data, archive.size, NULL, NULL);
 *   if (fastser_reader_begin_record(reader, NULL)) {
 *     y = fastser_reader_i32(reader, &kY); // any order
 *     x = fastser_reader_i32(reader, &kX);
 *     fastser_reader_end_record(reader);
 *   }
 *   status = fastser_reader_finish(reader, &error);
 *   fastser_reader_destroy(reader);
 *
 * Errors are sticky: the first one is kept, and every value behind it is zero, empty or nil; finish
 * tells (or fastser_reader_status, at any time). A key that the record does not have is no error:
 * the value is zero, empty or nil, and fastser_reader_contains() tells. A reader of NULL, or one
 * that has nothing open, gives such values only. A key of NULL is none: the next value. */
#ifndef FASTSER_C_READER_H
#define FASTSER_C_READER_H

#include "fastser/c/type.h"
#include "fastser/c/values.h"

FASTSER_EXTERN_C_BEGIN
FASTSER_NONNULL_BEGIN

typedef struct fastser_reader fastser_reader;

/* ---- life */

/* Errors: FASTSER_USAGE, FASTSER_NO_MEMORY; *reader is NULL then. */
FASTSER_API int32_t fastser_reader_create(fastser_reader* FASTSER_NULLABLE* FASTSER_NONNULL reader,
                                          fastser_error* FASTSER_NULLABLE error);
FASTSER_API void fastser_reader_destroy(fastser_reader* FASTSER_NULLABLE reader);

/* Starts to read an archive, whose bytes must stay as they are until another one is opened or the
 * reader destroyed. What the reader knew of the one before is forgotten; but what a table of types
 * is turned into is kept for archives with the same one, so that a reader that is used again is
 * faster than a new one. `limits`: the depth may be any number here, for callers who watch their
 * own stack; what is passed by nests at most 512 deep. Errors: those of the header and the table;
 * FASTSER_USAGE for archives without a table. */
FASTSER_API int32_t fastser_reader_open(fastser_reader* FASTSER_NULLABLE reader,
                                        const void* FASTSER_NULLABLE archive, size_t size,
                                        const fastser_limits* FASTSER_NULLABLE limits,
                                        fastser_error* FASTSER_NULLABLE error);
/* Checks that the values read so far were sound and all (what is left of the root is passed by) and
 * that nothing lies behind them; or the first error. */
FASTSER_API int32_t fastser_reader_finish(fastser_reader* FASTSER_NULLABLE reader,
                                          fastser_error* FASTSER_NULLABLE error);

/* The first error since the archive was opened, or FASTSER_OK. */
FASTSER_API int32_t fastser_reader_status(const fastser_reader* FASTSER_NULLABLE reader,
                                          fastser_error* FASTSER_NULLABLE error);
/* Makes an error of the caller's (an unknown class, a value out of range) the reader's. `status` is
 * one of FASTSER_..., or the caller's own from FASTSER_FIRST_OF_CALLER on. */
FASTSER_API void fastser_reader_fail(fastser_reader* FASTSER_NULLABLE reader, int32_t status,
                                     const char* FASTSER_NULLABLE message, size_t size);

/* The type of the root of the archive that is open. All records of its table are there, too
 * (fastser_type_record): that of an open one has its name and version. The caller's, to release.
 * FASTSER_USAGE where no archive is open. */
FASTSER_API int32_t fastser_reader_type(const fastser_reader* FASTSER_NULLABLE reader,
                                        fastser_type* FASTSER_NULLABLE* FASTSER_NULLABLE type,
                                        fastser_error* FASTSER_NULLABLE error);
/* fastser_writer_options.user_version of who wrote the archive. */
FASTSER_API uint32_t fastser_reader_user_version(const fastser_reader* FASTSER_NULLABLE reader);

/* A key for callers who have no constant characters; the same one for the same text. It lives as
 * long as the reader. NULL if it cannot be made, which is an error of the reader's. */
FASTSER_API const fastser_key* FASTSER_NULLABLE fastser_reader_key(
    fastser_reader* FASTSER_NULLABLE reader, const char* FASTSER_NULLABLE text, size_t size);

/* ---- values: the next one, or the one with a key. Integers of any width that fit the type asked
 * for, bool among them; f32 as f64; integers as floats that hold them exactly. Anything else is
 * FASTSER_TYPE_MISMATCH. */

FASTSER_API int32_t fastser_reader_bool(fastser_reader* FASTSER_NULLABLE reader,
                                        const fastser_key* FASTSER_NULLABLE key);
FASTSER_API int8_t fastser_reader_i8(fastser_reader* FASTSER_NULLABLE reader,
                                     const fastser_key* FASTSER_NULLABLE key);
FASTSER_API uint8_t fastser_reader_u8(fastser_reader* FASTSER_NULLABLE reader,
                                      const fastser_key* FASTSER_NULLABLE key);
FASTSER_API int16_t fastser_reader_i16(fastser_reader* FASTSER_NULLABLE reader,
                                       const fastser_key* FASTSER_NULLABLE key);
FASTSER_API uint16_t fastser_reader_u16(fastser_reader* FASTSER_NULLABLE reader,
                                        const fastser_key* FASTSER_NULLABLE key);
FASTSER_API int32_t fastser_reader_i32(fastser_reader* FASTSER_NULLABLE reader,
                                       const fastser_key* FASTSER_NULLABLE key);
FASTSER_API uint32_t fastser_reader_u32(fastser_reader* FASTSER_NULLABLE reader,
                                        const fastser_key* FASTSER_NULLABLE key);
FASTSER_API int64_t fastser_reader_i64(fastser_reader* FASTSER_NULLABLE reader,
                                       const fastser_key* FASTSER_NULLABLE key);
FASTSER_API uint64_t fastser_reader_u64(fastser_reader* FASTSER_NULLABLE reader,
                                        const fastser_key* FASTSER_NULLABLE key);
FASTSER_API float fastser_reader_f32(fastser_reader* FASTSER_NULLABLE reader,
                                     const fastser_key* FASTSER_NULLABLE key);
FASTSER_API double fastser_reader_f64(fastser_reader* FASTSER_NULLABLE reader,
                                      const fastser_key* FASTSER_NULLABLE key);
/* The same as their bits: some machines change a NaN that is returned as a float. */
FASTSER_API uint32_t fastser_reader_f32_bits(fastser_reader* FASTSER_NULLABLE reader,
                                             const fastser_key* FASTSER_NULLABLE key);
FASTSER_API uint64_t fastser_reader_f64_bits(fastser_reader* FASTSER_NULLABLE reader,
                                             const fastser_key* FASTSER_NULLABLE key);

/* Takes a null (or an empty optional, or nil); another value is FASTSER_TYPE_MISMATCH. */
FASTSER_API void fastser_reader_null(fastser_reader* FASTSER_NULLABLE reader,
                                     const fastser_key* FASTSER_NULLABLE key);
/* A string, a URL or the name of a class: a view of the archive, checked to be UTF-8. Good as long
 * as the archive's bytes are. */
FASTSER_API fastser_text fastser_reader_string(fastser_reader* FASTSER_NULLABLE reader,
                                               const fastser_key* FASTSER_NULLABLE key);
/* The same as UTF-16, in memory that the next call of this function uses again. */
FASTSER_API fastser_text16 fastser_reader_string16(fastser_reader* FASTSER_NULLABLE reader,
                                                   const fastser_key* FASTSER_NULLABLE key);
FASTSER_API fastser_text fastser_reader_url(fastser_reader* FASTSER_NULLABLE reader,
                                            const fastser_key* FASTSER_NULLABLE key);
FASTSER_API fastser_text fastser_reader_class_ref(fastser_reader* FASTSER_NULLABLE reader,
                                                  const fastser_key* FASTSER_NULLABLE key);
FASTSER_API fastser_view fastser_reader_data(fastser_reader* FASTSER_NULLABLE reader,
                                             const fastser_key* FASTSER_NULLABLE key);
FASTSER_API fastser_date fastser_reader_date(fastser_reader* FASTSER_NULLABLE reader,
                                             const fastser_key* FASTSER_NULLABLE key);
/* Seconds since 2001-01-01T00:00:00Z. */
FASTSER_API double fastser_reader_apple_date(fastser_reader* FASTSER_NULLABLE reader,
                                             const fastser_key* FASTSER_NULLABLE key);
/* Nanoseconds. */
FASTSER_API int64_t fastser_reader_duration(fastser_reader* FASTSER_NULLABLE reader,
                                            const fastser_key* FASTSER_NULLABLE key);
FASTSER_API fastser_uuid fastser_reader_uuid(fastser_reader* FASTSER_NULLABLE reader,
                                             const fastser_key* FASTSER_NULLABLE key);
FASTSER_API fastser_decimal fastser_reader_decimal(fastser_reader* FASTSER_NULLABLE reader,
                                                   const fastser_key* FASTSER_NULLABLE key);

/* Scalars as they lie in the archive: little-endian, at any address. */
typedef struct fastser_array {
  const uint8_t* FASTSER_NULLABLE data; /* good as long as the archive's bytes are */
  size_t count;
  uint32_t code; /* FASTSER_TYPE_BOOL to FASTSER_TYPE_F64; FASTSER_TYPE_NULL: there is none */
} fastser_array;

/* A whole list, set or array of scalars in one call. */
FASTSER_API fastser_array fastser_reader_array(fastser_reader* FASTSER_NULLABLE reader,
                                               const fastser_key* FASTSER_NULLABLE key);
/* Copies its values to `values`, which has room for `capacity` of them, in the machine's byte
 * order. FASTSER_TYPE_MISMATCH: they are of another code; FASTSER_NO_SPACE: they are more. */
FASTSER_API int32_t fastser_array_copy(const fastser_array* FASTSER_NULLABLE array, uint32_t code,
                                       void* FASTSER_NULLABLE values, size_t capacity);

/* Values without keys that come next, are all of one code (FASTSER_TYPE_I8 to FASTSER_TYPE_F64) and
 * lie side by side, however they were written: as a view, so that a caller may serve them one by
 * one without a call for each. Nothing is taken; a count of 0: the next value is another one. */
FASTSER_API fastser_array fastser_reader_run(fastser_reader* FASTSER_NULLABLE reader,
                                             uint32_t code);
/* Takes the first `count` of them. More than there are: FASTSER_USAGE, and nothing is taken. */
FASTSER_API void fastser_reader_take_run(fastser_reader* FASTSER_NULLABLE reader, uint32_t code,
                                         size_t count);

/* ---- what a binding makes once: equal strings, and equal data, have one number */

/* The number of the string or data read last, the same each time that the archive refers to it;
 * FASTSER_NO_NUMBER if it is not shared. Strings and data are numbered apart. */
FASTSER_API uint32_t fastser_reader_shared_number(const fastser_reader* FASTSER_NULLABLE reader);
/* Remembers a pointer of the caller's for the number of a string (of data), while this archive is
 * read; the other gives it back, NULL before. */
FASTSER_API void fastser_reader_set_string_object(fastser_reader* FASTSER_NULLABLE reader,
                                                  uint32_t number, void* FASTSER_NULLABLE object);
FASTSER_API void* FASTSER_NULLABLE
fastser_reader_string_object(const fastser_reader* FASTSER_NULLABLE reader, uint32_t number);
FASTSER_API void fastser_reader_set_data_object(fastser_reader* FASTSER_NULLABLE reader,
                                                uint32_t number, void* FASTSER_NULLABLE object);
FASTSER_API void* FASTSER_NULLABLE
fastser_reader_data_object(const fastser_reader* FASTSER_NULLABLE reader, uint32_t number);

/* ---- what comes */

/* The code of the next value: FASTSER_TYPE_..., looked through optionals, variants, enums and any;
 * FASTSER_TYPE_NULL for an empty optional, at the end, for a missing key and after an error. */
FASTSER_API uint32_t fastser_reader_peek(fastser_reader* FASTSER_NULLABLE reader,
                                         const fastser_key* FASTSER_NULLABLE key);
/* What elements the next value has, if it is a list, set or array (the integer of enums):
 * FASTSER_TYPE_F64 says that fastser_reader_array() takes it whole. FASTSER_TYPE_NULL elsewhere. */
FASTSER_API uint32_t fastser_reader_peek_element(fastser_reader* FASTSER_NULLABLE reader,
                                                 const fastser_key* FASTSER_NULLABLE key);
/* 1: the next value is null, an empty optional or nil; or there is none, or an error. It is not
 * taken, and an object behind it stays a new one. */
FASTSER_API int32_t fastser_reader_is_nothing(fastser_reader* FASTSER_NULLABLE reader,
                                              const fastser_key* FASTSER_NULLABLE key);
/* The byte of the archive where the next value lies, or the one that was asked for last by a call
 * above: for errors of the caller's. 0 where nothing was opened. */
FASTSER_API uint64_t fastser_reader_offset(const fastser_reader* FASTSER_NULLABLE reader);
/* 1: the record being read has a field of this name. */
FASTSER_API int32_t fastser_reader_contains(fastser_reader* FASTSER_NULLABLE reader,
                                            const fastser_key* FASTSER_NULLABLE key);
/* 1: all values of the innermost open thing (the root, if nothing is open) were taken, or there was
 * an error. */
FASTSER_API int32_t fastser_reader_is_at_end(fastser_reader* FASTSER_NULLABLE reader);
/* Passes a value by, whatever it is. */
FASTSER_API void fastser_reader_skip(fastser_reader* FASTSER_NULLABLE reader,
                                     const fastser_key* FASTSER_NULLABLE key);

/* A field of an open record, or a run of many fields without names. */
typedef struct fastser_field {
  fastser_text name; /* good until the reader opens another archive */
  uint64_t count;    /* above 1: a run */
  uint32_t code;     /* as the table of types has it, optionals and all */
  int32_t named;     /* 0: it has no name, not even an empty one */
} fastser_field;

/* The fields of the record being read, those of super-classes first; up to eight equal ones without
 * names are told one by one, more of them as one with a count. The root's, if nothing is open and
 * the root is a record without a class; else none. */
FASTSER_API size_t fastser_reader_field_count(const fastser_reader* FASTSER_NULLABLE reader);
/* All zero for an index that is too large. */
FASTSER_API fastser_field fastser_reader_field(const fastser_reader* FASTSER_NULLABLE reader,
                                               size_t index);
/* Which of them is read next; the count behind the last one. */
FASTSER_API size_t fastser_reader_field_index(const fastser_reader* FASTSER_NULLABLE reader);
/* What elements the list being read has, what keys the map (FASTSER_TYPE_ANY: each says its own);
 * FASTSER_TYPE_NULL elsewhere. */
FASTSER_API uint32_t fastser_reader_element_code(const fastser_reader* FASTSER_NULLABLE reader);
/* What values the map being read has; FASTSER_TYPE_NULL elsewhere. */
FASTSER_API uint32_t fastser_reader_mapped_code(const fastser_reader* FASTSER_NULLABLE reader);
/* Elements of the list (keys and values of the map) that were not taken yet. */
FASTSER_API uint64_t fastser_reader_elements_left(const fastser_reader* FASTSER_NULLABLE reader);

/* ---- containers and records. Those that return 0 opened nothing: null or nil, a missing key, an
 * error. What is left inside at the end is passed by. */

/* A list, set, array or tuple; *count elements (`count` may be NULL). */
FASTSER_API int32_t fastser_reader_begin_list(fastser_reader* FASTSER_NULLABLE reader,
                                              const fastser_key* FASTSER_NULLABLE key,
                                              uint64_t* FASTSER_NULLABLE count);
FASTSER_API void fastser_reader_end_list(fastser_reader* FASTSER_NULLABLE reader);
/* A map; *count times a key and then a value, in turns. */
FASTSER_API int32_t fastser_reader_begin_map(fastser_reader* FASTSER_NULLABLE reader,
                                             const fastser_key* FASTSER_NULLABLE key,
                                             uint64_t* FASTSER_NULLABLE count);
FASTSER_API void fastser_reader_end_map(fastser_reader* FASTSER_NULLABLE reader);
FASTSER_API int32_t fastser_reader_begin_record(fastser_reader* FASTSER_NULLABLE reader,
                                                const fastser_key* FASTSER_NULLABLE key);
FASTSER_API void fastser_reader_end_record(fastser_reader* FASTSER_NULLABLE reader);

/* ---- objects */

#define FASTSER_OBJECT_NIL 0       /* no object */
#define FASTSER_OBJECT_NEW 1       /* one that was not given out yet: its fields follow */
#define FASTSER_OBJECT_REFERENCE 2 /* one that was given out before */
#define FASTSER_OBJECT_LATER 3 /* not given out yet; fastser_reader_begin_pending() comes to it */

typedef struct fastser_object {
  int32_t kind;    /* FASTSER_OBJECT_... */
  uint32_t number; /* of the object in this archive */
} fastser_object;

/* Wherever the fields of a new object lie, they are read now; end with fastser_reader_end_object().
 * Register what is made of it before reading them, since they may refer to it. */
FASTSER_API fastser_object fastser_reader_begin_object(fastser_reader* FASTSER_NULLABLE reader,
                                                       const fastser_key* FASTSER_NULLABLE key);
/* The same, but an object whose fields lie elsewhere is FASTSER_OBJECT_LATER, and nothing is
 * opened: its class is known (fastser_reader_object_class), its fields come in their turn. Graphs
 * of any depth are read so without recursion beyond what their writer nested (docs/coder.md). */
FASTSER_API fastser_object fastser_reader_begin_object_or_later(
    fastser_reader* FASTSER_NULLABLE reader, const fastser_key* FASTSER_NULLABLE key);
/* The fields of an object that was given out before, once more, for programs to which an object is
 * a value; end with fastser_reader_end_object(). What they take counts against the limits each
 * time. 0: there is no such object, or its fields are not known yet. */
FASTSER_API int32_t fastser_reader_begin_again(fastser_reader* FASTSER_NULLABLE reader,
                                               uint32_t number);
FASTSER_API void fastser_reader_end_object(fastser_reader* FASTSER_NULLABLE reader);
/* When all of the root was read: opens the next object that was FASTSER_OBJECT_LATER, to be read
 * and ended by fastser_reader_end_object(), and says its number. 0: there are no more. */
FASTSER_API int32_t fastser_reader_begin_pending(fastser_reader* FASTSER_NULLABLE reader,
                                                 uint32_t* FASTSER_NULLABLE number);
/* Remembers a pointer of the caller's for an object; the other gives it back, NULL before. */
FASTSER_API void fastser_reader_set_object(fastser_reader* FASTSER_NULLABLE reader, uint32_t number,
                                           void* FASTSER_NULLABLE object);
FASTSER_API void* FASTSER_NULLABLE
fastser_reader_object(const fastser_reader* FASTSER_NULLABLE reader, uint32_t number);

/* ---- values whatever they are, for callers whose values say so themselves */

typedef struct fastser_value {
  uint32_t code;      /* FASTSER_TYPE_..., as fastser_reader_peek() says it */
  int32_t taken;      /* 0: only looked at. Taken are bool, numbers, strings, data, apple dates,
                         durations, URLs, class references and objects */
  uint64_t bits;      /* of a bool; an integer, with its sign; the bits of a float or apple date */
  fastser_view bytes; /* of data; of a text, checked to be UTF-8; views of the archive */
  uint32_t number;    /* of shared strings and data, of objects; else FASTSER_NO_NUMBER */
  int32_t kind;       /* of an object: FASTSER_OBJECT_NIL, _NEW (it is open now) or _REFERENCE */
  void* FASTSER_NULLABLE object;     /* what the caller remembered for the number */
  void* FASTSER_NULLABLE class_data; /* and for the class, if the object is new */
  int32_t fields_named;              /* 1: and all its fields have names */
} fastser_value;

/* Takes the next value (the one with the key) in one call: what peek, the call for its type,
 * shared_number, string_object, data_object, object and class_data would say. *value is all zero
 * where they would say nothing. */
FASTSER_API void fastser_reader_value(fastser_reader* FASTSER_NULLABLE reader,
                                      const fastser_key* FASTSER_NULLABLE key,
                                      fastser_value* FASTSER_NULLABLE value);

/* ---- classes. Names are good until the reader opens another archive. */

/* Of the record or object being read: itself (level 0), its super-class (1), and so on. Records
 * without a class and levels beyond the last have no name. */
FASTSER_API uint32_t fastser_reader_class_levels(const fastser_reader* FASTSER_NULLABLE reader);
FASTSER_API fastser_text fastser_reader_class_name(const fastser_reader* FASTSER_NULLABLE reader,
                                                   uint32_t level);
FASTSER_API uint32_t fastser_reader_class_version(const fastser_reader* FASTSER_NULLABLE reader,
                                                  uint32_t level);
/* The number of its name, the same for all records of that name; FASTSER_NO_NUMBER without one.
 * Good until an archive with another table of types is opened. */
FASTSER_API uint32_t fastser_reader_class_number(fastser_reader* FASTSER_NULLABLE reader,
                                                 uint32_t level);
/* The same of an object that was met, by its number. */
FASTSER_API uint32_t fastser_reader_object_class(fastser_reader* FASTSER_NULLABLE reader,
                                                 uint32_t number);
FASTSER_API fastser_text fastser_reader_class_name_of(const fastser_reader* FASTSER_NULLABLE reader,
                                                      uint32_t class_number);
/* Remembers a pointer of the caller's for a class number: what the name was found to mean. Kept for
 * later archives with the same table of types, until fastser_reader_forget_class_data(). */
FASTSER_API void fastser_reader_set_class_data(fastser_reader* FASTSER_NULLABLE reader,
                                               uint32_t class_number, void* FASTSER_NULLABLE data);
FASTSER_API void* FASTSER_NULLABLE
fastser_reader_class_data(const fastser_reader* FASTSER_NULLABLE reader, uint32_t class_number);
FASTSER_API void fastser_reader_forget_class_data(fastser_reader* FASTSER_NULLABLE reader);

/* ---- other orders */

/* Where a value lies: a plain value of the reader's own, good until it opens another archive. All
 * zero: nowhere. */
typedef struct fastser_position {
  uint64_t private_data[6];
} fastser_position;

/* Where the next value (the one with the key) lies; it is not taken. Nowhere at the end, for a
 * missing key, and after an error. */
FASTSER_API fastser_position fastser_reader_position(fastser_reader* FASTSER_NULLABLE reader,
                                                     const fastser_key* FASTSER_NULLABLE key);
FASTSER_API int32_t fastser_position_is_valid(const fastser_position* FASTSER_NULLABLE position);
/* Makes the value there the only one to read, until fastser_reader_end_at(). 0: it is nowhere. */
FASTSER_API int32_t fastser_reader_begin_at(fastser_reader* FASTSER_NULLABLE reader,
                                            const fastser_position* FASTSER_NULLABLE position);
FASTSER_API void fastser_reader_end_at(fastser_reader* FASTSER_NULLABLE reader);

/* A second place of reading, for containers that a program holds side by side: its number;
 * FASTSER_NO_NUMBER after an error. A fresh branch has nothing to read: go over to it by
 * fastser_reader_swap(), and use fastser_reader_begin_at(). What is open in the one place stays so
 * while the other is read. finish and begin_pending belong to the first place. The next open ends
 * all branches. */
FASTSER_API uint32_t fastser_reader_begin_branch(fastser_reader* FASTSER_NULLABLE reader);
/* Goes over to the branch, and back from it. */
FASTSER_API void fastser_reader_swap(fastser_reader* FASTSER_NULLABLE reader, uint32_t branch);
/* Ends a branch that was gone back from, and lets go of its memory; its number may be given out
 * again. */
FASTSER_API void fastser_reader_end_branch(fastser_reader* FASTSER_NULLABLE reader,
                                           uint32_t branch);

FASTSER_NONNULL_END
FASTSER_EXTERN_C_END

#endif
