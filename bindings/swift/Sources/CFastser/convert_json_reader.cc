// SPDX-License-Identifier: MIT
// Made by bindings/swift/unite.sh.
#include "convert/json/reader.cc"
