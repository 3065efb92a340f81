/* SPDX-License-Identifier: MIT
 *
 * The archives of bindings/conformance, written and read by the calls of the C interface.
 */
#ifndef FASTSER_TESTS_UNIT_CAPI_CONFORMANCE_H
#define FASTSER_TESTS_UNIT_CAPI_CONFORMANCE_H

#include <fastser/fastser.h>

FASTSER_EXTERN_C_BEGIN

/* `about`: a reader that has the description of a value next (bindings/conformance/README.md). */

/* Writes the value that is described. */
void c_write_described(fastser_reader* about, fastser_writer* writer);
/* Reads it. NULL, or what is not as described. */
const char* c_compare_described(fastser_reader* about, fastser_reader* reader);

FASTSER_EXTERN_C_END

#endif
