// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "convert/archive/layout_type.cc"
#include "convert/archive/payload_choice.cc"
#include "convert/archive/payload_nothing.cc"
#include "convert/archive/payload_writer.cc"
#include "convert/archive/reader.cc"
#include "convert/archive/shape_keys.cc"
#include "convert/archive/to_json.cc"
#include "convert/archive/unclear.cc"
#include "convert/archive/value_fit.cc"
#include "convert/archive/writer.cc"
