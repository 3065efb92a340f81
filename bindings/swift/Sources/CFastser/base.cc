// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "base/buffer.cc"
#include "base/double_text.cc"
#include "base/json_escape.cc"
#include "base/large_pages.cc"
#include "base/path_text.cc"
#include "base/status.cc"
