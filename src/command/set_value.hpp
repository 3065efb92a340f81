// SPDX-License-Identifier: MIT
//
// The VALUE of `fastser set`: JSON text, or what the options say it is; or the contents of a file.
#pragma once

#include <string>

#include "command/command.hpp"
#include "command/input.hpp"
#include "convert/document/dom.hpp"
#include "fastser/buffer.hpp"

namespace fastser::command {

struct SetValue {
  convert::Document document;  // refers to texts in the buffers and in the command line
  Buffer bytes;
  Buffer archive;  // of a file that becomes one first
};

/// Reads `word`, or with --file the file of this name, within the limits of `input`, the file that
/// is to be changed; an error is reported. An exit code.
int read_set_value(const Arguments& arguments, const std::string& word, const Input& input,
                   SetValue& value);

}  // namespace fastser::command
