// SPDX-License-Identifier: MIT
//
// PayloadWriter: which alternative of a variant a value is. Other formats do not say; of types that
// it can be, the one is taken that loses nothing and says most, the first of such. A list of two
// may also be [index, value] (msgpack.hpp). It is that if no alternative takes the list with what
// is in it; in MessagePack also if the variant is one that the codec always writes so.
// docs/plans.md has the rule. Where the reader told it, that is it.
#include <algorithm>

#include "convert/archive/payload_writer.hpp"
#include "convert/archive/unclear.hpp"
#include "convert/archive/value_fit.hpp"

namespace fastser::convert {

using schema::TypeCode;

namespace {

// The alternative of a variant that has this index.
schema::TypeExpr alternative(schema::TypeExpr variant, std::uint64_t index) {
  schema::TypeExpr at = schema::first_operand(variant);
  for (std::uint64_t i = 0; i < index; ++i) at = schema::skip_type(at);
  return at;
}

}  // namespace

Fit PayloadWriter::fit(const Node& node, Expr type) {
  const TypeCode code = schema::code(type);
  const bool is_null = node.kind == NodeKind::kNull;
  switch (code) {
    case TypeCode::kAny: return Fit::kLoosely;
    case TypeCode::kOptional:
    case TypeCode::kRef: return is_null ? Fit::kWidened : fit(node, schema::element(type));
    case TypeCode::kVariant: return choose(node, type).fit;
    case TypeCode::kNull: return is_null ? Fit::kExactly : Fit::kNot;
    case TypeCode::kBool: return node.kind == NodeKind::kBool ? Fit::kExactly : Fit::kNot;
    case TypeCode::kEnum: return fit(node, schema::enum_integer(type));
    case TypeCode::kF32:
    case TypeCode::kF64: {
      if (!holds_real(code, node)) return Fit::kNot;
      const bool widened =
          is_integer(node) || (code == TypeCode::kF64) == (node.kind == NodeKind::kF32);
      return widened && node.kind != NodeKind::kReal ? Fit::kWidened : Fit::kExactly;
    }
    case TypeCode::kDuration: return holds(code, node) ? Fit::kLoosely : Fit::kNot;
    case TypeCode::kDate: return node.kind == NodeKind::kMoment ? Fit::kExactly : Fit::kNot;
    case TypeCode::kAppleDate: return node.kind == NodeKind::kMoment ? Fit::kWidened : Fit::kNot;
    case TypeCode::kData:
    case TypeCode::kSharedData: return fit_data(node);
    case TypeCode::kUuid:
    case TypeCode::kDecimal:
    case TypeCode::kBits:
      return node.kind == NodeKind::kString || node.kind == NodeKind::kData ? Fit::kLoosely
                                                                            : Fit::kNot;
    case TypeCode::kList:
    case TypeCode::kSet: return node.kind == NodeKind::kList ? Fit::kExactly : Fit::kNot;
    case TypeCode::kArray:
    case TypeCode::kTuple: {
      const std::uint64_t count = schema::operand_count(type);
      if (is_null && code == TypeCode::kTuple && count == 0) return Fit::kBarely;
      if (node.kind != NodeKind::kList || node.count != count) return Fit::kNot;
      // In a list nothing at all is told as [], which a list among the alternatives is rather.
      const bool means_absent = code == TypeCode::kTuple && count == 0;
      return means_absent ? Fit::kLoosely : Fit::kExactly;
    }
    case TypeCode::kMap:
    case TypeCode::kOrderedMap: {
      const bool by_text = is_text(schema::code(schema::key_type(type)));
      if (node.kind == NodeKind::kMap) return by_text ? Fit::kLoosely : Fit::kExactly;
      return node.kind == NodeKind::kObject ? (by_text ? Fit::kWidened : Fit::kLoosely) : Fit::kNot;
    }
    case TypeCode::kRecord: return fit_record(node, schema::operand_shape(type));
    default:
      if (is_text(code)) return node.kind == NodeKind::kString ? Fit::kExactly : Fit::kNot;
      return holds(code, node) ? Fit::kExactly : Fit::kNot;
  }
}

// Data can be made of a list of bytes, too.
Fit PayloadWriter::fit_data(const Node& node) const {
  if (node.kind == NodeKind::kData) return Fit::kExactly;
  if (node.kind != NodeKind::kList) return Fit::kNot;
  const auto first = static_cast<std::uint32_t>(&node - document_.nodes.data());
  for (std::uint32_t at = first + 1; at < node.end; at = document_.nodes[at].end) {
    if (!holds(TypeCode::kU8, document_.nodes[at])) return Fit::kNot;
  }
  return Fit::kLoosely;
}

// What is no extension does not become one.
Fit PayloadWriter::fit_record(const Node& node, std::uint32_t shape) {
  const bool is_ext = shape == ext_shape_;
  if (is_ext || node.kind == NodeKind::kExt) {
    return is_ext && node.kind == NodeKind::kExt ? Fit::kExactly : Fit::kNot;
  }
  const Fit by_keys = fit_keys(node, shape);
  const Fields* const fields = fields_of(shape);
  if (fields == nullptr || !fields->is_lone || fit_hops_ == kMostLone) return by_keys;
  ++fit_hops_;
  const Fit as_field = fit(node, fields->all[0].type);
  --fit_hops_;
  return std::max(by_keys, as_field);
}

// An object fits exactly whose keys are all fields.
Fit PayloadWriter::fit_keys(const Node& node, std::uint32_t shape) {
  if (node.kind == NodeKind::kList) return Fit::kLoosely;
  if (node.kind != NodeKind::kObject) return Fit::kNot;
  const Fields* const fields = fields_of(shape);
  if (fields == nullptr) return Fit::kNot;
  const auto first = static_cast<std::uint32_t>(&node - document_.nodes.data());
  for (std::uint32_t at = first + 1; at < node.end; at = document_.nodes[at].end) {
    if (!fields->keys.contains(document_.nodes[at].key)) return Fit::kLoosely;
  }
  return Fit::kExactly;
}

// Whether a list fits with its elements, these by what they are. Only lists of two are asked about.
bool PayloadWriter::fits_inside(const Node& list, Expr type) {
  const auto first = static_cast<std::uint32_t>(&list - document_.nodes.data());
  const auto all_fit = [&](auto&& type_of) {
    std::size_t index = 0;
    for (std::uint32_t at = first + 1; at < list.end; at = document_.nodes[at].end, ++index) {
      if (fit(document_.nodes[at], type_of(index)) == Fit::kNot) return false;
    }
    return true;
  };
  switch (schema::code(type)) {
    case TypeCode::kOptional:
    case TypeCode::kRef: return fits_inside(list, schema::element(type));
    case TypeCode::kVariant: {
      const Choice best = best_of(list, type, false);
      return best.fit != Fit::kNot && fits_inside(list, best.type);
    }
    case TypeCode::kList:
    case TypeCode::kSet:
    case TypeCode::kArray: return all_fit([&](std::size_t) { return schema::element(type); });
    case TypeCode::kTuple:
      return all_fit([at = schema::first_operand(type)](std::size_t index) mutable {
        if (index != 0) at = schema::skip_type(at);
        return at;
      });
    case TypeCode::kRecord: {
      const Fields* const fields = fields_of(schema::operand_shape(type));
      if (fields == nullptr) return false;
      if (fields->is_lone) return true;  // what it stands for may be such a record again
      if (list.count > fields->all.size()) return false;
      return all_fit([&](std::size_t index) { return fields->all[index].type; });
    }
    default: return true;  // data was looked at whole; `any` takes each list
  }
}

// The first alternative that fits best; `inside`: of those that a list fits with its elements.
PayloadWriter::Choice PayloadWriter::best_of(const Node& node, Expr type, bool inside) {
  const auto number = static_cast<std::uint32_t>(&node - document_.nodes.data());
  Choice best{.type = {}, .node = number};
  Expr at = schema::first_operand(type);
  const std::uint64_t count = schema::operand_count(type);
  for (std::uint64_t i = 0; i < count && best.fit != Fit::kExactly; ++i) {
    if (i != 0) at = schema::skip_type(at);
    const Fit found = fit(node, at);
    if (found <= best.fit || (inside && !fits_inside(node, at))) continue;
    best = {i, at, found, number};
  }
  return best;
}

// What [index, value] says; no fit if the node cannot be that.
PayloadWriter::Choice PayloadWriter::indexed(const Node& node, Expr type) {
  if (node.kind != NodeKind::kList || node.count != 2) return {};
  const auto number = static_cast<std::uint32_t>(&node - document_.nodes.data());
  const Node& index = document_.nodes[number + 1];
  if (index.kind != NodeKind::kUnsigned || index.bits >= schema::operand_count(type)) return {};
  const Expr at = alternative(type, index.bits);
  return {index.bits, at, fit(document_.nodes[index.end], at), index.end};
}

PayloadWriter::Choice PayloadWriter::choose(const Node& node, Expr type) {
  if (node.choice != 0) {
    const auto number = static_cast<std::uint32_t>(&node - document_.nodes.data());
    if (node.choice > schema::operand_count(type)) return {.type = {}, .node = number};
    const std::uint64_t index = node.choice - std::uint64_t{1};
    return {index, alternative(type, index), Fit::kExactly, number};
  }
  const Choice best = best_of(node, type, false);
  const Choice by_index = indexed(node, type);
  if (by_index.fit == Fit::kNot) return best;
  if (best.fit == Fit::kNot) return by_index;
  if (looks_inside_) return best;  // either says that there is a fit
  if (rules_.list_of_two == ListOfTwo::kByCodec && is_unclear(types_, type)) return by_index;
  looks_inside_ = true;
  const Choice value = best_of(node, type, true);
  looks_inside_ = false;
  return value.fit != Fit::kNot ? value : by_index;
}

}  // namespace fastser::convert
