// SPDX-License-Identifier: MIT
//
// Values of an archive. Recursion is bounded by the depth of the document and of types.
#include "convert/archive/payload_writer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>

#include "base/as_text.hpp"
#include "convert/archive/shape_keys.hpp"
#include "convert/archive/value_fit.hpp"
#include "convert/document/node_path.hpp"
#include "convert/json/text.hpp"
#include "convert/msgpack/ext_shape.hpp"
#include "fastser/internal/schema/lone_value.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::convert {
namespace {

using schema::TypeCode;

constexpr std::uint32_t kNotThere = static_cast<std::uint32_t>(-1);
constexpr std::uint64_t kFreeValues = std::uint64_t{1} << 20;  // that no document has, and for
constexpr std::uint64_t kValuesPerNode = 16;                   // each of its nodes
constexpr std::size_t kManyTexts = std::size_t{1} << 14;       // more than the caches hold
constexpr std::uint32_t kFetched = 32;                         // nodes at a time

// What an optional or a reference to this type has for a null. In a variant the choice is of that:
// a null is one of its alternatives. Elsewhere the choice may be of a variant around this.
bool is_nothing(const Node& node, schema::TypeExpr held) {
  return node.kind == NodeKind::kNull && (node.choice == 0 || !leads_to_variant(held));
}

}  // namespace

PayloadWriter::PayloadWriter(const Document& document, const schema::TypeTable& types,
                             const Rules& rules, const Progress& progress, Buffer& to)
    : out_(to),
      document_(document),
      types_(types),
      rules_(rules),
      budget_(kFreeValues + kValuesPerNode * document.nodes.size()),
      strings_(document.texts.size(), kNotThere),
      places_(document.texts.size(), 0),
      shapes_(types.shapes().size()),
      objects_(document.number_hash()),
      progress_(progress),
      tell_at_(progress.is_wanted() ? Progress::kEach : kNotThere),
      fetch_at_(document.texts.size() >= kManyTexts ? 0 : kNotThere) {
  while (ext_shape_ < shapes_.size() &&
         !is_ext_shape(types, types.shapes()[static_cast<std::size_t>(ext_shape_)])) {
    ++ext_shape_;
  }
}

Status PayloadWriter::write() {
  static_cast<void>(value(0, types_.root()));
  out_.finish();
  return error_;
}

// ---- errors

bool PayloadWriter::fail(Code code, std::string message, std::uint32_t node) {
  if (error_.ok()) {
    error_ =
        Status(code).with_detail(std::move(message)).with_path(path_between(document_, 0, node));
  }
  return false;
}
bool PayloadWriter::wrong(std::uint32_t node, Expr type) {
  const TypeCode code = schema::code(type);
  if (code == TypeCode::kAnyRef || code == TypeCode::kAnyRecord || code == TypeCode::kOwnedAny) {
    return fail(Code::kTypeMismatch, std::string(kNoClassSaid), node);
  }
  return fail(Code::kTypeMismatch, "the value is no " + schema::to_string(types_, type), node);
}
bool PayloadWriter::charge(std::uint64_t values, std::uint32_t node) {
  if (values > budget_) {
    return fail(Code::kOverBudget, "a type with many more fields than the input has values", node);
  }
  budget_ -= values;
  return true;
}

void PayloadWriter::tell(std::uint32_t node) {
  const std::size_t all = document_.nodes.size();
  progress_.tell(Progress::kTyped, Progress::kDone, node, all);
  tell_at_ = static_cast<std::uint32_t>(std::min(node + Progress::kEach, all));
}

// Texts lie anywhere. Those of the next nodes but a few are fetched: where they are, and whether
// they were written; and, one step later, their bytes.
void PayloadWriter::fetch(std::uint32_t node) {
  const std::vector<Node>& nodes = document_.nodes;
  const std::size_t last = nodes.size();
  const std::size_t first = std::min<std::size_t>(std::size_t{node} + kFetched, last);
  const std::size_t middle = std::min<std::size_t>(first + kFetched, last);
  const std::size_t behind = std::min<std::size_t>(middle + kFetched, last);
  for (std::size_t at = first; at != middle; ++at) {
    if (nodes[at].kind == NodeKind::kString) document_.texts.fetch_bytes_of(nodes[at].bits);
  }
  for (std::size_t at = middle; at != behind; ++at) {
    if (nodes[at].kind != NodeKind::kString) continue;
    document_.texts.fetch_entry_of(nodes[at].bits);
    FASTSER_PREFETCH_WRITE(&strings_[static_cast<std::size_t>(nodes[at].bits)]);
  }
  fetch_at_ = static_cast<std::uint32_t>(first);
}

// ---- values

bool PayloadWriter::value(std::uint32_t node, Expr type) {
  const Node& what = document_.nodes[node];
  if (node >= tell_at_) tell(node);
  if (node >= fetch_at_) fetch(node);
  const TypeCode code = schema::code(type);
  switch (code) {
    case TypeCode::kAny: return any(node);
    case TypeCode::kNull: return what.kind == NodeKind::kNull || wrong(node, type);
    case TypeCode::kOptional: {
      const bool nothing = is_nothing(what, schema::element(type));
      out_.push_back(nothing ? 0 : 1);
      return nothing || value(node, schema::element(type));
    }
    case TypeCode::kRef:
      if (is_nothing(what, schema::element(type))) {
        varint(schema::kSlotNil);
        return true;
      }
      return seen(what, schema::element(type)) || value(node, schema::element(type));
    case TypeCode::kAnyRef:
      if (what.kind != NodeKind::kNull) return wrong(node, type);
      varint(schema::kSlotNil);
      return true;
    case TypeCode::kVariant: {
      const Choice chosen = choose(what, type);
      if (chosen.fit == Fit::kNot) return wrong(node, type);
      varint(chosen.index);
      // The choice is of this variant: one in the alternative was not told of, as there is none.
      if (what.kind == NodeKind::kNull && what.choice != 0 && leads_to_variant(chosen.type)) {
        static_assert(schema::kSlotNil == 0, "nil is the byte that an empty optional is");
        out_.push_back(0);
        return true;
      }
      return value(chosen.node, chosen.type);
    }
    case TypeCode::kEnum: return value(node, schema::enum_integer(type)) || wrong(node, type);
    case TypeCode::kBool:
      out_.push_back(static_cast<std::uint8_t>(what.bits));
      return what.kind == NodeKind::kBool || wrong(node, type);
    case TypeCode::kF32:
    case TypeCode::kF64: return real(what, code) || wrong(node, type);
    case TypeCode::kDate:
    case TypeCode::kAppleDate: return moment(node, code) || wrong(node, type);
    case TypeCode::kData:
    case TypeCode::kSharedData: return data(node, code) || wrong(node, type);
    case TypeCode::kUuid:
    case TypeCode::kDecimal:
    case TypeCode::kBits: return in_text(what, type) || wrong(node, type);
    case TypeCode::kList:
    case TypeCode::kSet:
    case TypeCode::kArray:
    case TypeCode::kTuple: return list(node, type);
    case TypeCode::kMap:
    case TypeCode::kOrderedMap: return map(node, type);
    case TypeCode::kRecord: return record(node, type);
    case TypeCode::kAnyRecord:
    case TypeCode::kOwnedAny: return wrong(node, type);
    default: break;
  }
  if (is_text(code)) {
    if (what.kind != NodeKind::kString) return wrong(node, type);
    string(what.bits, code == TypeCode::kSharedString);
    return true;
  }
  return integer(what, code) || wrong(node, type);
}

bool PayloadWriter::integer(const Node& node, TypeCode code) {
  if (!holds(code, node)) return false;
  switch (code) {
    case TypeCode::kVarU16:
    case TypeCode::kVarU32:
    case TypeCode::kVarU64: varint(node.bits); break;
    case TypeCode::kVarI16:
    case TypeCode::kVarI32:
    case TypeCode::kVarI64: varint(wire::zigzag(static_cast<std::int64_t>(node.bits))); break;
    default: fixed(node.bits, schema::fixed_size(code)); break;
  }
  return true;
}

// JSON's numbers are rounded to the nearest float where one is wanted.
bool PayloadWriter::real(const Node& node, TypeCode code) {
  if (node.kind == NodeKind::kReal && code == TypeCode::kF64) {
    fixed(node.bits, sizeof(double));
    return true;
  }
  const double number = number_of(node);
  if (node.kind == NodeKind::kReal) {
    constexpr double kLargest = 3.4028234663852886e38;
    if (code == TypeCode::kF32 && std::fabs(number) > kLargest) return false;
  } else if (!holds_real(code, node)) {
    return false;
  }
  const bool as_is = (node.kind == NodeKind::kF32 && code == TypeCode::kF32) ||
                     (node.kind == NodeKind::kF64 && code == TypeCode::kF64);
  if (code == TypeCode::kF64) {
    fixed(as_is ? node.bits : std::bit_cast<std::uint64_t>(number), sizeof(double));
  } else {
    fixed(as_is ? node.bits : std::bit_cast<std::uint32_t>(static_cast<float>(number)),
          sizeof(float));
  }
  return true;
}

bool PayloadWriter::moment(std::uint32_t number, TypeCode code) {
  const Node& node = document_.nodes[number];
  if (node.kind != NodeKind::kMoment) return false;
  if (code == TypeCode::kDate) {
    fixed(node.bits, sizeof(std::int64_t));
    fixed(node.count, sizeof(std::uint32_t));
  } else if (const double* const told = document_.apple_date(number); told != nullptr) {
    fixed(std::bit_cast<std::uint64_t>(*told), sizeof(double));
  } else {
    constexpr std::int64_t kAppleEpoch = 978307200;  // 2001-01-01
    const auto unix_time = static_cast<std::int64_t>(node.bits);
    const bool fits = unix_time >= INT64_MIN + kAppleEpoch;
    const double seconds = fits ? static_cast<double>(unix_time - kAppleEpoch)
                                : static_cast<double>(unix_time) - static_cast<double>(kAppleEpoch);
    fixed(std::bit_cast<std::uint64_t>(seconds + static_cast<double>(node.count) / 1e9),
          sizeof(double));
  }
  return true;
}

// Data, or a list of bytes.
bool PayloadWriter::data(std::uint32_t node, TypeCode code) {
  const Node& what = document_.nodes[node];
  if (what.kind == NodeKind::kData) {
    const bool is_shared = code == TypeCode::kSharedData;
    if (is_shared && datas_.empty()) datas_.assign(document_.texts.size(), kNotThere);
    text(what.bits, is_shared, datas_, next_data_);
    return true;
  }
  if (what.kind != NodeKind::kList) return false;
  const bool shared = code == TypeCode::kSharedData && what.count != 0;
  if (shared) ++next_data_;
  varint(shared ? std::uint64_t{what.count} << 1 : what.count);
  for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
    if (!integer(document_.nodes[at], TypeCode::kU8)) return false;
  }
  return true;
}

// What other formats have as text, or as the same bytes.
bool PayloadWriter::in_text(const Node& node, Expr type) {
  if (node.kind == NodeKind::kData) {
    const std::string_view bytes = document_.text(node.bits);
    out_.append(bytes);
    return bytes.size() == schema::min_wire_size(types_, type);
  }
  if (node.kind != NodeKind::kString) return false;
  const std::string_view from = document_.text(node.bits);
  std::vector<std::uint8_t> bytes;
  const auto parsed = [&] {
    switch (schema::code(type)) {
      case TypeCode::kUuid: return parse_uuid(from, bytes);
      case TypeCode::kDecimal: return parse_decimal(from, bytes);
      default: return from.size() == schema::operand_count(type) && parse_bits(from, bytes);
    }
  };
  if (!parsed()) return false;
  out_.append(as_text(bytes));
  return true;
}

void PayloadWriter::text(std::uint64_t number, bool shared, std::vector<std::uint32_t>& numbers,
                         std::uint32_t& next) {
  const std::string_view what = document_.text(number);
  if (shared && !what.empty()) {
    std::uint32_t& known = numbers[static_cast<std::size_t>(number)];
    if (known != kNotThere) return varint((std::uint64_t{known} << 1) | 1);
    known = next++;
  }
  varint(shared ? std::uint64_t{what.size()} << 1 : what.size());
  out_.append(what);
}

// Writes the slot of an object; true when that is all.
bool PayloadWriter::seen(const Node& node, Expr type) {
  if (!rules_.share || !node.is_container()) {
    varint(schema::kSlotNew);
    return false;
  }
  const auto index = static_cast<std::uint32_t>(&node - document_.nodes.data());
  if (node.same() == index && !node.comes_again) {  // the only one of its content
    ++next_object_;
    varint(schema::kSlotNew);
    return false;
  }
  const BytesView bytes = schema::type_bytes(type);
  const auto owner = owners_.emplace(std::string(as_text(bytes)), owners_.size());
  const std::uint64_t key = (std::uint64_t{node.same()} << 32) | owner.first->second;
  const auto [number, is_new] = objects_.emplace(key, next_object_);
  if (is_new) ++next_object_;
  varint(is_new ? schema::kSlotNew : schema::kSlotFirstReference + *number);
  return !is_new;
}

// ---- containers

bool PayloadWriter::list(std::uint32_t node, Expr type) {
  const Node& what = document_.nodes[node];
  const TypeCode code = schema::code(type);
  const bool is_tuple = code == TypeCode::kTuple;
  if (what.kind == NodeKind::kNull && is_tuple && schema::operand_count(type) == 0) return true;
  if (what.kind != NodeKind::kList) return wrong(node, type);
  if (is_tuple || code == TypeCode::kArray) {
    if (what.count != schema::operand_count(type)) return wrong(node, type);
  } else {
    varint(what.count);
  }
  Expr element = is_tuple ? schema::first_operand(type) : schema::element(type);
  const TypeCode inner = what.count != 0 ? schema::code(element) : TypeCode::kNull;
  if (!is_tuple && (inner == TypeCode::kF64 || inner == TypeCode::kF32)) {
    for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
      if (!real(document_.nodes[at], inner)) return wrong(at, element);
    }
    return true;
  }
  for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
    if (!value(at, element)) return false;
    if (is_tuple) element = schema::skip_type(element);
  }
  return true;
}

bool PayloadWriter::map(std::uint32_t node, Expr type) {
  const Node& what = document_.nodes[node];
  const Expr key = schema::key_type(type);
  const Expr mapped = schema::value_type(type);
  const TypeCode key_code = schema::code(key);
  // One that is empty says nothing of its keys; some keys stand there as text.
  const bool in_words =
      key_code == TypeCode::kUuid || key_code == TypeCode::kDecimal || key_code == TypeCode::kBits;
  const bool is_object =
      is_text(key_code) || key_code == TypeCode::kAny || in_words || what.count == 0;
  if (what.kind == NodeKind::kObject && is_object) {
    varint(what.count);
    for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
      if (in_words) {
        const Node word{.bits = document_.nodes[at].key, .kind = NodeKind::kString};
        if (!in_text(word, key)) return wrong(at, key);
      } else {
        if (key_code == TypeCode::kAny) code(TypeCode::kString);
        string(document_.nodes[at].key, key_code == TypeCode::kSharedString);
      }
      if (!value(at, mapped)) return false;
    }
    return true;
  }
  if (what.kind != NodeKind::kMap) return wrong(node, type);
  varint(what.count / 2);
  bool is_key = true;
  for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
    if (!value(at, is_key ? key : mapped)) return false;
    is_key = !is_key;
  }
  return true;
}

const PayloadWriter::Fields* PayloadWriter::fields_of(std::uint32_t shape) {
  std::optional<Fields>& known = shapes_[shape];
  if (known) return &*known;
  known.emplace(document_.number_hash());
  std::vector<const schema::Shape*> chain;
  for (auto at = static_cast<std::int32_t>(shape); at >= 0; at = chain.back()->super) {
    chain.push_back(&types_.shapes()[static_cast<std::size_t>(at)]);
  }
  std::uint64_t index = 0;
  for (std::size_t level = chain.size(); level-- > 0;) {
    for (const schema::FieldEntry& entry : chain[level]->fields) {
      if (!charge(entry.repeat, 0)) return nullptr;
      for (std::uint64_t i = 0; i < entry.repeat; ++i, ++index) {
        Digits digits;
        const std::uint32_t key =
            document_.find(entry.named ? entry.name : position_text(index, digits));
        if (key != kNoKey) known->keys.insert(key);
        known->all.push_back({key, types_.expr(entry.type)});
      }
    }
  }
  // Which alternative a value is may be said of a variant around the record: not of one in it.
  known->is_lone = is_lone_value(types_, shape) && !leads_to_variant(known->all[0].type);
  return &*known;
}

// Whether a value is the only field of a record that is told as that.
bool PayloadWriter::is_lone(std::uint32_t node, Expr field) {
  lone_hops_ = lone_node_ == node ? lone_hops_ + 1 : 0;
  lone_node_ = node;
  return lone_hops_ < kMostLone && fit(document_.nodes[node], field) != Fit::kNot;
}

// An object's keys mostly come in the order of the fields; else each is looked for. Keys that are
// no fields are passed by. A list is the fields by their places.
bool PayloadWriter::record(std::uint32_t node, Expr type) {
  const Node& what = document_.nodes[node];
  const std::uint32_t shape = schema::operand_shape(type);
  if (what.kind == NodeKind::kExt && shape == ext_shape_) {
    fixed(what.count, 1);
    string(what.bits, false);
    return true;
  }
  const Fields* const fields = fields_of(shape);
  if (fields == nullptr) return false;
  if (fields->is_lone && is_lone(node, fields->all[0].type)) {
    return value(node, fields->all[0].type);
  }
  const bool by_place = what.kind == NodeKind::kList;
  if (what.kind != NodeKind::kObject && !by_place) return wrong(node, type);
  if (by_place && what.count > fields->all.size()) return wrong(node, type);
  std::uint32_t at = node + 1;
  std::size_t next = 0;
  for (; at < what.end && next < fields->all.size(); ++next) {
    const Field& field = fields->all[next];
    if (!by_place && document_.nodes[at].key != field.key) break;
    if (!value(at, field.type)) return false;
    at = document_.nodes[at].end;
  }
  const std::vector<std::uint32_t> found = find_fields(*fields, next, at, what.end);
  for (; next < fields->all.size(); ++next) {
    const std::uint32_t child =
        found.empty() ? kNotThere : found[found.size() - (fields->all.size() - next)];
    const Expr field = fields->all[next].type;
    if (child != kNotThere ? !value(child, field) : !nothing(field, node, 0)) return false;
  }
  return true;
}

// Of the fields from `next` on, the children between `at` and `end` with their keys. None: empty.
std::vector<std::uint32_t> PayloadWriter::find_fields(const Fields& fields, std::size_t next,
                                                      std::uint32_t at, std::uint32_t end) {
  std::vector<std::uint32_t> found;
  if (at == end) return found;
  for (std::uint32_t child = at; child < end; child = document_.nodes[child].end) {
    places_[document_.nodes[child].key] = child;
  }
  found.reserve(fields.all.size() - next);
  for (; next < fields.all.size(); ++next) {
    const std::uint32_t key = fields.all[next].key;
    // What is there of another object lies elsewhere: places inside this one are its own.
    const std::uint32_t place = key == kNoKey ? 0 : places_[key];
    found.push_back(place >= at && place < end ? place : kNotThere);
  }
  return found;
}

// ---- any

bool PayloadWriter::any(std::uint32_t node) {
  const Node& what = document_.nodes[node];
  if (const std::uint32_t told = document_.inline_type(node); told != kNoKey) {
    const std::string_view codes = document_.text(told);
    out_.append(codes);
    const BytesView type = std::as_bytes(std::span(codes));
    return value(node, {type.data(), type.data() + type.size()});
  }
  const auto as = [&](TypeCode code) {
    this->code(code);
    const std::byte type{static_cast<std::uint8_t>(code)};
    return value(node, {&type, &type + 1});
  };
  switch (what.kind) {
    case NodeKind::kNull: return as(TypeCode::kNull);
    case NodeKind::kBool: return as(TypeCode::kBool);
    case NodeKind::kNegative: return as(TypeCode::kVarI64);
    case NodeKind::kUnsigned: return as(TypeCode::kVarU64);
    case NodeKind::kReal:
    case NodeKind::kF64: return as(TypeCode::kF64);
    case NodeKind::kF32: return as(TypeCode::kF32);
    case NodeKind::kString: return as(TypeCode::kString);
    case NodeKind::kData: return as(TypeCode::kData);
    case NodeKind::kMoment: return as(TypeCode::kDate);
    case NodeKind::kExt:
      if (ext_shape_ == shapes_.size()) {
        return fail(Code::kTypeMismatch, "an extension: the type has no record for it", node);
      }
      code(TypeCode::kRecord);
      varint(ext_shape_);
      fixed(what.count, 1);
      string(what.bits, false);
      return true;
    case NodeKind::kList:
      code(TypeCode::kList);
      code(TypeCode::kAny);
      break;
    case NodeKind::kObject:
      code(TypeCode::kOrderedMap);
      code(TypeCode::kString);
      code(TypeCode::kAny);
      break;
    case NodeKind::kMap:
      code(TypeCode::kOrderedMap);
      code(TypeCode::kAny);
      code(TypeCode::kAny);
      break;
  }
  varint(what.kind == NodeKind::kMap ? what.count / 2 : what.count);
  for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
    if (what.kind == NodeKind::kObject) string(document_.nodes[at].key, false);
    if (!any(at)) return false;
  }
  return true;
}

}  // namespace fastser::convert
