// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "convert/annotate/annotate.cc"
#include "convert/annotate/archive.cc"
#include "convert/annotate/flat.cc"
#include "convert/annotate/regions.cc"
