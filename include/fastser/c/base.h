/* SPDX-License-Identifier: MIT
 *
 * The base of the C interface: status numbers, errors, bytes that functions return, limits, and the
 * version of the library. fastser/fastser.h has the rules for all functions.
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

/* Whether a pointer may be NULL: for Swift, Objective-C and clang's warnings. */
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

/* The version of this header. The library may be newer; see fastser_version_string(). */
#define FASTSER_VERSION_MAJOR 0
#define FASTSER_VERSION_MINOR 1
#define FASTSER_VERSION_PATCH 0

/* Raised with every change that breaks programs compiled before. New functions, and new fields at
 * the end of structs, do not change it. */
#define FASTSER_ABI_VERSION 1

/* FASTSER_ABI_VERSION of the library. If it is not the number that the program was compiled with,
 * the program must not use the library. */
FASTSER_API int32_t fastser_abi_version(void);
/* The version of the library, such as "0.1.0". Never NULL; a constant. */
FASTSER_API const char* fastser_version_string(void);

/* ---- status: numbers that never change, in groups; the same as fastser::Code in C++.
 * docs/errors.md says what to do about each. */

#define FASTSER_OK 0
/* Wrong calls: 1 to 9. */
#define FASTSER_USAGE 1    /* the call itself is wrong */
#define FASTSER_NO_SPACE 2 /* the caller's memory is too small */
/* The input's bytes: 10 to 19. */
#define FASTSER_TRUNCATED 10 /* the input ends inside a value */
#define FASTSER_MALFORMED 11 /* bytes that no writer produces */
#define FASTSER_TRAILING 12  /* bytes after the end of the value */
#define FASTSER_CHECKSUM 13  /* the checksum does not match */
/* Limits: 20 to 29. */
#define FASTSER_TOO_DEEP 20    /* nested deeper than fastser_limits.depth */
#define FASTSER_OVER_BUDGET 21 /* needs more memory than fastser_limits allow */
/* Types and references: 30 to 39. */
#define FASTSER_TYPE_MISMATCH 30 /* a value of a type that cannot be converted */
#define FASTSER_BAD_REFERENCE 31 /* a reference to nothing, or to something of another kind */
#define FASTSER_UNKNOWN_CLASS 32 /* a class that the reader does not know */
/* Versions: 40 to 49. */
#define FASTSER_BAD_VERSION 40 /* a format version that this library does not know */
#define FASTSER_FINGERPRINT 41 /* the fingerprint is that of another type */
/* Memory: 50 to 59. */
#define FASTSER_NO_MEMORY 50
/* The operating system: 60 to 69. */
#define FASTSER_IO 60
/* Numbers from here on are never the library's: your own functions may return them as errors. */
#define FASTSER_FIRST_OF_CALLER 1000

/* The name of a status: "truncated" for FASTSER_TRUNCATED, and so on. Never NULL; "unknown" for
 * other numbers. */
FASTSER_API const char* fastser_status_name(int32_t status);

/* ---- errors */

/* fastser_error.offset if no byte of the input is to blame. */
#define FASTSER_NO_OFFSET UINT64_MAX

/* Why a call failed. The struct is the caller's. Set struct_size; a call that fails fills in the
 * rest, a call that succeeds changes nothing. Texts are UTF-8 and end with a zero byte; if they are
 * too long, they are cut off with "...". */
typedef struct fastser_error {
  uint32_t struct_size;
  int32_t status;
  uint64_t offset;   /* the byte of the input, or FASTSER_NO_OFFSET */
  char path[256];    /* where in the value: "items[3].name"; may be empty */
  char message[256]; /* a sentence for a person */
} fastser_error;

/* The initial value of a fastser_error: fastser_error error = FASTSER_ERROR_INIT; */
#define FASTSER_ERROR_INIT                                           \
  {                                                                  \
    sizeof(fastser_error), FASTSER_OK, FASTSER_NO_OFFSET, {0}, { 0 } \
  }

/* ---- bytes that functions return */

/* Bytes that a function returned. They are yours: call fastser_bytes_release() once when you no
 * longer need them, on any thread. All zero: no bytes, as for an empty result and after an error
 * (but see fastser_inspect()). A function overwrites the struct without releasing what it held. */
typedef struct fastser_bytes {
  const uint8_t* FASTSER_NULLABLE data;
  size_t size;
  void (*FASTSER_NULLABLE release)(struct fastser_bytes* bytes);
  void* FASTSER_NULLABLE private_data; /* for `release` */
} fastser_bytes;

/* Releases the bytes and sets the struct to zero. NULL and all-zero structs are fine. */
FASTSER_API void fastser_bytes_release(fastser_bytes* FASTSER_NULLABLE bytes);

/* Your own memory for bytes that a function returns: for instance, that of a garbage collector, or
 * a shared segment. The bytes are then copied there once. NULL in place of an allocator: the
 * library's memory. The struct is copied; `context` must stay valid until the bytes are released.
 * `allocate` is called at most once for each result, by the thread that makes the call, and not for
 * an empty result; `release` by the thread that releases the bytes. FASTSER_USAGE: `allocate` is
 * NULL. */
typedef struct fastser_allocator {
  uint32_t struct_size;
  void* FASTSER_NULLABLE context;
  /* Returns `size` bytes (never 0), or NULL: then the call fails with FASTSER_NO_MEMORY. */
  void* FASTSER_NULLABLE (*FASTSER_NULLABLE allocate)(void* FASTSER_NULLABLE context, size_t size);
  /* Frees memory that allocate returned, when fastser_bytes_release() is called. May be NULL. */
  void (*FASTSER_NULLABLE release)(void* FASTSER_NULLABLE context, void* memory, size_t size);
} fastser_allocator;

/* ---- limits */

/* How much depth and memory one decode may use, in all. A field that is zero means the default.
 * fastser_limits limits = {.struct_size = sizeof limits}; */
typedef struct fastser_limits {
  uint32_t struct_size;
  uint32_t depth;         /* values nested in values; default 128, at most 512 */
  uint64_t memory_factor; /* most memory: this many times the size of the input (default 32) ... */
  uint64_t memory_base;   /* ... plus this many bytes (default 60 KiB) */
} fastser_limits;

/* ---- type codes: what kind of value something is (docs/format.md section 4) */

/* The numbers of the format, which never change. */
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
#define FASTSER_TYPE_ARRAY 0x22 /* a list whose length is part of the type */
#define FASTSER_TYPE_SET 0x23
#define FASTSER_TYPE_MAP 0x24
#define FASTSER_TYPE_ORDERED_MAP 0x25
#define FASTSER_TYPE_VARIANT 0x26
#define FASTSER_TYPE_ENUM 0x27
#define FASTSER_TYPE_RECORD 0x28
#define FASTSER_TYPE_REF 0x29        /* an object: a record that may be referred to */
#define FASTSER_TYPE_ANY_RECORD 0x2A /* a record of any class; its class is written with it */
#define FASTSER_TYPE_ANY_REF 0x2B
#define FASTSER_TYPE_ANY 0x2C /* a value of any type; its type is written with it */
#define FASTSER_TYPE_TUPLE 0x2D
#define FASTSER_TYPE_BITS 0x2E
#define FASTSER_TYPE_OWNED_ANY 0x2F /* a record of any class, or nothing */

/* ---- sharing: whether equal strings, and equal data, are written once */

#define FASTSER_SHARING_DEFAULT 0 /* see the options that have it */
#define FASTSER_SHARING_OFF 1
#define FASTSER_SHARING_ON 2
#define FASTSER_SHARING_ADAPTIVE 3 /* on, but not in fields where it does not pay */

FASTSER_NONNULL_END
FASTSER_EXTERN_C_END

#endif
