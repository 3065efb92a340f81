// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "archive/envelope.cc"
#include "archive/object_table.cc"
#include "archive/sharing_fields.cc"
#include "archive/side_by_side.cc"
#include "archive/string_table.cc"
