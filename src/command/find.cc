// SPDX-License-Identifier: MIT
#include "command/find.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "base/path_text.hpp"
#include "command/command.hpp"
#include "command/progress.hpp"
#include "convert/document/builder.hpp"
#include "convert/document/kind_name.hpp"
#include "convert/path/select.hpp"
#include "convert/read.hpp"

namespace fastser::command {

using convert::Document;
using convert::Node;
using convert::NodeKind;
using convert::Path;
using convert::PathStep;

namespace {

void append_step(std::string& path, const PathStep& step, NodeKind parent) {
  if (step.takes == PathStep::Takes::kFromEnd) {
    path.append("[-").append(std::to_string(step.index)).append("]");
  } else if (step.takes == PathStep::Takes::kRange) {
    path += "[]";
  } else if (parent == NodeKind::kList && step.may_be_index) {
    append_index(path, step.index);
  } else {
    append_key(path, step.key);
  }
}

std::string counted(std::size_t count, std::string_view what) {
  std::string out = count == 0 ? "no" : std::to_string(count);
  return out.append(" ").append(what).append(count == 1 ? "" : "s");
}

// Why `step` leads nowhere from this value, which is at `path`.
std::string why_not(const Document& document, std::uint32_t at, std::string path,
                    const PathStep& step) {
  const Node& node = document.nodes[at];
  const std::string here = path.empty() ? "the file" : path;
  if (node.kind == NodeKind::kList) {
    if (step.may_be_index || step.takes != PathStep::Takes::kOne) {
      return here + " has " + counted(node.count, "element");
    }
    return here + " is a list: " + path + "[] takes all of its elements";
  }
  if (node.kind == NodeKind::kMap) return {};
  if (node.kind != NodeKind::kObject) {
    return here + " is " + std::string(convert::kind_name(node.kind));
  }
  std::vector<std::string_view> keys;
  for (std::uint32_t child = at + 1; child != node.end; child = document.nodes[child].end) {
    keys.push_back(document.text(document.nodes[child].key));
  }
  const std::string_view like = step.may_be_key ? meant(step.key, keys) : std::string_view();
  if (like.empty()) return {};
  append_key(path, like);
  return "did you mean " + path + "?";
}

}  // namespace

// What counts from the end is looked for in what there is when all before it has been read.
Status find(const Input& input, const Path& query, Document& document,
            std::vector<std::uint32_t>& found) {
  convert::ConvertOptions options = input.options();
  options.unsayable = convert::ConvertOptions::Unsayable::kReplace;
  Progress line;
  line.show("reading the values of " + input.name(), input.bytes().size());
  follow_reading(options, line);
  const auto backward = std::find_if_not(query.begin(), query.end(),
                                         [](const auto& step) { return step.is_forward(); });
  const Path forward(query.begin(), backward);
  convert::DocumentBuilder builder(document, kMaxDepth + 1,
                                   options.limits.memory_for(input.bytes().size()));
  builder.refuse_rounding();
  builder.take_decimals_as_numbers();
  if (!builder.begin_list(0)) return builder.why;
  FASTSER_TRY(convert::tell_at(input.bytes(), input.format(), forward, options, builder));
  if (!builder.end_list()) return builder.why;
  found = convert::values_of(document, 0);
  if (convert::select(document, {backward, query.end()}, found)) return {};
  return Status(Code::kUsage, convert::kNoValueSaid);
}

std::string near_path(const Input& input, const Path& query) {
  constexpr std::size_t kLongest = std::size_t{16} << 20;  // the file is read once more, or twice
  constexpr std::size_t kMostSteps = 16;
  if (input.bytes().size() > kLongest || query.empty() || query.size() > kMostSteps) return {};
  Document document;
  std::vector<std::uint32_t> found;
  if (!find(input, {}, document, found).ok() || found.empty()) return {};
  std::string path;
  for (const PathStep& step : query) {  // to the first that leads nowhere
    std::vector<std::uint32_t> next(found.begin(), found.begin() + 1);
    const std::uint32_t at = found.front();
    const PathStep steps[] = {step};
    if (!convert::select(document, steps, next) || next.empty()) {
      return why_not(document, at, std::move(path), step);
    }
    append_step(path, step, document.nodes[at].kind);
    found = std::move(next);
  }
  return {};
}

}  // namespace fastser::command
