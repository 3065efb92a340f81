// SPDX-License-Identifier: MIT
//
// The project's pages and sources, as the tests of what the pages show read them.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

namespace fastser::testing {

/// A file of the project, by its name from the top.
inline std::string read(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(std::string(FASTSER_SOURCE_DIR) + "/" + name).rdbuf();
  return text.str();
}

}  // namespace fastser::testing
