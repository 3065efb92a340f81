// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "schema/type_table.cc"
