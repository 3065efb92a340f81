# SPDX-License-Identifier: MIT
#
# 32-bit x86 Linux: x87 floats and 4-byte aligned doubles. Static, so it runs on a 64-bit host.
set(CMAKE_SYSTEM_PROCESSOR i686)
set(FASTSER_TRIPLE i686-linux-gnu)
include("${CMAKE_CURRENT_LIST_DIR}/QemuUser.cmake")
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
