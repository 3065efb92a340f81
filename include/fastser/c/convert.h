/* SPDX-License-Identifier: MIT
 *
 * Any format into any other, without types: archives, MessagePack, JSON, FlexBuffers, FlatBuffers
 * with their schema. docs/convert.md says what becomes what. Also: what is in some bytes, and
 * whether they are sound. Pure functions, for any number of threads.
 */
#ifndef FASTSER_C_CONVERT_H
#define FASTSER_C_CONVERT_H

#include "fastser/c/base.h"
#include "fastser/c/type.h"
#include "fastser/c/values.h"

FASTSER_EXTERN_C_BEGIN
FASTSER_NONNULL_BEGIN

/* ---- formats */

#define FASTSER_FORMAT_DETECT 0  /* of input: by how its bytes start */
#define FASTSER_FORMAT_ARCHIVE 1 /* self-described */
#define FASTSER_FORMAT_MSGPACK 2
#define FASTSER_FORMAT_JSON 3 /* UTF-8 */
#define FASTSER_FORMAT_FLEXBUFFERS 4
#define FASTSER_FORMAT_FLATBUFFERS 5 /* a table of a schema; never detected */
/* Read and never written (docs/foundation.md). */
#define FASTSER_FORMAT_KEYED_ARCHIVE 6    /* NSKeyedArchiver, as a binary property list */
#define FASTSER_FORMAT_BINARY_PLIST 7     /* a binary property list that is no archive */
#define FASTSER_FORMAT_TYPEDSTREAM 8      /* NSArchiver of macOS and NeXTSTEP */
#define FASTSER_FORMAT_GNUSTEP_ARCHIVE 9  /* NSArchiver of GNUstep */
#define FASTSER_FORMAT_KEYLESS_ARCHIVE 10 /* NSKeylessArchiver */
/* Several values one after another, read and written as a list of them; never detected. */
#define FASTSER_FORMAT_JSON_LINES 11     /* a JSON text on each line */
#define FASTSER_FORMAT_MSGPACK_STREAM 12 /* MessagePack messages */

/* "archive" and so on. Never NULL; "unknown" for other numbers. */
FASTSER_API const char* fastser_format_name(int32_t format);

/* The format that the bytes are in, by how they start (a MessagePack message and a FlexBuffer must
 * be whole: they have no mark); FASTSER_FORMAT_DETECT: nothing that is known. */
FASTSER_API int32_t fastser_detect_format(const void* FASTSER_NULLABLE data, size_t size);

/* ---- conversion */

/* How many values the objects of a class have, those of its super-classes included; members of
 * structures count one by one (docs/foundation.md). */
typedef struct fastser_class_values {
  fastser_text name;
  uint32_t values;
} fastser_class_values;

/* Zero means the default. fastser_convert_options options = {.struct_size = sizeof options}; */
typedef struct fastser_convert_options {
  uint32_t struct_size;
  uint32_t user_version;  /* to archives */
  int32_t replace;        /* not 0: what the output has no form for is written in another (data as
                             base64 text ...), instead of FASTSER_TYPE_MISMATCH */
  int32_t nan_as_null;    /* not 0: to JSON, floats that are no numbers, instead of an error */
  int32_t refuse_shared;  /* not 0: from archives, objects that are referred to more than once are
                             FASTSER_TYPE_MISMATCH, instead of being told each time */
  int32_t pretty;         /* not 0: JSON with line breaks */
  int32_t checksum;       /* not 0: archives with one */
  int32_t schema_as_text; /* not 0: the new schema is .fbs instead of .bfbs */
  const void* FASTSER_NULLABLE schema; /* from FlatBuffers: their binary schema (.bfbs) */
  size_t schema_size;
  fastser_bytes* FASTSER_NULLABLE new_schema; /* to FlatBuffers: receives their schema */
  uint64_t max_text;                          /* most bytes of JSON; default 64 times the input */
  const fastser_limits* FASTSER_NULLABLE limits; /* default 256 times the input and 4 MiB */
  /* To archives: what to write, where it shall not be found from the values: what a plan of that
   * type reads. Values must fit, or else FASTSER_TYPE_MISMATCH: integers in their range, floats
   * exactly, fixed counts. Keys are fields by name, lists by place; keys that are no fields are
   * passed by, and fields without a key are 0, empty, nil. */
  const fastser_type* FASTSER_NULLABLE type;
  /* From GNUstep's and keyless archives, where they do not say it themselves. */
  const fastser_class_values* FASTSER_NULLABLE classes;
  size_t class_count;
} fastser_convert_options;

/* `data`, which are in the format `from`, in the format `to`. Nothing is lost silently. Errors:
 * those of the input, which is checked whole; FASTSER_TYPE_MISMATCH for what the output cannot say;
 * FASTSER_TOO_DEEP and FASTSER_OVER_BUDGET, the limits; FASTSER_USAGE for formats that are unknown
 * and schemas that are missing. */
FASTSER_API int32_t fastser_convert(const void* FASTSER_NULLABLE data, size_t size, int32_t from,
                                    int32_t to,
                                    const fastser_convert_options* FASTSER_NULLABLE options,
                                    const fastser_allocator* FASTSER_NULLABLE allocator,
                                    fastser_bytes* bytes, fastser_error* FASTSER_NULLABLE error);

/* ---- what is in some bytes */

/* Zero means the default. fastser_inspect_options options = {.struct_size = sizeof options}; */
typedef struct fastser_inspect_options {
  uint32_t struct_size;
  int32_t strict_text;                 /* verify: archives' text that is not UTF-8 is an error */
  const void* FASTSER_NULLABLE schema; /* of FlatBuffers: their binary schema (.bfbs) */
  size_t schema_size;
  uint64_t max_elements; /* inspect: of each list and map, as many are shown; default 20 */
  int32_t statistics;    /* inspect: of archives, where their bytes are; not the values */
  int32_t reserved;      /* 0 */
  const fastser_limits* FASTSER_NULLABLE limits;        /* default: those of fastser_convert() */
  const fastser_class_values* FASTSER_NULLABLE classes; /* as fastser_convert() has them */
  size_t class_count;
} fastser_inspect_options;

/* Checks the bytes from the first to the last, without building anything: FASTSER_OK, or what is
 * wrong and where. (JSON and what Foundation's archivers wrote is checked by reading it.) */
FASTSER_API int32_t fastser_verify(const void* FASTSER_NULLABLE data, size_t size, int32_t format,
                                   const fastser_inspect_options* FASTSER_NULLABLE options,
                                   fastser_error* FASTSER_NULLABLE error);

/* What the command `fastser inspect` prints, as UTF-8 text for people: the header, the types, the
 * values. What could be read before an error is in *text all the same. Not of JSON, which is such
 * text already (FASTSER_USAGE). */
FASTSER_API int32_t fastser_inspect(const void* FASTSER_NULLABLE data, size_t size, int32_t format,
                                    const fastser_inspect_options* FASTSER_NULLABLE options,
                                    const fastser_allocator* FASTSER_NULLABLE allocator,
                                    fastser_bytes* text, fastser_error* FASTSER_NULLABLE error);

FASTSER_NONNULL_END
FASTSER_EXTERN_C_END

#endif
