// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "capi/repository.cc"
