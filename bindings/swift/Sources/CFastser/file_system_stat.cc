// SPDX-License-Identifier: MIT
// Made by bindings/swift/unite.sh.
#include "file/system_stat.cc"
