/* SPDX-License-Identifier: MIT
 *
 * Arguments and results of writers and readers: texts, keys, dates, UUIDs, decimals. Small structs,
 * most of them passed by value; structs without `struct_size` never change.
 */
#ifndef FASTSER_C_VALUES_H
#define FASTSER_C_VALUES_H

#include "fastser/c/base.h"

FASTSER_EXTERN_C_BEGIN
FASTSER_NONNULL_BEGIN

/* ---- views of texts and bytes that somebody else owns. Empty: size 0, and data may be NULL. */

typedef struct fastser_text {
  const char* FASTSER_NULLABLE data; /* UTF-8, not ended by a zero byte */
  size_t size;
} fastser_text;

typedef struct fastser_text16 {
  const uint16_t* FASTSER_NULLABLE data; /* UTF-16 in the machine's byte order */
  size_t size;                           /* in units of two bytes */
} fastser_text16;

typedef struct fastser_view {
  const uint8_t* FASTSER_NULLABLE data;
  size_t size;
} fastser_view;

/* ---- keys: names of fields */

/* The name of a field. Writers and readers recognise a key by the address and the size of its text;
 * they compare the characters only if the address is new at a place. So the text must stay
 * unchanged at its address as long as any writer or reader lives that got the key. Use constants of
 * the program, or keys from fastser_writer_key() or fastser_reader_key(). The struct itself need
 * not stay after the call. */
typedef struct fastser_key {
  const char* text; /* UTF-8 */
  size_t size;
} fastser_key;

/* The initial value of a key whose text is a literal:
 *   static const fastser_key kAge = FASTSER_KEY("age");
 *   fastser_writer_i32(writer, &kAge, 5); */
#define FASTSER_KEY(literal) \
  { "" literal, sizeof(literal) - 1 }

/* No key: the call writes or reads the next value. */
#ifdef __cplusplus
#define FASTSER_NO_KEY nullptr
#else
#define FASTSER_NO_KEY ((const fastser_key*)0)
#endif

/* ---- well-known values */

/* Seconds and nanoseconds (below 10^9) since 1970-01-01T00:00:00Z. */
typedef struct fastser_date {
  int64_t seconds;
  uint32_t nanoseconds;
} fastser_date;

/* The bytes in the order in which they are printed (RFC 4122). */
typedef struct fastser_uuid {
  uint8_t bytes[16];
} fastser_uuid;

/* An integer of 96 bits over a power of ten, as .NET's decimal:
 * (high * 2^64 + middle * 2^32 + low) / 10^scale. */
typedef struct fastser_decimal {
  uint32_t low;
  uint32_t middle;
  uint32_t high;
  uint8_t scale;    /* 0 to 28 */
  uint8_t negative; /* 0: not negative */
} fastser_decimal;

/* ---- numbers */

/* "No number": no class, string or branch has it. */
#define FASTSER_NO_NUMBER UINT32_MAX

/* For writers: the count of a list, set or map is not known when it begins. */
#define FASTSER_UNKNOWN_COUNT UINT64_MAX

/* The element type of a writer's container: values of one code (FASTSER_TYPE_I32;
 * FASTSER_TYPE_STRING and FASTSER_TYPE_DATA, FASTSER_TYPE_ANY_REF for objects,
 * FASTSER_TYPE_ANY_RECORD for records), values of any type (FASTSER_TYPE_ANY), or lists or sets of
 * values of one code. */
#define FASTSER_LIST_OF(code) (256U * FASTSER_TYPE_LIST + (code))
#define FASTSER_SET_OF(code) (256U * FASTSER_TYPE_SET + (code))

FASTSER_NONNULL_END
FASTSER_EXTERN_C_END

#endif
