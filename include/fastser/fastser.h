/* SPDX-License-Identifier: MIT
 *
 * fastser.h: libfastser for C, and for every language that can call C (C99; C++17 and later too).
 *
 *   #include <fastser/fastser.h>
 *
 *   base.h      status numbers, errors, bytes that are handed out, limits, versions of this library
 *   values.h    texts, keys, dates: what writers and readers take and give
 *   writer.h    archives written by one call per value
 *   reader.h    archives read by one call per value
 *   type.h      descriptions of types, made by calls
 *   plan.h      whole values, or arrays of them, written and read in one call
 *   convert.h   any format into any other; inspect and verify
 *   file.h      bytes to a file and back, atomically
 *   repository.h  items found by a key, in a file that is loaded and written whole
 *
 * docs/c-api.md is a walk through it with a complete program. What holds for all of it:
 *
 * Names are fastser_<noun>_<verb>. Handles are opaque and owned by whoever made them: each has one
 * function that destroys it, which takes NULL as well; types and plans, which never change, are
 * counted and released.
 * A struct that may grow begins with `struct_size`: set it to sizeof the struct, and leave what you
 * do not care for zero (zero means the default). A struct_size that is smaller than the first
 * version's is FASTSER_USAGE; a larger one is a newer caller's, and what is not known is ignored.
 * Functions return an int32_t status, FASTSER_OK or what went wrong, and fill in the fastser_error
 * at their end unless it is NULL. Only the calls of writers and readers, which are made for every
 * value, and those that describe types and layouts return nothing or the value: the first error is
 * kept and asked for at the end.
 * NULL where something is needed is FASTSER_USAGE, never a crash.
 * Text is UTF-8 with its size in bytes; it need not end in a zero byte, and may hold some.
 * No exception leaves a function, none aborts, and none keeps what is in its arguments after it
 * returns unless it says so. Functions that you pass in must return to their caller: no exception
 * and no longjmp may leave them; they say by their status that they failed.
 * A handle is used by one thread at a time; different handles, and functions without one, by any
 * number at once. What is said to never change (types, plans) may be used by all at once.
 */
#ifndef FASTSER_FASTSER_H
#define FASTSER_FASTSER_H

#include "fastser/c/base.h"
#include "fastser/c/convert.h"
#include "fastser/c/file.h"
#include "fastser/c/plan.h"
#include "fastser/c/reader.h"
#include "fastser/c/repository.h"
#include "fastser/c/type.h"
#include "fastser/c/values.h"
#include "fastser/c/writer.h"

#endif
