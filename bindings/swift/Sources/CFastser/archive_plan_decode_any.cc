// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "archive/plan/decode_any.cc"
