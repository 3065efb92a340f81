// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "convert/flexbuffers/list.cc"
#include "convert/flexbuffers/reader.cc"
#include "convert/flexbuffers/values.cc"
#include "convert/flexbuffers/writer.cc"
