// SPDX-License-Identifier: MIT
//
// What fits what. An alternative of the reader's takes a value if it is of the same class or type;
// else if it can hold every value of the type, the widest first. Position counts only among those
// that cannot be told apart. Types are compared as far as the first class: what a class consists of
// is found out when it is read.
#include "archive/resolve/fit.hpp"

#include <algorithm>
#include <string>

#include "fastser/internal/archive/resolve/slot_type.hpp"
#include "fastser/internal/archive/resolve/wire_numbers.hpp"

namespace fastser::archive {
namespace {

using schema::code;
using Kind = Node::Kind;

Fit wider_at_best(Fit of) noexcept { return std::min(of, Fit::kWider); }
Fit exact_if(bool exact, bool fits = true) noexcept {
  return exact ? Fit::kExact : fits ? Fit::kWider : Fit::kNot;
}

/// The fixed code of the same number.
TypeCode fixed_code(TypeCode varying) noexcept {
  return varying >= TypeCode::kVarI16 && varying <= TypeCode::kVarU64
             ? static_cast<TypeCode>(static_cast<int>(varying) - 8)
             : varying;
}

Fit fit_scalar(const ScalarNode& node, TypeExpr type, const schema::TypeTable& table) {
  TickLength tick{};
  if (code(type) == TypeCode::kRecord && tick_length(table, type, tick)) {
    return wider_at_best(fit_scalar(node, type, table));
  }
  if (node.memory == TypeCode::kBool) return exact_if(code(type) == TypeCode::kBool, false);
  if (!number_fits(type, node.memory)) return Fit::kNot;
  if (code(type) == TypeCode::kEnum) return exact_if(schema::enum_name(type) == node.enum_name);
  return exact_if(node.enum_name.empty() && fixed_code(code(type)) == node.memory);
}

Fit fit_duration(const DurationNode& node, TypeExpr type, const schema::TypeTable& table) {
  TickLength tick{};
  const bool said = tick_length(table, type, tick);
  if (!said || code(type) == TypeCode::kF32 || code(type) == TypeCode::kF64) {
    if (!number_fits(type, node.memory)) return Fit::kNot;
  }
  return exact_if(said && tick.num == node.tick.num && tick.den == node.tick.den);
}

Fit fit_text(const TextNode& node, TypeExpr type) {
  const TypeCode what = code(type);
  if (node.code == TypeCode::kData) {
    if (what == TypeCode::kList) {
      return exact_if(false, code(schema::element(type)) == TypeCode::kU8);  // the same bytes
    }
    return exact_if(what == TypeCode::kData || what == TypeCode::kSharedData, false);
  }
  const bool is_string = what == TypeCode::kString || what == TypeCode::kSharedString;
  const bool is_name = what == TypeCode::kUrl || what == TypeCode::kClassRef;
  return node.code == TypeCode::kString ? exact_if(is_string, is_name)
                                        : exact_if(what == node.code, is_string || is_name);
}

Fit fit_elements(const Node& node, TypeExpr type, const schema::TypeTable& table) {
  const Node& element =
      node.kind == Kind::kArray ? *as<ArrayNode>(node).element : *as<ListNode>(node).element;
  const TypeCode what = code(type);
  if (!is_sequence(what) || (node.kind == Kind::kArray && what == TypeCode::kSet)) return Fit::kNot;
  if (node.kind == Kind::kArray && what == TypeCode::kArray &&
      schema::operand_count(type) != as<ArrayNode>(node).count) {
    return Fit::kNot;
  }
  const Fit inner = fit(element, schema::element(type), table);
  return what == node.code ? inner : wider_at_best(inner);
}

Fit fit_map(const MapNode& node, TypeExpr type, const schema::TypeTable& table) {
  const bool pairs = node.takes_pairs && is_list_of_pairs(type);
  if (!pairs && !is_map(type)) return Fit::kNot;
  const TypeExpr key =
      pairs ? schema::first_operand(schema::element(type)) : schema::key_type(type);
  const Fit both =
      std::min(fit(*node.key, key, table), fit(*node.mapped, schema::skip_type(key), table));
  return pairs == node.takes_pairs ? both : wider_at_best(both);
}

Fit fit_variant(const VariantNode& node, TypeExpr type, const schema::TypeTable& table) {
  if (code(type) == TypeCode::kVariant) return Fit::kWider;
  Fit best = Fit::kNot;
  for (const Node* one : node.alternatives) best = std::max(best, fit(*one, type, table));
  return wider_at_best(best);
}

Fit fit_tuple(const TupleNode& node, TypeExpr type, const schema::TypeTable& table) {
  if (code(type) != TypeCode::kTuple || schema::operand_count(type) != node.elements.size()) {
    return Fit::kNot;
  }
  Fit worst = Fit::kExact;
  TypeExpr inner = schema::first_operand(type);
  for (const Node* one : node.elements) {
    worst = std::min(worst, fit(*one, inner, table));
    inner = schema::skip_type(inner);
  }
  return worst;
}

Fit fit_record(const RecordNode& node, TypeExpr type, const schema::TypeTable& table) {
  if (code(type) == TypeCode::kAnyRecord) return Fit::kWider;
  if (code(type) != TypeCode::kRecord) return Fit::kNot;
  const std::string_view name = table.shapes()[schema::operand_shape(type)].name;
  return exact_if(name == node.name && !name.empty(), name.empty() || node.name.empty());
}

Fit fit_pointer(const PointerNode& node, TypeExpr type, const schema::TypeTable& table) {
  if (code(type) == TypeCode::kAnyRef) return exact_if(node.key == nullptr);
  if (code(type) != TypeCode::kRef) return Fit::kNot;
  if (node.key != nullptr) return fit(*node.key->node, schema::element(type), table);
  return exact_if(false, code(schema::element(type)) == TypeCode::kRecord);
}

// How wide a number is; integers are wider than floats of as many bits.
int width(const Node& node) noexcept {
  if (node.kind != Kind::kScalar) return 0;
  const TypeCode memory = as<ScalarNode>(node).memory;
  const bool is_float = memory == TypeCode::kF32 || memory == TypeCode::kF64;
  return 2 * static_cast<int>(schema::fixed_size(memory)) + (is_float ? 0 : 1);
}

void append(const Node& node, std::string& text, int depth);

void append_all(std::span<const Node* const> nodes, std::string& text, int depth) {
  text += '<';
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (i != 0) text += ", ";
    append(*nodes[i], text, depth);
  }
  text += '>';
}
void append_one(const Node& node, std::string& text, int depth) {
  text += '<';
  append(node, text, depth);
  text += '>';
}

void append(const Node& node, std::string& text, int depth) {
  constexpr int kMaxTextDepth = 8;
  if (depth > kMaxTextDepth || text.size() > 200) {
    text += "...";
    return;
  }
  ++depth;
  if (node.kind == Kind::kWrapped) return append(*as<WrappedNode>(node).inner, text, depth);
  text += schema::code_name(node.code);
  switch (node.kind) {
    case Kind::kScalar:
      if (!as<ScalarNode>(node).enum_name.empty()) {
        text += ' ' + std::string(as<ScalarNode>(node).enum_name) + ':';
        text += schema::code_name(as<ScalarNode>(node).memory);
      }
      break;
    case Kind::kDuration:
      if (node.code != TypeCode::kDuration) {
        const TickLength tick = as<DurationNode>(node).tick;
        text += ' ' + std::string(kDurationName) + std::to_string(tick.num) + '/' +
                std::to_string(tick.den) + ':';
        text += schema::code_name(as<DurationNode>(node).memory);
      }
      break;
    case Kind::kBits: text += '<' + std::to_string(as<BitsNode>(node).count) + '>'; break;
    case Kind::kOptional: append_one(*as<OptionalNode>(node).element, text, depth); break;
    case Kind::kList:
    case Kind::kSet: append_one(*as<ListNode>(node).element, text, depth); break;
    case Kind::kArray:
      append_one(*as<ArrayNode>(node).element, text, depth);
      text.insert(text.size() - 1, ", " + std::to_string(as<ArrayNode>(node).count));
      break;
    case Kind::kMap:
      append_one(*as<MapNode>(node).key, text, depth);
      text.back() = ',';
      text += ' ';
      append(*as<MapNode>(node).mapped, text, depth);
      text += '>';
      break;
    case Kind::kVariant: append_all(as<VariantNode>(node).alternatives, text, depth); break;
    case Kind::kTuple: append_all(as<TupleNode>(node).elements, text, depth); break;
    case Kind::kRecord: text += ' ' + std::string(as<RecordNode>(node).name); break;
    case Kind::kPointer:
      if (as<PointerNode>(node).key != nullptr) {
        append_one(*as<PointerNode>(node).key->node, text, depth);
      }
      break;
    default: break;
  }
}

/// The alternative for a value of a type, where that says it.
std::size_t choose_for(const VariantNode& node, TypeExpr type, const WriterChoice& choice,
                       const schema::TypeTable& table) {
  const std::size_t count = node.alternatives.size();
  const auto fits = [&](std::size_t i) { return fit(*node.alternatives[i], type, table); };
  Fit best = Fit::kNot;
  std::size_t first = count;
  std::size_t equals = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Fit found = fits(i);
    if (found == Fit::kNot || found < best) continue;
    if (found > best) equals = 0;
    if (equals++ == 0) first = i;
    best = found;
  }
  if (equals <= 1) return first;
  if (best == Fit::kWider) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(choice.index, count));
    std::size_t widest = first;
    for (std::size_t i = first; i < count; ++i) {
      if (fits(i) == best && width(*node.alternatives[i]) > width(*node.alternatives[widest])) {
        widest = i;
      }
    }
    if (width(*node.alternatives[widest]) != 0) return widest;
    return choice.variant.at != nullptr && wanted < count && fits(wanted) == best ? wanted : first;
  }
  // The same type several times: the first of the writer's goes to the first of the reader's.
  std::uint64_t ordinal = 0;
  if (choice.variant.at != nullptr) {
    TypeExpr one = schema::first_operand(choice.variant);
    for (std::uint64_t i = 0; i < choice.index; ++i, one = schema::skip_type(one)) {
      ordinal += fit(*node.alternatives[first], one, table) == best ? 1U : 0U;
    }
  }
  for (std::size_t i = first; i < count; ++i) {
    if (fits(i) != best) continue;
    first = i;
    if (ordinal-- == 0) break;
  }
  return first;
}

}  // namespace

bool is_map(TypeExpr type) noexcept {
  return code(type) == TypeCode::kMap || code(type) == TypeCode::kOrderedMap;
}

bool is_list_of_pairs(TypeExpr type) noexcept {
  return code(type) == TypeCode::kList && code(schema::element(type)) == TypeCode::kTuple &&
         schema::operand_count(schema::element(type)) == 2;
}

Fit fit(const Node& node, TypeExpr type, const schema::TypeTable& table) {
  const TypeCode what = code(type);
  if (node.kind == Kind::kWrapped) {
    if (what == TypeCode::kOwnedAny) return exact_if(node.code == what, false);
    return fit(*as<WrappedNode>(node).inner, type, table);
  }
  // What is in it is found out when it is read.
  if (what == TypeCode::kAny) return exact_if(node.kind == Kind::kVariant && node.code == what);
  if (what == TypeCode::kRef && node.kind != Kind::kPointer) {
    return wider_at_best(fit(node, schema::element(type), table));
  }
  if (what == TypeCode::kAnyRef && node.kind == Kind::kRecord) return Fit::kWider;
  switch (node.kind) {
    case Kind::kNull: return exact_if(what == node.code, false);
    case Kind::kScalar: return fit_scalar(as<ScalarNode>(node), type, table);
    case Kind::kDuration: return fit_duration(as<DurationNode>(node), type, table);
    case Kind::kDate: return exact_if(what == TypeCode::kDate, false);
    case Kind::kText: return fit_text(as<TextNode>(node), type);
    case Kind::kBits:
      return exact_if(
          what == TypeCode::kBits && schema::operand_count(type) == as<BitsNode>(node).count,
          false);
    case Kind::kOptional:
      if (what == TypeCode::kNull) return Fit::kWider;
      if (what == TypeCode::kOptional) {
        return fit(*as<OptionalNode>(node).element, schema::element(type), table);
      }
      return wider_at_best(fit(*as<OptionalNode>(node).element, type, table));
    case Kind::kList:
    case Kind::kSet:
    case Kind::kArray: return fit_elements(node, type, table);
    case Kind::kMap: return fit_map(as<MapNode>(node), type, table);
    case Kind::kVariant: return fit_variant(as<VariantNode>(node), type, table);
    case Kind::kTuple: return fit_tuple(as<TupleNode>(node), type, table);
    case Kind::kRecord: return fit_record(as<RecordNode>(node), type, table);
    case Kind::kPointer: return fit_pointer(as<PointerNode>(node), type, table);
    case Kind::kOwned: return exact_if(what == TypeCode::kOwnedAny, false);
    case Kind::kWrapped: break;
  }
  return Fit::kNot;
}

bool starts_with(const Node& node, TypeExpr type) {
  const TypeCode what = code(type);
  if (what == TypeCode::kAny) return true;
  const bool slot = is_slot(type);
  switch (node.kind) {
    case Kind::kPointer: return slot;
    case Kind::kWrapped: return starts_with(*as<WrappedNode>(node).inner, type);
    case Kind::kOptional:
      if (what == TypeCode::kOptional) type = schema::element(type);
      return what == TypeCode::kNull || starts_with(*as<OptionalNode>(node).element, type);
    case Kind::kVariant:
      return what == TypeCode::kVariant ||
             std::any_of(as<VariantNode>(node).alternatives.begin(),
                         as<VariantNode>(node).alternatives.end(),
                         [type](const Node* one) { return starts_with(*one, type); });
    case Kind::kList:
    case Kind::kSet: return slot || is_sequence(what);
    case Kind::kArray: return slot || what == TypeCode::kList || what == TypeCode::kArray;
    case Kind::kMap:
      return slot || is_map(type) || (as<MapNode>(node).takes_pairs && is_list_of_pairs(type));
    case Kind::kTuple:
      return slot || (what == TypeCode::kTuple &&
                      schema::operand_count(type) == as<TupleNode>(node).elements.size());
    case Kind::kRecord: return slot || what == TypeCode::kRecord || what == TypeCode::kAnyRecord;
    case Kind::kDuration:
      if (what == TypeCode::kRecord) return true;
      [[fallthrough]];
    default: return slot || fit(node, type, {}) != Fit::kNot;
  }
}

// By its class where it has one. Polymorphic pointers hold objects of many classes; between them
// the writer's type decides.
std::size_t choose(const VariantNode& node, const WriterChoice& choice,
                   const schema::TypeTable& table) {
  const std::size_t by_type = choose_for(node, choice.type, choice, table);
  if (choice.of_class.at == choice.type.at) return by_type;
  const std::size_t by_class = choose_for(node, choice.of_class, choice, table);
  const auto fit_of = [&](std::size_t i) {
    return i == node.alternatives.size() ? Fit::kNot
                                         : fit(*node.alternatives[i], choice.of_class, table);
  };
  const Fit found = fit_of(by_class);
  return found == Fit::kWider && fit_of(by_type) != Fit::kNot ? by_type : by_class;
}

std::string to_string(const Node& node) {
  std::string text;
  append(node, text, 0);
  return text;
}

}  // namespace fastser::archive
