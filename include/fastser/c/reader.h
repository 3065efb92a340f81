/* SPDX-License-Identifier: MIT
 *
 * Readers: read archives with one call per value, whether a writer, a plan or a typed encode of C++
 * wrote them (docs/coder.md). The calls mirror the writer's.
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
 * Errors are sticky: the first error is kept, and every value after it is zero, empty or nil.
 * finish returns the error (or fastser_reader_status, at any time). A key that the record does not
 * have is not an error: its value is zero, empty or nil, and fastser_reader_contains() says whether
 * it is there. A NULL reader, or one without an open archive, returns only such values. A NULL key
 * means the next value. */
#ifndef FASTSER_C_READER_H
#define FASTSER_C_READER_H

#include "fastser/c/type.h"
#include "fastser/c/values.h"

FASTSER_EXTERN_C_BEGIN
FASTSER_NONNULL_BEGIN

typedef struct fastser_reader fastser_reader;

/* ---- life */

/* Creates a reader. Errors: FASTSER_USAGE, FASTSER_NO_MEMORY; then *reader is NULL. */
FASTSER_API int32_t fastser_reader_create(fastser_reader* FASTSER_NULLABLE* FASTSER_NONNULL reader,
                                          fastser_error* FASTSER_NULLABLE error);
FASTSER_API void fastser_reader_destroy(fastser_reader* FASTSER_NULLABLE reader);

/* Starts to read an archive. Its bytes must stay unchanged until another archive is opened or the
 * reader is destroyed. The archive before is forgotten, but parsed type tables are kept for
 * archives with the same table, so a used reader is faster than a new one. `limits`: here the depth
 * may be any number, for callers who watch their own stack; skipped values may still nest only 512
 * deep. Errors: those of the header and the table; FASTSER_USAGE for archives without a table. */
FASTSER_API int32_t fastser_reader_open(fastser_reader* FASTSER_NULLABLE reader,
                                        const void* FASTSER_NULLABLE archive, size_t size,
                                        const fastser_limits* FASTSER_NULLABLE limits,
                                        fastser_error* FASTSER_NULLABLE error);
/* Ends the reading. Skips the values of the root that were not read, and checks that nothing
 * follows them. Returns the first error, if there was one. FASTSER_USAGE: a record, container,
 * object or position is still open, or a branch is current. Cost: a skip of what was not read; one
 * more pass over the archive if it has maps or sets whose keys a hash cannot compare
 * (docs/coder.md). */
FASTSER_API int32_t fastser_reader_finish(fastser_reader* FASTSER_NULLABLE reader,
                                          fastser_error* FASTSER_NULLABLE error);

/* The first error since the archive was opened, or FASTSER_OK. */
FASTSER_API int32_t fastser_reader_status(const fastser_reader* FASTSER_NULLABLE reader,
                                          fastser_error* FASTSER_NULLABLE error);
/* Reports an error of your own (an unknown class, a value out of range); finish will return it.
 * `status` is one of FASTSER_..., or your own number from FASTSER_FIRST_OF_CALLER on. */
FASTSER_API void fastser_reader_fail(fastser_reader* FASTSER_NULLABLE reader, int32_t status,
                                     const char* FASTSER_NULLABLE message, size_t size);

/* The type of the root of the open archive; release it. It also has all records of the type table
 * (fastser_type_record), so you find the type of an open record by its name and version.
 * FASTSER_USAGE if no archive is open. */
FASTSER_API int32_t fastser_reader_type(const fastser_reader* FASTSER_NULLABLE reader,
                                        fastser_type* FASTSER_NULLABLE* FASTSER_NULLABLE type,
                                        fastser_error* FASTSER_NULLABLE error);
/* The fastser_writer_options.user_version with which the archive was written. */
FASTSER_API uint32_t fastser_reader_user_version(const fastser_reader* FASTSER_NULLABLE reader);

/* A key for callers who have no constant text; the same key for the same text. It lives as long as
 * the reader. NULL if there is no memory, which is also the reader's error if an archive is open.
 * (Before that, check it: a NULL key means the next value.) */
FASTSER_API const fastser_key* FASTSER_NULLABLE fastser_reader_key(
    fastser_reader* FASTSER_NULLABLE reader, const char* FASTSER_NULLABLE text, size_t size);

/* ---- values: the next one, or the one with a key. An integer or bool in the archive can be read
 * as any integer type that holds its value, and as a bool (all but 0 are true). An integer from
 * -2^53 to 2^53 can be read as a float that holds it exactly; f32 as f64; f64 as f32 if nothing is
 * lost. Anything else is FASTSER_TYPE_MISMATCH. */

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
/* The same values by their bits: some machines change a NaN that is returned as a float. */
FASTSER_API uint32_t fastser_reader_f32_bits(fastser_reader* FASTSER_NULLABLE reader,
                                             const fastser_key* FASTSER_NULLABLE key);
FASTSER_API uint64_t fastser_reader_f64_bits(fastser_reader* FASTSER_NULLABLE reader,
                                             const fastser_key* FASTSER_NULLABLE key);

/* Reads a null, an empty optional or nil; another value is FASTSER_TYPE_MISMATCH. */
FASTSER_API void fastser_reader_null(fastser_reader* FASTSER_NULLABLE reader,
                                     const fastser_key* FASTSER_NULLABLE key);
/* A string, a URL or the name of a class: a view of the archive, checked to be UTF-8. Valid as long
 * as the archive's bytes. */
FASTSER_API fastser_text fastser_reader_string(fastser_reader* FASTSER_NULLABLE reader,
                                               const fastser_key* FASTSER_NULLABLE key);
/* The same as UTF-16, in memory that the next call of this function overwrites. */
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
  const uint8_t* FASTSER_NULLABLE data; /* valid as long as the archive's bytes */
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

/* Shows the next values without keys that have this code (FASTSER_TYPE_I8 to FASTSER_TYPE_F64) and
 * lie side by side, as a view. So a caller can use them one by one without a call for each. Nothing
 * is read yet. A count of 0: the next value is of another kind. */
FASTSER_API fastser_array fastser_reader_run(fastser_reader* FASTSER_NULLABLE reader,
                                             uint32_t code);
/* Moves past the first `count` of them. If there are fewer, none is taken, and the reader's error
 * is FASTSER_USAGE. */
FASTSER_API void fastser_reader_take_run(fastser_reader* FASTSER_NULLABLE reader, uint32_t code,
                                         size_t count);

/* Reads a list of `count` numbers of one code (FASTSER_TYPE_I8 to FASTSER_TYPE_F64) to `values`, in
 * the machine's byte order, and returns 1: points, rectangles and matrices are written as such
 * lists. It takes only what it finds at once: the next value, or the next field if that has the
 * key, with just so many numbers (less than 128) of just this code. Else nothing is read and 0 is
 * returned; fastser_reader_array() reads the same lists, and says what is wrong. FASTSER_USAGE if
 * `values` is NULL and `count` is not 0. */
FASTSER_API int32_t fastser_reader_take_list(fastser_reader* FASTSER_NULLABLE reader,
                                             const fastser_key* FASTSER_NULLABLE key, uint32_t code,
                                             size_t count, void* FASTSER_NULLABLE values);

/* ---- what a binding creates once: a shared string, or shared data, has a number */

/* The number of the string or data read last; the same for each reference to it. FASTSER_NO_NUMBER
 * if it is not shared. Strings and data have separate numbers. */
FASTSER_API uint32_t fastser_reader_shared_number(const fastser_reader* FASTSER_NULLABLE reader);
/* Keeps a pointer of yours for the number of a string (or of data) while this archive is read; the
 * second function returns it, or NULL if none was set. */
FASTSER_API void fastser_reader_set_string_object(fastser_reader* FASTSER_NULLABLE reader,
                                                  uint32_t number, void* FASTSER_NULLABLE object);
FASTSER_API void* FASTSER_NULLABLE
fastser_reader_string_object(const fastser_reader* FASTSER_NULLABLE reader, uint32_t number);
FASTSER_API void fastser_reader_set_data_object(fastser_reader* FASTSER_NULLABLE reader,
                                                uint32_t number, void* FASTSER_NULLABLE object);
FASTSER_API void* FASTSER_NULLABLE
fastser_reader_data_object(const fastser_reader* FASTSER_NULLABLE reader, uint32_t number);

/* ---- looking ahead */

/* The code of the next value, FASTSER_TYPE_...: that of the value inside optionals, variants, enums
 * and any. FASTSER_TYPE_NULL for an empty optional, at the end, for a missing key and after an
 * error. */
FASTSER_API uint32_t fastser_reader_peek(fastser_reader* FASTSER_NULLABLE reader,
                                         const fastser_key* FASTSER_NULLABLE key);
/* The code of the elements, if the next value is a list, set or array (for enums that of their
 * integer); else FASTSER_TYPE_NULL. With FASTSER_TYPE_F64, for instance, fastser_reader_array() can
 * read it in one call. */
FASTSER_API uint32_t fastser_reader_peek_element(fastser_reader* FASTSER_NULLABLE reader,
                                                 const fastser_key* FASTSER_NULLABLE key);
/* 1: the next value is null, an empty optional or nil, or there is none, or there was an error. The
 * value is not read; if it is a new object, it stays new. 0 for an object that was only promised
 * (fastser_writer_conditional): whether it was written is known at the end of the archive. */
FASTSER_API int32_t fastser_reader_is_nothing(fastser_reader* FASTSER_NULLABLE reader,
                                              const fastser_key* FASTSER_NULLABLE key);
/* The offset in the archive of the next value, or of the one that a call above looked at last; for
 * your own error messages. 0 if nothing was opened. */
FASTSER_API uint64_t fastser_reader_offset(const fastser_reader* FASTSER_NULLABLE reader);
/* 1: the record being read has a field of this name. */
FASTSER_API int32_t fastser_reader_contains(fastser_reader* FASTSER_NULLABLE reader,
                                            const fastser_key* FASTSER_NULLABLE key);
/* 1: all values of the innermost open record or container (or of the root) were read, or there was
 * an error. */
FASTSER_API int32_t fastser_reader_is_at_end(fastser_reader* FASTSER_NULLABLE reader);
/* Skips a value of any type. */
FASTSER_API void fastser_reader_skip(fastser_reader* FASTSER_NULLABLE reader,
                                     const fastser_key* FASTSER_NULLABLE key);

/* A field of an open record, or a run of fields without names. */
typedef struct fastser_field {
  fastser_text name; /* valid until the reader opens another archive */
  uint64_t count;    /* above 1: a run */
  uint32_t code;     /* as in the type table: for an optional FASTSER_TYPE_OPTIONAL */
  int32_t named;     /* 0: it has no name, not even an empty one */
} fastser_field;

/* How many fields the open record has, those of super-classes first. Up to eight successive fields
 * of one type without names count one by one; more of them are one run. If no record is open: the
 * fields of the root, if it is a record without a class, else 0. */
FASTSER_API size_t fastser_reader_field_count(const fastser_reader* FASTSER_NULLABLE reader);
/* One of these fields; all zero if the index is too large. */
FASTSER_API fastser_field fastser_reader_field(const fastser_reader* FASTSER_NULLABLE reader,
                                               size_t index);
/* The index of the field that is read next; field_count after the last one. */
FASTSER_API size_t fastser_reader_field_index(const fastser_reader* FASTSER_NULLABLE reader);
/* The code of the elements of the open list, of the keys of the open map (FASTSER_TYPE_ANY: each
 * has its own type), or of the next element of the open tuple; else FASTSER_TYPE_NULL. */
FASTSER_API uint32_t fastser_reader_element_code(const fastser_reader* FASTSER_NULLABLE reader);
/* The code of the values of the open map; else FASTSER_TYPE_NULL. */
FASTSER_API uint32_t fastser_reader_mapped_code(const fastser_reader* FASTSER_NULLABLE reader);
/* How many elements of the open list, or keys and values of the open map, were not read yet. */
FASTSER_API uint64_t fastser_reader_elements_left(const fastser_reader* FASTSER_NULLABLE reader);

/* ---- containers and records. A begin function that returns 0 opened nothing: there is null or
 * nil, a missing key, or an error. The end functions skip what was not read. */

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
#define FASTSER_OBJECT_NEW 1       /* an object that was not read before: its fields follow */
#define FASTSER_OBJECT_REFERENCE 2 /* an object that was returned before */
#define FASTSER_OBJECT_LATER 3     /* a new one; fastser_reader_begin_pending() opens it */

typedef struct fastser_object {
  int32_t kind;    /* FASTSER_OBJECT_... */
  uint32_t number; /* of the object in this archive */
} fastser_object;

/* Opens an object. The fields of a new object are read now, wherever they lie in the archive; end
 * with fastser_reader_end_object(). Register your object (fastser_reader_set_object) before you
 * read its fields, since they may refer to it. */
FASTSER_API fastser_object fastser_reader_begin_object(fastser_reader* FASTSER_NULLABLE reader,
                                                       const fastser_key* FASTSER_NULLABLE key);
/* The same, but if the fields of a new object lie elsewhere, it is FASTSER_OBJECT_LATER, and
 * nothing is opened. You can ask for its class (fastser_reader_object_class) and register your
 * object; its fields come with fastser_reader_begin_pending(). So graphs of any depth need no more
 * recursion than their writer nested (docs/coder.md). */
FASTSER_API fastser_object fastser_reader_begin_object_or_later(
    fastser_reader* FASTSER_NULLABLE reader, const fastser_key* FASTSER_NULLABLE key);
/* Opens an object again that was returned before, for programs that treat objects as values; end
 * with fastser_reader_end_object(). Its size counts against the limits each time. 0: there is no
 * such object, or its fields are not known yet. */
FASTSER_API int32_t fastser_reader_begin_again(fastser_reader* FASTSER_NULLABLE reader,
                                               uint32_t number);
FASTSER_API void fastser_reader_end_object(fastser_reader* FASTSER_NULLABLE reader);
/* Call it when the root was read. Opens the next object that was FASTSER_OBJECT_LATER, and returns
 * 1 and its number; end with fastser_reader_end_object(). 0: there are no more, or there was an
 * error. Values of the root that were not read are skipped. FASTSER_USAGE: something is open, or a
 * branch is current. */
FASTSER_API int32_t fastser_reader_begin_pending(fastser_reader* FASTSER_NULLABLE reader,
                                                 uint32_t* FASTSER_NULLABLE number);
/* Keeps a pointer of yours for an object; the second function returns it, or NULL if none was set.
 */
FASTSER_API void fastser_reader_set_object(fastser_reader* FASTSER_NULLABLE reader, uint32_t number,
                                           void* FASTSER_NULLABLE object);
FASTSER_API void* FASTSER_NULLABLE
fastser_reader_object(const fastser_reader* FASTSER_NULLABLE reader, uint32_t number);

/* ---- a value of any type in one call */

#define FASTSER_FIELD_NAMES_NONE 0
#define FASTSER_FIELD_NAMES_ALL 1  /* of no fields as well */
#define FASTSER_FIELD_NAMES_SOME 2 /* read those without a name at fastser_reader_position() */

typedef struct fastser_value {
  uint32_t code;      /* FASTSER_TYPE_..., as fastser_reader_peek() says it */
  int32_t taken;      /* 1: read, if it is a bool, number, string, data, apple date, duration, URL,
                         class reference or object. 0: only `code` is set */
  uint64_t bits;      /* a bool; an integer, sign-extended; the bits of a float or apple date;
                         nanoseconds of a duration */
  fastser_view bytes; /* data, or text, checked to be UTF-8; a view of the archive */
  uint32_t number;    /* of shared strings and data, of objects; else FASTSER_NO_NUMBER */
  int32_t kind;       /* of an object: FASTSER_OBJECT_NIL, _NEW (it is open now) or _REFERENCE */
  void* FASTSER_NULLABLE object;     /* the pointer that you set for the number */
  void* FASTSER_NULLABLE class_data; /* and that for the class, if the object is new */
  int32_t field_names; /* which fields of the new object have names: FASTSER_FIELD_NAMES_... */
} fastser_value;

/* Reads the next value (or the one with the key) in one call, with the results of peek, the
 * function for its type, shared_number, string_object, data_object, object and class_data. Fields
 * of *value without a result are zero; `number` is then FASTSER_NO_NUMBER. */
FASTSER_API void fastser_reader_value(fastser_reader* FASTSER_NULLABLE reader,
                                      const fastser_key* FASTSER_NULLABLE key,
                                      fastser_value* FASTSER_NULLABLE value);
/* The same, but if the value is a string, data or an object that you set a pointer for before, it
 * returns that pointer, and *value holds nothing of use. This is the fastest way to a value for
 * which the program has made an object already. NULL: *value is as after fastser_reader_value(). */
FASTSER_API void* FASTSER_NULLABLE fastser_reader_known_or_value(
    fastser_reader* FASTSER_NULLABLE reader, const fastser_key* FASTSER_NULLABLE key,
    fastser_value* FASTSER_NULLABLE value);

/* ---- classes. Names are valid until the reader opens another archive. */

/* The classes of the open record or object: its own (level 0), its super-class (1), and so on.
 * Records without a class, and levels beyond the last, have no name. */
FASTSER_API uint32_t fastser_reader_class_levels(const fastser_reader* FASTSER_NULLABLE reader);
FASTSER_API fastser_text fastser_reader_class_name(const fastser_reader* FASTSER_NULLABLE reader,
                                                   uint32_t level);
FASTSER_API uint32_t fastser_reader_class_version(const fastser_reader* FASTSER_NULLABLE reader,
                                                  uint32_t level);
/* The number of the class name, the same for all records with that name; FASTSER_NO_NUMBER without
 * a name. Valid until an archive with another type table is opened. */
FASTSER_API uint32_t fastser_reader_class_number(fastser_reader* FASTSER_NULLABLE reader,
                                                 uint32_t level);
/* The same for an object that was returned before, by its number. */
FASTSER_API uint32_t fastser_reader_object_class(fastser_reader* FASTSER_NULLABLE reader,
                                                 uint32_t number);
FASTSER_API fastser_text fastser_reader_class_name_of(const fastser_reader* FASTSER_NULLABLE reader,
                                                      uint32_t class_number);
/* Keeps a pointer of yours for a class number, such as your class with that name. It is kept for
 * later archives with the same type table, as long as the reader keeps that table (the last four,
 * of at most 64 KiB each), and until fastser_reader_forget_class_data(): so expect NULL. The reader
 * never frees what it points to. */
FASTSER_API void fastser_reader_set_class_data(fastser_reader* FASTSER_NULLABLE reader,
                                               uint32_t class_number, void* FASTSER_NULLABLE data);
FASTSER_API void* FASTSER_NULLABLE
fastser_reader_class_data(const fastser_reader* FASTSER_NULLABLE reader, uint32_t class_number);
FASTSER_API void fastser_reader_forget_class_data(fastser_reader* FASTSER_NULLABLE reader);

/* ---- reading in another order */

/* The place of a value; valid until the reader opens another archive. All zero: no place. */
typedef struct fastser_position {
  uint64_t private_data[6];
} fastser_position;

/* The place of the next value (or of the one with the key), which is not read. No place at the end,
 * for a missing key, and after an error. */
FASTSER_API fastser_position fastser_reader_position(fastser_reader* FASTSER_NULLABLE reader,
                                                     const fastser_key* FASTSER_NULLABLE key);
FASTSER_API int32_t fastser_position_is_valid(const fastser_position* FASTSER_NULLABLE position);
/* Goes to that value, the only one that can be read until fastser_reader_end_at(). 0: no place (all
 * zero), or there was an error. A position of another reader, or of an archive opened before, is
 * FASTSER_USAGE. */
FASTSER_API int32_t fastser_reader_begin_at(fastser_reader* FASTSER_NULLABLE reader,
                                            const fastser_position* FASTSER_NULLABLE position);
FASTSER_API void fastser_reader_end_at(fastser_reader* FASTSER_NULLABLE reader);

/* Makes a branch, a second place of reading, for containers that a program reads side by side.
 * Returns its number; FASTSER_NO_NUMBER after an error. A new branch has nothing to read: change to
 * it by fastser_reader_swap(), and call fastser_reader_begin_at(). What is open in one place stays
 * open while the other is read. finish and begin_pending must be called in the first place. The
 * next open ends all branches. */
FASTSER_API uint32_t fastser_reader_begin_branch(fastser_reader* FASTSER_NULLABLE reader);
/* Changes to the branch, and back. */
FASTSER_API void fastser_reader_swap(fastser_reader* FASTSER_NULLABLE reader, uint32_t branch);
/* Ends a branch and frees its memory; swap back from it first. Its number may be used again. */
FASTSER_API void fastser_reader_end_branch(fastser_reader* FASTSER_NULLABLE reader,
                                           uint32_t branch);

FASTSER_NONNULL_END
FASTSER_EXTERN_C_END

#endif
