// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "flexbuffers/decoder.cc"
#include "flexbuffers/encoder.cc"
#include "flexbuffers/format.cc"
#include "flexbuffers/layout.cc"
#include "flexbuffers/pool.cc"
#include "flexbuffers/reference.cc"
#include "flexbuffers/scalars.cc"
#include "flexbuffers/source.cc"
#include "flexbuffers/verify.cc"
