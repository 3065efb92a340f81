// SPDX-License-Identifier: MIT
//
// TreePrinter: a walk's visitor that writes one value a line, indented. Long lists are cut.
#pragma once

#include <string>
#include <vector>

#include "fastser/archive/walker.hpp"

namespace fastser::command {

class TreePrinter final : public archive::Visitor {
 public:
  /// `limit`: elements of a list or map that are shown; 0 for all.
  TreePrinter(const schema::TypeTable& table, std::uint64_t limit) : table_(table), limit_(limit) {}

  /// The tree so far.
  [[nodiscard]] const std::string& tree() const { return tree_; }

 private:
  struct Level {
    char kind;  // 'r' record, 's' sequence, 'm' map
    bool shown;
    std::uint64_t values = 0;  // of maps: keys and values
  };

  bool begin_record(std::uint32_t shape) override;
  bool field(const schema::FieldEntry& entry, std::uint64_t index) override;
  bool end_record(std::uint32_t) override { return close(); }
  bool begin_sequence(schema::TypeExpr type, std::uint64_t count) override;
  bool end_sequence(schema::TypeExpr) override { return close(); }
  bool begin_map(schema::TypeExpr type, std::uint64_t count) override;
  bool end_map(schema::TypeExpr) override { return close(); }
  bool absent(schema::TypeExpr) override { return line("nothing"); }
  bool scalar(schema::TypeExpr type, const archive::Scalar& scalar) override;
  bool text(schema::TypeExpr type, std::string_view value, archive::ContentUse use) override;
  bool data(schema::TypeExpr type, BytesView data, archive::ContentUse use) override;
  bool begin_object(std::uint64_t number, bool deferred) override;
  bool object_later(std::uint64_t number) override;
  bool object_promised(std::uint64_t number) override;
  bool object_again(std::uint64_t number) override;

  bool line(const std::string& what);
  bool open(char kind, const std::string& what);
  bool close();
  void count_value();
  [[nodiscard]] bool hidden() const;
  [[nodiscard]] std::size_t indent() const { return 2 * levels_.size() + 2; }

  const schema::TypeTable& table_;
  std::uint64_t limit_;
  std::vector<Level> levels_;
  std::string tree_;
  std::string label_;   // what the next value is: field, index or key
  std::string object_;  // "object 3: ", before the next value
};

}  // namespace fastser::command
