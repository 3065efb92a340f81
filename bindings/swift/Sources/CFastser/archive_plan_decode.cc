// SPDX-License-Identifier: MIT
// Made by bindings/swift/unite.sh.
#include "archive/plan/decode.cc"
