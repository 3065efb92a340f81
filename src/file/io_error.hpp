// SPDX-License-Identifier: MIT
//
// What both halves of the file layer say of names and of the system's errors.
#pragma once

#include <string>
#include <string_view>
#include <system_error>

#include "fastser/status.hpp"
#include "file/system.hpp"

namespace fastser::file {

/// "cannot be opened: No such file or directory".
inline Status io_error(std::string_view what, const std::error_code& error) {
  return Status(Code::kIo).with_detail(std::string(what) + ": " + error.message());
}

/// A system would take the name to end at the zero.
inline Status check_name(const std::string& name) {
  if (name.find('\0') == std::string::npos) return {};
  return Status(Code::kUsage, "a zero byte in a file name");
}

/// Why what is there is no file to load or to replace; ok for a regular file.
inline Status check_regular(Kind kind, std::string_view what) {
  if (kind == Kind::regular) return {};
  return Status(Code::kIo).with_detail(
      std::string(what) + (kind == Kind::folder ? ": it is a folder" : ": it is no regular file"));
}

}  // namespace fastser::file
