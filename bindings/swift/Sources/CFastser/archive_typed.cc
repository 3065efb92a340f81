// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "archive/typed/decoder.cc"
#include "archive/typed/encoder.cc"
#include "archive/typed/run_decode.cc"
