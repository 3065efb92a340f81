// SPDX-License-Identifier: MIT
//
// fastser inspect: header, shapes, values, statistics.
#include <optional>

#include "command/command.hpp"
#include "command/files.hpp"
#include "command/formats.hpp"
#include "command/message_tree.hpp"
#include "command/schemas.hpp"
#include "command/statistics.hpp"
#include "command/tree.hpp"
#include "command/tree_text.hpp"
#include "convert/flat/reader.hpp"
#include "convert/flexbuffers/reader.hpp"
#include "convert/msgpack/reader.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/flat/declarations.hpp"
#include "fastser/internal/schema/fingerprint.hpp"
#include "fastser/json.hpp"
#include "fastser/walker.hpp"

namespace fastser::command {
namespace {

using convert::Format;

constexpr std::uint64_t kDefaultLimit = 20;

std::string hex(std::uint64_t value) {
  std::string out(16, '0');
  for (std::size_t i = 16; i-- > 0; value >>= 4) out[i] = "0123456789abcdef"[value & 0xF];
  return out;
}

std::string header_text(const archive::Envelope& envelope, std::size_t size) {
  const char* kinds[] = {"self-described, table in front", "self-described, table behind",
                         "fingerprint"};
  std::string out = "archive        " + std::to_string(size) + " bytes, " +
                    kinds[static_cast<std::size_t>(envelope.kind)] + '\n';
  const bool table = envelope.kind != archive::Kind::kFingerprint;
  out += "user version   " + std::to_string(envelope.user_version) + '\n';
  out += std::string("checksum       ") + (envelope.has_checksum ? "right\n" : "none\n");
  out += "fingerprint    " +
         hex(table ? schema::fingerprint_of(envelope.table) : envelope.fingerprint) + '\n';
  if (table) out += "table          " + std::to_string(envelope.table.size()) + " bytes\n";
  out += "payload        " + std::to_string(envelope.payload.size()) + " bytes\n";
  return out;
}

std::string shapes_text(const schema::TypeTable& table) {
  std::string out = "shapes         " + std::to_string(table.shapes().size()) + '\n';
  for (std::size_t i = 0; i < table.shapes().size(); ++i) {
    const schema::Shape& shape = table.shapes()[i];
    out.append("  record ").append(shape_text(shape.name, i));
    if (shape.version != 0) out += " version " + std::to_string(shape.version);
    if (shape.super >= 0) {
      const auto super = static_cast<std::size_t>(shape.super);
      out.append(" : ").append(shape_text(table.shapes()[super].name, super));
    }
    out += '\n';
    for (const schema::FieldEntry& entry : shape.fields) {
      out += "    ";
      if (entry.named) out.append(field_text(entry.name)).append(": ");
      if (entry.repeat != 1) out += std::to_string(entry.repeat) + " x ";
      out += type_text(schema::to_string(table, table.expr(entry.type))) + '\n';
    }
  }
  return out + "root           " + type_text(schema::to_string(table, table.root())) + '\n';
}

int inspect(const std::string& file, BytesView bytes, Taken taken, const Arguments& arguments,
            std::uint64_t limit) {
  const Result<archive::Envelope> envelope = archive::open_envelope(bytes);
  if (!envelope.ok()) return report(file, explained(envelope.status(), taken));
  std::string out = header_text(*envelope, bytes.size());
  if (envelope->kind == archive::Kind::kFingerprint) {
    return print(out + "values         only a program that knows the type can read them\n");
  }
  const Result<schema::TypeTable> table = archive::table_of(*envelope);
  if (!table.ok()) return report(file, table.status());
  out += shapes_text(*table);
  Limits limits;
  limits.depth = kMaxDepth;
  Status status;
  if (arguments.has("--tree") || !arguments.has("--stats")) {
    TreePrinter tree(*table, limit);
    status = archive::walk(*table, envelope->payload, tree, limits, envelope->payload_offset);
    out += "values\n" + tree.tree();
  }
  if (status.ok() && arguments.has("--stats")) {
    Statistics statistics(*table);
    status = archive::walk(*table, envelope->payload, statistics, limits, envelope->payload_offset);
    if (status.ok()) out += statistics.report();
  }
  // What could be read is shown, even of an archive with an error further on.
  const int printed = print(printable(out));
  if (!status.ok()) return report(file, status);
  return printed;
}

// The limits of one message, as deep as any reader goes.
Limits message_limits() {
  Limits limits = convert::ConvertOptions{}.limits;
  limits.depth = kMaxDepth;
  return limits;
}

// A tree costs nothing for what it leaves out, so that a FlexBuffer, where few bytes can be many
// values, is checked within limits before it is shown.
Status read_tree(BytesView bytes, Format format, MessageTree& tree) {
  if (format == Format::msgpack) return convert::read_msgpack(bytes, kMaxDepth, tree);
  FASTSER_TRY(convert::check_flexbuffers(bytes, message_limits()));
  return convert::read_flexbuffers(bytes, kMaxDepth, tree);
}

int inspect_message(const std::string& file, BytesView bytes, Taken taken, std::uint64_t limit) {
  MessageTree tree(limit);
  const Status status = read_tree(bytes, taken.format, tree);
  if (!status.ok()) return report(file, explained(status, taken));
  std::string out = "message        " + std::to_string(bytes.size()) + " bytes, ";
  out.append(format_title(taken.format)).append("\nvalues\n").append(tree.tree());
  return print(printable(out));
}

std::string tables_text(const flat::Declarations& schema) {
  std::string out = "types          " + std::to_string(schema.all.size()) + '\n';
  for (const flat::Declaration& one : schema.all) {
    if (one.kind == flat::Declaration::Kind::choice) continue;
    out += one.kind == flat::Declaration::Kind::table ? "  table " : "  struct ";
    out.append(type_text(one.name)).append("\n");
    for (const flat::FieldDeclaration& field : one.fields) {
      out.append("    ").append(type_text(field.name)).append(": ");
      out += type_text(schema.to_string(field.type));
      out += field.deprecated ? ", deprecated\n" : "\n";
    }
  }
  return out;
}

// As a FlexBuffer's, its tree is shown when its values are known to be within limits.
int inspect_flat(const std::string& file, BytesView bytes, BytesView schema, std::uint64_t limit) {
  Status status = convert::check_flatbuffers(bytes, schema, message_limits());
  if (!status.ok()) return report(file, status);
  const Result<flat::Declarations> declarations = flat::from_binary(schema);
  if (!declarations.ok()) return report(file, declarations.status());
  MessageTree tree(limit);
  status = convert::read_flat(bytes, *declarations, kMaxDepth, tree);
  if (!status.ok()) return report(file, status);
  std::string out = "message        " + std::to_string(bytes.size()) + " bytes, FlatBuffers\n";
  out.append(tables_text(*declarations)).append("values\n").append(tree.tree());
  return print(printable(out));
}

// Whatever JSON lacks is replaced: this is for people.
Result<std::string> as_json(BytesView bytes, std::optional<Format> message, BytesView schema,
                            std::size_t most_text) {
  constexpr auto kNull = convert::JsonOptions::NotFinite::kNull;
  if (!message) {
    return convert::archive_to_json(bytes,
                                    {.pretty = true, .not_finite = kNull, .max_bytes = most_text});
  }
  convert::ConvertOptions options;
  options.unsayable = convert::ConvertOptions::Unsayable::kReplace;
  options.not_finite = kNull;
  options.pretty = true;
  options.max_text = most_text;
  options.limits = message_limits();
  options.schema = schema;
  const Result<Buffer> text = convert::convert(bytes, *message, Format::json, options);
  if (!text.ok()) return text.status();
  return std::string(reinterpret_cast<const char*>(text->data()), text->size());
}

}  // namespace

int run_inspect(const std::vector<std::string>& words) {
  Arguments arguments(words, {{"--tree"},
                              {"--json"},
                              {"--stats"},
                              {"--from", true},
                              {"--schema", true},
                              {"--limit", true},
                              {"--max-text", true},
                              {"--max-bytes", true}});
  std::uint64_t most = kDefaultMaxFile;
  std::uint64_t most_text = 0;
  std::uint64_t limit = kDefaultLimit;
  if (arguments.error().empty()) arguments.number("--max-bytes", UINT64_MAX, most);
  if (arguments.error().empty()) arguments.number("--limit", UINT32_MAX, limit);
  if (arguments.error().empty()) arguments.number("--max-text", SIZE_MAX, most_text);
  if (!arguments.error().empty()) return usage_error("inspect", arguments.error());
  if (arguments.has("--from") && !format_named(arguments.value("--from"))) {
    return usage_error("inspect", "--from" + std::string(kFormatsSaid));
  }
  if (arguments.files().size() != 1) return usage_error("inspect", "give one file");
  if (arguments.has("--json") && (arguments.has("--tree") || arguments.has("--stats"))) {
    return usage_error("inspect", "--json stands alone");
  }
  const std::string& file = arguments.files()[0];
  const Result<Buffer> bytes = read_file(file, most);
  if (!bytes.ok()) return report(file, bytes.status());
  Taken taken =
      format_of(file, *bytes, format_named(arguments.value("--from")), arguments.has("--schema"));
  const Status text = refuse_text(file, *bytes, taken);
  if (!text.ok()) return report(file, text);
  const Format format = taken.format;
  std::optional<Format> message;
  if (format != Format::archive && format != Format::json) message = format;
  if (message && arguments.has("--stats")) {
    std::string why = "--stats is for archives, and " + file + " is ";
    return usage_error("inspect", why.append(format_title(format)));
  }
  Result<Buffer> schema{std::in_place};
  if (format == Format::flatbuffers) {
    std::string named;
    schema = read_schema(file, arguments.value("--schema"), most, named);
    if (!schema.ok()) return report(named, schema.status());
  }
  if (format == Format::flatbuffers && !arguments.has("--json")) {
    return inspect_flat(file, *bytes, *schema, limit);
  }
  if (!arguments.has("--json")) {
    return message ? inspect_message(file, *bytes, taken, limit)
                   : inspect(file, *bytes, taken, arguments, limit);
  }
  const Result<std::string> json =
      as_json(*bytes, message, *schema, static_cast<std::size_t>(most_text));
  if (!json.ok()) return report(file, explained(json.status(), taken));
  return print(*json + '\n');
}

}  // namespace fastser::command
