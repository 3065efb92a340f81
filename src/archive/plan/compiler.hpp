// SPDX-License-Identifier: MIT
//
// PlanCompiler: how a type and a layout become steps.
//
// Blocks are compiled from a queue, not by recursion: records lead to records over any distance.
// Within a block, records that lie inside each other are followed down to kMaxInline, as many as
// kMaxRecords and as far as kMaxSteps; what is beyond is a block that is called, or a type that
// holds the next one twice would make a program of any length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/plan/block_steps.hpp"
#include "archive/plan/program.hpp"
#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/schema/type_table.hpp"

namespace fastser::archive {

class PlanCompiler {
 public:
  PlanCompiler(const schema::TypeTable& table, bool shares_all, const LayoutGraph& layout,
               const Accessors& accessors, PlanProgram& program)
      : table_(table),
        shares_all_(shares_all),
        layout_(layout),
        accessors_(accessors),
        program_(program) {}

  Status compile(std::uint32_t root);

 private:
  static constexpr std::uint32_t kMaxInline = 16;
  static constexpr std::size_t kMaxSteps = 512;
  static constexpr std::size_t kMaxRecords = 64;

  struct Waiting {
    TypeExpr expr;
    std::uint32_t form;
  };

  // archive/plan/compile.cc
  [[nodiscard]] Status refuse(std::string_view what) const;
  [[nodiscard]] Status misfit(TypeExpr expr) const;
  std::uint32_t block_of(TypeExpr expr, std::uint32_t form);
  Status fill(Waiting what);
  void append(const std::vector<PlanStep>& steps, std::uint32_t room);
  void flatten();
  void set_inner(PlanStep& step) const;

  // archive/plan/compile_values.cc
  Status value(BlockSteps& open, TypeExpr expr, std::uint32_t form_number, std::size_t offset,
               Inside inside);
  Status counted_value(BlockSteps& open, TypeExpr expr, std::uint32_t form_number,
                       std::size_t offset);
  Status plain(BlockSteps& open, TypeExpr expr, std::size_t offset);
  Status by_fixed_access(BlockSteps& open, TypeExpr expr, const Form& form, std::size_t offset);
  Status text(BlockSteps& open, TypeExpr expr, const Form& form, std::size_t offset, bool is_data);
  [[nodiscard]] Status span(PlanStep& step, const SpanAt& at, std::size_t size) const;
  [[nodiscard]] Status lies_in(std::size_t at, std::size_t bytes, std::size_t size) const;
  Status optional(BlockSteps& open, TypeExpr expr, const Form& form, std::size_t offset);
  Status optional_of(BlockSteps& open, TypeExpr element, const Form& form, std::size_t offset);
  Status optional_here(BlockSteps& open, PlanStep step, TypeExpr element, std::uint32_t inner);
  [[nodiscard]] bool is_short(TypeExpr expr, std::uint32_t form) const noexcept;
  Status list(BlockSteps& open, TypeExpr expr, const Form& form, std::size_t offset);
  Status array(BlockSteps& open, TypeExpr expr, std::uint32_t form_number, std::size_t offset);
  Status repeated(BlockSteps& open, TypeExpr element, std::uint32_t form, std::size_t offset,
                  std::uint64_t count, std::size_t stride);
  [[nodiscard]] bool is_number(TypeExpr expr, std::uint32_t form) const noexcept;
  Status check_key(TypeExpr key, const Form& form);
  Status map(BlockSteps& open, TypeExpr expr, const Form& form, std::size_t offset);

  // archive/plan/compile_choices.cc
  Status variant(BlockSteps& open, TypeExpr expr, const Form& form, std::size_t offset);
  Status alternatives(BlockSteps& open, const Form& form, std::size_t offset, PlanOp op,
                      const std::vector<TypeExpr>& types);
  Status any(BlockSteps& open, TypeExpr expr, std::uint32_t form_number, std::size_t offset,
             PlanOp op);
  Status add_case(const Type& type);
  [[nodiscard]] Status check_case(PlanOp op, TypeExpr expr, const Form& form) const;
  Status refs_of_cases(const Form& form, std::size_t first);
  Status owned_any(BlockSteps& open, TypeExpr expr, const Form& form, std::size_t offset);
  [[nodiscard]] Status find_shape(const schema::Shape& wanted, std::uint32_t& found) const;

  // archive/plan/compile_records.cc
  Status tuple(BlockSteps& open, TypeExpr expr, const Form& form, std::size_t offset);
  Status check_place(TypeExpr expr, const FormPlace& place, const Form& form);
  Status ref(BlockSteps& open, TypeExpr expr, const Form& form, std::size_t offset);
  Status class_of(TypeExpr target, const Form& form, std::uint32_t& of_class);
  Status record(BlockSteps& open, TypeExpr expr, std::uint32_t form, std::size_t offset);
  Status record_fields(BlockSteps& open, const schema::Shape& shape, std::uint32_t form_number,
                       std::size_t offset);
  Status super(BlockSteps& open, const schema::Shape& shape, const Form& form, std::size_t offset);
  Status record_field(BlockSteps& open, const schema::Shape& shape, const schema::FieldEntry& entry,
                      const FormPlace& place, const Form& form, std::size_t offset);

  const schema::TypeTable& table_;
  bool shares_all_;
  const LayoutGraph& layout_;
  const Accessors& accessors_;
  PlanProgram& program_;
  std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> known_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> classes_;
  std::vector<Waiting> waiting_;
  std::vector<std::pair<std::size_t, std::size_t>> left_alone_;  // block, first step of its twin
  std::size_t blocks_done_ = 0;
  const schema::Shape* record_ = nullptr;  // for messages
  std::string_view field_;
};

}  // namespace fastser::archive
