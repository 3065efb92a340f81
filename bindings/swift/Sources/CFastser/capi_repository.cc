// SPDX-License-Identifier: MIT
// Made by bindings/swift/unite.sh.
#include "capi/repository.cc"
