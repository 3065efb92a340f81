/* SPDX-License-Identifier: MIT
 *
 * What all of the C interface stands on: status numbers, errors, bytes handed out, limits, and
 * which version of the library is at hand. See fastser/fastser.h for what holds for all functions.
 */
#ifndef FASTSER_C_BASE_H
#define FASTSER_C_BASE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
#define FASTSER_EXTERN_C_BEGIN extern "C" {
#define FASTSER_EXTERN_C_END }
#else
#define FASTSER_EXTERN_C_BEGIN
#define FASTSER_EXTERN_C_END
#endif

/* In front of every function. Programs that link the shared library on Windows define
 * FASTSER_SHARED_LIBRARY. */
#if defined(_WIN32) && defined(FASTSER_SHARED_LIBRARY)
#define FASTSER_API __declspec(dllimport)
#elif defined(__GNUC__)
#define FASTSER_API __attribute__((visibility("default")))
#else
#define FASTSER_API
#endif

/* Pointers that are never NULL, or may be: for Swift and Objective-C, and for clang's warnings. */
/* clang-format off */
#if defined(__clang__)
#define FASTSER_NONNULL_BEGIN           \
  _Pragma("clang assume_nonnull begin") \
  _Pragma("clang diagnostic push")      \
  _Pragma("clang diagnostic ignored \"-Wnullability-extension\"")
#define FASTSER_NONNULL_END        \
  _Pragma("clang diagnostic pop")  \
  _Pragma("clang assume_nonnull end")
#define FASTSER_NULLABLE _Nullable
#define FASTSER_NONNULL _Nonnull
#else
#define FASTSER_NONNULL_BEGIN
#define FASTSER_NONNULL_END
#define FASTSER_NULLABLE
#define FASTSER_NONNULL
#endif
/* clang-format on */

FASTSER_EXTERN_C_BEGIN
FASTSER_NONNULL_BEGIN

/* ---- which library this is */

/* Of this header. The library at hand may be newer; fastser_version_string() says. */
#define FASTSER_VERSION_MAJOR 0
#define FASTSER_VERSION_MINOR 1
#define FASTSER_VERSION_PATCH 0

/* Grows with every change that breaks programs which were compiled before. Functions and fields
 * that are added do not change it. */
#define FASTSER_ABI_VERSION 1

/* FASTSER_ABI_VERSION of the library at hand. A program that finds another number than it was
 * compiled with must not go on. */
FASTSER_API int32_t fastser_abi_version(void);
/* "0.1.0". Never NULL, never changes. */
FASTSER_API const char* fastser_version_string(void);

/* ---- status: groups of pinned numbers, which are those of fastser::Code in C++ */

#define FASTSER_OK 0
/* The caller's: 1 to 9. */
#define FASTSER_USAGE 1    /* the call itself is wrong */
#define FASTSER_NO_SPACE 2 /* the caller's memory is too small */
/* The input's bytes: 10 to 19. */
#define FASTSER_TRUNCATED 10 /* the input ends inside a value */
#define FASTSER_MALFORMED 11 /* bytes that no writer produces */
#define FASTSER_TRAILING 12  /* bytes behind the end of the value */
#define FASTSER_CHECKSUM 13  /* the checksum does not match */
/* Limits: 20 to 29. */
#define FASTSER_TOO_DEEP 20    /* nested deeper than fastser_limits.depth */
#define FASTSER_OVER_BUDGET 21 /* would take more memory than fastser_limits allow */
/* Types and references: 30 to 39. */
#define FASTSER_TYPE_MISMATCH 30 /* a value of another, inconvertible type */
#define FASTSER_BAD_REFERENCE 31 /* a reference to nothing, or to the wrong kind of thing */
#define FASTSER_UNKNOWN_CLASS 32 /* a class that the reader does not know */
/* Versions: 40 to 49. */
#define FASTSER_BAD_VERSION 40 /* a format version that this library does not know */
#define FASTSER_FINGERPRINT 41 /* the fingerprint is another type's */
/* Memory: 50 to 59. */
#define FASTSER_NO_MEMORY 50
/* The operating system: 60 to 69. */
#define FASTSER_IO 60
/* From this number on: never this library's, for functions of the caller's that fail. */
#define FASTSER_FIRST_OF_CALLER 1000

/* "truncated" for FASTSER_TRUNCATED, and so on. Never NULL; "unknown" for other numbers. */
FASTSER_API const char* fastser_status_name(int32_t status);

/* ---- errors */

/* No place known. */
#define FASTSER_NO_OFFSET UINT64_MAX

/* What a call went wrong with; the caller's memory. Set struct_size, the rest is filled in when a
 * call fails (and left alone when it does not). Texts are UTF-8, end in a zero byte, and are cut
 * short with "..." where they are too long. */
typedef struct fastser_error {
  uint32_t struct_size;
  int32_t status;
  uint64_t offset;   /* the byte of the input, or FASTSER_NO_OFFSET */
  char path[256];    /* where in the value: "items[3].name"; may be empty */
  char message[256]; /* a sentence for a person */
} fastser_error;

/* The initial value of a fastser_error: fastser_error error = FASTSER_ERROR_INIT; */
#define FASTSER_ERROR_INIT                                                     \
  {                                                                            \
    (uint32_t)sizeof(fastser_error), FASTSER_OK, FASTSER_NO_OFFSET, {0}, { 0 } \
  }

/* ---- bytes that are handed out */

/* Bytes, and who lets go of them. Call fastser_bytes_release() once when done. All zero: none. */
typedef struct fastser_bytes {
  const uint8_t* FASTSER_NULLABLE data;
  size_t size;
  void (*FASTSER_NULLABLE release)(struct fastser_bytes* bytes);
  void* FASTSER_NULLABLE private_data; /* of the one who made them */
} fastser_bytes;

/* Lets go of the bytes, and makes the struct all zero. NULL and all-zero structs are fine. */
FASTSER_API void fastser_bytes_release(fastser_bytes* FASTSER_NULLABLE bytes);

/* Where bytes that are handed out are put, instead of the library's own memory: a garbage
 * collector's, a shared segment. What is handed out is then copied there once. */
typedef struct fastser_allocator {
  uint32_t struct_size;
  void* FASTSER_NULLABLE context;
  /* `size` bytes (never 0), or NULL: the call then fails with FASTSER_NO_MEMORY. */
  void* FASTSER_NULLABLE (*FASTSER_NULLABLE allocate)(void* FASTSER_NULLABLE context, size_t size);
  /* Gives back what allocate gave, when fastser_bytes_release() is called. May be NULL. */
  void (*FASTSER_NULLABLE release)(void* FASTSER_NULLABLE context, void* memory, size_t size);
} fastser_allocator;

/* ---- limits */

/* What one decode may spend; zero fields mean the defaults. Cumulative over the whole decode.
 * fastser_limits limits = {sizeof limits}; */
typedef struct fastser_limits {
  uint32_t struct_size;
  uint32_t depth;         /* values nested in values; default 128, at most 512 */
  uint64_t memory_factor; /* budget: this many times the size of the input; default 32 ... */
  uint64_t memory_base;   /* ... and this many bytes; default 60 KiB */
} fastser_limits;

/* ---- type codes: what kind of value something is (docs/format.md section 4) */

/* Pinned numbers, those of the format. */
#define FASTSER_TYPE_NULL 0x00
#define FASTSER_TYPE_BOOL 0x01
#define FASTSER_TYPE_I8 0x02
#define FASTSER_TYPE_U8 0x03
#define FASTSER_TYPE_I16 0x04
#define FASTSER_TYPE_U16 0x05
#define FASTSER_TYPE_I32 0x06
#define FASTSER_TYPE_U32 0x07
#define FASTSER_TYPE_I64 0x08
#define FASTSER_TYPE_U64 0x09
#define FASTSER_TYPE_F32 0x0A
#define FASTSER_TYPE_F64 0x0B
#define FASTSER_TYPE_VAR_I16 0x0C /* integers in as few bytes as they need */
#define FASTSER_TYPE_VAR_U16 0x0D
#define FASTSER_TYPE_VAR_I32 0x0E
#define FASTSER_TYPE_VAR_U32 0x0F
#define FASTSER_TYPE_VAR_I64 0x10
#define FASTSER_TYPE_VAR_U64 0x11
#define FASTSER_TYPE_STRING 0x14
#define FASTSER_TYPE_DATA 0x15
#define FASTSER_TYPE_SHARED_STRING 0x16 /* equal ones are written once */
#define FASTSER_TYPE_SHARED_DATA 0x17
#define FASTSER_TYPE_DATE 0x18
#define FASTSER_TYPE_DURATION 0x19
#define FASTSER_TYPE_UUID 0x1A
#define FASTSER_TYPE_DECIMAL 0x1B
#define FASTSER_TYPE_URL 0x1C
#define FASTSER_TYPE_CLASS_REF 0x1D /* a class as a value */
#define FASTSER_TYPE_APPLE_DATE 0x1E
#define FASTSER_TYPE_OPTIONAL 0x20
#define FASTSER_TYPE_LIST 0x21
#define FASTSER_TYPE_ARRAY 0x22 /* a list of a length that the type says */
#define FASTSER_TYPE_SET 0x23
#define FASTSER_TYPE_MAP 0x24
#define FASTSER_TYPE_ORDERED_MAP 0x25
#define FASTSER_TYPE_VARIANT 0x26
#define FASTSER_TYPE_ENUM 0x27
#define FASTSER_TYPE_RECORD 0x28
#define FASTSER_TYPE_REF 0x29        /* an object: a record that is referred to */
#define FASTSER_TYPE_ANY_RECORD 0x2A /* a record of any class; its class stands with it */
#define FASTSER_TYPE_ANY_REF 0x2B
#define FASTSER_TYPE_ANY 0x2C /* a value of any type; its code stands with it */
#define FASTSER_TYPE_TUPLE 0x2D
#define FASTSER_TYPE_BITS 0x2E
#define FASTSER_TYPE_OWNED_ANY 0x2F /* a record of any class, or nothing */

/* ---- sharing: whether equal strings, and equal data, are written once */

#define FASTSER_SHARING_DEFAULT 0 /* as the options that have it say */
#define FASTSER_SHARING_OFF 1
#define FASTSER_SHARING_ON 2
#define FASTSER_SHARING_ADAPTIVE 3 /* on, but not in fields where it does not pay */

FASTSER_NONNULL_END
FASTSER_EXTERN_C_END

#endif
