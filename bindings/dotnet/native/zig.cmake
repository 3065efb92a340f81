# SPDX-License-Identifier: MIT
#
# Cross compiling by the zig toolchain, which brings the C and C++ libraries of all its targets along.
# build.sh sets FASTSER_ZIG (the program) and FASTSER_ZIG_TARGET ("aarch64-macos", ...).
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES FASTSER_ZIG FASTSER_ZIG_TARGET)
if(FASTSER_ZIG_TARGET MATCHES "macos")
  set(CMAKE_SYSTEM_NAME Darwin)
  set(CMAKE_OSX_SYSROOT "" CACHE STRING "zig's own" FORCE)
  set(CMAKE_OSX_DEPLOYMENT_TARGET "" CACHE STRING "in the target's name" FORCE)
  set(CMAKE_OSX_ARCHITECTURES "" CACHE STRING "in the target's name" FORCE)
  set(CMAKE_INSTALL_NAME_TOOL true)
elseif(FASTSER_ZIG_TARGET MATCHES "windows")
  set(CMAKE_SYSTEM_NAME Windows)
  set(CMAKE_RC_COMPILER true)
else()
  set(CMAKE_SYSTEM_NAME Linux)
endif()
string(REGEX MATCH "^[^-]*" CMAKE_SYSTEM_PROCESSOR "${FASTSER_ZIG_TARGET}")
set(CMAKE_C_COMPILER "${FASTSER_ZIG}" cc -target ${FASTSER_ZIG_TARGET})
set(CMAKE_CXX_COMPILER "${FASTSER_ZIG}" c++ -target ${FASTSER_ZIG_TARGET})
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE NEVER)
