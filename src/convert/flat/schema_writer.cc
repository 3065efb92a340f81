// SPDX-License-Identifier: MIT
//
// From the schema to the writer: what the types mean, then the root (schema_walk.hpp).
#include "convert/document/kind_name.hpp"
#include "convert/flat/schema_walk.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "convert/document/node_path.hpp"
#include "convert/flat/reader.hpp"

namespace fastser::convert {
namespace {

using flat::BaseType;
using flat::Declaration;
using flat::Offset;
using flat::TypeRef;

}  // namespace

SchemaContext::SchemaContext(const Document& from, const std::vector<FlatType>& all,
                             const SchemaWriting& writing)
    : document(from),
      types(all),
      how(writing),
      scalars(from, writing.rounds),
      flex(from),
      members(all.size()) {
  required.reserve(all.size());
  for (const FlatType& type : all) {
    const auto is_required = [](const FlatField& field) { return field.declared->required; };
    required.push_back(std::ranges::count_if(type.fields, is_required));
  }
}

const SchemaContext::Members& SchemaContext::members_of(std::size_t index) {
  if (members[index] != nullptr) return *members[index];
  members[index] = std::make_unique<Members>(0, document.number_hash());
  const std::vector<FlatField>& fields = types[index].fields;
  for (std::uint32_t i = 0; i < fields.size(); ++i) {
    if (const auto key = document.find(fields[i].key); key != kNoKey) {
      members[index]->insert({key, {i, false}});
    }
    if (fields[i].tag_key.empty()) continue;
    if (const auto key = document.find(fields[i].tag_key); key != kNoKey) {
      members[index]->insert({key, {i, true}});
    }
  }
  return *members[index];
}

Status SchemaWriter::run(std::uint32_t node, std::int32_t root, std::string_view identifier,
                         bool size_prefixed) {
  const Offset at = table(node, root);
  if (!shared_.error.ok()) return shared_.error;
  return builder_.finish(at, identifier, size_prefixed);
}

const FlatType& SchemaWriter::type(std::int32_t index) const {
  return shared_.types[static_cast<std::size_t>(index)];
}

bool SchemaWriter::is_structure(std::int32_t index) const {
  return type(index).declared->kind == Declaration::Kind::structure;
}

bool SchemaWriter::is_structure(const TypeRef& of) const {
  return of.base == BaseType::Obj && is_structure(of.index);
}

Offset SchemaWriter::fail_with(Code code, std::uint32_t node, std::string why) {
  if (shared_.error.ok()) {
    shared_.error =
        Status(code).with_detail(std::move(why)).with_path(path_between(document_, 0, node));
  }
  return 0;
}

Offset SchemaWriter::fail(std::uint32_t node, std::string_view before, std::string_view name,
                          std::string_view behind) {
  return fail_with(Code::kTypeMismatch, node, std::string(before).append(name).append(behind));
}

Offset SchemaWriter::fail_kind(std::uint32_t node, std::string_view wanted, std::string_view name) {
  return fail_with(Code::kTypeMismatch, node,
                   std::string(kind_name(node_at(node).kind))
                       .append(", where the schema has ")
                       .append(wanted)
                       .append(name));
}

bool SchemaWriter::enter(std::uint32_t node) {
  if (failed()) return false;
  if (shared_.depth == 0) {
    fail_with(Code::kTooDeep, node, "nested deeper than allowed");
    return false;
  }
  --shared_.depth;
  return true;
}

bool SchemaWriter::may_write(std::uint32_t node, std::size_t more) {
  const std::size_t written = shared_.nested + builder_.size();
  if (written <= shared_.how.most_bytes && more <= shared_.how.most_bytes - written) return true;
  fail_with(Code::kOverBudget, node, "the FlatBuffer would be too large for its input");
  return false;
}

bool SchemaWriter::scalar(std::uint32_t node, BaseType base, const TextMeaning& text,
                          std::uint64_t& bits) {
  std::string wrong = shared_.scalars.bits_of(node_at(node), base, text, bits);
  if (wrong.empty()) return true;
  fail(node, wrong);
  return false;
}

Result<Buffer> write_flat_by(const Document& document, const flat::Declarations& schema,
                             const flat::EnumNames& names, const SchemaWriting& how) {
  if (schema.root < 0) return Status(Code::kUsage, kNoRoot);
  std::vector<FlatType> types;
  FASTSER_TRY(find_meanings(schema, types));
  set_names(names, types);
  SchemaContext shared(document, types, how);
  Buffer out;
  FASTSER_TRY(SchemaWriter(shared, out).run(0, schema.root, schema.identifier, how.size_prefixed));
  return out;
}

}  // namespace fastser::convert
