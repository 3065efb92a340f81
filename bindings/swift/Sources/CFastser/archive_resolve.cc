// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "archive/resolve/fit.cc"
#include "archive/resolve/objects.cc"
#include "archive/resolve/record.cc"
#include "archive/resolve/resolve.cc"
#include "archive/resolve/skip.cc"
#include "archive/resolve/slots.cc"
#include "archive/resolve/type_memo.cc"
#include "archive/resolve/wire_numbers.cc"
