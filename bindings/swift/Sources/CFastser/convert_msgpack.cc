// SPDX-License-Identifier: MIT
// Made by bindings/swift/unite.sh.
#include "convert/msgpack/parts.cc"
#include "convert/msgpack/reader.cc"
#include "convert/msgpack/writer.cc"
