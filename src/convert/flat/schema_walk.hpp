// SPDX-License-Identifier: MIT
//
// SchemaWriter, what write_flat_by (schema_writer.hpp) is made of. Its functions are in sources by
// what they write: schema_tables.cc, schema_fields.cc, schema_structures.cc, schema_lists.cc,
// schema_bytes.cc.
//
// Document and schema are walked side by side, children before what leads to them. The schema says
// what a value must be; a value that is something else ends the walk with the first error.
//
// The schema is a stranger's: boxes may hold themselves, so recursion is bounded by a depth; a
// structure of 64 KiB may have one byte in it, so what is written is bounded by a budget.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "convert/document/dom.hpp"
#include "convert/flat/meaning.hpp"
#include "convert/flat/schema_scalars.hpp"
#include "convert/flat/schema_writer.hpp"
#include "convert/flat/table_cells.hpp"
#include "convert/flexbuffers/values.hpp"
#include "fastser/buffer.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/flat/builder.hpp"
#include "fastser/internal/flat/declarations.hpp"
#include "fastser/internal/flat/enum_names.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// No node: a key that an object does not have.
inline constexpr std::uint32_t kNoNode = static_cast<std::uint32_t>(-1);

/// What all FlatBuffers of one document and schema have in common: one may be nested in another.
struct SchemaContext {
  // A field that a key stands for, or the byte that names its alternative.
  struct Member {
    std::uint32_t field;
    bool is_tag;
  };
  using Members = std::unordered_map<std::uint32_t, Member, NumberHash>;  // by the key's text

  SchemaContext(const Document& from, const std::vector<FlatType>& all,
                const SchemaWriting& writing);

  const Members& members_of(std::size_t index);

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

/// One FlatBuffer. What returns an offset gives 0 when it failed; SchemaContext has the error.
class SchemaWriter {
 public:
  SchemaWriter(SchemaContext& shared, Buffer& out)
      : shared_(shared), document_(shared.document), builder_(out), cells_(builder_) {}
  Status run(std::uint32_t node, std::int32_t root, std::string_view identifier,
             bool size_prefixed = false);

 private:
  const Node& node_at(std::uint32_t node) const { return document_.nodes[node]; }
  const FlatType& type(std::int32_t index) const;
  bool is_structure(std::int32_t index) const;
  bool is_structure(const flat::TypeRef& of) const;
  bool is_null(std::uint32_t node) const { return node_at(node).kind == NodeKind::kNull; }
  // Errors are put together here, so that what recurses has small frames.
  FASTSER_COLD flat::Offset fail_with(Code code, std::uint32_t node, std::string why);
  FASTSER_COLD flat::Offset fail(std::uint32_t node, std::string_view before,
                                 std::string_view name = {}, std::string_view behind = {});
  FASTSER_COLD flat::Offset fail_kind(std::uint32_t node, std::string_view wanted,
                                      std::string_view name = {});
  bool failed() const { return !shared_.error.ok(); }
  bool enter(std::uint32_t node);
  void leave() { ++shared_.depth; }
  // Whether there may be `more` bytes beside what is written.
  bool may_write(std::uint32_t node, std::size_t more);
  bool scalar(std::uint32_t node, flat::BaseType base, const TextMeaning& text,
              std::uint64_t& bits);

  // ---- tables
  flat::Offset table(std::uint32_t node, std::int32_t index);
  flat::Offset finish_table(std::uint32_t node, std::size_t first);
  void add_cells(std::uint32_t node, std::int32_t index);
  void add_extension(std::uint32_t node);
  void add_either(std::uint32_t node, const FlatType& of);
  const FlatField* find_suiting(std::uint32_t node, const FlatType& of);
  // Whether a field of an Either is meant for the value.
  bool suits(std::uint32_t node, const FlatField& field);
  // From a list, the fields get the elements in order.
  void add_items(std::uint32_t node, const FlatType& of);

  // ---- objects
  struct Tag {
    std::uint32_t field;
    std::uint32_t node;
    bool used;
  };
  void add_members(std::uint32_t node, std::int32_t index);
  // Null if the schema does not have the key, which is an error unless such keys are skipped.
  const SchemaContext::Member* member_of(std::uint32_t node, const SchemaContext::Members& members,
                                         const FlatType& of);
  void find_tags(std::uint32_t node, const SchemaContext::Members& members);
  std::uint32_t tag_of(std::uint32_t field, std::size_t first);
  void check_required(std::uint32_t node, const FlatType& of, std::ptrdiff_t found);
  FASTSER_COLD void fail_required(std::uint32_t node, const FlatType& of);
  // Of the first required field that the value does not have.
  std::string missing_name(std::uint32_t node, const FlatType& of) const;
  std::uint32_t child_of(std::uint32_t node, std::string_view key) const;

  // ---- fields
  void add_field(std::uint32_t node, const FlatField& field);
  void add_scalar(std::uint32_t node, const FlatField& field);
  void add_structure(std::uint32_t node, const FlatField& field);
  bool tells_null(const flat::TypeRef& of) const;
  // Null is a missing field, where that is not read as another value.
  void add_nothing(std::uint32_t node, const FlatField& field);
  // What is led to by an offset, and no union.
  flat::Offset child(std::uint32_t node, const FlatField& field);

  // ---- unions
  void add_union(std::uint32_t node, std::uint32_t tag_node, const FlatField& field);
  void check_no_value(std::uint32_t node, const FlatField& field);
  // A type without a value: only of no alternative.
  void check_no_union(std::uint32_t tag_node, const FlatField& field);
  void add_unions(std::uint32_t node, std::uint32_t tag_node, const FlatField& field);
  bool tags_of(std::uint32_t node, std::uint32_t tag_node, const FlatField& field,
               std::vector<std::uint8_t>& out);
  flat::Offset put_tags(std::uint32_t node, const std::vector<std::uint8_t>& tags);
  flat::Offset alternative(std::uint32_t node, std::uint64_t tag,
                           const flat::FieldDeclaration& field);

  // ---- structures
  flat::Offset structure_apart(std::uint32_t node, std::int32_t index);
  // Into zeros.
  void structure(std::uint32_t node, std::int32_t index, std::byte* to);
  void put_members(std::uint32_t node, std::int32_t index, std::byte* to);
  FASTSER_COLD void fail_part(std::uint32_t node, const FlatType& of);
  void put_items(std::uint32_t node, const FlatType& of, std::byte* to);
  void put_inline(std::uint32_t node, const FlatField& field, std::byte* to);
  FASTSER_COLD flat::Offset fail_length(std::uint32_t node, std::uint16_t wanted);
  void put_one(std::uint32_t node, const flat::TypeRef& of, const TextMeaning& text, std::byte* to);
  void put_scalar(std::uint32_t node, flat::BaseType base, const TextMeaning& text, std::byte* to);
  std::size_t size_of(const flat::TypeRef& of) const;

  // ---- vectors
  flat::Offset vector(std::uint32_t node, const FlatField& field);
  flat::Offset offset_list(std::uint32_t node, const flat::TypeRef& of);
  flat::Offset inline_list(std::uint32_t node, const flat::TypeRef& of, const FlatField& field);
  // The elements in the order in which they are written: by their key, if they have one.
  std::vector<std::uint32_t> elements(std::uint32_t node, const flat::TypeRef& of);
  struct SortKey {
    std::uint64_t order = 0;
    std::string_view text;
    std::uint32_t node = 0;
  };
  void sort(std::vector<std::uint32_t>& all, const FlatField& key, std::size_t place);
  std::uint32_t key_in(std::uint32_t node, const FlatField& key, std::size_t place) const;

  // ---- maps: lists of tables of a key and a value
  struct Entry {
    std::uint32_t key;  // a node; of an object, the value's, whose key it is
    std::uint32_t value;
  };
  flat::Offset entries(std::uint32_t node, const FlatType& entry);
  std::vector<Entry> entries_of(std::uint32_t node, bool by_text, bool sorted) const;

  // ---- texts and bytes
  flat::Offset text(std::uint32_t node);
  flat::Offset put_text(std::uint32_t node, std::string_view what);
  flat::Offset bytes(std::uint32_t node, std::string_view what, std::size_t alignment);
  flat::Offset bytes_of_text(std::uint32_t node, const FlatField& field);
  flat::Offset flex(std::uint32_t node, const FlatField& field);
  // A FlatBuffer of its own in a list of bytes.
  flat::Offset nested(std::uint32_t node, const FlatField& field);
  struct Nested;
  flat::Offset put_nested(std::uint32_t node, const FlatField& field, const Nested& inner);
  // A table by its name, as a schema refers to it: with its namespaces, or without.

  SchemaContext& shared_;
  const Document& document_;
  std::vector<flat::Offset> offsets_;  // of elements whose list is not written yet
  std::vector<Tag> tags_;              // of unions of the objects that are open
  flat::Builder builder_;
  TableCells cells_;
};

}  // namespace fastser::convert
