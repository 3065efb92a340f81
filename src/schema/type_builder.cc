// SPDX-License-Identifier: MIT
//
// TypeBuilder: taking calls.
#include <algorithm>
#include <utility>

#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/wire/utf8.hpp"
#include "schema/type_graph.hpp"

namespace fastser {

using schema::TypeGraph;

namespace schema {

std::string in_quotes(std::string_view name) { return '"' + std::string(name) + '"'; }

void TypeGraph::fail(std::string message) {
  if (error.ok()) error = Status(Code::kUsage).with_detail(std::move(message));
}

bool TypeGraph::knows(TypeId type) {
  if (type.number < nodes.size()) return true;
  fail("a TypeId of another TypeBuilder");
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
    fail("record " + in_quotes(to.name) + ": a field with a name that is not UTF-8");
  } else if (entry.repeat == 0) {
    fail("record " + in_quotes(to.name) + ": a field with the repeat count 0");
  } else {
    to.entries.push_back(std::move(entry));
  }
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
                 " cannot be used alone");
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
      graph.fail("enum " + schema::in_quotes(name) + ": its type is not an integer");
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
      return Status(Code::kUsage, "a TypeId of another TypeBuilder");
    }
    const Result<std::vector<std::byte>> table = graph_->write(root.number);
    if (!table.ok()) return table.status();
    return Type::parse(*table);
  });
}

}  // namespace fastser
