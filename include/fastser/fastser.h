/* SPDX-License-Identifier: MIT
 *
 * fastser.h: libfastser for C, and for every language that can call C (C99; C++17 and later too).
 *
 *   #include <fastser/fastser.h>
 *
 *   base.h      status numbers, errors, bytes that functions return, limits, the library's version
 *   values.h    texts, keys, dates: arguments and results of writers and readers
 *   writer.h    archives written by one call per value
 *   reader.h    archives read by one call per value
 *   type.h      descriptions of types, made by calls
 *   plan.h      whole values, or arrays of them, written and read in one call
 *   convert.h   any format into any other; inspect and verify
 *   file.h      bytes to a file and back, atomically
 *   repository.h  items found by a key, in a file that is loaded and written whole
 *
 * docs/c-api.md is a guide with a complete program. These rules hold for all functions:
 *
 * Names: fastser_<noun>_<verb>.
 * Handles are opaque. Whoever creates one owns it, and destroys it with its destroy function, which
 * also accepts NULL. Types and plans never change; they are reference-counted and released.
 * Structs that may grow begin with `struct_size`: set it to sizeof the struct, and leave fields
 * that you do not need zero (zero means the default). A struct_size smaller than that of the first
 * version is FASTSER_USAGE; only a fastser_error with such a size is left alone, and the call goes
 * on. If it is larger than the library knows, the new fields are ignored.
 * Errors: functions return an int32_t status, FASTSER_OK or an error, and fill in their last
 * argument, a fastser_error, unless it is NULL. Two groups of calls return a value or nothing
 * instead: those of writers and readers for single values, and those that describe types and
 * layouts. They keep the first error, which you ask for at the end.
 * A NULL where something is needed is FASTSER_USAGE, never a crash.
 * Text is UTF-8 with its size in bytes. It need not end with a zero byte, and may contain some.
 * No function throws or aborts. None keeps its arguments after it returns, unless it says so.
 * Your functions that you pass in must return: no exception and no longjmp may leave them. They
 * report failure by their status.
 * Threads: one thread at a time per handle. Different handles, and functions without a handle, may
 * be used by any number of threads at once, and so may types and plans.
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
