# SPDX-License-Identifier: MIT
#
# fastser_add_fuzz_target(<name> <source> [libraries...])
#
# One source with LLVMFuzzerTestOneInput, two programs: always `<name>_replay`, which feeds it the
# files of tests/fuzz/corpus/<name>/ and is a test on every compiler and architecture; and with
# FASTSER_FUZZ the libFuzzer program `<name>`, which `./dev test` runs for a fixed number of inputs.
# The target `fuzzers` builds all of the latter.
include_guard()
include(Layers)

add_custom_target(fuzzers)

function(fastser_fuzz_program target source)
  add_executable(${target} ${source})
  fastser_own_flags(${target})
  target_include_directories(${target} PRIVATE
    "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(${target} PRIVATE fastser_static ${ARGN})
endfunction()

function(fastser_add_fuzz_target name source)
  set(corpus "${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name}")
  if(FASTSER_FUZZ)
    fastser_fuzz_program(${name} ${source} ${ARGN})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    set_target_properties(${name} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzzers")
    add_dependencies(fuzzers ${name})
    return()
  endif()
  fastser_fuzz_program(${name}_replay ${source} ${ARGN})
  target_sources(${name}_replay PRIVATE "${PROJECT_SOURCE_DIR}/tests/fuzz/replay_main.cc")
  add_test(NAME fuzz.${name}.replay COMMAND ${name}_replay "${corpus}")
  set_tests_properties(fuzz.${name}.replay PROPERTIES LABELS "quick;cross" TIMEOUT 300)
endfunction()
