// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "convert/inspect/contents.cc"
#include "convert/inspect/inspect.cc"
#include "convert/inspect/message_tree.cc"
#include "convert/inspect/printable.cc"
#include "convert/inspect/statistics.cc"
#include "convert/inspect/tree.cc"
#include "convert/inspect/tree_text.cc"
