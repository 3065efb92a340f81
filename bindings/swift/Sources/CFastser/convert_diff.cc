// SPDX-License-Identifier: MIT
// Made by bindings/swift/unite.sh.
#include "convert/diff/diff.cc"
