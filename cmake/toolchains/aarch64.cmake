# SPDX-License-Identifier: MIT
#
# 64-bit ARM Linux, run under qemu-user: 16-byte long double, unsigned char.
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(FASTSER_TRIPLE aarch64-linux-gnu)
set(FASTSER_QEMU qemu-aarch64)
include("${CMAKE_CURRENT_LIST_DIR}/QemuUser.cmake")
