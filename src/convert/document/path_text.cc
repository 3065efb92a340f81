// SPDX-License-Identifier: MIT
#include "convert/document/path_text.hpp"

#include <algorithm>

#include "convert/json/text.hpp"

namespace fastser::convert {

void append_key(std::string& path, std::string_view key) {
  if (key.empty() || key.find_first_of(".[]/\"\\ ") != std::string_view::npos ||
      std::any_of(key.begin(), key.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
    path += '[';
    append_quoted(path, key);
    path += ']';
    return;
  }
  if (!path.empty()) path += '.';
  path += key;
}

void append_index(std::string& path, std::uint64_t index) {
  path += '[';
  append_unsigned(path, index);
  path += ']';
}

}  // namespace fastser::convert
