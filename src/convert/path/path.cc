// SPDX-License-Identifier: MIT
#include "convert/path/path.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "convert/json/reader.hpp"

namespace fastser::convert {
namespace {

Status wrong(std::string_view what, std::size_t at) { return Status(Code::kUsage, what, at); }

bool read_index(std::string_view digits, std::uint64_t& out) {
  const char* const end = digits.data() + digits.size();
  const std::from_chars_result read = std::from_chars(digits.data(), end, out);
  return read.ec == std::errc() && read.ptr == end;
}

PathStep named(std::string key) {
  PathStep step;
  step.key = std::move(key);
  step.may_be_key = true;
  const bool has_zeros = step.key.size() > 1 && step.key[0] == '0';  // RFC 6901: no index
  step.may_be_index = !has_zeros && read_index(step.key, step.index);
  return step;
}

Result<Path> parse_pointer(std::string_view text) {
  Path path;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('/', at + 1), text.size());
    std::string key;
    for (std::size_t i = at + 1; i < end; ++i) {
      if (text[i] != '~') {
        key += text[i];
      } else if (i + 1 < end && (text[i + 1] == '0' || text[i + 1] == '1')) {
        key += text[++i] == '0' ? '~' : '/';
      } else {
        return wrong("in a JSON Pointer ~ is written as ~0, and / in a name as ~1", i);
      }
    }
    path.push_back(named(std::move(key)));
    at = end;
  }
  return path;
}

// Where the text in quotes ends that starts at `at`; the end of `text` where it does not.
std::size_t quote_end(std::string_view text, std::size_t at) {
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      return i + 1;
    }
  }
  return text.size();
}

bool read_bound(std::string_view text, std::int64_t& out) {
  if (text.empty()) return true;
  const char* const end = text.data() + text.size();
  const std::from_chars_result read = std::from_chars(text.data(), end, out);
  return read.ec == std::errc() && read.ptr == end;
}

// What only a query has between its brackets: nothing, a number below 0, a range.
bool read_selection(std::string_view inside, PathStep& step) {
  const std::size_t colon = inside.find(':');
  if (inside.empty() || colon != std::string_view::npos) {
    step.takes = PathStep::Takes::kRange;
    return inside.empty() || (read_bound(inside.substr(0, colon), step.first) &&
                              read_bound(inside.substr(colon + 1), step.behind));
  }
  step.takes = PathStep::Takes::kFromEnd;
  return inside[0] == '-' && read_index(inside.substr(1), step.index) && step.index != 0;
}

// "[3]" or "[\"key\"]" at `at`, which is moved behind it.
Status parse_brackets(std::string_view text, std::size_t& at, bool is_query, Path& path) {
  const std::size_t start = at + 1;
  const bool quoted = start < text.size() && text[start] == '"';
  const std::size_t end = quoted ? quote_end(text, start) : text.find(']', start);
  if (end >= text.size() || text[end] != ']') return wrong("a [ without a ]", at);
  const std::string_view inside = text.substr(start, end - start);
  if (quoted) {
    Document key;
    if (!parse_json(inside, 1, true, key).ok()) {
      return wrong("a name in quotes that is not a JSON string", start);
    }
    path.push_back({.key = std::string(key.text(key.nodes[0].bits)), .may_be_key = true});
  } else {
    PathStep step;
    step.may_be_index = read_index(inside, step.index);
    if (!step.may_be_index && !(is_query && read_selection(inside, step))) {
      return wrong(is_query
                       ? "inside [ ] a number, a name in quotes, a range such as 2:5, or nothing "
                         "is expected"
                       : "inside [ ] a number or a name in quotes is expected",
                   start);
    }
    path.push_back(std::move(step));
  }
  at = end + 1;
  return {};
}

Result<Path> parse(std::string_view text, bool is_query) {
  if (text.starts_with('/')) return parse_pointer(text);
  Path path;
  if (text == ".") return path;
  std::size_t at = text.starts_with('.') ? 1 : 0;
  bool name_next = true;
  while (at < text.size()) {
    if (text[at] == '[') {
      FASTSER_TRY(parse_brackets(text, at, is_query, path));
    } else {
      if (!name_next) return wrong("a dot is missing in front of a name", at);
      const std::size_t end = std::min(text.find_first_of(".[", at), text.size());
      if (end == at) return wrong("a name is missing", at);
      path.push_back(named(std::string(text.substr(at, end - at))));
      at = end;
    }
    name_next = at < text.size() && text[at] == '.';
    if (name_next && ++at == text.size()) return wrong("a name is missing", at);
  }
  return path;
}

}  // namespace

Result<Path> parse_path(std::string_view text) { return parse(text, false); }

Result<Path> parse_query(std::string_view text) { return parse(text, true); }

std::size_t first_range(const Path& path) {
  const auto is_range = [](const PathStep& step) { return step.takes == PathStep::Takes::kRange; };
  return static_cast<std::size_t>(std::find_if(path.begin(), path.end(), is_range) - path.begin());
}

}  // namespace fastser::convert
