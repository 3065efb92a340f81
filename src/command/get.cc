// SPDX-License-Identifier: MIT
//
// fastser get: the value at a path, or those of a query.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "command/command.hpp"
#include "command/files.hpp"
#include "command/find.hpp"
#include "command/formats.hpp"
#include "command/input.hpp"
#include "command/json_style.hpp"
#include "command/outputs.hpp"
#include "command/terminal.hpp"
#include "convert/document/builder.hpp"
#include "convert/document/plain_sink.hpp"
#include "convert/document/replay.hpp"
#include "convert/flexbuffers/writer.hpp"
#include "convert/json/writer.hpp"
#include "convert/path/select.hpp"
#include "convert/plist/writing.hpp"
#include "convert/read.hpp"
#include "convert/write.hpp"

namespace fastser::command {
namespace {

using convert::Document;
using convert::DocumentBuilder;
using convert::JsonOptions;
using convert::NodeKind;

// What is printed of each value.
enum class Shown : std::uint8_t { kValue, kType, kLength, kKeys };

std::string_view type_name(const convert::Node& node) {
  switch (node.kind) {
    case NodeKind::kNull: return "null";
    case NodeKind::kBool: return "boolean";
    case NodeKind::kNegative:
    case NodeKind::kUnsigned:
    case NodeKind::kReal:
    case NodeKind::kF32:
    case NodeKind::kF64: return "number";
    case NodeKind::kString: return "string";
    case NodeKind::kList: return "array";
    case NodeKind::kObject: return "object";
    case NodeKind::kData: return "data";
    case NodeKind::kMoment: return "timestamp";
    case NodeKind::kExt: return "extension";
    case NodeKind::kMap: return "map";
  }
  return {};
}

std::size_t characters(std::string_view utf8) {
  const auto starts_one = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), starts_one));
}

Result<std::string> length_of(const Document& document, const convert::Node& node) {
  switch (node.kind) {
    case NodeKind::kNull: return std::string("0");
    case NodeKind::kList:
    case NodeKind::kObject: return std::to_string(node.count);
    case NodeKind::kMap: return std::to_string(node.count / 2);
    case NodeKind::kString: return std::to_string(characters(document.text(node.bits)));
    case NodeKind::kData:
    case NodeKind::kExt: return std::to_string(document.text(node.bits).size());
    default: {
      std::string said = "a ";
      said.append(type_name(node)).append(" has no length");
      return Status(Code::kTypeMismatch).with_detail(std::move(said));
    }
  }
}

// A list of them.
Status put_keys(const Document& document, std::uint32_t at, Document& keys) {
  const std::vector<convert::Node>& nodes = document.nodes;
  const NodeKind kind = nodes[at].kind;
  if (kind != NodeKind::kObject && kind != NodeKind::kMap) {
    std::string said = "a value of type ";
    said.append(type_name(nodes[at])).append(" has no keys");
    return Status(Code::kTypeMismatch).with_detail(std::move(said));
  }
  DocumentBuilder builder(keys, kMaxDepth + 1);
  bool good = builder.begin_list(0);
  for (std::uint32_t child = at + 1; good && child != nodes[at].end; child = nodes[child].end) {
    if (kind == NodeKind::kObject) {
      good = builder.text(document.text(nodes[child].key));
    } else {
      good = convert::replay(document, child, builder);
      child = nodes[child].end;
    }
  }
  return good && builder.end_list() ? Status() : builder.why;
}

struct Showing {
  Shown shown = Shown::kValue;
  bool raw = false;
  bool pretty = false;
  bool ends_line = true;
  JsonStyle style;
  std::size_t most_text = 0;
};

Result<std::string> json_of(const Document& value, std::uint32_t node, const Showing& how) {
  convert::JsonWriter writer({.pretty = how.pretty,
                              .indent = static_cast<std::uint8_t>(how.style.tabs ? 1 : 2),
                              .replace = true,
                              .keys = convert::JsonWriting::Keys::kText,
                              .not_finite = JsonOptions::NotFinite::kNull,
                              .max_bytes = how.most_text});
  if (!convert::replay(value, node, writer)) return writer.why;
  Result<std::string> json = writer.take();
  if (json.ok() && !how.style.is_plain()) *json = styled(*json, how.style);
  return json;
}

Result<std::string> text_of(const Document& value, std::uint32_t at, const Showing& how) {
  const convert::Node& node = value.nodes[at];
  if (how.shown == Shown::kType) return std::string(type_name(node));
  if (how.shown == Shown::kLength) return length_of(value, node);
  if (how.shown == Shown::kKeys) {
    Document keys;
    FASTSER_TRY(put_keys(value, at, keys));
    return json_of(keys, 0, how);
  }
  const bool is_content = node.kind == NodeKind::kString || node.kind == NodeKind::kData;
  if (how.raw && is_content) return std::string(value.text(node.bits));
  if (!how.raw || node.kind != NodeKind::kMoment) return json_of(value, at, how);
  Showing plain = how;
  plain.style = {};
  Result<std::string> json = json_of(value, at, plain);
  return json.ok() ? json->substr(1, json->size() - 2) : json;
}

// What the types of the value can be found for.
bool is_taken_out(std::optional<convert::Format> to) {
  return to && !convert::is_input_only(*to) && *to != convert::Format::flatbuffers;
}

// What is wrong with the command line, or nothing.
std::string read_options(Arguments& arguments, Input& input, Showing& how) {
  std::uint64_t most_text = 0;
  if (arguments.error().empty()) arguments.number("--max-text", SIZE_MAX, most_text);
  if (std::string wrong = input.read_options(arguments); !wrong.empty()) return wrong;
  how.most_text = static_cast<std::size_t>(most_text);
  how.raw = arguments.has("--raw");
  how.pretty = arguments.has("--pretty") || arguments.has("--tab");
  how.ends_line = !arguments.has("--no-newline");
  if (!read_style(arguments, how.style)) return std::string(kColourSaid);
  if (arguments.has("--to") && !is_taken_out(format_named(arguments.value("--to")))) {
    return "--to" + formats_said(kAloneNames);
  }
  if (arguments.has("--type")) how.shown = Shown::kType;
  if (arguments.has("--length")) how.shown = Shown::kLength;
  if (arguments.has("--keys")) how.shown = Shown::kKeys;
  if (arguments.has("--type") + arguments.has("--length") + arguments.has("--keys") > 1) {
    return "give one of --type, --length and --keys";
  }
  const bool is_other = arguments.has("--to") && arguments.value("--to") != "json";
  for (const char* one : {"--type", "--length", "--keys", "--raw", "--no-newline"}) {
    if (is_other && arguments.has(one)) {
      return std::string(one) + " is for what is printed as text: leave out --to";
    }
  }
  if (arguments.files().size() == 2) return {};
  return "give one file and a path, such as users[3].name, or . for the whole value";
}

// The values in another format; several of them only in one that holds several.
int write_values(const Input& input, const Document& document,
                 const std::vector<std::uint32_t>& found, convert::Format to,
                 const JsonStyle& style) {
  using convert::Format;
  const bool holds_several = to == Format::json_lines || to == Format::msgpack_stream;
  if (found.size() != 1 && !holds_several) {
    return usage_error("get", "the path leads to " + std::to_string(found.size()) +
                                  " values: --to msgpack-stream and --to jsonl hold several");
  }
  if (!is_text(to) && is_terminal("-")) {
    return usage_error("get", "this is binary and is not written to a terminal: > FILE saves it");
  }
  convert::ConvertOptions options = input.options();
  options.unsayable = convert::ConvertOptions::Unsayable::kReplace;
  Document values;
  // No archive is made that readers refuse by default.
  const std::uint32_t depth = to == Format::archive ? Limits{}.depth : kMaxDepth + 1;
  DocumentBuilder builder(values, depth, options.limits.memory_for(input.bytes().size()));
  const bool is_plist = to == Format::xml_plist || to == Format::binary_plist;
  convert::PlainSink::Lacks lacks{};
  if (is_plist) lacks = convert::kPlistLacks;
  if (to == Format::flexbuffers) lacks = convert::kFlexBuffersLack;
  convert::PlainSink plain(builder, lacks, true);
  bool good = found.size() == 1 || plain.begin_list(found.size());
  for (const std::uint32_t node : found) good = good && convert::replay(document, node, plain);
  good = good && (found.size() == 1 || plain.end_list());
  if (!good) return input.complain(plain.why);
  Result<Buffer> out =
      convert::write_document(values, input.bytes().size(), input.format(), to, options);
  if (!out.ok()) return input.complain(out.status());
  const Status styled = to == Format::json_lines ? restyle(*out, style) : Status();
  if (!styled.ok()) return input.complain(styled);
  const Status written = write_file("-", *out);
  return written.ok() ? kExitOk : report_output("-", written);
}

}  // namespace

int run_get(const std::vector<std::string>& words) {
  Arguments arguments(words, "get");
  Input input;
  Showing how;
  if (const std::string wrong = read_options(arguments, input, how); !wrong.empty()) {
    return usage_error("get", wrong);
  }
  const std::string& file = arguments.files()[0];
  const std::string& path_text = arguments.files()[1];
  const Result<convert::Path> path = convert::parse_query(path_text);
  if (!path.ok()) return usage_error("get", path_error(path_text, path.status()));
  if (Status status = input.load(file, arguments); !status.ok()) return input.complain(status);
  if (how.most_text == 0) how.most_text = input.text_limit();
  Document document;
  std::vector<std::uint32_t> found;
  const Status told = find(input, *path, document, found);
  if (told.message() == convert::kNoValueSaid) {
    complain(file, no_value_at(path_text, near_path(input, *path)));
    return kExitBadInput;
  }
  if (!told.ok()) return input.complain(told);
  if (const auto to = format_named(arguments.value("--to")); to && *to != convert::Format::json) {
    return write_values(input, document, found, *to, how.style);
  }
  std::string out;
  bool has_line_end = false;  // one of its own: that of data belongs to the data
  for (const std::uint32_t node : found) {
    const Result<std::string> text = text_of(document, node, how);
    if (!text.ok()) return input.complain(text.status());
    out += *text;
    const bool bare = how.raw && document.nodes[node].kind == NodeKind::kData;
    has_line_end = !bare || how.shown != Shown::kValue;
    if (has_line_end) out += '\n';
  }
  if (!how.ends_line && has_line_end) out.pop_back();
  return print(out);
}

}  // namespace fastser::command
