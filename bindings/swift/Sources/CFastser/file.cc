// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "file/file.cc"
#include "file/load.cc"
#include "file/replacement.cc"
#include "file/system_apple.cc"
#include "file/system_posix.cc"
#include "file/system_stat.cc"
#include "file/system_windows.cc"
