// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "convert/plist/binary_writer.cc"
#include "convert/plist/openstep_reader.cc"
#include "convert/plist/scalar_text.cc"
#include "convert/plist/xml_reader.cc"
#include "convert/plist/xml_writer.cc"
