// SPDX-License-Identifier: MIT
// Made by bindings/swift/unite.sh.
#include "convert/path/path.cc"
#include "convert/path/path_sink.cc"
#include "convert/path/select.cc"
