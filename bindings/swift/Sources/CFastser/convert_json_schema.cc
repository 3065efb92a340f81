// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "convert/json_schema/of_flat.cc"
#include "convert/json_schema/of_type.cc"
#include "convert/json_schema/schema_text.cc"
