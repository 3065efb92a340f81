// SPDX-License-Identifier: MIT
//
// TypeGraph::import: taking over what a finished Type describes.
//
// A record is the same as one that is there if both have the same outline (what they say
// themselves, but for which records they mention), and so have all that they mention, pair by pair.
// One comparison that ends well settles everything that the record leads to. Those that do not are
// what hostile types can have many of (a thousand records of one outline, in a chain that ends in
// another way), so there is a measure of patience for them: some times the size of the tables. When
// it is gone, further records are new ones. So the work is linear in the tables, but for the
// look-up of outlines.
#include <algorithm>
#include <utility>

#include "schema/type_graph.hpp"
#include "schema/type_key.hpp"

namespace fastser::schema {
namespace {

constexpr std::uint64_t kPatience = 16;  // times the size of a table

// An outline, and the records that it mentions, in order.
struct Outline {
  Outline(const TypeTable& table, std::uint32_t number) {
    const Shape& shape = table.shapes()[number];
    append_text(shape.name);
    append_number(text, shape.version);
    append_number(text, shape.super >= 0 ? 1 : 0);
    if (shape.super >= 0) records.push_back(static_cast<std::uint32_t>(shape.super));
    for (const FieldEntry& entry : shape.fields) {
      append_number(text, entry.repeat << 1 | (entry.named ? 1U : 0U));
      append_text(entry.name);
      const auto record = [this](std::uint32_t& mentioned) {
        records.push_back(std::exchange(mentioned, 0));
        return Status();
      };
      static_cast<void>(translate_type(table.expr(entry.type), false, record, text));
    }
  }
  void append_text(std::string_view name) {
    append_number(text, name.size());
    text += name;
  }

  std::string text;
  std::vector<std::uint32_t> records;
};

class Importer {
 public:
  Importer(TypeGraph& graph, const std::shared_ptr<const TypeData>& data)
      : graph_(graph), data_(data), known_(graph.imported[data]) {
    if (!known_.empty() || data->table.shapes().empty()) return;
    known_.resize(data->table.shapes().size(), TypeGraph::kNone);
    graph.patience += kPatience * data->table_size;
  }

  TypeId import(TypeExpr expr) {
    const TypeId made = type(expr);
    while (!open_.empty()) {  // not recursion: a chain of records has any length
      const std::uint32_t shape = open_.back();
      open_.pop_back();
      fill(shape);
    }
    // From now on others may be the same.
    for (auto& [outline, record] : outlines_) graph_.outlines.emplace(std::move(outline), record);
    return made;
  }

 private:
  TypeId type(TypeExpr expr) {
    TypeGraph::Node node{.code = code(expr)};
    std::vector<TypeId> inner;
    switch (node.code) {
      case TypeCode::kRecord: return {record(operand_shape(expr))};
      case TypeCode::kEnum:
        node.integer = code(enum_integer(expr));
        node.record = static_cast<std::uint32_t>(graph_.names.size());
        graph_.names.emplace_back(enum_name(expr));
        node.size += graph_.names.back().size();
        break;
      case TypeCode::kArray:
      case TypeCode::kBits: node.count = operand_count(expr); break;
      default: break;
    }
    for (InnerTypes of = inner_types(expr); of.left != 0; of.next()) inner.push_back(type(of.at));
    return graph_.add(node, inner);
  }

  std::uint32_t record(std::uint32_t shape) {
    if (known_[shape] != TypeGraph::kNone) return known_[shape];
    std::string outline = Outline(data_->table, shape).text;
    if (find_same(shape, outline)) return known_[shape];
    const Shape& from = data_->table.shapes()[shape];
    outlines_.emplace_back(std::move(outline), static_cast<std::uint32_t>(graph_.records.size()));
    known_[shape] = graph_.add_record(from.name, from.version).number;
    graph_.records.back().origin = data_;
    graph_.records.back().shape = shape;
    open_.push_back(shape);
    return known_[shape];
  }

  void fill(std::uint32_t shape) {
    const Shape& from = data_->table.shapes()[shape];
    const std::uint32_t number = graph_.nodes[known_[shape]].record;
    if (from.super >= 0) {
      const std::uint32_t base = record(static_cast<std::uint32_t>(from.super));
      graph_.records[number].super = graph_.nodes[base].record;
    }
    for (const FieldEntry& entry : from.fields) {
      const TypeId made = type(data_->table.expr(entry.type));
      graph_.records[number].entries.push_back(
          {std::string(entry.name), entry.repeat, made.number, entry.named});
    }
  }

  // Of the records that came with Types before.
  bool find_same(std::uint32_t shape, const std::string& outline) {
    const auto [first, last] = graph_.outlines.equal_range(outline);
    for (auto one = first; one != last && graph_.patience != 0; ++one) {
      if (is_same(shape, graph_.records[one->second])) return true;
    }
    return false;
  }
  // Then also all that it leads to is known.
  bool is_same(std::uint32_t shape, const TypeGraph::Record& record) {
    const std::vector<std::uint32_t>& nodes = graph_.imported.at(record.origin);
    std::map<std::uint32_t, std::uint32_t> pairs{{shape, record.shape}};
    std::map<std::uint32_t, std::uint32_t> back{{record.shape, shape}};
    std::vector<std::pair<std::uint32_t, std::uint32_t>> open{{shape, record.shape}};
    std::uint64_t looked_at = 0;
    bool same = true;
    while (same && !open.empty()) {
      const auto [mine, theirs] = open.back();
      open.pop_back();
      const Outline left(data_->table, mine);
      const Outline right(record.origin->table, theirs);
      looked_at += left.text.size() + right.text.size();
      same = left.text == right.text && looked_at <= graph_.patience;
      for (std::size_t i = 0; same && i < left.records.size(); ++i) {
        const std::uint32_t to = left.records[i];
        const std::uint32_t from = right.records[i];
        if (known_[to] != TypeGraph::kNone) {
          same = known_[to] == nodes[from];
          continue;
        }
        const auto [pair, is_new] = pairs.emplace(to, from);
        same = pair->second == from && back.emplace(from, to).first->second == to;
        if (is_new) open.emplace_back(to, from);
      }
    }
    if (!same) {
      graph_.patience -= std::min(graph_.patience, looked_at);
      return false;
    }
    for (const auto& [mine, theirs] : pairs) known_[mine] = nodes[theirs];
    return true;
  }

  TypeGraph& graph_;
  const std::shared_ptr<const TypeData>& data_;
  std::vector<std::uint32_t>& known_;                            // shape -> its node
  std::vector<std::uint32_t> open_;                              // shapes without fields yet
  std::vector<std::pair<std::string, std::uint32_t>> outlines_;  // of new records
};

}  // namespace

TypeId TypeGraph::import(const std::shared_ptr<const TypeData>& data, TypeExpr expr) {
  return Importer(*this, data).import(expr);
}

}  // namespace fastser::schema
