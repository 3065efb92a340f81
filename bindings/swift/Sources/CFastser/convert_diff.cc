// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "convert/diff/diff.cc"
