# SPDX-License-Identifier: MIT
#
# fastser_add_fuzz_target(<name> <source> [libraries...])
#
# One source with LLVMFuzzerTestOneInput, one program: `<name>_replay`, which feeds it the files of
# tests/fuzz/corpus/<name>/ and is a test on every compiler and architecture; or with FASTSER_FUZZ the
# libFuzzer program `<name>`, which reads the same files first and which `./dev test` runs for a fixed
# number of inputs. The target `fuzzers` builds all of the latter.
include_guard()
include(Layers)

add_custom_target(fuzzers)

# What the targets share, compiled once. A static library: a target takes from it what it uses.
function(fastser_add_fuzz_support)
  add_library(fastser_fuzz_support STATIC EXCLUDE_FROM_ALL ${ARGN})
  if(NOT FASTSER_FUZZ)
    target_sources(fastser_fuzz_support PRIVATE "${PROJECT_SOURCE_DIR}/tests/fuzz/replay_main.cc")
  endif()
  fastser_fuzz_flags(fastser_fuzz_support)
  target_link_libraries(fastser_fuzz_support PRIVATE fastser_static)
endfunction()

# As all tests are compiled: what is to be found is in the library, and templates take long.
function(fastser_fuzz_flags target)
  fastser_own_flags(${target})
  target_include_directories(${target} PRIVATE
    "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/tests")
  fastser_seen_by_fuzzer(${target})
  target_compile_options(${target} PRIVATE ${FASTSER_TEST_FLAGS})
endfunction()

function(fastser_fuzz_program target source)
  add_executable(${target} ${source})
  fastser_fuzz_flags(${target})
  target_link_libraries(${target} PRIVATE fastser_fuzz_support fastser_static ${ARGN})
endfunction()

function(fastser_add_fuzz_target name source)
  set(corpus "${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name}")
  if(FASTSER_FUZZ)
    fastser_fuzz_program(${name} ${source} ${ARGN})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    # libFuzzer itself is made with the system's library; clang takes -lstdc++ for its own choice.
    if(FASTSER_LIBCXX AND NOT APPLE)
      target_link_libraries(${name} PRIVATE -Wl,-lstdc++)
    endif()
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON
      RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzzers")
    add_dependencies(fuzzers ${name})
    return()
  endif()
  fastser_fuzz_program(${name}_replay ${source} ${ARGN})
  add_test(NAME fuzz.${name}.replay COMMAND ${name}_replay "${corpus}")
  set_tests_properties(fuzz.${name}.replay PROPERTIES LABELS cross TIMEOUT 300)
  fastser_label(${name}_replay cross)
endfunction()
