# SPDX-License-Identifier: MIT
#
# One target per layer, `fastser_<layer>`: an OBJECT library made of the sources below src/<layer>, or an
# INTERFACE library while the layer has headers only. A layer links what LayerTable.cmake says it
# sees, no more. fastser_static and fastser_shared are the same objects put together twice.
include_guard()
include(LayerTable)
include(Sanitizers)

# Every compile of ours: the language level, the warnings, -march when asked for. Kept off the
# installed targets, so that nothing of it reaches a consumer.
function(fastser_own_flags target)
  set_target_properties(${target} PROPERTIES
    CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
    VISIBILITY_INLINES_HIDDEN ON)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:fastser_warnings>)
  if(FASTSER_ARCH)
    target_compile_options(${target} PRIVATE -march=${FASTSER_ARCH})
  endif()
  # g++ looks for memory to free time and again while it compiles templates: about a seventh of its time
  # at -O0, nothing to speak of at -O1. It gets a gigabyte before it does.
  if(PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=1000000>)
  endif()
endfunction()

function(fastser_layer_sources layer out)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${layer}/*.cc")
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

# The layers a layer may see that exist so far.
function(fastser_layer_links layer out)
  set(links ${FASTSER_${layer}_SEES})
  list(TRANSFORM links PREPEND fastser_)
  set(found "")
  foreach(link IN LISTS links)
    if(TARGET ${link})
      list(APPEND found ${link})
    endif()
  endforeach()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# What most sources of the layers include of the standard library, compiled once for all of them
# (FASTSER_PCH). None of ours: a layer is not to see what it does not include.
function(fastser_precompile target)
  if(NOT FASTSER_PCH)
    return()
  endif()
  if(NOT TARGET fastser_pch)
    add_library(fastser_pch OBJECT EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/cmake/precompiled.cc")
    set_target_properties(fastser_pch PROPERTIES POSITION_INDEPENDENT_CODE ON)
    fastser_own_flags(fastser_pch)
    fastser_seen_by_fuzzer(fastser_pch)
    fastser_steady_pch(fastser_pch)
    target_precompile_headers(fastser_pch PRIVATE <algorithm> <array> <bit> <cstring> <map> <memory>
      <optional> <span> <string> <string_view> <unordered_map> <variant> <vector>)
  endif()
  target_precompile_headers(${target} REUSE_FROM fastser_pch)
endfunction()

# The sources of one folder as one source (FASTSER_UNITE): what they include is read once, not once for
# each. By folders and not by number, so that a source that is new changes its own folder's unit alone.
# Those of FASTSER_ALONE stay as they are.
list(JOIN FASTSER_ALONE "|" FASTSER_STANDS_ALONE)
function(fastser_unite target)
  if(NOT FASTSER_UNITE)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP
    UNITY_BUILD_CODE_BEFORE_INCLUDE "// NOLINTNEXTLINE(bugprone-suspicious-include)")
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    if(source MATCHES "(${FASTSER_STANDS_ALONE})[.]cc$")
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
  endforeach()
endfunction()

# One that comes out of ccache may be older than the headers.
function(fastser_steady_pch target)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()

function(fastser_add_layer layer)
  set(target fastser_${layer})
  fastser_layer_sources(${layer} sources)
  fastser_layer_links(${layer} links)
  if(sources)
    add_library(${target} OBJECT ${sources})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    fastser_own_flags(${target})
    fastser_seen_by_fuzzer(${target})
    fastser_precompile(${target})
    fastser_unite(${target})
    set(scope PUBLIC)
  elseif(EXISTS "${PROJECT_SOURCE_DIR}/include/fastser/internal/${layer}")
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  else()
    return()  # not written yet
  endif()
  target_include_directories(${target} ${scope}
    "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(${target} ${scope} ${links})
endfunction()

# The shared library shows the names of namespace fastser and of the C ABI, nothing else: no symbol
# of a dependency or of the standard library that happens to be compiled into it.
function(fastser_hide_symbols target)
  set(list "${PROJECT_SOURCE_DIR}/cmake/exports.map")
  if(APPLE)
    set(list "${PROJECT_SOURCE_DIR}/cmake/exports.macos")
    target_link_options(${target} PRIVATE "LINKER:-exported_symbols_list,${list}")
  elseif(UNIX)
    target_link_options(${target} PRIVATE "LINKER:--version-script=${list}")
  else()
    set_target_properties(${target} PROPERTIES WINDOWS_EXPORT_ALL_SYMBOLS ON)
  endif()
  set_target_properties(${target} PROPERTIES LINK_DEPENDS "${list}")
endfunction()

# A library of all the layers: what is installed and what everything else links.
function(fastser_add_library target kind)
  set(objects "")
  foreach(layer IN LISTS FASTSER_LAYERS)
    fastser_layer_sources(${layer} sources)
    if(sources)
      list(APPEND objects $<TARGET_OBJECTS:fastser_${layer}>)
    endif()
  endforeach()
  add_library(${target} ${kind} ${objects})
  add_library(fastser::${target} ALIAS ${target})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME fastser LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  if(kind STREQUAL SHARED)
    fastser_hide_symbols(${target})
  endif()
endfunction()

function(fastser_add_command)
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/command/*.cc")
  if(NOT sources)
    return()
  endif()
  add_executable(fastser_command ${sources})
  set_target_properties(fastser_command PROPERTIES OUTPUT_NAME fastser)
  fastser_own_flags(fastser_command)
  fastser_unite(fastser_command)
  target_include_directories(fastser_command PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(fastser_command PRIVATE
    FASTSER_VERSION_STRING="${PROJECT_VERSION}")
  target_link_libraries(fastser_command PRIVATE fastser_static)
  fastser_add_manual()
endfunction()

# The man page and what shells complete, made by the command itself from the texts of its help. Where
# it cannot run, there are none.
function(fastser_add_manual)
  if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    return()
  endif()
  set(folder "${PROJECT_BINARY_DIR}/manual")
  file(MAKE_DIRECTORY "${folder}")
  set(made "")
  foreach(one IN ITEMS man:fastser.1 bash:fastser zsh:_fastser fish:fastser.fish)
    string(REPLACE ":" ";" pair "${one}")
    list(GET pair 0 kind)
    list(GET pair 1 name)
    add_custom_command(OUTPUT "${folder}/${name}"
      COMMAND fastser_command completion ${kind} > "${folder}/${name}"
      DEPENDS fastser_command VERBATIM)
    list(APPEND made "${folder}/${name}")
  endforeach()
  add_custom_target(fastser_manual ALL DEPENDS ${made})
endfunction()
