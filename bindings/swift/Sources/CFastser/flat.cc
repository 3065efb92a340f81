// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "flat/binary_schema.cc"
#include "flat/binary_schema_reader.cc"
#include "flat/builder.cc"
#include "flat/declarations.cc"
#include "flat/enum_names.cc"
#include "flat/key_order.cc"
#include "flat/reader.cc"
#include "flat/type_schema.cc"
