# SPDX-License-Identifier: MIT
#
# Instrumentation of a whole build: FASTSER_SANITIZE, FASTSER_FUZZ, FASTSER_COVERAGE. It goes on
# everything below this folder, dependencies that are built here included, because half a program
# under a sanitizer reports nonsense. A finding always ends the program.
include_guard()

function(fastser_instrumentation compile_out link_out)
  set(compile "")
  set(link "")
  if(FASTSER_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
      message(FATAL_ERROR "FASTSER_FUZZ needs clang: libFuzzer is part of it")
    endif()
    list(APPEND FASTSER_SANITIZE address undefined)
  endif()
  if(FASTSER_SANITIZE)
    list(REMOVE_DUPLICATES FASTSER_SANITIZE)
    list(JOIN FASTSER_SANITIZE "," sanitizers)
    list(APPEND compile -fsanitize=${sanitizers} -fno-sanitize-recover=all
      -fno-omit-frame-pointer)
    list(APPEND link -fsanitize=${sanitizers})
  endif()
  if(FASTSER_COVERAGE AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
    list(APPEND compile -fprofile-instr-generate -fcoverage-mapping)
    list(APPEND link -fprofile-instr-generate)
  elseif(FASTSER_COVERAGE)
    list(APPEND compile --coverage)
    list(APPEND link --coverage)
  endif()
  set(${compile_out} ${compile} PARENT_SCOPE)
  set(${link_out} ${link} PARENT_SCOPE)
endfunction()

fastser_instrumentation(fastser_compile fastser_link)
add_compile_options(${fastser_compile})
add_link_options(${fastser_link})

# What libFuzzer is to see the ways through: the library and its targets, not the other tests, which
# are linked with the same library.
function(fastser_seen_by_fuzzer target)
  if(FASTSER_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()
