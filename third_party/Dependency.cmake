# SPDX-License-Identifier: MIT
#
# The one way a dependency is found: the system's package, else a download that is pinned by hash.
# FASTSER_DOWNLOAD=OFF forbids the second.
include_guard()
include(FetchContent)

option(FASTSER_DOWNLOAD "Download dependencies the system does not have" ON)

# The system's compiled packages on Linux and the BSDs are for libstdc++: a program with libc++
# cannot link them. On Apple's systems they are for libc++.
include(CheckCXXSourceCompiles)
check_cxx_source_compiles("#include <version>
#ifndef _LIBCPP_VERSION
#error another standard library
#endif
int main() {}" FASTSER_LIBCXX)
if(FASTSER_LIBCXX AND NOT APPLE AND NOT ANDROID)
  set(FASTSER_PACKAGES_LINK OFF)
else()
  set(FASTSER_PACKAGES_LINK ON)
endif()

# A later find_package(<name>) gets what was downloaded.
function(fastser_download name url sha256)
  if(NOT FASTSER_DOWNLOAD)
    message(FATAL_ERROR "${name} is not installed and FASTSER_DOWNLOAD is OFF")
  endif()
  message(STATUS "${name} is not installed: downloading ${url}")
  FetchContent_Declare(${name} URL "${url}" URL_HASH SHA256=${sha256}
    DOWNLOAD_EXTRACT_TIMESTAMP TRUE OVERRIDE_FIND_PACKAGE)
  FetchContent_MakeAvailable(${name})
endfunction()
