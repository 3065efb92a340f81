// SPDX-License-Identifier: MIT
//
// inspect: what is in some bytes, as text: header, types, values, statistics.
#include "fastser/inspect.hpp"

#include <algorithm>
#include <utility>

#include "convert/flat/reader.hpp"
#include "convert/flexbuffers/reader.hpp"
#include "convert/inspect/contents.hpp"
#include "convert/inspect/message_tree.hpp"
#include "convert/inspect/printable.hpp"
#include "convert/inspect/statistics.hpp"
#include "convert/inspect/tree.hpp"
#include "convert/inspect/tree_text.hpp"
#include "convert/msgpack/reader.hpp"
#include "convert/read.hpp"
#include "fastser/convert.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/flat/declarations.hpp"
#include "fastser/internal/schema/fingerprint.hpp"
#include "fastser/walker.hpp"

namespace fastser::convert {
namespace {

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

// Which part of the tree is shown.
Result<TreeView> view_of(const InspectOptions& options) {
  Result<Path> path = parse_path(options.path);
  if (!path.ok()) return path.status();
  return TreeView{
      .limit = options.max_elements, .depth = options.max_depth, .path = std::move(*path)};
}

// A tree without a value at the path that was asked for is an error.
template <typename Tree>
Status found_in(const Tree& tree) {
  return tree.found() ? Status() : Status(Code::kUsage, kNoValueSaid);
}

Status inspect_archive(BytesView bytes, const InspectOptions& options, std::string& out) {
  const Result<TreeView> view = view_of(options);
  if (!view.ok()) return view.status();
  const Result<archive::Envelope> envelope = archive::open_envelope(bytes);
  if (!envelope.ok()) return envelope.status();
  const bool whole = view->path.empty();  // a value alone is shown without what is around it
  out = whole ? header_text(*envelope, bytes.size()) : std::string();
  if (envelope->kind == archive::Kind::kFingerprint) {
    if (!whole) return Status(Code::kUsage, "an archive without a table, which has no paths");
    out += "values         only a program that knows the type can read them\n";
    return {};
  }
  const Result<schema::TypeTable> table = archive::table_of(*envelope);
  if (!table.ok()) {
    out.clear();
    return table.status();
  }
  if (whole) out += shapes_text(*table);
  Limits limits;  // a walk takes next to no memory
  limits.depth = options.limits.depth;
  if (options.values) {
    TreePrinter tree(*table, *view);
    Status status =
        archive::walk(*table, envelope->payload, tree, limits, envelope->payload_offset);
    if (whole) out += "values\n";
    out += tree.tree();
    if (!status.ok()) return status;
    FASTSER_TRY(found_in(tree));
  }
  if (options.statistics) {
    Statistics statistics(*table);
    FASTSER_TRY(
        archive::walk(*table, envelope->payload, statistics, limits, envelope->payload_offset));
    out += statistics.report();
  }
  return {};
}

// How the input is read; nobody is told how far.
ConvertOptions reading_of(const InspectOptions& options) {
  ConvertOptions reading;
  reading.schema = options.schema;
  reading.size_prefixed = options.size_prefixed;
  reading.root_type = options.root_type;
  reading.lax_json = options.lax_json;
  reading.any_identifier = options.any_identifier;
  reading.classes = options.classes;
  reading.limits = options.limits;
  return reading;
}

// Tells a sink of the values, and the program how far it is.
Status show(BytesView bytes, Format format, const InspectOptions& options, ConvertOptions reading,
            Sink& sink) {
  reading.progress = options.progress;
  reading.progress_context = options.progress_context;
  return tell_watched(bytes, format, reading, sink);
}

// A tree costs nothing for what it leaves out, so that a FlexBuffer, where few bytes can be many
// values, is checked within limits before it is shown.
Status read_tree(BytesView bytes, Format format, const InspectOptions& options, MessageTree& tree) {
  if (format == Format::flexbuffers) FASTSER_TRY(check_flexbuffers(bytes, options.limits));
  return show(bytes, format, options, reading_of(options), tree);
}

Status inspect_message(BytesView bytes, Format format, const InspectOptions& options,
                       std::string& out) {
  const Result<TreeView> view = view_of(options);
  if (!view.ok()) return view.status();
  MessageTree tree(*view);
  FASTSER_TRY(read_tree(bytes, format, options, tree));
  FASTSER_TRY(found_in(tree));
  if (!options.path.empty()) {
    out = tree.tree();
    return {};
  }
  out = "message        " + std::to_string(bytes.size()) + " bytes, ";
  out.append(format == Format::msgpack          ? "MessagePack"
             : format == Format::msgpack_stream ? "MessagePack, one after another"
                                                : "FlexBuffers");
  out.append("\nvalues\n").append(tree.tree());
  return {};
}

Status contents(BytesView bytes, Format format, const InspectOptions& options, std::string& out) {
  constexpr std::uint64_t kLevels = 3;
  ConvertOptions reading = reading_of(options);
  reading.enum_names = options.enum_names;
  Buffer archive;
  FASTSER_TRY(import(bytes, format, reading, archive));
  const bool in_a_row =
      format != Format::archive && format != Format::flexbuffers && format != Format::flatbuffers;
  Contents table(options.max_depth != 0 ? options.max_depth : kLevels, in_a_row, bytes.size(),
                 options.limits.memory_for(input_size(bytes, reading)));
  FASTSER_TRY(show(bytes, format, options, reading, table));
  out = table.report();
  return {};
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
Status inspect_flat(BytesView bytes, const InspectOptions& options, std::string& out) {
  const std::size_t size = bytes.size();
  FASTSER_TRY(check_message(bytes, Format::flatbuffers, reading_of(options)));
  if (options.size_prefixed) FASTSER_TRY(take_size_prefix(bytes));
  const Result<flat::Declarations> declarations = schema_of(options.schema, options.root_type);
  if (!declarations.ok()) return declarations.status();
  const Result<TreeView> view = view_of(options);
  if (!view.ok()) return view.status();
  MessageTree tree(*view);
  flat::EnumNames names;
  if (options.enum_names) {
    Result<flat::EnumNames> found = flat::enum_names(options.schema);
    if (!found.ok()) return found.status();
    names = std::move(*found);
  }
  FASTSER_TRY(read_flat(bytes, *declarations, options.limits.depth, tree,
                        {.names = &names, .any_identifier = true}));
  FASTSER_TRY(found_in(tree));
  if (!options.path.empty()) {
    out = tree.tree();
    return {};
  }
  out = "message        " + std::to_string(size) + " bytes, FlatBuffers";
  out += options.size_prefixed ? " behind their size\n" : "\n";
  out.append(tables_text(*declarations)).append("values\n").append(tree.tree());
  return {};
}

Status inspect_any(BytesView bytes, Format format, const InspectOptions& options,
                   std::string& out) {
  if (options.contents) return contents(bytes, format, options, out);
  switch (format) {
    case Format::archive: return inspect_archive(bytes, options, out);
    case Format::msgpack:
    case Format::msgpack_stream:
    case Format::flexbuffers: return inspect_message(bytes, format, options, out);
    case Format::flatbuffers: return inspect_flat(bytes, options, out);
    case Format::json:
    case Format::json_lines:
      return Status(Code::kUsage, "JSON is text already, and is not inspected");
    default: break;
  }
  // What is imported is shown as the archive that it becomes.
  ConvertOptions importing;
  importing.classes = options.classes;
  importing.limits = options.limits;
  const Result<Buffer> archive = convert(bytes, format, Format::archive, importing);
  return archive.ok() ? inspect_archive(*archive, options, out) : archive.status();
}

}  // namespace

Status inspect(InputBytes input, Format format, std::string& out, const InspectOptions& options) {
  out.clear();
  return guarded([&]() -> Status {
    InspectOptions within = options;
    within.limits.depth = std::min(options.limits.depth, kMaxDepth);
    Status status = inspect_any(input, format, within, out);
    out = printable(out);
    return status;
  });
}

}  // namespace fastser::convert
