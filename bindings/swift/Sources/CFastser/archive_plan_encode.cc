// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "archive/plan/encode.cc"
