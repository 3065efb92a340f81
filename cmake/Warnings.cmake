# SPDX-License-Identifier: MIT
#
# The warnings of our own targets, as an interface library that only they link (fastser_own_flags).
# Clean with g++ 12 and clang 19; a compiler that is newer than those may warn about more, so only
# the presets that tests are built with make errors of them.
include_guard()

add_library(fastser_warnings INTERFACE)
if(MSVC)
  target_compile_options(fastser_warnings INTERFACE /W4 /permissive- /utf-8 /Zc:__cplusplus)
else()
  target_compile_options(fastser_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast
    -Wcast-qual -Wcast-align -Wnon-virtual-dtor -Woverloaded-virtual -Wundef -Wvla
    -Wdouble-promotion -Wformat=2 -Wimplicit-fallthrough -Wnull-dereference
    $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wlogical-op>
    $<$<CXX_COMPILER_ID:Clang>:-Wreserved-identifier>
    # The optimiser's guesses about inlined std:: code: wrong in g++ 12 at -O2 and above, and
    # different at every level and under every sanitizer.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-null-dereference -Wno-stringop-overflow -Wno-array-bounds>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-maybe-uninitialized>)
endif()

option(FASTSER_WERROR "Warnings are errors" OFF)
if(FASTSER_WERROR)
  target_compile_options(fastser_warnings INTERFACE $<IF:$<BOOL:${MSVC}>,/WX,-Werror>)
endif()
