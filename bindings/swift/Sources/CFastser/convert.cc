// SPDX-License-Identifier: MIT
// Made by bindings/swift/unite.sh.
#include "convert/convert.cc"
#include "convert/detect.cc"
#include "convert/read.cc"
#include "convert/write.cc"
