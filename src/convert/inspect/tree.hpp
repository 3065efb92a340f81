// SPDX-License-Identifier: MIT
//
// TreePrinter: a walk's visitor that writes one value a line, indented. Long lists are cut.
#pragma once

#include <string>
#include <utility>

#include "convert/inspect/tree_text.hpp"
#include "fastser/walker.hpp"

namespace fastser::convert {

/// As JSON would have it, but every double.
[[nodiscard]] std::string scalar_text(const archive::Scalar& scalar);

class TreePrinter final : public archive::Visitor {
 public:
  TreePrinter(const schema::TypeTable& table, TreeView view)
      : table_(table), out_(std::move(view)) {}

  /// The tree so far.
  [[nodiscard]] const std::string& tree() const { return out_.tree(); }
  /// Whether there was a value at the path.
  [[nodiscard]] bool found() const { return out_.found(); }

 private:
  bool begin_record(std::uint32_t shape) override;
  bool field(const schema::FieldEntry& entry, std::uint64_t index) override;
  bool end_record(std::uint32_t) override { return out_.close(); }
  bool begin_sequence(schema::TypeExpr type, std::uint64_t count) override;
  bool end_sequence(schema::TypeExpr) override { return out_.close(); }
  bool begin_map(schema::TypeExpr type, std::uint64_t count) override;
  bool end_map(schema::TypeExpr) override { return out_.close(); }
  bool absent(schema::TypeExpr) override { return out_.line("nothing"); }
  bool scalar(schema::TypeExpr type, const archive::Scalar& scalar) override;
  bool text(schema::TypeExpr type, std::string_view value, archive::ContentUse use) override;
  bool data(schema::TypeExpr type, BytesView data, archive::ContentUse use) override;
  bool begin_object(std::uint64_t number, bool deferred) override;
  bool object_later(std::uint64_t number) override;
  bool object_promised(std::uint64_t number) override;
  bool object_again(std::uint64_t number) override;

  [[nodiscard]] std::string type_text(schema::TypeExpr type) const;

  const schema::TypeTable& table_;
  TreeText out_;
};

}  // namespace fastser::convert
