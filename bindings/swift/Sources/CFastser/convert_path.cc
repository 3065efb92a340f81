// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "convert/path/path.cc"
#include "convert/path/path_sink.cc"
#include "convert/path/select.cc"
