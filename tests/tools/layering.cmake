# SPDX-License-Identifier: MIT
#
# cmake -P layering.cmake: reads the sources and fails on
#   - an #include of a layer that the including layer does not see (cmake/LayerTable.cmake),
#   - a public header whose layer the table does not name, more of them than users can oversee, and a
#     part of one that it does not include,
#   - words of one compiler where nothing is said for the others,
#   - a file without its SPDX line or without a comment on what it is.
cmake_minimum_required(VERSION 3.24)
cmake_path(SET root NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../..")
include("${root}/cmake/LayerTable.cmake")

set(problems "")

macro(problem text)
  string(APPEND problems "  ${text}\n")
endmacro()

# The layer of a public header, by its name without .hpp; empty: there is no such header.
function(layer_of_header name out)
  set(${out} "" PARENT_SCOPE)
  foreach(layer IN LISTS FASTSER_LAYERS)
    if(name IN_LIST FASTSER_${layer}_HEADERS)
      set(${out} ${layer} PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# The layer a file belongs to: src/<layer>/..., include/fastser/internal/<layer>/..., or that of a
# public header. Empty: it may see everything.
function(layer_of path out)
  set(layer "")
  if(path MATCHES "^(src|include/fastser/internal)/([a-z0-9_]+)/")
    if(CMAKE_MATCH_2 IN_LIST FASTSER_LAYERS OR CMAKE_MATCH_2 STREQUAL "command")
      set(layer ${CMAKE_MATCH_2})
    endif()
  elseif(path MATCHES "^include/fastser/types/")
  elseif(path MATCHES "^include/fastser/([a-z0-9_/]+)\\.hpp")
    layer_of_header("${CMAKE_MATCH_1}" layer)
    if(layer STREQUAL "")
      problem("${path}: a public header that cmake/LayerTable.cmake does not name")
      set(problems "${problems}" PARENT_SCOPE)
    endif()
  endif()
  set(${out} "${layer}" PARENT_SCOPE)
endfunction()

# What an #include line leads to: a layer, or nothing of ours.
function(target_of line out)
  set(target "")
  if(line MATCHES "[\"<]fastser/internal/([a-z0-9_]+)/")
    set(target "${CMAKE_MATCH_1}")
  elseif(line MATCHES "[\"<]fastser/([a-z0-9_/]+)\\.hpp")
    layer_of_header("${CMAKE_MATCH_1}" target)
  elseif(line MATCHES "\"(\\.\\./)*(src/)?([a-z0-9_]+)/" AND
         (CMAKE_MATCH_3 IN_LIST FASTSER_LAYERS OR CMAKE_MATCH_3 STREQUAL "command"))
    set(target "${CMAKE_MATCH_3}")
  endif()
  set(${out} "${target}" PARENT_SCOPE)
endfunction()

function(check_includes path)
  layer_of("${path}" layer)
  if(layer STREQUAL "")
    set(problems "${problems}" PARENT_SCOPE)
    return()
  endif()
  file(STRINGS "${root}/${path}" lines REGEX "^[ \t]*#[ \t]*include")
  foreach(line IN LISTS lines)
    target_of("${line}" target)
    if(target AND NOT target STREQUAL layer AND NOT target IN_LIST FASTSER_${layer}_SEES)
      problem("${path}: layer ${layer} must not see ${target}: ${line}")
    endif()
  endforeach()
  set(problems "${problems}" PARENT_SCOPE)
endfunction()

# g++'s and clang's own words stand where another compiler finds something else (base/compiler.hpp).
# nearest.hpp is included only where there are integers of 128 bits.
function(check_words path)
  if(NOT path MATCHES "^(include|src)/" OR path MATCHES "/base/compiler\\.hpp$|/convert/json/nearest\\.hpp$")
    return()
  endif()
  file(STRINGS "${root}/${path}" words REGEX "__builtin_|__attribute__|__extension__|__int128|__asm__")
  file(STRINGS "${root}/${path}" asked REGEX "^#(el)?if.*(FASTSER_GNU|FASTSER_INT128|__GNUC__)")
  if(words AND NOT asked)
    problem("${path}: a word of g++ without an #if FASTSER_GNU: ${words}")
    set(problems "${problems}" PARENT_SCOPE)
  endif()
endfunction()

# The head: an SPDX line first, then at least one more line of comment before any code.
function(check_head path)
  file(STRINGS "${root}/${path}" head LIMIT_COUNT 5 ENCODING UTF-8)
  list(JOIN head "\n" head)
  if(NOT head MATCHES "^(#![^\n]*\n)?(//|#|/\\*) SPDX-License-Identifier: MIT")
    problem("${path}: no SPDX line at its head")
  elseif(NOT head MATCHES "SPDX[^\n]*\n((//|#|   | \\*)\n)*(//|#|   | \\*) *[A-Za-z`0-9]")
    problem("${path}: no comment at its head on what it is")
  endif()
  set(problems "${problems}" PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE files RELATIVE "${root}"
  "${root}/include/*.hpp" "${root}/include/*.h" "${root}/src/*.hpp" "${root}/src/*.cc"
  "${root}/tests/*.hpp" "${root}/tests/*.cc" "${root}/tests/*.h" "${root}/tests/*.c"
  "${root}/bench/*.hpp" "${root}/bench/*.cc"
  "${root}/*/CMakeLists.txt" "${root}/cmake/*.cmake" "${root}/third_party/*.cmake"
  "${root}/tests/*.sh" "${root}/tests/*.cmake")
list(FILTER files EXCLUDE REGEX "^build/")
foreach(path IN LISTS files)
  check_includes("${path}")
  check_head("${path}")
  check_words("${path}")
endforeach()

# What users include is at most 25 headers; parts of them are in folders with their names.
file(GLOB public RELATIVE "${root}" "${root}/include/fastser/*.h" "${root}/include/fastser/*.hpp")
list(LENGTH public public_count)
if(public_count GREATER 25)
  problem("include/fastser: ${public_count} headers, where 25 are the most")
endif()
foreach(layer IN LISTS FASTSER_LAYERS)
  foreach(part IN LISTS FASTSER_${layer}_HEADERS)
    if(part MATCHES "^([a-z0-9_]+)/")
      file(STRINGS "${root}/include/fastser/${CMAKE_MATCH_1}.hpp" included REGEX "fastser/${part}\\.hpp")
      if(NOT included)
        problem("include/fastser/${part}.hpp: its header does not include it")
      endif()
    endif()
  endforeach()
endforeach()

list(LENGTH files count)
if(problems)
  message(FATAL_ERROR "${count} files read:\n${problems}")
endif()
message(STATUS "${count} files read, no problem")
