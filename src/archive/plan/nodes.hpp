// SPDX-License-Identifier: MIT
//
// PlanNodes: a layout as nodes (internal/archive/resolve/node.hpp), by which archives of other
// versions are read into it. Made once for a plan, from its type (without shared strings, which
// makes no difference to nodes) and the forms it is bound to.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "archive/plan/program.hpp"
#include "fastser/internal/archive/resolve/node.hpp"

namespace fastser::archive {

/// What the functions of a record's or tuple's node know.
struct NodePlaces {
  std::vector<std::size_t> offsets;
  std::vector<FieldNode> fields;
  std::vector<std::string_view> levels;
  std::vector<const Node*> inner;
  DefaultAccess defaults = {};
};
/// What those of a variant or any know.
struct NodeChoice {
  const VariantAccess* access;
  std::vector<std::size_t> boxes;  ///< as PlanProgram has them
};
/// What those of a value behind FixedAccess know.
struct NodeFixed {
  const FixedAccess* access;
  TypeCode code;     ///< on the wire
  std::size_t size;  ///< there
  bool plain;        ///< the bytes themselves: uuid, decimal, apple date
};

struct PlanNodes {
  const Node* root = nullptr;

  // Deques: nodes refer to each other, and do not move.
  std::deque<Node> nulls;
  std::deque<ScalarNode> scalars;
  std::deque<DurationNode> durations;
  std::deque<DateNode> dates;
  std::deque<TextNode> texts;
  std::deque<BitsNode> bits;
  std::deque<OptionalNode> optionals;
  std::deque<ListNode> lists;
  std::deque<ArrayNode> arrays;
  std::deque<MapNode> maps;
  std::deque<VariantNode> variants;
  std::deque<NodeChoice> choices;
  std::deque<TupleNode> tuples;
  std::deque<RecordNode> records;
  std::deque<PointerNode> pointers;
  std::deque<WrappedNode> wrapped;
  std::deque<NodePlaces> places;
  std::deque<NodeFixed> fixed;
  std::deque<PlanClass> classes;
};

/// The nodes of a program's type, which compile_plan has bound to these forms; null for records of
/// more than a million fields.
[[nodiscard]] std::unique_ptr<PlanNodes> make_plan_nodes(const PlanProgram& program,
                                                         const LayoutGraph& layout,
                                                         const Accessors& accessors,
                                                         std::uint32_t root);
/// Gives a value what an archive lacks (Layout::defaults); a failure is the decoder's.
void put_default(const Node& node, void* value, Decoder& decoder);
void reset_record(const RecordNode& node, void* object, const bool* missing, Decoder& decoder);

/// The node of a list of the root, which `access` (it must outlive the node) makes longer.
[[nodiscard]] ListNode list_node(const ListAccess& access, const Node& element);

}  // namespace fastser::archive
