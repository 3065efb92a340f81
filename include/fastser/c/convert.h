/* SPDX-License-Identifier: MIT
 *
 * Any format into any other, without types: archives, MessagePack, JSON, FlexBuffers, FlatBuffers
 * with their schema. docs/convert.md says what becomes what. Also inspects bytes as text, and
 * checks whether they are sound. Pure functions, for any number of threads.
 */
#ifndef FASTSER_C_CONVERT_H
#define FASTSER_C_CONVERT_H

#include "fastser/c/base.h"
#include "fastser/c/type.h"
#include "fastser/c/values.h"

FASTSER_EXTERN_C_BEGIN
FASTSER_NONNULL_BEGIN

/* ---- formats */

#define FASTSER_FORMAT_DETECT 0  /* of input: found by how its bytes start */
#define FASTSER_FORMAT_ARCHIVE 1 /* self-described */
#define FASTSER_FORMAT_MSGPACK 2
#define FASTSER_FORMAT_JSON 3 /* UTF-8 */
#define FASTSER_FORMAT_FLEXBUFFERS 4
#define FASTSER_FORMAT_FLATBUFFERS 5 /* a table of a schema; never detected */
/* Can only be read, but for FASTSER_FORMAT_BINARY_PLIST (docs/foundation.md). */
#define FASTSER_FORMAT_KEYED_ARCHIVE 6 /* NSKeyedArchiver, as a binary property list */
#define FASTSER_FORMAT_BINARY_PLIST                                                             \
  7                                  /* a binary property list that is no archive; written, too \
                                      */
#define FASTSER_FORMAT_TYPEDSTREAM 8 /* NSArchiver of macOS and NeXTSTEP */
#define FASTSER_FORMAT_GNUSTEP_ARCHIVE 9  /* NSArchiver of GNUstep */
#define FASTSER_FORMAT_KEYLESS_ARCHIVE 10 /* NSKeylessArchiver */
/* Several values one after another, read and written as a list of them; never detected. */
#define FASTSER_FORMAT_JSON_LINES 11     /* a JSON text on each line */
#define FASTSER_FORMAT_MSGPACK_STREAM 12 /* MessagePack messages */
/* Property lists as text, in UTF-8. */
#define FASTSER_FORMAT_XML_PLIST 13      /* XML; read and written */
#define FASTSER_FORMAT_OPENSTEP_PLIST 14 /* NeXTSTEP's { key = value; }; can only be read */

/* "archive" and so on. Never NULL; "unknown" for other numbers. */
FASTSER_API const char* fastser_format_name(int32_t format);

/* The format of the bytes, found by how they start; FASTSER_FORMAT_DETECT if it is not known. A
 * MessagePack message and a FlexBuffer must be complete, since they have no mark at the start. */
FASTSER_API int32_t fastser_detect_format(const void* FASTSER_NULLABLE data, size_t size);

/* ---- conversion */

/* How many values each object of a class has, those of its super-classes included. Each member of a
 * structure counts (docs/foundation.md). */
typedef struct fastser_class_values {
  fastser_text name;
  uint32_t values;
} fastser_class_values;

/* Zero means the default. fastser_convert_options options = {.struct_size = sizeof options}; */
typedef struct fastser_convert_options {
  uint32_t struct_size;
  uint32_t user_version;  /* to archives */
  int32_t replace;        /* not 0: values that the output cannot hold are written in another form
                             (data as base64 text ...), else they are FASTSER_TYPE_MISMATCH */
  int32_t nan_as_null;    /* not 0: to JSON, NaN and infinities become null, else an error */
  int32_t refuse_shared;  /* not 0: from archives, objects with several references are
                             FASTSER_TYPE_MISMATCH, else they are written each time */
  int32_t pretty;         /* not 0: JSON with line breaks */
  int32_t checksum;       /* not 0: archives with one */
  int32_t schema_as_text; /* not 0: the new schema is .fbs instead of .bfbs */
  const void* FASTSER_NULLABLE schema; /* from FlatBuffers: their binary schema (.bfbs) */
  size_t schema_size;
  fastser_bytes* FASTSER_NULLABLE new_schema; /* to FlatBuffers: receives their schema */
  uint64_t max_text; /* most bytes of JSON or XML; default 64 times the input, and 1 MiB */
  const fastser_limits* FASTSER_NULLABLE limits; /* default 256 times the input and 4 MiB */
  /* To archives: the type to write, which a plan of that type can read. Without it the type is
   * found from the values. To FlatBuffers: they are written by the schema of the type
   * (fastser_flat_schema()), and new_schema may be NULL. From FlatBuffers: the schema of the type
   * is used if there is no `schema`. The values must fit the type, else FASTSER_TYPE_MISMATCH:
   * integers are in its range, floats are exact, fixed counts are equal. A field gets the value of
   * the key with its name; from a list, the fields get the elements in order. Keys that are no
   * fields are skipped; fields without a key are 0, empty or nil. */
  const fastser_type* FASTSER_NULLABLE type;
  /* From GNUstep's and keyless archives: the numbers of values that cannot be found out. */
  const fastser_class_values* FASTSER_NULLABLE classes;
  size_t class_count;
  /* Not 0: from archives to MessagePack, a variant is written as [index, value] if its value alone
   * may not show which alternative it is. With `type` it is read back as such. */
  int32_t indexed_variants;
  /* Not 0: with target_schema, keys that it does not have are left out, else FASTSER_TYPE_MISMATCH.
   */
  int32_t skip_unknown;
  /* To FlatBuffers: the binary schema (.bfbs) to write them by, instead of one that is made from
   * the values; new_schema may be NULL and is not used. Not together with `type`. */
  const void* FASTSER_NULLABLE target_schema;
  size_t target_schema_size;
  int32_t sort_keys;     /* not 0: the keys of objects in the order of their bytes */
  uint32_t indent;       /* with `pretty`: blanks for each level, at most 255; default 2 */
  int32_t size_prefixed; /* not 0: from and to FlatBuffers, with their size in front */
  /* Not 0: from FlatBuffers, their file identifier may be another than the schema's, else that is
   * FASTSER_FINGERPRINT. */
  int32_t any_identifier;
  int32_t lax_json; /* not 0: from JSON as other programs write it (docs/convert.md) */
  /* Not 0: data in JSON as "base64:AQI=", extensions as "ext:5:base64:AQI=". */
  int32_t base64_prefix;
} fastser_convert_options;

/* Converts `data` from the format `from` to the format `to`. Nothing is lost silently. Errors:
 * those of the input, all of which is checked; FASTSER_TYPE_MISMATCH: a value that the output
 * cannot hold, or FASTSER_FORMAT_DETECT did not recognise the input; FASTSER_FINGERPRINT: another
 * file identifier of a FlatBuffer; FASTSER_TOO_DEEP and FASTSER_OVER_BUDGET: the limits;
 * FASTSER_USAGE: a number that is no format, a format as `to` that can only be read, or a missing
 * schema; FASTSER_NO_MEMORY. Release *bytes and *new_schema with fastser_bytes_release(). Cost: a
 * few passes over input and output. */
FASTSER_API int32_t fastser_convert(const void* FASTSER_NULLABLE data, size_t size, int32_t from,
                                    int32_t to,
                                    const fastser_convert_options* FASTSER_NULLABLE options,
                                    const fastser_allocator* FASTSER_NULLABLE allocator,
                                    fastser_bytes* bytes, fastser_error* FASTSER_NULLABLE error);

/* The schema by which fastser_convert() writes and reads FlatBuffers of a type: .fbs for flatc
 * where `as_text` is not 0, else binary (.bfbs). Names that FlatBuffers do not allow are changed
 * with "_" and numbers. Errors: FASTSER_TYPE_MISMATCH, with the path "record.field": a value of any
 * type, which no schema can describe; FASTSER_TOO_DEEP and FASTSER_OVER_BUDGET: the type is too
 * large for a schema. */
FASTSER_API int32_t fastser_flat_schema(const fastser_type* FASTSER_NULLABLE type, int32_t as_text,
                                        const fastser_allocator* FASTSER_NULLABLE allocator,
                                        fastser_bytes* FASTSER_NULLABLE schema,
                                        fastser_error* FASTSER_NULLABLE error);

/* ---- the contents of bytes */

/* Zero means the default. fastser_inspect_options options = {.struct_size = sizeof options}; */
typedef struct fastser_inspect_options {
  uint32_t struct_size;
  int32_t strict_text;                 /* verify, archives: text that is not UTF-8 is an error */
  const void* FASTSER_NULLABLE schema; /* of FlatBuffers: their binary schema (.bfbs) */
  size_t schema_size;
  uint64_t max_elements; /* inspect: how many of each list and map are shown; default 20 */
  int32_t statistics;    /* inspect, archives: what takes how many bytes; no values */
  int32_t reserved;      /* 0 */
  const fastser_limits* FASTSER_NULLABLE limits;        /* default: those of fastser_convert() */
  const fastser_class_values* FASTSER_NULLABLE classes; /* see fastser_convert_options */
  size_t class_count;
} fastser_inspect_options;

/* Checks the bytes from the first to the last, without creating values: FASTSER_OK, or what is
 * wrong and where. (JSON, and files of Foundation's archivers, are checked by reading them.) */
FASTSER_API int32_t fastser_verify(const void* FASTSER_NULLABLE data, size_t size, int32_t format,
                                   const fastser_inspect_options* FASTSER_NULLABLE options,
                                   fastser_error* FASTSER_NULLABLE error);

/* The contents as UTF-8 text for people, as the command `fastser inspect` prints them: the header,
 * the types, the values. If an archive has an error in a value, *text has everything before it; of
 * other formats nothing is shown then. Release *text also after an error. Not for JSON, which is
 * text already (FASTSER_USAGE). */
FASTSER_API int32_t fastser_inspect(const void* FASTSER_NULLABLE data, size_t size, int32_t format,
                                    const fastser_inspect_options* FASTSER_NULLABLE options,
                                    const fastser_allocator* FASTSER_NULLABLE allocator,
                                    fastser_bytes* text, fastser_error* FASTSER_NULLABLE error);

FASTSER_NONNULL_END
FASTSER_EXTERN_C_END

#endif
