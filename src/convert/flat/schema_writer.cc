// SPDX-License-Identifier: MIT
//
// Document and schema are walked side by side, children before what leads to them. The schema says
// what a value must be; a value that is something else ends the walk with the first error.
//
// The schema is a stranger's: boxes may hold themselves, so recursion is bounded by a depth; a
// structure of 64 KiB may have one byte in it, so what is written is bounded by a budget.
#include "convert/flat/schema_writer.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "convert/archive/value_fit.hpp"
#include "convert/document/node_path.hpp"
#include "convert/flat/meaning.hpp"
#include "convert/flat/schema_scalars.hpp"
#include "convert/flat/slot.hpp"
#include "convert/flat/table_cells.hpp"
#include "convert/flexbuffers/values.hpp"
#include "convert/json/text.hpp"
#include "fastser/limits.hpp"

namespace fastser::convert {
namespace {

using flat::BaseType;
using flat::Declaration;
using flat::FieldDeclaration;
using flat::Offset;
using flat::TypeRef;
using Kind = FlatType::Kind;

constexpr std::uint32_t kNoNode = static_cast<std::uint32_t>(-1);

// What all FlatBuffers of one document and schema have in common: one may be nested in another.
struct Shared {
  // A field that a key stands for, or the byte that names its alternative.
  struct Member {
    std::uint32_t field;
    bool is_tag;
  };
  using Members = std::unordered_map<std::uint32_t, Member, NumberHash>;  // by the key's text

  Shared(const Document& from, const std::vector<FlatType>& all, const SchemaWriting& writing)
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

  const Members& members_of(std::size_t index) {
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

  const Document& document;
  const std::vector<FlatType>& types;
  const SchemaWriting& how;
  SchemaScalars scalars;
  FlexValues flex;
  Buffer flex_bytes;                              // the last of them
  std::vector<std::unique_ptr<Members>> members;  // of each type that was written
  std::vector<std::ptrdiff_t> required;           // fields of each type
  std::uint32_t depth = 2 * kMaxDepth + 2;        // tables and structures that may be entered
  std::size_t nested = 0;                         // bytes of FlatBuffers in which this one is
  Status error;
};

class SchemaWriter {
 public:
  SchemaWriter(Shared& shared, Buffer& out)
      : shared_(shared), document_(shared.document), builder_(out), cells_(builder_) {}

  Status run(std::uint32_t node, std::int32_t root, std::string_view identifier,
             bool size_prefixed = false) {
    const Offset at = table(node, root);
    if (!shared_.error.ok()) return shared_.error;
    return builder_.finish(at, identifier, size_prefixed);
  }

 private:
  const Node& node_at(std::uint32_t node) const { return document_.nodes[node]; }
  const FlatType& type(std::int32_t index) const {
    return shared_.types[static_cast<std::size_t>(index)];
  }
  bool is_structure(std::int32_t index) const {
    return type(index).declared->kind == Declaration::Kind::structure;
  }
  bool is_structure(const TypeRef& of) const {
    return of.base == BaseType::Obj && is_structure(of.index);
  }
  bool is_null(std::uint32_t node) const { return node_at(node).kind == NodeKind::kNull; }

  // Errors are put together here, so that what recurses has small frames.
  FASTSER_COLD Offset fail_with(Code code, std::uint32_t node, std::string why) {
    if (shared_.error.ok()) {
      shared_.error =
          Status(code).with_detail(std::move(why)).with_path(path_between(document_, 0, node));
    }
    return 0;
  }
  FASTSER_COLD Offset fail(std::uint32_t node, std::string_view before, std::string_view name = {},
                           std::string_view behind = {}) {
    return fail_with(Code::kTypeMismatch, node, std::string(before).append(name).append(behind));
  }
  FASTSER_COLD Offset fail_kind(std::uint32_t node, std::string_view wanted,
                                std::string_view name = {}) {
    return fail_with(Code::kTypeMismatch, node,
                     std::string(kind_name(node_at(node).kind))
                         .append(", where the schema has ")
                         .append(wanted)
                         .append(name));
  }
  bool failed() const { return !shared_.error.ok(); }
  bool enter(std::uint32_t node) {
    if (failed()) return false;
    if (shared_.depth == 0) {
      fail_with(Code::kTooDeep, node, "nested deeper than allowed");
      return false;
    }
    --shared_.depth;
    return true;
  }
  void leave() { ++shared_.depth; }
  // Whether there may be `more` bytes beside what is written.
  bool may_write(std::uint32_t node, std::size_t more) {
    const std::size_t written = shared_.nested + builder_.size();
    if (written <= shared_.how.most_bytes && more <= shared_.how.most_bytes - written) return true;
    fail_with(Code::kOverBudget, node, "the FlatBuffer would be too large for its input");
    return false;
  }
  bool scalar(std::uint32_t node, BaseType base, const TextMeaning& text, std::uint64_t& bits) {
    std::string wrong = shared_.scalars.bits_of(node_at(node), base, text, bits);
    if (wrong.empty()) return true;
    fail(node, wrong);
    return false;
  }

  // ---- tables
  Offset table(std::uint32_t node, std::int32_t index) {
    if (!enter(node)) return 0;
    const std::size_t first = cells_.size();
    add_cells(node, index);
    leave();
    return finish_table(node, first);
  }
  Offset finish_table(std::uint32_t node, std::size_t first) {
    const Offset at = cells_.table(first);
    if (at == TableCells::kTooLarge) return fail(node, "a table of more than 64 KiB");
    return may_write(node, 0) ? at : 0;
  }
  void add_cells(std::uint32_t node, std::int32_t index) {
    const FlatType& of = type(index);
    const Node& what = node_at(node);
    switch (of.kind) {
      case Kind::kBox: return add_field(node, of.fields[0]);
      case Kind::kEither: return add_either(node, of);
      case Kind::kTuple: return add_items(node, of);
      case Kind::kExt: return add_extension(node);
      default:
        if (what.kind == NodeKind::kList) return add_items(node, of);
        if (what.kind == NodeKind::kObject) return add_members(node, index);
        fail_kind(node, "the table ", of.declared->name);
    }
  }
  void add_extension(std::uint32_t node) {
    const Node& what = node_at(node);
    if (what.kind != NodeKind::kExt) return static_cast<void>(fail_kind(node, "an extension"));
    cells_.add_scalar(0, what.count, 1);
    cells_.add_child(1, bytes(node, document_.text(what.bits)));
  }
  void add_either(std::uint32_t node, const FlatType& of) {
    if (is_null(node)) return;
    const FlatField* const field = find_suiting(node, of);
    if (field != nullptr) add_field(node, *field);
  }
  const FlatField* find_suiting(std::uint32_t node, const FlatType& of) {
    const std::size_t count = std::min(of.fields.size(), kEitherFields);
    for (std::size_t i = 0; i < count; ++i) {
      if (suits(node, of.fields[i])) return &of.fields[i];
    }
    fail_kind(node, "other kinds of values");
    return nullptr;
  }
  // From a list, the fields get the elements in order.
  void add_items(std::uint32_t node, const FlatType& of) {
    const Node& what = node_at(node);
    if (what.kind != NodeKind::kList) return static_cast<void>(fail_kind(node, "a list"));
    if (what.count > of.fields.size()) {
      return static_cast<void>(
          fail(node, "a list of more values than ", of.declared->name, " has fields"));
    }
    std::uint32_t at = node + 1;
    std::ptrdiff_t required = 0;
    for (std::uint32_t i = 0; i < what.count; ++i, at = node_at(at).end) {
      const FlatField& field = of.fields[i];
      if (field.declared->has_tag()) {
        return static_cast<void>(
            fail(node, "a list, where a table with a union must be an object"));
      }
      add_field(at, field);
      required += field.declared->required ? 1 : 0;
    }
    check_required(node, of, required);
  }
  // ---- objects
  struct Tag {
    std::uint32_t field;
    std::uint32_t node;
    bool used;
  };
  void add_members(std::uint32_t node, std::int32_t index) {
    const FlatType& of = type(index);
    const Shared::Members& members = shared_.members_of(static_cast<std::size_t>(index));
    const std::size_t first_tag = tags_.size();
    const std::uint32_t end = node_at(node).end;
    find_tags(node, members);
    std::ptrdiff_t required = 0;
    for (std::uint32_t at = node + 1; at < end && !failed(); at = node_at(at).end) {
      const Shared::Member* const member = member_of(at, members, of);
      if (member == nullptr || member->is_tag) continue;
      const FlatField& field = of.fields[member->field];
      required += field.declared->required && !is_null(at) ? 1 : 0;
      if (field.declared->has_tag()) {
        add_union(at, tag_of(member->field, first_tag), field);
      } else {
        add_field(at, field);
      }
    }
    for (std::size_t i = first_tag; i < tags_.size(); ++i) {
      if (!tags_[i].used) check_no_union(tags_[i].node, of.fields[tags_[i].field]);
    }
    tags_.resize(first_tag);
    check_required(node, of, required);
  }
  // Null if the schema does not have the key, which is an error unless such keys are skipped.
  const Shared::Member* member_of(std::uint32_t node, const Shared::Members& members,
                                  const FlatType& of) {
    const auto found = members.find(node_at(node).key);
    if (found != members.end()) return &found->second;
    if (!shared_.how.skip_unknown) fail(node, kUnknownKeySaid, of.declared->name);
    return nullptr;
  }
  void find_tags(std::uint32_t node, const Shared::Members& members) {
    const std::uint32_t end = node_at(node).end;
    for (std::uint32_t at = node + 1; at < end; at = node_at(at).end) {
      const auto found = members.find(node_at(at).key);
      if (found == members.end() || !found->second.is_tag) continue;
      tags_.push_back({found->second.field, at, false});
    }
  }
  std::uint32_t tag_of(std::uint32_t field, std::size_t first) {
    for (std::size_t i = first; i < tags_.size(); ++i) {
      if (tags_[i].field != field) continue;
      tags_[i].used = true;
      return tags_[i].node;
    }
    return kNoNode;
  }
  void check_required(std::uint32_t node, const FlatType& of, std::ptrdiff_t found) {
    if (failed() || found == shared_.required[static_cast<std::size_t>(&of - &shared_.types[0])]) {
      return;
    }
    fail_required(node, of);
  }
  FASTSER_COLD void fail_required(std::uint32_t node, const FlatType& of) {
    fail(node, missing_name(node, of) + " is missing, which ", of.declared->name, " requires");
  }
  // Of the first required field that the value does not have.
  std::string missing_name(std::uint32_t node, const FlatType& of) const {
    const Node& what = node_at(node);
    for (std::size_t i = 0; i < of.fields.size(); ++i) {
      if (!of.fields[i].declared->required) continue;
      const bool has = what.kind == NodeKind::kList ? i < what.count
                                                    : child_of(node, of.fields[i].key) != kNoNode;
      if (!has) return std::string(of.fields[i].key);
    }
    return "a field";
  }
  std::uint32_t child_of(std::uint32_t node, std::string_view key) const {
    const std::uint32_t text = document_.find(key);
    const Node& what = node_at(node);
    if (text == kNoKey || what.kind != NodeKind::kObject) return kNoNode;
    for (std::uint32_t at = node + 1; at < what.end; at = node_at(at).end) {
      if (node_at(at).key == text) return at;
    }
    return kNoNode;
  }

  // ---- fields
  void add_field(std::uint32_t node, const FlatField& field) {
    if (failed()) return;
    const FieldDeclaration& declared = *field.declared;
    const TypeRef& of = declared.type;
    if (field.is_flex) return cells_.add_child(declared.slot, flex(node));
    if (is_null(node) && !tells_null(of)) return add_nothing(node, field);
    if (flat::is_scalar(of.base)) return add_scalar(node, field);
    if (is_structure(of)) return add_structure(node, field);
    if (declared.has_tag()) {
      return static_cast<void>(fail(node, "a union at a place where none is allowed"));
    }
    cells_.add_child(declared.slot, child(node, field));
  }
  void add_scalar(std::uint32_t node, const FlatField& field) {
    const TypeRef& of = field.declared->type;
    std::uint64_t bits = 0;
    if (!scalar(node, of.base, field.text(), bits)) return;
    if (!of.optional && bits == default_bits(*field.declared)) return;
    cells_.add_scalar(field.declared->slot, bits, flat::inline_size(of.base));
  }
  void add_structure(std::uint32_t node, const FlatField& field) {
    const std::int32_t index = field.declared->type.index;
    const Declaration& held = *type(index).declared;
    if (!may_write(node, cells_.structure_bytes() + held.bytes)) return;
    std::vector<std::byte> room(held.bytes);
    structure(node, index, room.data());
    cells_.add_bytes(field.declared->slot, room, held.alignment);
  }
  bool tells_null(const TypeRef& of) const {
    return of.base == BaseType::Obj && type(of.index).kind == Kind::kEither;
  }
  // Null is a missing field, where that is not read as another value.
  void add_nothing(std::uint32_t node, const FlatField& field) {
    const FieldDeclaration& declared = *field.declared;
    if (declared.required) {
      fail(node, "null, where the schema requires a value");
    } else if (flat::is_scalar(declared.type.base) && !declared.type.optional &&
               !field.null_if_missing && !shared_.how.rounds) {
      fail(node, "null, where ", scalar_name(declared.type.base), " is needed");
    }
  }
  // What is led to by an offset, and no union.
  Offset child(std::uint32_t node, const FlatField& field) {
    const TypeRef& of = field.declared->type;
    if (of.base == BaseType::String) return text(node);
    if (of.base == BaseType::Obj) return table(node, of.index);
    if (!enter(node)) return 0;
    const Offset at = vector(node, field);
    leave();
    return at;
  }

  // ---- unions
  void add_union(std::uint32_t node, std::uint32_t tag_node, const FlatField& field) {
    const FieldDeclaration& declared = *field.declared;
    if (tag_node == kNoNode || is_null(tag_node)) return check_no_value(node, field);
    if (declared.type.base == BaseType::Vector) return add_unions(node, tag_node, field);
    std::uint64_t tag = 0;
    if (!scalar(tag_node, BaseType::UByte, {field.tag_names}, tag)) return;
    const Offset at = alternative(node, tag, declared);
    if (tag == 0) return;
    cells_.add_scalar(static_cast<std::uint16_t>(declared.slot - 1), tag, 1);
    cells_.add_child(declared.slot, at);
  }
  void check_no_value(std::uint32_t node, const FlatField& field) {
    if (is_null(node)) return;
    fail(node, "a union without its type: ", field.tag_key, " must name it");
  }
  // A type without a value: only of no alternative.
  void check_no_union(std::uint32_t tag_node, const FlatField& field) {
    std::uint64_t tag = 0;
    const bool is_list = node_at(tag_node).kind == NodeKind::kList;
    if (is_null(tag_node) || (is_list && node_at(tag_node).count == 0)) return;
    if (!is_list && !scalar(tag_node, BaseType::UByte, {field.tag_names}, tag)) return;
    if (is_list || tag != 0) {
      fail(tag_node, "the type of a union, whose value ", field.key, " is missing");
    }
  }
  void add_unions(std::uint32_t node, std::uint32_t tag_node, const FlatField& field) {
    std::vector<std::uint8_t> tags;
    if (!tags_of(node, tag_node, field, tags)) return;
    const std::size_t first = offsets_.size();
    std::uint32_t at = node + 1;
    for (const std::uint8_t tag : tags) {
      const Offset made = alternative(at, tag, *field.declared);
      if (failed()) return;
      offsets_.push_back(made);
      at = node_at(at).end;
    }
    const Offset held = put_list(builder_, offsets_, first);
    cells_.add_child(static_cast<std::uint16_t>(field.declared->slot - 1), put_tags(node, tags));
    cells_.add_child(field.declared->slot, held);
  }
  bool tags_of(std::uint32_t node, std::uint32_t tag_node, const FlatField& field,
               std::vector<std::uint8_t>& out) {
    const Node& values = node_at(node);
    const Node& tags = node_at(tag_node);
    if (values.kind != NodeKind::kList) fail_kind(node, "a list");
    if (tags.kind != NodeKind::kList) fail_kind(tag_node, "a list");
    if (values.count != tags.count) {
      fail(node, "a list of unions, and a list of their types of another length");
    }
    for (std::uint32_t at = tag_node + 1; at < tags.end && !failed(); at = node_at(at).end) {
      std::uint64_t tag = 0;
      if (scalar(at, BaseType::UByte, {field.tag_names}, tag)) {
        out.push_back(static_cast<std::uint8_t>(tag));
      }
    }
    return !failed();
  }
  Offset put_tags(std::uint32_t node, const std::vector<std::uint8_t>& tags) {
    return bytes(node, {reinterpret_cast<const char*>(tags.data()), tags.size()});
  }
  Offset alternative(std::uint32_t node, std::uint64_t tag, const FieldDeclaration& field) {
    if (tag == 0) {
      return is_null(node) ? 0 : fail(node, "a value of a union whose type is NONE");
    }
    const Declaration& choice = *type(field.type.index).declared;
    const std::int32_t held = tag > choice.alternatives.size()
                                  ? Declaration::kNoAlternative
                                  : choice.alternatives[static_cast<std::size_t>(tag) - 1];
    if (held == Declaration::kNoAlternative) {
      return fail(node, "a union with an alternative that the schema does not have");
    }
    if (held == Declaration::kText) return text(node);
    return is_structure(held) ? structure_apart(node, held) : table(node, held);
  }

  // ---- structures
  Offset structure_apart(std::uint32_t node, std::int32_t index) {
    const Declaration& declared = *type(index).declared;
    std::vector<std::byte> room(declared.bytes);
    structure(node, index, room.data());
    if (failed() || !may_write(node, room.size())) return 0;
    builder_.needs(declared.alignment);
    const std::size_t pad = builder_.padding(room.size(), declared.alignment);
    std::byte* const to = builder_.push(room.size() + pad);
    if (to == nullptr) return 0;
    std::fill_n(std::copy(room.begin(), room.end(), to), pad, std::byte{0});
    return builder_.here();
  }
  // Into zeros.
  void structure(std::uint32_t node, std::int32_t index, std::byte* to) {
    if (!enter(node)) return;
    const FlatType& of = type(index);
    const Node& what = node_at(node);
    if (of.kind == Kind::kMoment && what.kind == NodeKind::kMoment) {
      store_le(to + of.fields[0].declared->offset, what.bits, 8);
      store_le(to + of.fields[1].declared->offset, what.count, 4);
    } else if (what.kind == NodeKind::kObject) {
      put_members(node, index, to);
    } else if (what.kind == NodeKind::kList) {
      put_items(node, of, to);
    } else {
      fail_kind(node, "the structure ", of.declared->name);
    }
    leave();
  }
  void put_members(std::uint32_t node, std::int32_t index, std::byte* to) {
    const FlatType& of = type(index);
    const Shared::Members& members = shared_.members_of(static_cast<std::size_t>(index));
    const std::uint32_t end = node_at(node).end;
    std::size_t found = 0;
    for (std::uint32_t at = node + 1; at < end && !failed(); at = node_at(at).end) {
      const Shared::Member* const member = member_of(at, members, of);
      if (member == nullptr) continue;
      put_inline(at, of.fields[member->field], to);
      ++found;
    }
    if (!failed() && found != of.fields.size()) fail_part(node, of);
  }
  FASTSER_COLD void fail_part(std::uint32_t node, const FlatType& of) {
    for (const FlatField& field : of.fields) {
      if (child_of(node, field.key) != kNoNode) continue;
      return static_cast<void>(
          fail(node, field.key, " is missing: a structure has all of its fields"));
    }
  }
  void put_items(std::uint32_t node, const FlatType& of, std::byte* to) {
    if (node_at(node).count != of.fields.size()) {
      return static_cast<void>(
          fail(node, "a list whose length is not the number of fields of ", of.declared->name));
    }
    std::uint32_t at = node + 1;
    for (const FlatField& field : of.fields) {
      put_inline(at, field, to);
      at = node_at(at).end;
    }
  }
  void put_inline(std::uint32_t node, const FlatField& field, std::byte* to) {
    const TypeRef& of = field.declared->type;
    to += field.declared->offset;
    if (of.base != BaseType::Array) return put_one(node, of, field.text(), to);
    const Node& what = node_at(node);
    if (what.kind != NodeKind::kList || what.count != of.fixed_length) {
      return static_cast<void>(fail_length(node, of.fixed_length));
    }
    const TypeRef element{.base = of.element, .index = of.index};
    for (std::uint32_t at = node + 1; at < what.end; at = node_at(at).end) {
      put_one(at, element, field.text(), to);
      to += size_of(element);
    }
  }
  FASTSER_COLD Offset fail_length(std::uint32_t node, std::uint16_t wanted) {
    return fail(node, "this must be a list of ", std::to_string(wanted), " values");
  }
  void put_one(std::uint32_t node, const TypeRef& of, const TextMeaning& text, std::byte* to) {
    if (of.base == BaseType::Obj) return structure(node, of.index, to);
    put_scalar(node, of.base, text, to);
  }
  void put_scalar(std::uint32_t node, BaseType base, const TextMeaning& text, std::byte* to) {
    std::uint64_t bits = 0;
    if (scalar(node, base, text, bits)) store_le(to, bits, flat::inline_size(base));
  }
  std::size_t size_of(const TypeRef& of) const {
    return of.base == BaseType::Obj ? std::size_t{type(of.index).declared->bytes}
                                    : flat::inline_size(of.base);
  }

  // ---- vectors
  Offset vector(std::uint32_t node, const FlatField& field) {
    const TypeRef& of = field.declared->type;
    const Node& what = node_at(node);
    const bool is_bytes = of.element == BaseType::UByte || of.element == BaseType::Byte;
    if (is_bytes && what.kind == NodeKind::kData) return bytes(node, document_.text(what.bits));
    if (is_bytes && what.kind == NodeKind::kString) return bytes_of_text(node, field);
    if (is_bytes && what.kind == NodeKind::kObject) return nested(node, field);
    const Kind kind = of.element == BaseType::Obj ? type(of.index).kind : Kind::kPlain;
    const bool is_map = what.kind == NodeKind::kObject || what.kind == NodeKind::kMap;
    if (is_map && kind == Kind::kMap) return entries(node, type(of.index));
    if (is_map && kind == Kind::kPairs) return entries(node, type(of.index));
    if (what.kind != NodeKind::kList) return fail_kind(node, "a list");
    const TypeRef element{.base = of.element, .index = of.index};
    if (flat::is_scalar(of.element) || is_structure(element)) {
      return inline_list(node, element, field.text());
    }
    return offset_list(node, element);
  }
  Offset offset_list(std::uint32_t node, const TypeRef& of) {
    const std::size_t first = offsets_.size();
    for (const std::uint32_t at : elements(node, of)) {
      const Offset made = of.base == BaseType::String ? text(at) : table(at, of.index);
      if (failed()) return 0;
      offsets_.push_back(made);
    }
    return put_list(builder_, offsets_, first);
  }
  Offset inline_list(std::uint32_t node, const TypeRef& of, const TextMeaning& text) {
    const std::uint32_t count = node_at(node).count;
    const std::size_t size = size_of(of);
    if (!may_write(node, size * count)) return 0;
    const std::size_t alignment =
        of.base == BaseType::Obj ? std::size_t{type(of.index).declared->alignment} : size;
    std::byte* to = builder_.put_list(count, size, alignment);
    if (to == nullptr) return 0;
    std::fill_n(to, size * count, std::byte{0});
    // Nothing else is written meanwhile: what stands in a list lies in it.
    for (const std::uint32_t at : elements(node, of)) {
      put_one(at, of, text, to);
      to += size;
    }
    return builder_.here();
  }
  // The elements in the order in which they are written: by their key, if they have one.
  std::vector<std::uint32_t> elements(std::uint32_t node, const TypeRef& of) {
    std::vector<std::uint32_t> all;
    all.reserve(node_at(node).count);
    const std::uint32_t end = node_at(node).end;
    for (std::uint32_t at = node + 1; at < end; at = node_at(at).end) all.push_back(at);
    if (of.base != BaseType::Obj) return all;
    const std::vector<FlatField>& fields = type(of.index).fields;
    const auto key =
        std::ranges::find_if(fields, [](const FlatField& field) { return field.declared->key; });
    if (key != fields.end()) sort(all, *key, static_cast<std::size_t>(key - fields.begin()));
    return all;
  }
  struct SortKey {
    std::uint64_t order = 0;
    std::string_view text;
    std::uint32_t node = 0;
  };
  void sort(std::vector<std::uint32_t>& all, const FlatField& key, std::size_t place) {
    const BaseType base = key.declared->type.base;
    std::vector<SortKey> keys;
    keys.reserve(all.size());
    for (const std::uint32_t node : all) {
      SortKey one;
      one.node = node;
      if (flat::is_scalar(base)) one.order = default_bits(*key.declared);
      const std::uint32_t at = key_in(node, key, place);
      if (flat::is_scalar(base)) {
        if (at != kNoNode && !is_null(at) && !scalar(at, base, key.text(), one.order)) return;
        one.order = order_of(one.order, base);
      } else if (at == kNoNode || node_at(at).kind != NodeKind::kString) {
        fail(node, key.key, ", the key by which lists are sorted, is not a text");
        return;
      } else {
        one.text = document_.text(node_at(at).bits);
      }
      keys.push_back(one);
    }
    std::ranges::sort(keys, [](const SortKey& left, const SortKey& right) {
      if (left.order != right.order) return left.order < right.order;
      const int order = left.text.compare(right.text);
      return order != 0 ? order < 0 : left.node < right.node;
    });
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = keys[i].node;
  }
  std::uint32_t key_in(std::uint32_t node, const FlatField& key, std::size_t place) const {
    const Node& what = node_at(node);
    if (what.kind != NodeKind::kList) return child_of(node, key.key);
    if (place >= what.count) return kNoNode;
    std::uint32_t at = node + 1;
    for (; place != 0; --place) at = node_at(at).end;
    return at;
  }

  // ---- maps: lists of tables of a key and a value
  struct Entry {
    std::uint32_t key;  // a node; of an object, the value's, whose key it is
    std::uint32_t value;
  };
  Offset entries(std::uint32_t node, const FlatType& entry) {
    const bool by_text = node_at(node).kind == NodeKind::kObject;
    if (entry.fields.size() < 2 || (!by_text && entry.kind == Kind::kMap)) {
      return fail_kind(node, "other entries");
    }
    const FlatField& key = entry.fields[0];
    if (by_text && key.declared->type.base != BaseType::String) {
      return fail_kind(node, "a map with other keys");
    }
    const std::size_t first = offsets_.size();
    for (const Entry& one : entries_of(node, by_text, entry.kind == Kind::kMap)) {
      const std::size_t cell = cells_.size();
      if (by_text) {
        cells_.add_child(key.declared->slot,
                         put_text(one.key, document_.text(node_at(one.key).key)));
      } else {
        add_field(one.key, key);
      }
      add_field(one.value, entry.fields[1]);
      const Offset made = finish_table(one.value, cell);
      if (failed()) return 0;
      offsets_.push_back(made);
    }
    return put_list(builder_, offsets_, first);
  }
  std::vector<Entry> entries_of(std::uint32_t node, bool by_text, bool sorted) const {
    std::vector<Entry> all;
    const std::uint32_t end = node_at(node).end;
    for (std::uint32_t at = node + 1; at < end; at = node_at(all.back().value).end) {
      all.push_back(by_text ? Entry{at, at} : Entry{at, node_at(at).end});
    }
    if (!sorted) return all;
    std::ranges::sort(all, {},
                      [&](const Entry& one) { return document_.text(node_at(one.key).key); });
    return all;
  }

  // ---- texts and bytes
  Offset text(std::uint32_t node) {
    if (node_at(node).kind != NodeKind::kString) return fail_kind(node, "text");
    return put_text(node, document_.text(node_at(node).bits));
  }
  Offset put_text(std::uint32_t node, std::string_view what) {
    return may_write(node, what.size()) ? builder_.put_text(what.data(), what.size()) : 0;
  }
  Offset bytes(std::uint32_t node, std::string_view what, std::size_t alignment = 1) {
    if (!may_write(node, what.size())) return 0;
    std::byte* const to = builder_.put_list(what.size(), 1, alignment);
    if (to == nullptr) return 0;
    flat::copy_exactly(to, what.data(), what.size());
    return builder_.here();
  }
  Offset bytes_of_text(std::uint32_t node, const FlatField& field) {
    const bool is_base64 = field.is_data || field.declared->attribute("base64") != nullptr ||
                           field.declared->attribute("base64url") != nullptr;
    if (!is_base64) return fail_kind(node, "a list");
    std::vector<std::uint8_t> raw;
    if (!parse_base64(document_.text(node_at(node).bits), raw)) {
      return fail(node, "text that is not base64");
    }
    return bytes(node, {reinterpret_cast<const char*>(raw.data()), raw.size()});
  }
  Offset flex(std::uint32_t node) {
    Status status = shared_.flex.write(node, shared_.flex_bytes);
    if (!status.ok()) return fail_with(status.code(), node, std::string(status.message()));
    return bytes(node, {reinterpret_cast<const char*>(shared_.flex_bytes.data()),
                        shared_.flex_bytes.size()});
  }
  // A FlatBuffer of its own in a list of bytes.
  Offset nested(std::uint32_t node, const FlatField& field);
  struct Nested;
  Offset put_nested(std::uint32_t node, const Nested& inner);
  // A table by its name, as a schema refers to it: with its namespaces, or without.
  std::int32_t find(std::string_view name) const {
    for (std::size_t i = 0; i < shared_.types.size(); ++i) {
      const Declaration& declared = *shared_.types[i].declared;
      if (declared.kind != Declaration::Kind::table) continue;
      const std::string_view whole = declared.name;
      const bool is_end = whole.ends_with(name) && whole.size() > name.size() &&
                          whole[whole.size() - name.size() - 1] == '.';
      if (whole == name || is_end) return static_cast<std::int32_t>(i);
    }
    return -1;
  }

  // Whether a field of an Either is meant for the value.
  bool suits(std::uint32_t node, const FlatField& field) {
    const TypeRef& of = field.declared->type;
    const Kind element = of.element == BaseType::Obj ? type(of.index).kind : Kind::kPlain;
    const Kind held = of.base == BaseType::Obj ? type(of.index).kind : Kind::kPlain;
    const bool is_vector = of.base == BaseType::Vector && !field.is_flex;
    std::uint64_t bits = 0;
    switch (node_at(node).kind) {
      case NodeKind::kBool: return of.base == BaseType::Bool;
      case NodeKind::kNegative:
      case NodeKind::kUnsigned:
      case NodeKind::kReal:
      case NodeKind::kF32:
      case NodeKind::kF64:
        return flat::is_scalar(of.base) && of.base != BaseType::Bool &&
               shared_.scalars.bits_of(node_at(node), of.base, {}, bits).empty();
      case NodeKind::kString: return of.base == BaseType::String;
      case NodeKind::kData: return is_vector && field.is_data;
      case NodeKind::kMoment: return held == Kind::kMoment;
      case NodeKind::kExt: return held == Kind::kExt;
      case NodeKind::kMap: return is_vector && element == Kind::kPairs;
      case NodeKind::kObject:
        return (of.base == BaseType::Obj && held == Kind::kPlain) ||
               (is_vector && element == Kind::kMap);
      case NodeKind::kList:
        return is_vector && !field.is_data && element != Kind::kMap && element != Kind::kPairs;
      case NodeKind::kNull: return false;
    }
    return false;
  }

  Shared& shared_;
  const Document& document_;
  std::vector<Offset> offsets_;  // of elements whose list is not written yet
  std::vector<Tag> tags_;        // of unions of the objects that are open
  flat::Builder builder_;
  TableCells cells_;
};

struct SchemaWriter::Nested {
  explicit Nested(Shared& shared) : writer(shared, bytes) {}
  Buffer bytes;
  SchemaWriter writer;
  Status status;
};

Offset SchemaWriter::nested(std::uint32_t node, const FlatField& field) {
  const flat::Attribute* const name = field.declared->attribute("nested_flatbuffer");
  const std::int32_t index = name != nullptr && name->value ? find(*name->value) : -1;
  if (index < 0) return fail_kind(node, "a list");
  const auto inner = std::make_unique<Nested>(shared_);  // too large for a frame
  const std::size_t outer = shared_.nested;
  shared_.nested += builder_.size();
  inner->status = inner->writer.run(node, index, {});
  shared_.nested = outer;
  return put_nested(node, *inner);
}

Offset SchemaWriter::put_nested(std::uint32_t node, const Nested& inner) {
  if (!inner.status.ok()) {
    return fail_with(inner.status.code(), node, std::string(inner.status.message()));
  }
  constexpr std::size_t kLargest = 8;  // of what lies in most FlatBuffers
  return bytes(node, {reinterpret_cast<const char*>(inner.bytes.data()), inner.bytes.size()},
               kLargest);
}

}  // namespace

Result<Buffer> write_flat_by(const Document& document, const flat::Declarations& schema,
                             const flat::EnumNames& names, const SchemaWriting& how) {
  if (schema.root < 0) return Status(Code::kUsage, "the schema has no root_type");
  std::vector<FlatType> types;
  FASTSER_TRY(find_meanings(schema, types));
  set_names(names, types);
  Shared shared(document, types, how);
  Buffer out;
  FASTSER_TRY(SchemaWriter(shared, out).run(0, schema.root, schema.identifier, how.size_prefixed));
  return out;
}

}  // namespace fastser::convert
