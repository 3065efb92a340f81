/* SPDX-License-Identifier: MIT
 *
 * What is tested from C: functions that return NULL, or the text of the check that failed.
 */
#ifndef FASTSER_TESTS_UNIT_CAPI_CALLS_H
#define FASTSER_TESTS_UNIT_CAPI_CALLS_H

#include <fastser/fastser.h>

FASTSER_EXTERN_C_BEGIN

/* Writes a value of every kind, with keys or without, and reads it again. */
const char* c_every_kind(int keyed);
/* A cycle of objects, conditional references, and a chain that is deeper than any reader nests. */
const char* c_graph(void);
/* A body that fails, and what a program learns of it. */
const char* c_failing_body(void);
/* The archive of a record "Person" with every field of the C++ struct in typed_test.cc. */
int32_t c_write_person(fastser_bytes* bytes, fastser_error* error);
/* The same read. */
const char* c_read_person(const void* data, size_t size);

FASTSER_EXTERN_C_END

#endif
