# SPDX-License-Identifier: MIT
#
# What the toolchains of Debian's cross compilers have in common. A file that includes this one
# has set FASTSER_TRIPLE and, unless the programs run as they are, FASTSER_QEMU. With FASTSER_BY_CLANG
# clang compiles, if there is one, for g++'s libraries: it takes half of g++'s time for templates at -O0,
# and Android and iOS are compiled by it.
# The root path is searched for libraries, headers and packages, so that nothing of the host's
# own /usr is linked or included by accident.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${FASTSER_TRIPLE}-gcc)
set(CMAKE_CXX_COMPILER ${FASTSER_TRIPLE}-g++)
if(FASTSER_BY_CLANG)
  find_program(FASTSER_CROSS_CLANG NAMES clang++-19)
  if(FASTSER_CROSS_CLANG)
    set(CMAKE_C_COMPILER clang-19)
    set(CMAKE_CXX_COMPILER clang++-19)
    set(CMAKE_C_COMPILER_TARGET ${FASTSER_TRIPLE})
    set(CMAKE_CXX_COMPILER_TARGET ${FASTSER_TRIPLE})
  endif()
endif()
set(CMAKE_FIND_ROOT_PATH /usr/${FASTSER_TRIPLE})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

if(FASTSER_QEMU)
  find_program(FASTSER_EMULATOR NAMES ${FASTSER_QEMU}-static ${FASTSER_QEMU})
  if(FASTSER_EMULATOR)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${FASTSER_EMULATOR} -L /usr/${FASTSER_TRIPLE})
  elseif(FASTSER_REQUIRE_ALL)
    message(FATAL_ERROR "${FASTSER_QEMU} is missing")
  endif()
endif()
