// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "convert/edit/copy.cc"
#include "convert/edit/edit.cc"
