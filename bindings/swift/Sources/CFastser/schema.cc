// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "schema/class_name.cc"
#include "schema/lone_value.cc"
#include "schema/type.cc"
#include "schema/type_builder.cc"
#include "schema/type_expr.cc"
#include "schema/type_import.cc"
#include "schema/type_key.cc"
#include "schema/type_writer.cc"
