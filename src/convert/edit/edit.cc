// SPDX-License-Identifier: MIT
//
// An archive of a program keeps its type. Its writer leaves out keys that a record has no field
// for, and makes up fields that have no value. So what was written is read again and compared.
#include "convert/edit/edit.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "convert/cocoa/import.hpp"
#include "convert/document/builder.hpp"
#include "convert/document/node_path.hpp"
#include "convert/edit/copy.hpp"
#include "convert/flat/reader.hpp"
#include "convert/msgpack/ext_shape.hpp"
#include "convert/path/select.hpp"
#include "convert/read.hpp"
#include "convert/write.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/wire/utf8.hpp"
#include "fastser/verify.hpp"

namespace fastser::convert {
namespace {

Status no_value() { return Status(Code::kUsage, kNoValueSaid); }

bool has_keys(const Node& node) {
  return node.kind == NodeKind::kObject || node.kind == NodeKind::kMap;
}

// Whether what has no such value takes a new one there: the name of a key, in a map also an
// integer; in a list the index behind the last, which in a JSON Pointer is also written "-".
bool may_append(const Node& in, const PathStep& step) {
  switch (in.kind) {
    case NodeKind::kObject: return step.may_be_key;
    case NodeKind::kMap:
      return step.takes == PathStep::Takes::kOne || step.index <= std::uint64_t{1} << 63U;
    case NodeKind::kList:
      return (step.may_be_index && step.index == in.count) || (step.may_be_key && step.key == "-");
    default: return false;
  }
}

// What is to be done in one container, of which `step` is a value, or becomes one.
Status change_in(const Document& document, std::uint32_t parent, const PathStep& step,
                 const Edit& change, std::vector<Change>& changes) {
  std::vector<std::uint32_t> found = {parent};
  const bool fits = select(document, {&step, 1}, found);
  if (!fits) found.clear();
  const Node& in = document.nodes[parent];
  const bool inserts = change.what == Edit::What::kInsert;
  if (inserts && has_keys(in) && !found.empty()) {
    return Status(Code::kUsage, "the object has this key already")
        .with_path(path_between(document, 0, found.front()));
  }
  if (!found.empty()) {
    for (const std::uint32_t node : found) {
      Change::What what = Change::What::kReplace;
      if (inserts) what = Change::What::kInsert;
      if (change.what == Edit::What::kRemove) what = Change::What::kRemove;
      changes.push_back({.node = node, .what = what});
    }
    return {};
  }
  if (step.takes == PathStep::Takes::kRange) return fits ? Status() : no_value();  // it is empty
  if (change.what == Edit::What::kRemove || !may_append(in, step)) return no_value();
  if (has_keys(in) && !wire::is_utf8(step.key)) {
    return Status(Code::kUsage, "a new key must be UTF-8");
  }
  changes.push_back({.node = parent, .what = Change::What::kAppend, .step = step});
  return {};
}

Status find_changes(const Document& document, const Path& query, const Edit& change,
                    std::vector<Change>& changes) {
  if (query.empty()) {
    if (change.what != Edit::What::kSet) {
      return Status(Code::kUsage, "the whole value can only be replaced");
    }
    changes.push_back({.node = 0, .what = Change::What::kReplace});
    return {};
  }
  std::vector<std::uint32_t> parents = {0};
  const std::span<const PathStep> way(query.data(), query.size() - 1);
  if (!select(document, way, parents)) return no_value();
  // Of several, those that cannot be changed like that are left alone, as get leaves them out.
  Status first;
  bool fits = false;
  for (const std::uint32_t parent : parents) {
    Status status = change_in(document, parent, query.back(), change, changes);
    fits = fits || status.ok();
    if (first.ok()) first = std::move(status);
  }
  return fits ? Status() : first;
}

Status make_changes(const Document& document, const Path& query, const Edit& change, Format from,
                    std::size_t input, const ConvertOptions& options, Document& changed) {
  std::vector<Change> changes;
  FASTSER_TRY(find_changes(document, query, change, changes));
  DocumentBuilder builder(changed, told_depth(from, options), options.limits.memory_for(input));
  if (copy_changed(document, std::move(changes), change.value, builder)) return {};
  return Status(builder.why).with_path(builder.path());
}

// Whether a number of JSON lost digits in a float of 32 bits.
bool is_rounded(const Node& meant, const Node& written) {
  if (meant.kind != NodeKind::kReal || written.kind != NodeKind::kF32) return false;
  const auto bits = static_cast<std::uint32_t>(written.bits);
  return std::bit_cast<double>(meant.bits) != static_cast<double>(std::bit_cast<float>(bits));
}

// Whether an archive took the values that were meant, its records no more keys and no fewer. Those
// of a program may have null for a key that is missing, and a list that gives all fields their
// values.
class Kept {
 public:
  Kept(const Document& meant, const Document& written, bool is_programs)
      : meant_(meant), written_(written), is_programs_(is_programs) {}

  Status check() {
    const char* const wrong = compare(0, 0);
    if (wrong == nullptr) return {};
    return Status(Code::kTypeMismatch, wrong).with_path(std::move(path_));
  }

 private:
  // Recursion is bounded by the depth of the documents.
  const char* compare(std::uint32_t meant, std::uint32_t written) {
    if (!is_programs_ && is_rounded(meant_.nodes[meant], written_.nodes[written])) {
      path_ = path_between(meant_, 0, meant);
      return "a number that is rounded";
    }
    const NodeKind kind = meant_.nodes[meant].kind;
    const NodeKind other = written_.nodes[written].kind;
    if (!meant_.nodes[meant].is_container()) return nullptr;
    if (!written_.nodes[written].is_container()) return nullptr;
    const std::vector<std::uint32_t> ours = values_of(meant_, meant);
    const std::vector<std::uint32_t> theirs = values_of(written_, written);
    if (kind == NodeKind::kObject && other == kind) return objects(ours, theirs);
    const bool is_record = kind == NodeKind::kList && other == NodeKind::kObject;
    if (is_record && (!is_programs_ || ours.size() != theirs.size())) {
      path_ = path_between(meant_, 0, meant);
      return "a list that does not have a value for each field of the record";
    }
    return in_order(ours, theirs);
  }
  const char* in_order(const std::vector<std::uint32_t>& ours,
                       const std::vector<std::uint32_t>& theirs) {
    for (std::size_t i = 0; i < std::min(ours.size(), theirs.size()); ++i) {
      if (const char* const wrong = compare(ours[i], theirs[i])) return wrong;
    }
    return nullptr;
  }
  const char* objects(const std::vector<std::uint32_t>& ours,
                      const std::vector<std::uint32_t>& theirs) {
    std::map<std::string_view, std::uint32_t> left;
    for (const std::uint32_t node : theirs) left[written_.text(written_.nodes[node].key)] = node;
    for (const std::uint32_t node : ours) {
      const auto found = left.find(meant_.text(meant_.nodes[node].key));
      if (found == left.end()) {
        path_ = path_between(meant_, 0, node);
        return "the record has no field of this name; an archive keeps its types";
      }
      if (const char* const wrong = compare(node, found->second)) return wrong;
      left.erase(found);
    }
    for (const auto& [key, node] : left) {
      if (is_programs_ && written_.nodes[node].kind == NodeKind::kNull) continue;
      path_ = path_between(written_, 0, node);
      return "a field of a record that cannot be missing; an archive keeps its types";
    }
    return nullptr;
  }

  const Document& meant_;
  const Document& written_;
  bool is_programs_;
  std::string path_;
};

// Whether the type was found from values that had none, JSON for example: its records have no
// names but that of extensions, and an object in several places is only an equal one.
bool is_guessed(const Type& type) {
  const schema::TypeTable& table = type.parsed();
  const std::span<const schema::Shape> shapes = table.shapes();
  const auto has_no_name = [](const schema::Shape& one) { return one.name.empty(); };
  return std::any_of(shapes.begin(), shapes.end(), has_no_name) &&
         std::all_of(shapes.begin(), shapes.end(), [&](const schema::Shape& one) {
           return has_no_name(one) || is_ext_shape(table, one);
         });
}

// The alternatives of a program's variants are kept. A guessed type has some for keys that are not
// always there, and they are better left out.
Choices choices_of(bool guessed) { return guessed ? Choices::kUntold : Choices::kTold; }

Result<Buffer> write_with_type(const Document& changed, std::size_t input, bool guessed,
                               const ConvertOptions& options) {
  Result<Buffer> out = write_document(changed, input, Format::archive, Format::archive, options);
  if (!out.ok()) return out;
  Document written;
  FASTSER_TRY(read_with_choices(*out, options, choices_of(guessed), written, {}));
  if (Status status = Kept(changed, written, !guessed).check(); !status.ok()) return status;
  return out;
}

// Readers refuse by default what is too deep: an archive becomes that only if it was that before.
Status check_depth(BytesView before, BytesView after) {
  Limits limits = Limits::unlimited();
  limits.depth = Limits{}.depth;
  Status status = archive::verify(after, {.limits = limits});
  if (status.code() != Code::kTooDeep) return {};
  if (archive::verify(before, {.limits = limits}).code() == Code::kTooDeep) return {};
  return std::move(status).with_offset(Status::kNoOffset);
}

Result<Buffer> change_archive(BytesView archive, const Path& query, const Edit& change,
                              ConvertOptions options) {
  const Result<archive::Envelope> envelope = archive::open_envelope(archive);
  if (!envelope.ok()) return envelope.status();
  const Result<Type> type = archive::read_type(archive);
  if (!type.ok()) return type.status();
  const bool guessed = is_guessed(*type);
  if (guessed) options.shared = JsonOptions::Shared::kExpand;
  const auto make = [&](bool inline_types, Document& changed) -> Status {
    Document document;
    FASTSER_TRY(read_with_choices(archive, options, choices_of(guessed), document,
                                  Progress(options), inline_types));
    return make_changes(document, query, change, Format::archive, archive.size(), options, changed);
  };
  Document changed;
  FASTSER_TRY(make(!guessed, changed));
  ConvertOptions how = options;
  how.checksum = envelope->has_checksum;
  how.user_version = envelope->user_version;
  how.limits.depth = kMaxDepth;
  how.type = &*type;
  Result<Buffer> out = write_with_type(changed, archive.size(), guessed, how);
  if (out.status().code() != Code::kTypeMismatch) return out;
  if (guessed) {
    how.type = nullptr;
    return write_document(changed, archive.size(), Format::archive, Format::archive, how);
  }
  if (!type->parsed().shapes().empty()) return out;
  // No class is lost where there is no record: values of any type may have others than before.
  changed.clear();
  FASTSER_TRY(make(false, changed));
  return write_with_type(changed, archive.size(), guessed, how);
}

Result<Buffer> edit_archive(BytesView archive, const Path& query, const Edit& change,
                            const ConvertOptions& options) {
  Result<Buffer> out = change_archive(archive, query, change, options);
  if (!out.ok()) return out;
  FASTSER_TRY(check_depth(archive, *out));
  return out;
}

// With the identifier that the file has, whatever the schema says of it.
Result<Buffer> write_flat_again(const Document& changed, BytesView before, std::size_t input,
                                ConvertOptions options) {
  const std::size_t prefix = options.size_prefixed ? kSizePrefix : 0;
  options.target_schema = options.schema;
  return write_by_schema(changed, input, options, file_identifier(before.subspan(prefix)));
}

Result<Buffer> edit_checked(BytesView input, Format format, const Path& query, const Edit& change,
                            const ConvertOptions& options) {
  if (is_input_only(format) ||
      (format == Format::xml_plist && cocoa::is_keyed_xml(input, {.limits = options.limits}))) {
    return Status(Code::kUsage, "files of this format can be read, but not written");
  }
  if (format == Format::archive) return edit_archive(input, query, change, options);
  Buffer imported;
  BytesView bytes = input;
  Format from = format;
  FASTSER_TRY(import(bytes, from, options, imported));
  Document document;
  const Progress progress(options);
  FASTSER_TRY(read_document(bytes, from, format, options, document, progress));
  Document changed;
  const std::size_t size = input_size(input, options);
  FASTSER_TRY(make_changes(document, query, change, from, size, options, changed));
  const bool has_schema = format == Format::flatbuffers && !options.schema.empty();
  if (has_schema) return write_flat_again(changed, bytes, size, options);
  return write_document(changed, size, from, format, options);
}

}  // namespace

Result<Buffer> edit(BytesView input, Format format, const Path& query, const Edit& change,
                    const ConvertOptions& options) try {
  return edit_checked(input, format, query, change, options);
} catch (const std::exception&) {
  return Status(Code::kNoMemory, "no memory to change the input");
}

}  // namespace fastser::convert
