// SPDX-License-Identifier: MIT
// Made by bindings/swift/unite.sh.
#include "schema/type_table.cc"
