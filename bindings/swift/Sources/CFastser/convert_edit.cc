// SPDX-License-Identifier: MIT
// Made by bindings/swift/unite.sh.
#include "convert/edit/copy.cc"
#include "convert/edit/edit.cc"
