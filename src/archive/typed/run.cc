// SPDX-License-Identifier: MIT
//
// What runs do not need to know T for: saying where a decode failed, matching classes, verifying.
#include "fastser/internal/archive/typed/run.hpp"

#include "archive/resolve/fit.hpp"
#include "archive/resolve/tables.hpp"
#include "fastser/internal/archive/resolve/resolve.hpp"

namespace fastser::archive::detail {
namespace {

class Silent : public Visitor {
  bool takes_run(TypeExpr, std::uint64_t, BytesView) override { return true; }
};

}  // namespace

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
  const Result<schema::TypeTable> table = schema::TypeTable::parse(input.table);
  if (!table.ok()) {
    Status status = table.status();
    const std::size_t offset = table_offset + status.offset();
    return std::move(status).with_offset(offset);
  }
  Decoder decoder(input.payload, options.limits, input.archive.size());
  DecoderTables tables;
  const Emptied emptied{tables};
  const RecordTypes record_types(table->shapes().size());
  ResolveTables resolving(record_types);
  resolving.payload = input.payload;
  resolving.depth = options.limits.depth;
  decoder.tables = &tables;
  decoder.resolving = &resolving;
  decoder.registry = options.registry;
  decoder.arena = options.arena;
  decoder.writer = &*table;
  if (options.registry != nullptr) {
    tables.shape_classes = match_classes(*table, *options.registry);
  }
  Cursor cur = resolve(node, value, table->root(), input.payload.data(), decoder);
  if (cur != nullptr) cur = decoder.drain(cur);
  return finish_decode(decoder, cur, input, {nullptr, nullptr, options});
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

Status verify_payload(BytesView bytes, std::size_t table_offset, const Input& input,
                      const Limits& limits, const Node* node) {
  const Result<schema::TypeTable> table = schema::TypeTable::parse(bytes);
  if (!table.ok()) {
    Status status = table.status();
    const std::size_t offset = status.offset();
    if (offset == Status::kNoOffset) return status;
    return std::move(status).with_offset(table_offset + offset);
  }
  Silent silent;
  Status status = walk(*table, input.payload, silent, limits, input.payload_offset);
  if (!status.ok() || node == nullptr || starts_with(*node, table->root())) return status;
  return Status(Code::kTypeMismatch, {}, input.payload_offset)
      .with_detail("the archive has " + schema::to_string(*table, table->root()) +
                   ", which the reader's type is not read from: " + to_string(*node));
}

}  // namespace fastser::archive::detail
