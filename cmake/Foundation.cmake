# SPDX-License-Identifier: MIT
#
# Objective-C and Foundation: Apple's, or GNUstep's with gcc's run-time library. Makes the target
# fastser_foundation, which has what sources in Objective-C are compiled and linked with.
include_guard()
include(CheckLanguage)

# Half a program under a sanitizer reports nonsense: the compiler that belongs to the C++ one.
if(NOT CMAKE_OBJC_COMPILER AND NOT APPLE AND CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  string(REGEX REPLACE "clang\\+\\+([^/]*)$" "clang\\1" CMAKE_OBJC_COMPILER "${CMAKE_CXX_COMPILER}")
endif()
check_language(OBJC)
if(NOT CMAKE_OBJC_COMPILER)
  message(FATAL_ERROR "FASTSER_BUILD_OBJC: no compiler for Objective-C (Debian: gobjc)")
endif()
enable_language(C)  # before the other, which has .m then
enable_language(OBJC)

add_library(fastser_foundation INTERFACE)
if(APPLE)
  target_link_libraries(fastser_foundation INTERFACE "-framework Foundation")
  target_compile_options(fastser_foundation INTERFACE $<$<COMPILE_LANGUAGE:OBJC>:-fno-objc-arc>)
else()
  find_path(FASTSER_GNUSTEP_INCLUDE Foundation/Foundation.h PATH_SUFFIXES GNUstep)
  find_library(FASTSER_GNUSTEP_BASE gnustep-base)
  # Both lie in a folder of gcc's own.
  find_program(FASTSER_GCC gcc)
  foreach(file IN ITEMS libobjc.so include)
    execute_process(COMMAND "${FASTSER_GCC}" -print-file-name=${file}
      OUTPUT_VARIABLE fastser_${file} OUTPUT_STRIP_TRAILING_WHITESPACE)
  endforeach()
  if(NOT FASTSER_GNUSTEP_INCLUDE OR NOT FASTSER_GNUSTEP_BASE OR NOT EXISTS "${fastser_libobjc.so}")
    message(FATAL_ERROR "FASTSER_BUILD_OBJC: no GNUstep (Debian: libgnustep-base-dev)")
  endif()
  # gcc's Objective-C is C89 unless told otherwise, and CMake does not know that.
  set(fastser_objc_flags -std=gnu11 -fexceptions -fobjc-exceptions -fconstant-string-class=NSConstantString)
  if(CMAKE_OBJC_COMPILER_ID MATCHES Clang)
    list(APPEND fastser_objc_flags -fobjc-runtime=gcc "SHELL:-idirafter ${fastser_include}")
  endif()
  target_include_directories(fastser_foundation SYSTEM INTERFACE "${FASTSER_GNUSTEP_INCLUDE}")
  target_compile_options(fastser_foundation INTERFACE
    $<$<COMPILE_LANGUAGE:OBJC>:${fastser_objc_flags}> -pthread)
  target_compile_definitions(fastser_foundation INTERFACE
    GNUSTEP=1 GNUSTEP_BASE_LIBRARY=1 GNU_RUNTIME=1 _NATIVE_OBJC_EXCEPTIONS=1)
  target_link_libraries(fastser_foundation INTERFACE
    "${FASTSER_GNUSTEP_BASE}" "${fastser_libobjc.so}" pthread m)
endif()
