// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "msgpack/decoder.cc"
#include "msgpack/encoder.cc"
#include "msgpack/path.cc"
#include "msgpack/record.cc"
#include "msgpack/run.cc"
#include "msgpack/scalars.cc"
#include "msgpack/stream.cc"
#include "msgpack/text.cc"
