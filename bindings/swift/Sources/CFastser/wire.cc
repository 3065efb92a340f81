// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "wire/content_hash.cc"
#include "wire/crc32c.cc"
#include "wire/input.cc"
#include "wire/look_alike.cc"
#include "wire/output.cc"
#include "wire/utf16_to_utf8.cc"
#include "wire/utf8.cc"
#include "wire/utf8_to_utf16.cc"
#include "wire/varint.cc"
