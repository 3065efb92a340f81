// SPDX-License-Identifier: MIT
#include "base/path_text.hpp"

#include <algorithm>
#include <utility>

#include "base/json_escape.hpp"

namespace fastser {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }

bool needs_quotes(std::string_view key) {
  return key.empty() || key.find_first_of(".[]/\"\\ ") != std::string_view::npos ||
         std::any_of(key.begin(), key.end(), is_control);
}

// `["a name"]`, whatever the name.
void append_quoted(std::string& path, std::string_view key) {
  path += "[\"";
  for (const char c : key) {
    char room[kMostEscape];
    if (c == '"' || c == '\\' || is_control(c)) {
      path += escaped(c, room);
    } else {
      path += c;
    }
  }
  path += "\"]";
}

}  // namespace

void append_key(std::string& path, std::string_view key) {
  if (needs_quotes(key)) return append_quoted(path, key);
  if (!path.empty()) path += '.';
  path += key;
}

void append_index(std::string& path, std::uint64_t index) {
  path += '[';
  path += std::to_string(index);
  path += ']';
}

void prepend_step(std::string& path, std::string step) {
  if (!path.empty() && path.front() != '[') step += '.';
  path = std::move(step) + path;
}

}  // namespace fastser
