// SPDX-License-Identifier: MIT
//
// What compilers say differently: the language level, inlining, branch and memory hints. The only
// place where the name of a compiler stands in a header of ours. A compiler that has none of these
// words gets plain C++; FASTSER_PLAIN asks for that everywhere (a test compiles it so).
#pragma once

#if defined(_MSVC_LANG)
#define FASTSER_CPLUSPLUS _MSVC_LANG
#else
#define FASTSER_CPLUSPLUS __cplusplus
#endif
#if FASTSER_CPLUSPLUS < 202002L
#error "libfastser needs C++20: compile with -std=c++20 (cl.exe: /std:c++20) or later"
#include "fastser_needs_a_newer_compiler"  // stops the compiler here
#elif defined(__apple_build_version__)
#if __clang_major__ < 15
#error "libfastser needs Xcode 15 (Apple clang 15) or later"
#include "fastser_needs_a_newer_compiler"  // stops the compiler here
#endif
#elif defined(__clang__)
#if __clang_major__ < 16
#error "libfastser needs clang 16 or later"
#include "fastser_needs_a_newer_compiler"  // stops the compiler here
#endif
#elif defined(__GNUC__)
#if __GNUC__ < 12
#error "libfastser needs g++ 12 or later"
#include "fastser_needs_a_newer_compiler"  // stops the compiler here
#endif
#endif

/// Whether g++'s builtins and attributes are there: g++, clang.
#if defined(__GNUC__) && !defined(FASTSER_PLAIN)
#define FASTSER_GNU 1
#else
#define FASTSER_GNU 0
#endif
/// Whether there are integers of 128 bits.
#if defined(__SIZEOF_INT128__) && !defined(FASTSER_PLAIN)
#define FASTSER_INT128 1
#else
#define FASTSER_INT128 0
#endif

#if FASTSER_GNU
#if defined(__OPTIMIZE__)
/// In front of a function: part of its callers, whatever its size.
#define FASTSER_INLINE [[gnu::always_inline]]
/// Behind the parameters of a lambda: part of its callers.
#define FASTSER_INLINE_LAMBDA __attribute__((always_inline))
#else  // a function once is less to compile than copies of it in all callers
#define FASTSER_INLINE
#define FASTSER_INLINE_LAMBDA
#endif
/// In front of a function: never part of its callers.
#define FASTSER_NOINLINE [[gnu::noinline]]
/// In front of a function: seldom called.
#define FASTSER_COLD [[gnu::noinline, gnu::cold]]
/// The memory at this address is read soon.
#define FASTSER_PREFETCH(address) __builtin_prefetch(address)
/// The memory at this address is written soon.
#define FASTSER_PREFETCH_WRITE(address) __builtin_prefetch(address, 1)
/// From here on the compiler knows nothing of the value of this integer.
#define FASTSER_HIDE(integer) __asm__("" : "+r"(integer))
#elif defined(_MSC_VER) && !defined(FASTSER_PLAIN)
#define FASTSER_INLINE [[msvc::forceinline]]
#define FASTSER_NOINLINE [[msvc::noinline]]
#define FASTSER_COLD [[msvc::noinline]]
#define FASTSER_INLINE_LAMBDA
#define FASTSER_PREFETCH(address) static_cast<void>(address)
#define FASTSER_PREFETCH_WRITE(address) static_cast<void>(address)
#define FASTSER_HIDE(integer) static_cast<void>(integer)
#else
#define FASTSER_INLINE
#define FASTSER_NOINLINE
#define FASTSER_COLD
#define FASTSER_INLINE_LAMBDA
#define FASTSER_PREFETCH(address) static_cast<void>(address)
#define FASTSER_PREFETCH_WRITE(address) static_cast<void>(address)
#define FASTSER_HIDE(integer) static_cast<void>(integer)
#endif

/// In a function template: its signature with the template arguments, for reading names from it.
#if defined(_MSC_VER) && !defined(__clang__)
#define FASTSER_SIGNATURE __FUNCSIG__
#else
#define FASTSER_SIGNATURE __PRETTY_FUNCTION__
#endif
