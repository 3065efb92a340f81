# SPDX-License-Identifier: MIT
#
# 32-bit ARM Linux, run under qemu-user: 32-bit size_t, unsigned char.
set(CMAKE_SYSTEM_PROCESSOR arm)
set(FASTSER_TRIPLE arm-linux-gnueabihf)
set(FASTSER_QEMU qemu-arm)
set(FASTSER_BY_CLANG ON)
include("${CMAKE_CURRENT_LIST_DIR}/QemuUser.cmake")
