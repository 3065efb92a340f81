// SPDX-License-Identifier: MIT
// Made by bindings/swift/unite.sh.
#include "convert/json_schema/of_flat.cc"
#include "convert/json_schema/of_type.cc"
#include "convert/json_schema/schema_text.cc"
