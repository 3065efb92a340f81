# SPDX-License-Identifier: MIT
#
# 32-bit x86 Linux: x87 floats and 4-byte aligned doubles. Static, so it runs on a 64-bit host.
set(CMAKE_SYSTEM_PROCESSOR i686)
set(FASTSER_TRIPLE i686-linux-gnu)
set(FASTSER_BY_CLANG ON)
include("${CMAKE_CURRENT_LIST_DIR}/QemuUser.cmake")
# Without it clang calculates with SSE2.
set(CMAKE_C_FLAGS_INIT -march=i686)
set(CMAKE_CXX_FLAGS_INIT -march=i686)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_CXX_STANDARD_LIBRARIES_INIT -latomic)  # clang calls it for atomic doubles
