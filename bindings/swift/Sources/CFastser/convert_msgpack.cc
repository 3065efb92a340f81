// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "convert/msgpack/parts.cc"
#include "convert/msgpack/reader.cc"
#include "convert/msgpack/writer.cc"
