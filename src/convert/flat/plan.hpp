// SPDX-License-Identifier: MIT
//
// FlatPlan: the tables that a document is written as, found from its layout; a schema of them, and
// for each slot how its values are put.
//
//   one kind of value        a field of that type, optional: 0 is not the same as no value
//   and null                 the field is missing where it is null, if it is never missing else,
//                            and if there are not too many such fields
//   kinds that differ        a FlexBuffer in the field; a list of such elements is one FlexBuffer
//   ... that FlexBuffers     a table with a field for each kind (Either): moments, extensions, maps
//       lack                 with other keys than text, and keys with a zero byte
//   objects                  a table; those of many keys a list of {key, value}, sorted by key
//   lists in lists           lists of tables of one field (boxes), as FlatBuffers has no others
//
// Invariant: a slot's form says how every value of the slot is written.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "convert/document/layout.hpp"
#include "convert/document/unique_names.hpp"
#include "convert/flat/slot.hpp"
#include "fastser/internal/flat/declarations.hpp"

namespace fastser::convert {

class FlatPlan {
 public:
  explicit FlatPlan(Layout& layout);

  [[nodiscard]] flat::Declarations& schema() { return schema_; }
  [[nodiscard]] Layout& layout() { return layout_; }
  [[nodiscard]] const FlatSlot& slot(std::uint32_t number) {
    return slots_[layout_.find_slot(number)];
  }
  /// The number in the schema of a field of a group.
  [[nodiscard]] std::uint16_t rank(std::uint32_t group, std::uint32_t field) const {
    return ranks_[group][field];
  }
  [[nodiscard]] const EitherFields& either(const FlatSlot& slot) const {
    return eithers_[slot.fields];
  }
  /// Whether the root of the document is put in a box.
  [[nodiscard]] bool boxed_root() const { return boxed_root_; }

 private:
  void plan(std::uint32_t slot, std::string_view hint);
  void plan_either(std::uint32_t number, std::string_view hint);
  FlatForm plan_kind(std::uint32_t number, std::uint16_t kind, std::string_view hint);
  FlatForm plan_list(std::uint32_t number, std::string_view hint);
  void plan_pairs(std::uint32_t number, std::string_view hint);
  void plan_group(std::uint32_t group, std::string_view hint);
  void limit_missing_nulls(const Group& group);
  void plan_entries(std::uint32_t group, std::string_view hint);
  void rename_types();
  std::int32_t declare(std::string_view hint, flat::Declaration::Kind kind,
                       std::string_view attribute);
  flat::Declaration& declaration(std::int32_t index) {
    return schema_.all[static_cast<std::size_t>(index)];
  }
  std::int32_t moment();
  std::int32_t ext();
  flat::FieldDeclaration field(std::uint32_t slot, std::string_view name, std::uint16_t number);
  void set_type(std::uint32_t number, std::uint16_t kind, FlatForm form,
                flat::FieldDeclaration& out);
  flat::TypeRef list_type(std::uint32_t number);

  Layout& layout_;
  const Document& document_;
  flat::Declarations schema_;
  std::vector<FlatSlot> slots_;
  std::vector<std::int32_t> tables_;  // of groups: the table, or that of the entries
  std::vector<std::vector<std::uint16_t>> ranks_;
  std::vector<EitherFields> eithers_;
  UniqueNames names_;
  std::int32_t moment_ = -1;
  std::int32_t ext_ = -1;
  bool boxed_root_ = false;
};

}  // namespace fastser::convert
