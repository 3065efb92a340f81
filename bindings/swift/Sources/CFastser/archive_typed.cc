// SPDX-License-Identifier: MIT
// Made by bindings/swift/unite.sh.
#include "archive/typed/decoder.cc"
#include "archive/typed/encoder.cc"
#include "archive/typed/run_decode.cc"
