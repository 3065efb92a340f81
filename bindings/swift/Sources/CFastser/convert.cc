// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "convert/convert.cc"
#include "convert/detect.cc"
#include "convert/read.cc"
#include "convert/write.cc"
