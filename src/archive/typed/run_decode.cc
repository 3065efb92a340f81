// SPDX-License-Identifier: MIT
//
// What decodes do not need to know T for: all but the common case, saying where a decode failed,
// matching classes, verifying.
#include "fastser/internal/archive/typed/run_decode.hpp"

#include <cstring>

#include "archive/resolve/fit.hpp"
#include "archive/resolve/tables.hpp"
#include "fastser/internal/archive/resolve/resolve.hpp"
#include "fastser/internal/archive/typed/workspace.hpp"
#include "fastser/walker.hpp"

namespace fastser::archive::detail {
namespace {

BytesView view_of(std::span<const std::uint8_t> table) noexcept {
  return as_view(table.data(), table.size());
}

// Whether an archive has this prologue but for the user version.
bool has_prologue(BytesView archive, std::span<const std::uint8_t> prologue) noexcept {
  return !prologue.empty() && archive.size() >= prologue.size() && has_marks(archive) &&
         std::memcmp(archive.data() + kHeaderBytes, prologue.data() + kHeaderBytes,
                     prologue.size() - kHeaderBytes) == 0;
}

// One of the two tables of a type.
struct OwnTable {
  RegistryTable made;  ///< with the classes of a registry
  BytesView bytes;
  std::uint64_t fingerprint = 0;
};
OwnTable own_table(const RootType& type, bool shares_all, const Registry* registry) {
  const std::size_t at = shares_all ? 1 : 0;
  OwnTable table;
  if (type.needs_registry) {
    table.made = type.build_table[at](*registry);
    table.bytes = view_of(table.made.bytes);
    table.fingerprint = fingerprint_of(table.made);
  } else {
    table.bytes = view_of(type.tables[at]);
    table.fingerprint = type.fingerprints[at];
  }
  return table;
}

Status without_registry(const RootType& type) {
  return archive::without_registry(type.polymorphic_class, "DecodeOptions::registry");
}

// With the tables of objects and of shared strings.
Status decode_with_tables(Decoder& decoder, const RootType& type, const Input& input, void* value,
                          const DecodeOptions& options, const RegistryTable* registry_table) {
  OwnTables<DecoderTables> own;
  DecoderTables& tables =
      options.workspace != nullptr ? options.workspace->decoder_tables() : own.make();
  const Emptied emptied{tables};
  decoder.use(tables);
  decoder.registry = options.registry;
  decoder.arena = options.arena;
  if (registry_table != nullptr) {
    tables.shape_classes.resize(registry_table->shape_count);
    for (std::size_t i = 0; i < registry_table->class_shapes.size(); ++i) {
      tables.shape_classes[registry_table->class_shapes[i]] = static_cast<std::uint32_t>(i + 1);
    }
  }
  Cursor cur = take(type, value, input.payload.data(), decoder);
  if (cur != nullptr) cur = decoder.drain(cur);
  cur = decoder.settle(cur);
  if (tables.reread || (cur != nullptr && tables.owns_promised())) [[unlikely]] {
    tables.clear();
    if (type.empty != nullptr) type.empty(value);  // what was read so far is not paid for twice
    DecodeOptions rest = options;
    if (options.arena != nullptr) {  // but what is in the arena stays there
      rest.limits.memory_factor = 0;
      rest.limits.memory_base = decoder.budget;
    }
    return decode_resolving(input, 0, *type.node(), value, rest);
  }
  return finish_decode(decoder, cur, input, {type.node(), value, options});
}

// With the table of shared strings alone.
Status decode_with_texts(Decoder& decoder, const RootType& type, const Input& input, void* value,
                         const DecodeOptions& options) {
  OwnTables<DecoderTexts> own;
  DecoderTexts& texts =
      options.workspace != nullptr ? options.workspace->decoder_tables().texts : own.make();
  const Emptied emptied{texts};
  decoder.texts = &texts;
  const Cursor cur = take(type, value, input.payload.data(), decoder);
  if (ends_well(decoder, cur)) [[likely]] {
    return {};
  }
  return finish_decode(decoder, cur, input, {type.node(), value, options});
}

Status decode_by(const OwnTable& own, const RootType& type, bool shares_all, Input& input,
                 void* value, const DecodeOptions& options) {
  input.table = own.bytes;
  return decode_own(type, shares_all, input, value, options,
                    type.needs_registry ? &own.made : nullptr);
}

}  // namespace

Status decode_own(const RootType& type, bool shares_all, const Input& input, void* value,
                  const DecodeOptions& options, const RegistryTable* registry_table) {
  if (options.limits.depth < type.counts_below) {
    return decode_resolving(input, 0, *type.node(), value, options);
  }
  Decoder decoder(input.payload, options.limits, input.archive.size());
  if (shares_all) decoder.share_all();
  if (type.has_objects) {
    return decode_with_tables(decoder, type, input, value, options, registry_table);
  }
  return decode_with_texts(decoder, type, input, value, options);
}

// These decodes made no Input.
Status finish_common(Decoder& decoder, Cursor cur, const RootType& type, bool shares_all,
                     std::size_t prologue, void* value, const DecodeOptions& options) {
  const BytesView payload(decoder.begin(), decoder.size());
  const BytesView archive(payload.data() - prologue, payload.size() + prologue);
  const BytesView table = view_of(type.tables[shares_all ? 1 : 0]);
  return finish_decode(decoder, cur, {archive, payload, table, prologue},
                       {type.node(), value, options});
}

namespace {

// An archive of any kind, of any type.
FASTSER_NOINLINE Status decode_any_envelope(const RootType& type, BytesView bytes, void* value,
                                            const DecodeOptions& options) {
  const Result<Envelope> envelope = open_envelope(bytes);
  if (!envelope.ok()) return envelope.status();
  Input input{bytes, envelope->payload, envelope->table, envelope->payload_offset};
  if (options.user_version != nullptr) *options.user_version = envelope->user_version;
  if (type.needs_registry && options.registry == nullptr) return without_registry(type);
  for (const bool shares_all : {false, true}) {
    const OwnTable own = own_table(type, shares_all, options.registry);
    const bool is_own = envelope->kind == Kind::kFingerprint
                            ? envelope->fingerprint == own.fingerprint
                            : same_bytes(input.table, own.bytes.data(), own.bytes.size());
    if (is_own) return decode_by(own, type, shares_all, input, value, options);
  }
  if (envelope->kind != Kind::kFingerprint) {
    return decode_resolving(input, envelope->table_offset, *type.node(), value, options);
  }
  return Status(Code::kFingerprint, "written with another type", kHeaderBytes);
}

}  // namespace

// Also the archives that share all strings where the options did not say so.
Status decode_enveloped(const RootType& type, BytesView bytes, void* value,
                        const DecodeOptions& options) {
  const std::span<const std::uint8_t> prologue = type.prologues[1];
  if (!has_prologue(bytes, prologue)) return decode_any_envelope(type, bytes, value, options);
  if (options.user_version != nullptr) *options.user_version = user_version_of(bytes);
  const std::size_t size = prologue.size();
  return decode_own(type, true, {bytes, bytes.subspan(size), view_of(type.tables[1]), size}, value,
                    options, nullptr);
}

Status decode_bare(const RootType& type, BytesView bytes, void* value,
                   const DecodeOptions& options) {
  if (type.needs_registry && options.registry == nullptr) return without_registry(type);
  const bool shares_all = options.sharing != Sharing::off;
  Input input{bytes, bytes, {}, 0};
  return decode_by(own_table(type, shares_all, options.registry), type, shares_all, input, value,
                   options);
}

Status describe_failure(const Decoder& decoder, const Input& input, const Target& target) {
  Status status = decoder.status();
  const std::size_t offset = status.offset();
  const Result<schema::TypeTable> table = schema::TypeTable::parse(input.table);
  if (table.ok()) {
    // Within what is left of the budget: what was built so far is still there.
    const Limits left{.depth = kMaxDepth, .memory_factor = 0, .memory_base = decoder.budget};
    if (status.message() == kWrongValue) {
      Silent silent;
      Status exact = walk(*table, input.payload, silent, left, input.payload_offset);
      if (exact.code() == status.code()) return exact;
      if (exact.ok() && target.node != nullptr) {
        // Dates are all that a type may be too small or too coarse for; resolving says which.
        DecodeOptions rest = target.options;
        rest.limits = left;
        exact = decode_resolving(input, 0, *target.node, target.value, rest);
        if (!exact.ok()) return exact;
      }
    }
    // The root's first byte is its first field's as well; a field's mismatch names its class.
    const bool is_root = status.code() == Code::kTypeMismatch && offset == 0 &&
                         !status.message().starts_with("class ");
    std::string path;
    if (!is_root) path = locate_path(*table, input.payload, offset, left);
    status = std::move(status).with_path(std::move(path));
  }
  return std::move(status).with_offset(offset + input.payload_offset);
}

Status decode_resolving(const Input& input, std::size_t table_offset, const Node& node, void* value,
                        const DecodeOptions& options) {
  const Result<schema::TypeTable> table = schema::TypeTable::parse(input.table, table_offset);
  if (!table.ok()) return table.status();
  Decoder decoder(input.payload, options.limits, input.archive.size());
  DecoderTables tables;
  const Emptied emptied{tables};
  const RecordTypes record_types(table->shapes().size());
  ResolveTables resolving(record_types);
  resolving.payload = input.payload;
  resolving.depth = options.limits.depth;
  decoder.use(tables);
  decoder.resolving = &resolving;
  decoder.registry = options.registry;
  decoder.arena = options.arena;
  decoder.writer = &*table;
  if (options.registry != nullptr) {
    tables.shape_classes = match_classes(*table, *options.registry);
  }
  Cursor cur = resolve(node, value, table->root(), input.payload.data(), decoder, Inside::kElement);
  if (cur != nullptr) cur = decoder.drain(cur);
  FASTSER_TRY(finish_decode(decoder, cur, input, {nullptr, nullptr, options}));
  return look_at_keys(decoder, input);
}

Status look_at_keys(const Decoder& decoder, const Input& input) {
  if (!decoder.keys_unlooked) return {};
  const Result<schema::TypeTable> table = schema::TypeTable::parse(input.table);
  if (!table.ok()) return table.status();
  const Limits left{.depth = kMaxDepth, .memory_factor = 0, .memory_base = decoder.budget};
  Silent silent;
  return walk(*table, input.payload, silent, left, input.payload_offset);
}

std::vector<std::uint32_t> match_classes(const schema::TypeTable& table, const Registry& registry) {
  std::vector<std::uint32_t> classes(table.shapes().size());
  for (std::size_t shape = 0; shape < classes.size(); ++shape) {
    for (std::size_t i = 0; i < registry.classes().size(); ++i) {
      if (registry.classes()[i].name == table.shapes()[shape].name) {
        classes[shape] = static_cast<std::uint32_t>(i + 1);
      }
    }
  }
  return classes;
}

namespace {

// The walker over a table, which starts at the archive's byte `table_offset`; and whether `node`,
// unless it is null, is read from values of the root's type.
Status verify_payload(BytesView bytes, std::size_t table_offset, const Input& input,
                      const Limits& limits, const Node* node) {
  const Result<schema::TypeTable> table = schema::TypeTable::parse(bytes, table_offset);
  if (!table.ok()) return table.status();
  Silent silent;
  Status status = walk(*table, input.payload, silent, limits, input.payload_offset);
  if (!status.ok() || node == nullptr || starts_with(*node, table->root())) return status;
  return Status(Code::kTypeMismatch, {}, input.payload_offset)
      .with_detail("the archive has " + schema::to_string(*table, table->root()) +
                   ", which cannot be read as the reader's type: " + to_string(*node));
}

}  // namespace

Status verify_as(const RootType& type, BytesView bytes, const DecodeOptions& options) {
  const bool is_bare = options.header == Header::bare;
  if (is_bare) bytes = with_address(bytes);
  Input input{bytes, bytes, {}, 0};
  std::uint64_t fingerprint = 0;
  if (!is_bare) {
    const Result<Envelope> opened = open_envelope(bytes);
    if (!opened.ok()) return opened.status();
    input.payload = opened->payload;
    input.payload_offset = opened->payload_offset;
    if (opened->kind != Kind::kFingerprint) {
      return verify_payload(opened->table, opened->table_offset, input, options.limits,
                            type.node());
    }
    fingerprint = opened->fingerprint;
  }
  if (type.needs_registry && options.registry == nullptr) return without_registry(type);
  const bool may_share = options.sharing != Sharing::off;
  for (const bool shares_all : {may_share, !may_share}) {
    const OwnTable own = own_table(type, shares_all, options.registry);
    if (is_bare || fingerprint == own.fingerprint) {
      return verify_payload(own.bytes, 0, input, options.limits, nullptr);
    }
  }
  return Status(Code::kFingerprint, "written with another type", kHeaderBytes);
}

}  // namespace fastser::archive::detail

namespace fastser::archive {

Status without_registry(std::string_view polymorphic_class, std::string_view option) {
  return Status(Code::kUsage)
      .with_detail("pointers to the polymorphic class " + std::string(polymorphic_class) +
                   " need " + std::string(option));
}

}  // namespace fastser::archive
