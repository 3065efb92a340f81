// SPDX-License-Identifier: MIT
//
// Defaults: what fields get that an archive of another version does not have. By the nodes, which
// know how every value lies in memory; or by the function that the layout gives for a record.
//
// Records and arrays of nothing can be many: each value takes a unit of the budget.
#include <array>
#include <cstring>
#include <memory>
#include <utility>

#include "archive/plan/nodes.hpp"
#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/archive/typed/decoder.hpp"

namespace fastser::archive {
namespace {

using NodeKind = Node::Kind;

// As much as the longest value of fixed size.
constexpr std::array<std::byte, kMaxFixed> kZeros{};

void zero_fixed(const NodeFixed& fixed, void* value, Decoder& decoder) {
  if (fixed.access == nullptr) {
    std::memset(value, 0, fixed.size);
    return;
  }
  const Code code = fixed.access->load(fixed.access->context, value, kZeros.data());
  if (code != Code::kOk) decoder.fail(code, decoder.end, kRefused);
}

// No elements: their types do not matter, any that there is will do.
void empty(const Node& node, void* value, Decoder& decoder) {
  const TypeExpr any = decoder.writer->root();
  if (node.kind == NodeKind::kMap) {
    static_cast<void>(as<MapNode>(node).read(as<MapNode>(node), value, 0,
                                             {any, any, Inside::kElement}, decoder.end, decoder));
  } else {
    static_cast<void>(
        as<ListNode>(node).read(as<ListNode>(node), value, 0, any, decoder.end, decoder));
  }
}

// An any may lead to itself.
void first_of(const VariantNode& node, void* value, Decoder& decoder) {
  if (node.alternatives.empty()) return;
  if (!decoder.enter()) {
    decoder.fail_depth(decoder.end);
    return;
  }
  void* const inner = node.make(node, value, 0, decoder);
  if (inner != nullptr) put_default(*node.alternatives[0], inner, decoder);
  decoder.leave();
}

void reset_fields(const RecordNode& node, void* object, const bool* missing, Decoder& decoder);

void zero_record(const RecordNode& node, void* value, Decoder& decoder) {
  if (!decoder.enter()) {
    decoder.fail_depth(decoder.end);
    return;
  }
  const std::size_t count = node.fields.size();
  if (!decoder.charge(count)) {
    decoder.fail_budget(decoder.end);
  } else {
    const auto all = std::make_unique<bool[]>(count);
    std::memset(all.get(), 1, count);
    reset_fields(node, value, all.get(), decoder);
    decoder.budget += count;
  }
  decoder.leave();
}

void reset_fields(const RecordNode& node, void* object, const bool* missing, Decoder& decoder) {
  const auto& places = *static_cast<const NodePlaces*>(node.context);
  if (places.defaults.reset != nullptr) {
    const Code code = places.defaults.reset(places.defaults.context, object, missing);
    if (code != Code::kOk) decoder.fail(code, decoder.end, kRefused);
    return;
  }
  for (std::size_t i = 0; i < node.fields.size() && !decoder.failed(); ++i) {
    if (!missing[i]) continue;
    put_default(*node.fields[i].node, static_cast<std::byte*>(object) + places.offsets[i], decoder);
  }
}

}  // namespace

void put_default(const Node& node, void* value, Decoder& decoder) {
  if (decoder.failed()) return;
  if (!decoder.charge(1)) {
    decoder.fail_budget(decoder.end);
    return;
  }
  switch (node.kind) {
    case NodeKind::kNull: break;
    case NodeKind::kScalar:
      std::memset(value, 0, schema::fixed_size(as<ScalarNode>(node).memory));
      break;
    case NodeKind::kDuration:
      std::memset(value, 0, schema::fixed_size(as<DurationNode>(node).memory));
      break;
    case NodeKind::kDate: as<DateNode>(node).set(as<DateNode>(node), value, 0, 0); break;
    case NodeKind::kText:
      if (!as<TextNode>(node).assign(as<TextNode>(node), value, "", 0, decoder)) {
        decoder.fail_budget(decoder.end);
      }
      break;
    case NodeKind::kBits:
      as<BitsNode>(node).assign(as<BitsNode>(node), value, kZeros.data());
      break;
    case NodeKind::kOptional:
      as<OptionalNode>(node).reset(as<OptionalNode>(node), value, decoder);
      break;
    case NodeKind::kList:
    case NodeKind::kSet:
    case NodeKind::kMap: empty(node, value, decoder); break;
    case NodeKind::kArray: {
      auto* element = static_cast<std::byte*>(value);
      const auto& array = as<ArrayNode>(node);
      for (std::size_t i = 0; i < array.count && !decoder.failed(); ++i) {
        put_default(*array.element, element, decoder);
        element += array.stride;
      }
      break;
    }
    case NodeKind::kVariant: first_of(as<VariantNode>(node), value, decoder); break;
    case NodeKind::kTuple:
      for (std::size_t i = 0; i < as<TupleNode>(node).elements.size(); ++i) {
        const auto& tuple = as<TupleNode>(node);
        put_default(*tuple.elements[i], tuple.at(tuple, value, i), decoder);
      }
      break;
    case NodeKind::kRecord: zero_record(as<RecordNode>(node), value, decoder); break;
    case NodeKind::kPointer:
      as<PointerNode>(node).clear(as<PointerNode>(node), value, decoder);
      break;
    case NodeKind::kOwned: break;  // plans have none
    case NodeKind::kWrapped:
      if (node.code == TypeCode::kOwnedAny) {
        put_default(*as<WrappedNode>(node).inner, value, decoder);
        break;
      }
      zero_fixed(*static_cast<const NodeFixed*>(node.context), value, decoder);
      break;
  }
}

// What is not in the archive is no depth of it: wherever it is missing, it nests as deep as readers
// go by default.
void reset_record(const RecordNode& node, void* object, const bool* missing, Decoder& decoder) {
  const std::uint32_t outer = std::exchange(decoder.depth_left, Limits{}.depth);
  reset_fields(node, object, missing, decoder);
  decoder.depth_left = outer;
}

}  // namespace fastser::archive
