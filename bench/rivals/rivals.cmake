# SPDX-License-Identifier: MIT
#
# Finds the other libraries and adds a contender for each one found. Included by bench/.
# FASTSER_PACKAGES_LINK is off where the system's compiled libraries are for another standard library
# (third_party/Dependency.cmake): then those that are not all header are left out.
if(NOT DEFINED FASTSER_PACKAGES_LINK)
  set(FASTSER_PACKAGES_LINK ON)
endif()

# Sets <out> to the folder under FASTSER_RIVALS_DIR/<library> from which <header> can be included.
function(fastser_find_rival out library header)
  set(${out} "" PARENT_SCOPE)
  if(NOT FASTSER_RIVALS_DIR)
    return()
  endif()
  set(root "${FASTSER_RIVALS_DIR}/${library}")
  foreach(dir IN ITEMS "${root}" "${root}/include" "${root}/cpp")
    if(EXISTS "${dir}/${header}")
      set(${out} "${dir}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# The release or commit of a clone; "local" for a plain folder.
function(fastser_rival_version out library)
  execute_process(COMMAND git -C "${FASTSER_RIVALS_DIR}/${library}" describe --tags --always
                  OUTPUT_VARIABLE version ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT version OR NOT EXISTS "${FASTSER_RIVALS_DIR}/${library}/.git")
    set(version "local")
  endif()
  set(${out} "${version}" PARENT_SCOPE)
endfunction()

fastser_find_rival(zpp_bits_dir zpp_bits zpp_bits.h)
if(zpp_bits_dir)
  fastser_rival_version(version zpp_bits)
  fastser_add_contender(zpp_bits ${version} INCLUDES ${zpp_bits_dir})
else()
  string(APPEND missing_text " zpp_bits;")
endif()

fastser_find_rival(struct_pack_dir yalantinglibs ylt/struct_pack.hpp)
if(struct_pack_dir)
  fastser_rival_version(version yalantinglibs)
  fastser_add_contender(struct_pack ${version} INCLUDES ${struct_pack_dir})
else()
  string(APPEND missing_text " struct_pack;")
endif()

fastser_find_rival(bitsery_dir bitsery bitsery/bitsery.h)
if(bitsery_dir)
  fastser_rival_version(version bitsery)
  fastser_add_contender(bitsery ${version} INCLUDES ${bitsery_dir})
else()
  string(APPEND missing_text " bitsery;")
endif()

fastser_find_rival(glaze_dir glaze glaze/beve.hpp)
if(glaze_dir)
  fastser_rival_version(version glaze)
  include(CheckIncludeFileCXX)
  set(CMAKE_REQUIRED_FLAGS "-std=c++20")
  check_include_file_cxx(format FASTSER_HAVE_FORMAT)
  unset(CMAKE_REQUIRED_FLAGS)
  set(shim "")
  if(NOT FASTSER_HAVE_FORMAT)
    set(shim "${CMAKE_CURRENT_LIST_DIR}/shim")
  endif()
  # Later releases than the one in docs/benchmarks.md need a newer g++ than ours.
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS "-std=c++23")
  set(CMAKE_REQUIRED_INCLUDES ${glaze_dir} ${shim})
  check_cxx_source_compiles("#include <glaze/beve.hpp>
    struct Record { int number; };
    int main() { std::string out; return glz::write_beve(Record{1}, out) ? 1 : 0; }"
    FASTSER_GLAZE_COMPILES)
  unset(CMAKE_REQUIRED_FLAGS)
  unset(CMAKE_REQUIRED_INCLUDES)
  if(FASTSER_GLAZE_COMPILES)
    fastser_add_contender(glaze ${version} INCLUDES ${glaze_dir} ${shim} STANDARD 23)
  else()
    string(APPEND missing_text " glaze (that release does not compile with this compiler);")
  endif()
else()
  string(APPEND missing_text " glaze;")
endif()

# Fory's encoder and row format are not needed; its tests lie among the sources.
fastser_find_rival(fory_dir fory fory/serialization/fory.h)
if(fory_dir)
  fastser_rival_version(version fory)
  file(GLOB_RECURSE fory_sources "${fory_dir}/fory/*.cc")
  list(FILTER fory_sources EXCLUDE REGEX "_test\\.cc$|test_main|/row/|/encoder/")
  add_library(fastser_bench_fory_sources OBJECT ${fory_sources})
  target_include_directories(fastser_bench_fory_sources SYSTEM PUBLIC "${fory_dir}")
  target_compile_features(fastser_bench_fory_sources PRIVATE cxx_std_17)
  target_compile_options(fastser_bench_fory_sources PRIVATE ${FASTSER_BENCH_FLAGS} -w)
  fastser_add_contender(fory ${version} LIBRARIES fastser_bench_fory_sources
                        OPTIONS $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>)
else()
  string(APPEND missing_text " fory;")
endif()

find_package(cereal QUIET)
if(TARGET cereal::cereal)
  fastser_add_contender(cereal "${cereal_VERSION}" LIBRARIES cereal::cereal)
else()
  string(APPEND missing_text " cereal;")
endif()

if(FASTSER_PACKAGES_LINK)
  find_package(Boost QUIET COMPONENTS serialization)
endif()
if(TARGET Boost::serialization)
  fastser_add_contender(boost "${Boost_VERSION}" LIBRARIES Boost::serialization)
else()
  string(APPEND missing_text " boost;")
endif()

# Debian's package names the folder msgpackc-cxx and the file msgpack-config.cmake.
find_package(msgpack QUIET PATH_SUFFIXES cmake/msgpackc-cxx lib/cmake/msgpackc-cxx
             lib/${CMAKE_LIBRARY_ARCHITECTURE}/cmake/msgpackc-cxx)
if(TARGET msgpackc-cxx)
  fastser_add_contender(msgpack_c "${msgpack_VERSION}" LIBRARIES msgpackc-cxx)
else()
  string(APPEND missing_text " msgpack_c;")
endif()

# The next three generate code from the schemas beside this file.
set(generated "${CMAKE_CURRENT_BINARY_DIR}/generated")
file(MAKE_DIRECTORY "${generated}")

find_package(FlatBuffers QUIET)
find_program(FASTSER_FLATC flatc)
if(FlatBuffers_FOUND AND FASTSER_FLATC)
  add_custom_command(
    OUTPUT "${generated}/schema_generated.h"
    COMMAND "${FASTSER_FLATC}" --cpp --scoped-enums --gen-object-api -o "${generated}"
            "${CMAKE_CURRENT_LIST_DIR}/schema.fbs"
    DEPENDS "${CMAKE_CURRENT_LIST_DIR}/schema.fbs")
  fastser_add_contender(flatbuffers "${FlatBuffers_VERSION}" INCLUDES "${generated}"
                        SOURCES "${generated}/schema_generated.h")
else()
  string(APPEND missing_text " flatbuffers;")
endif()

if(FASTSER_PACKAGES_LINK)
  find_package(Protobuf QUIET)
endif()
find_program(FASTSER_PROTOC protoc)
if(Protobuf_FOUND AND FASTSER_PROTOC)
  add_custom_command(
    OUTPUT "${generated}/schema.pb.cc" "${generated}/schema.pb.h"
    COMMAND "${FASTSER_PROTOC}" "--cpp_out=${generated}" "-I${CMAKE_CURRENT_LIST_DIR}" schema.proto
    DEPENDS "${CMAKE_CURRENT_LIST_DIR}/schema.proto")
  fastser_add_contender(protobuf "${Protobuf_VERSION}" INCLUDES "${generated}"
                        SOURCES "${generated}/schema.pb.cc" LIBRARIES protobuf::libprotobuf)
else()
  string(APPEND missing_text " protobuf;")
endif()

# By pkg-config: its CMake package stops the configuration where libatomic has no library.
if(PKG_CONFIG_FOUND AND FASTSER_PACKAGES_LINK)
  pkg_check_modules(capnp QUIET IMPORTED_TARGET capnp)
endif()
find_program(FASTSER_CAPNP capnp)
if(TARGET PkgConfig::capnp AND FASTSER_CAPNP)
  # Version 0.9 is ambiguous in C++20 for clang.
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS "-std=c++20")
  set(CMAKE_REQUIRED_LIBRARIES PkgConfig::capnp)
  check_cxx_source_compiles("#include <capnp/message.h>\nint main() {}" FASTSER_CAPNP_COMPILES)
  unset(CMAKE_REQUIRED_FLAGS)
  unset(CMAKE_REQUIRED_LIBRARIES)
endif()
if(FASTSER_CAPNP_COMPILES)
  add_custom_command(
    OUTPUT "${generated}/schema.capnp.c++" "${generated}/schema.capnp.h"
    COMMAND "${FASTSER_CAPNP}" compile "-oc++:${generated}"
            "--src-prefix=${CMAKE_CURRENT_LIST_DIR}" "${CMAKE_CURRENT_LIST_DIR}/schema.capnp"
    DEPENDS "${CMAKE_CURRENT_LIST_DIR}/schema.capnp")
  fastser_add_contender(capnproto "${capnp_VERSION}" INCLUDES "${generated}"
                        SOURCES "${generated}/schema.capnp.c++" LIBRARIES PkgConfig::capnp)
else()
  string(APPEND missing_text " capnproto;")
endif()
