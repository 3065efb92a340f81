# SPDX-License-Identifier: MIT
#
# IBM Z Linux, run under qemu-user: big-endian, the check on every byte order.
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(FASTSER_TRIPLE s390x-linux-gnu)
set(FASTSER_QEMU qemu-s390x)
set(FASTSER_BY_CLANG ON)
include("${CMAKE_CURRENT_LIST_DIR}/QemuUser.cmake")
