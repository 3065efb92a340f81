// SPDX-License-Identifier: MIT
//
// TypeBuilder: taking calls, and taking over what a finished Type describes.
#include <algorithm>
#include <utility>

#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/wire/utf8.hpp"
#include "schema/type_graph.hpp"

namespace fastser {

using schema::TypeData;
using schema::TypeExpr;
using schema::TypeGraph;

namespace schema {

std::string quoted(std::string_view name) { return '"' + std::string(name) + '"'; }

void TypeGraph::fail(std::string message) {
  if (error.ok()) error = Status(Code::kUsage).with_detail(std::move(message));
}

bool TypeGraph::knows(TypeId type) {
  if (type.number < nodes.size()) return true;
  fail("a type that this builder did not make");
  return false;
}

bool TypeGraph::is_record(TypeId type) {
  if (!knows(type)) return false;
  if (nodes[type.number].code == TypeCode::kRecord) return true;
  fail(std::string(code_name(nodes[type.number].code)) + " where a record is needed");
  return false;
}

TypeId TypeGraph::add(Node node, std::span<const TypeId> inner) {
  node.first = static_cast<std::uint32_t>(operands.size());
  node.operands = static_cast<std::uint32_t>(inner.size());
  for (const TypeId one : inner) {
    if (!knows(one)) return {};
    const Node& operand = nodes[one.number];
    node.depth = std::max(node.depth, operand.depth + 1);
    node.size = std::min(node.size + operand.size, kEndless);
  }
  if (node.depth > kMaxTypeDepth) {
    fail("a type nested deeper than 64");
    return {};
  }
  for (const TypeId one : inner) operands.push_back(one.number);
  nodes.push_back(node);
  return {static_cast<std::uint32_t>(nodes.size() - 1)};
}

TypeId TypeGraph::add_record(std::string_view name, std::uint32_t version) {
  if (!wire::is_utf8(name)) fail("a record with a name that is not UTF-8");
  Node node{.code = TypeCode::kRecord};
  node.record = static_cast<std::uint32_t>(records.size());
  records.push_back({.name = std::string(name), .version = version, .entries = {}});
  const TypeId made = add(node, {});
  record_nodes.push_back(made.number);
  return made;
}

void TypeGraph::add_entry(TypeId record, Entry entry) {
  if (!is_record(record) || !knows({entry.type})) return;
  Record& to = records[nodes[record.number].record];
  if (!wire::is_utf8(entry.name)) {
    fail("record " + quoted(to.name) + ": a field with a name that is not UTF-8");
  } else if (entry.repeat == 0) {
    fail("record " + quoted(to.name) + ": a field zero times");
  } else {
    to.entries.push_back(std::move(entry));
  }
}

namespace {

// Takes over one type and all records that it leads to.
class Importer {
 public:
  Importer(TypeGraph& graph, const std::shared_ptr<const TypeData>& data)
      : graph_(graph), data_(data), before_(graph.records.size()) {
    known_.resize(data->table.shapes().size(), TypeGraph::kNone);
    for (std::size_t i = 0; i < before_; ++i) {
      if (graph.records[i].origin == data) known_[graph.records[i].shape] = graph.record_nodes[i];
    }
  }

  TypeId import(TypeExpr expr) {
    const TypeId made = type(expr);
    while (!open_.empty()) {  // not recursion: a chain of records has any length
      const std::uint32_t shape = open_.back();
      open_.pop_back();
      fill(shape);
    }
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
    known_[shape] = find_equal(shape);
    if (known_[shape] == TypeGraph::kNone) {
      const Shape& from = data_->table.shapes()[shape];
      known_[shape] = graph_.add_record(from.name, from.version).number;
      graph_.records.back().origin = data_;
      graph_.records.back().shape = shape;
      open_.push_back(shape);
    }
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

  // A record of another Type that describes the same: the tables of the two alone are equal.
  std::uint32_t find_equal(std::uint32_t shape) {
    const Shape& wanted = data_->table.shapes()[shape];
    std::vector<std::byte> table;
    for (std::size_t i = 0; i < before_; ++i) {
      const TypeGraph::Record& one = graph_.records[i];
      if (one.origin == nullptr || one.name != wanted.name || one.version != wanted.version) {
        continue;
      }
      if (table.empty()) table = table_of(data_, shape);
      if (table == table_of(one.origin, one.shape)) return graph_.record_nodes[i];
    }
    return TypeGraph::kNone;
  }

  static std::vector<std::byte> table_of(const std::shared_ptr<const TypeData>& data,
                                         std::uint32_t shape) {
    TypeGraph alone;
    const TypeId root = Importer(alone, data).import(data->expr(data->records[shape]));
    Result<std::vector<std::byte>> table = alone.write(root.number);
    return table.ok() ? *std::move(table) : std::vector<std::byte>();
  }

  TypeGraph& graph_;
  const std::shared_ptr<const TypeData>& data_;
  std::size_t before_;
  std::vector<std::uint32_t> known_;  // shape -> its node
  std::vector<std::uint32_t> open_;   // shapes without fields yet
};

}  // namespace

TypeId TypeGraph::import(const std::shared_ptr<const TypeData>& data, TypeExpr expr) {
  return Importer(*this, data).import(expr);
}

}  // namespace schema

TypeBuilder::TypeBuilder() : graph_(std::make_unique<TypeGraph>()) {}
TypeBuilder::~TypeBuilder() = default;
TypeBuilder::TypeBuilder(TypeBuilder&&) noexcept = default;
TypeBuilder& TypeBuilder::operator=(TypeBuilder&&) noexcept = default;

// Memory that runs out is one more thing that build() says.
template <typename Work>
TypeId TypeBuilder::note(Work&& work) {
  TypeId made;
  Status status = guarded([&]() -> Status {
    made = work(*graph_);
    return {};
  });
  if (!status.ok() && graph_->error.ok()) graph_->error = std::move(status);
  return made;
}

TypeId TypeBuilder::code(TypeCode code) {
  return note([&](TypeGraph& graph) -> TypeId {
    // What it says without its operands must be a type already.
    const auto byte = static_cast<std::byte>(code);
    const Result<std::size_t> size = schema::validate_type(schema::TypeTable(), {&byte, 1});
    if (!size.ok()) {
      graph.fail("type code " + std::to_string(static_cast<unsigned>(code)) +
                 " does not stand alone");
      return {};
    }
    return graph.add({.code = code}, {});
  });
}

TypeId TypeBuilder::optional(TypeId element) {
  return note([&](TypeGraph& graph) {
    return graph.add({.code = TypeCode::kOptional}, {&element, 1});
  });
}
TypeId TypeBuilder::list(TypeId element) {
  return note([&](TypeGraph& graph) {
    return graph.add({.code = TypeCode::kList}, {&element, 1});
  });
}
TypeId TypeBuilder::set(TypeId element) {
  return note([&](TypeGraph& graph) { return graph.add({.code = TypeCode::kSet}, {&element, 1}); });
}
TypeId TypeBuilder::ref(TypeId object) {
  return note([&](TypeGraph& graph) { return graph.add({.code = TypeCode::kRef}, {&object, 1}); });
}
TypeId TypeBuilder::array(TypeId element, std::uint64_t count) {
  return note([&](TypeGraph& graph) {
    return graph.add({.code = TypeCode::kArray, .count = count}, {&element, 1});
  });
}
TypeId TypeBuilder::bits(std::uint64_t count) {
  return note(
      [&](TypeGraph& graph) { return graph.add({.code = TypeCode::kBits, .count = count}, {}); });
}
TypeId TypeBuilder::map(TypeId key, TypeId value) {
  const TypeId both[] = {key, value};
  return note([&](TypeGraph& graph) { return graph.add({.code = TypeCode::kMap}, both); });
}
TypeId TypeBuilder::ordered_map(TypeId key, TypeId value) {
  const TypeId both[] = {key, value};
  return note([&](TypeGraph& graph) { return graph.add({.code = TypeCode::kOrderedMap}, both); });
}
TypeId TypeBuilder::variant(std::span<const TypeId> alternatives) {
  return note(
      [&](TypeGraph& graph) { return graph.add({.code = TypeCode::kVariant}, alternatives); });
}
TypeId TypeBuilder::tuple(std::span<const TypeId> elements) {
  return note([&](TypeGraph& graph) { return graph.add({.code = TypeCode::kTuple}, elements); });
}

TypeId TypeBuilder::enumeration(std::string_view name, TypeCode integer) {
  return note([&](TypeGraph& graph) -> TypeId {
    const bool is_integer = integer >= TypeCode::kBool && integer <= TypeCode::kVarU64 &&
                            integer != TypeCode::kF32 && integer != TypeCode::kF64;
    if (!wire::is_utf8(name)) {
      graph.fail("an enum with a name that is not UTF-8");
    } else if (!is_integer) {
      graph.fail("enum " + schema::quoted(name) + ": its type is not an integer");
    } else {
      TypeGraph::Node node{.code = TypeCode::kEnum, .integer = integer};
      node.record = static_cast<std::uint32_t>(graph.names.size());
      node.size += name.size();
      graph.names.emplace_back(name);
      return graph.add(node, {});
    }
    return {};
  });
}

TypeId TypeBuilder::record(std::string_view name, std::uint32_t version) {
  return note([&](TypeGraph& graph) { return graph.add_record(name, version); });
}

void TypeBuilder::super(TypeId record, TypeId base) {
  note([&](TypeGraph& graph) -> TypeId {
    if (graph.is_record(record) && graph.is_record(base)) {
      graph.records[graph.nodes[record.number].record].super = graph.nodes[base.number].record;
    }
    return {};
  });
}
void TypeBuilder::field(TypeId record, std::string_view name, TypeId type) {
  note([&](TypeGraph& graph) -> TypeId {
    graph.add_entry(record, {std::string(name), 1, type.number, true});
    return {};
  });
}
void TypeBuilder::unnamed(TypeId record, TypeId type, std::uint64_t repeat) {
  note([&](TypeGraph& graph) -> TypeId {
    graph.add_entry(record, {{}, repeat, type.number, false});
    return {};
  });
}
void TypeBuilder::keep(TypeId record) {
  note([&](TypeGraph& graph) -> TypeId {
    if (graph.is_record(record)) graph.kept.push_back(graph.nodes[record.number].record);
    return {};
  });
}

TypeId TypeBuilder::use(const Type& type) {
  return note([&](TypeGraph& graph) { return graph.import(type.data_, type.expr()); });
}

Result<Type> TypeBuilder::build(TypeId root) const {
  return guarded([&]() -> Result<Type> {
    if (!graph_->error.ok()) return graph_->error;
    if (root.number >= graph_->nodes.size()) {
      return Status(Code::kUsage, "a type that this builder did not make");
    }
    const Result<std::vector<std::byte>> table = graph_->write(root.number);
    if (!table.ok()) return table.status();
    return Type::parse(*table);
  });
}

}  // namespace fastser
