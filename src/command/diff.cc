// SPDX-License-Identifier: MIT
//
// fastser diff: what differs between the values of two files, by path.
#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "command/command.hpp"
#include "command/input.hpp"
#include "command/progress.hpp"
#include "command/terminal.hpp"
#include "convert/diff/diff.hpp"
#include "convert/document/kind_name.hpp"
#include "convert/document/replay.hpp"
#include "convert/json/text.hpp"
#include "convert/json/writer.hpp"
#include "convert/read.hpp"

namespace fastser::command {
namespace {

using convert::Difference;
using convert::Document;
using What = Difference::What;

// As diff(1) has it, which is not what the other subcommands have.
enum DiffExit : int { kSame = 0, kDifferent = 1, kTrouble = 2 };

constexpr std::size_t kMostShown = 60;                     // bytes of a value in a line
constexpr std::size_t kMostText = std::size_t{256} << 20;  // and in JSON

int trouble(int exit) { return exit == kExitOk ? kSame : kTrouble; }

std::string json_of(const Document& in, std::uint32_t node, std::size_t most) {
  convert::JsonWriter writer({.replace = true,
                              .keys = convert::JsonWriting::Keys::kPairs,
                              .not_finite = convert::JsonOptions::NotFinite::kNull,
                              .max_bytes = most});
  (void)convert::replay(in, node, writer);
  return writer.take_anyway();
}

// Where a character starts, at `at` or in front of it.
std::size_t character_start(std::string_view text, std::size_t at) {
  if (at >= text.size()) return text.size();
  while (at != 0 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
  return at;
}

// Of a value's text what fits into a line, from `from` on; never a byte that steers a terminal.
std::string cut(std::string_view text, std::size_t from = 0) {
  const std::size_t end = character_start(text, from + kMostShown);
  std::string out = from == 0 ? "" : "...";
  out += text.substr(from, end - from);
  if (end != text.size()) out += "...";
  return one_line(out);
}

std::string shown(const Document& in, std::uint32_t node) {
  return cut(json_of(in, node, 4 * kMostShown));
}

// Two long values that begin alike: each from a little before the first difference on.
void show_difference(std::string_view left, std::string_view right, std::string& old,
                     std::string& now) {
  constexpr std::size_t kBefore = 20;  // bytes that are the same
  const auto [at, other] = std::mismatch(left.begin(), left.end(), right.begin(), right.end());
  static_cast<void>(other);
  const auto same = static_cast<std::size_t>(at - left.begin());
  const std::size_t from = character_start(left, same - std::min(same, kBefore));
  old = cut(left, from);
  now = cut(right, from);
}

class Lines {
 public:
  Lines(const Document& left, const Document& right, const Arguments& arguments, bool colour,
        Screen& screen)
      : left_(left), right_(right), json_(arguments.has("--json")), colour_(colour), out_(screen) {}

  bool operator()(const Difference& one) { return out_.write(json_ ? as_json(one) : as_text(one)); }
  bool end() {
    if (!json_) return true;
    return out_.write(first_ ? "[]\n" : "\n]\n");
  }

 private:
  std::string as_text(const Difference& one) const {
    constexpr std::string_view kSigns = "~+-";
    const std::string_view colours[] = {kYellow, kGreen, kRed};
    const auto which = static_cast<std::size_t>(one.what);
    std::string line;
    if (colour_) line += colours[which];
    line += kSigns[which];
    line += ' ';
    line += one.path.empty() ? "." : one_line(one.path);
    line += ": ";
    std::string old = one.what != What::kAdded ? shown(left_, one.left) : std::string();
    std::string now = one.what != What::kRemoved ? shown(right_, one.right) : std::string();
    if (one.what == What::kChanged && old == now && old.size() > kMostShown) {
      show_difference(json_of(left_, one.left, kMostText), json_of(right_, one.right, kMostText),
                      old, now);
    }
    if (one.what == What::kChanged && old == now) {
      old.append(" (").append(convert::kind_name(left_.nodes[one.left].kind)).append(")");
      now.append(" (").append(convert::kind_name(right_.nodes[one.right].kind)).append(")");
    }
    line += old;
    if (one.what == What::kChanged) line += " -> ";
    line += now;
    if (colour_) line += kPlain;
    return line + '\n';
  }
  std::string as_json(const Difference& one) {
    constexpr std::string_view kWords[] = {"changed", "added", "removed"};
    std::string out = first_ ? "[\n" : ",\n";
    first_ = false;
    out += "{\"path\":";
    convert::append_quoted(out, one.path);
    out.append(",\"what\":\"").append(kWords[static_cast<std::size_t>(one.what)]).append("\"");
    std::string old = one.what != What::kAdded ? json_of(left_, one.left, kMostText) : "";
    std::string now = one.what != What::kRemoved ? json_of(right_, one.right, kMostText) : "";
    const bool look_alike = one.what == What::kChanged && old == now;
    if (one.what != What::kAdded) out.append(",\"old\":").append(old);
    if (one.what != What::kRemoved) out.append(",\"new\":").append(now);
    if (look_alike) {
      out.append(",\"old_is\":\"").append(convert::kind_name(left_.nodes[one.left].kind));
      out.append("\",\"new_is\":\"").append(convert::kind_name(right_.nodes[one.right].kind));
      out += '"';
    }
    return out + '}';
  }

  const Document& left_;
  const Document& right_;
  bool json_;
  bool colour_;
  bool first_ = true;
  Screen& out_;
};

// One side: the file as a document; an exit code.
int read_side(const std::string& file, Input& input, const Arguments& arguments,
              Document& document) {
  if (Status status = input.load(file, arguments); !status.ok()) return input.complain(status);
  convert::ConvertOptions options = input.options();
  BytesView bytes = input.bytes();
  convert::Format format = input.format();
  // What is replaced compares as what it is; but a number that is rounded may equal another.
  const bool is_json = format == convert::Format::json || format == convert::Format::json_lines;
  if (!is_json) options.unsayable = convert::ConvertOptions::Unsayable::kReplace;
  Buffer archive;
  Status status = convert::import(bytes, format, options, archive);
  if (status.ok()) {
    Progress progress;
    progress.show("reading the values of " + input.name(), bytes.size());
    follow_reading(options, progress);
    status = convert::read_document(bytes, format, convert::Format::json, options, document,
                                    convert::Progress(options));
  }
  return status.ok() ? kExitOk : input.complain(status);
}

}  // namespace

// What is thrown is trouble, too: the exit code of main() would say that the files differ.
int run_diff(const std::vector<std::string>& words) try {
  Arguments arguments(words, "diff");
  Input inputs[2];
  for (Input& input : inputs) {
    const std::string wrong = input.read_options(arguments);
    if (!wrong.empty()) return trouble(usage_error("diff", wrong));
    input.be_one_of_several();
  }
  bool colour = false;
  if (!wants_colour(arguments, colour)) return trouble(usage_error("diff", kColourSaid));
  if (arguments.files().size() != 2) return trouble(usage_error("diff", "give two files"));
  if (arguments.files()[0] == "-" && arguments.files()[1] == "-") {
    return trouble(usage_error("diff", "only one of the files can be standard input"));
  }
  Document sides[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const int exit = read_side(arguments.files()[i], inputs[i], arguments, sides[i]);
    if (exit != kExitOk) return kTrouble;
  }
  const auto is_flat = [](const Input& input) {
    return input.format() == convert::Format::flatbuffers;
  };
  if (arguments.has("--schema") && !is_flat(inputs[0]) && !is_flat(inputs[1])) {
    return trouble(usage_error("diff", "--schema is for FlatBuffers, and neither file is one"));
  }
  if (arguments.has("--quiet")) {
    const auto stop = [](const Difference&) { return false; };
    return convert::differences(sides[0], sides[1], stop) ? kSame : kDifferent;
  }
  Screen screen(arguments);
  Lines lines(sides[0], sides[1], arguments, colour, screen);
  const bool same =
      convert::differences(sides[0], sides[1], [&](const Difference& one) { return lines(one); });
  lines.end();
  if (screen.close() != kExitOk) return kTrouble;
  return same ? kSame : kDifferent;
} catch (const std::bad_alloc&) {
  complain({}, "no memory");
  return kTrouble;
} catch (const std::exception& error) {
  complain({}, error.what());
  return kTrouble;
}

}  // namespace fastser::command
