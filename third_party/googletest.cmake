# SPDX-License-Identifier: MIT
#
# GTest::gtest and GTest::gtest_main: the tests. The installed library, else Debian's sources of it
# (the library is for the host and libstdc++ only), else a download.
include_guard()
include(Dependency)

function(fastser_gtest_aliases)
  foreach(name IN ITEMS gtest gtest_main)
    if(NOT TARGET GTest::${name})
      add_library(GTest::${name} ALIAS ${name})
    endif()
  endforeach()
endfunction()

if(FASTSER_PACKAGES_LINK)
  find_package(GTest QUIET)
endif()
if(NOT TARGET GTest::gtest_main)
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)  # their option() must see these
  set(BUILD_GMOCK OFF)
  set(INSTALL_GTEST OFF)
  if(EXISTS /usr/src/googletest/CMakeLists.txt)
    add_subdirectory(/usr/src/googletest "${PROJECT_BINARY_DIR}/third_party/googletest"
      EXCLUDE_FROM_ALL)
  else()
    fastser_download(googletest
      https://github.com/google/googletest/archive/refs/tags/v1.14.0.tar.gz
      8ad598c73ad796e0d8280b082cebd82a630d73e73cd3c70057938a6501bba5d7)
  endif()
  fastser_gtest_aliases()
endif()
