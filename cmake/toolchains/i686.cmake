# SPDX-License-Identifier: MIT
#
# 32-bit x86 Linux: x87 floats and 4-byte aligned doubles. Static, so it runs on a 64-bit host; under
# qemu-user where the kernel cannot run 32-bit programs, as in some virtual machines. The loader of
# the cross compiler's libraries is a program that tells.
set(CMAKE_SYSTEM_PROCESSOR i686)
set(FASTSER_TRIPLE i686-linux-gnu)
execute_process(COMMAND /usr/${FASTSER_TRIPLE}/lib/ld-linux.so.2 --version
  RESULT_VARIABLE FASTSER_I686_DOES_NOT_RUN OUTPUT_QUIET ERROR_QUIET)
if(FASTSER_I686_DOES_NOT_RUN)
  set(FASTSER_QEMU qemu-i386)
endif()
set(FASTSER_BY_CLANG ON)
include("${CMAKE_CURRENT_LIST_DIR}/QemuUser.cmake")
# Without it clang calculates with SSE2.
set(CMAKE_C_FLAGS_INIT -march=i686)
set(CMAKE_CXX_FLAGS_INIT -march=i686)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_CXX_STANDARD_LIBRARIES_INIT -latomic)  # clang calls it for atomic doubles
