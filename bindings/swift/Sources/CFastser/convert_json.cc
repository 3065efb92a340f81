// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "convert/json/base64_texts.cc"
#include "convert/json/lax.cc"
#include "convert/json/number.cc"
#include "convert/json/text.cc"
#include "convert/json/text_out.cc"
#include "convert/json/to_archive.cc"
#include "convert/json/writer.cc"
