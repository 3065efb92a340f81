// SPDX-License-Identifier: MIT
// Made by bindings/swift/unite.sh.
#include "convert/plist/binary_writer.cc"
#include "convert/plist/openstep_reader.cc"
#include "convert/plist/scalar_text.cc"
#include "convert/plist/xml_reader.cc"
#include "convert/plist/xml_writer.cc"
