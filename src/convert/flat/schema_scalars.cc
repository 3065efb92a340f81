// SPDX-License-Identifier: MIT
#include "convert/flat/schema_scalars.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "convert/archive/value_fit.hpp"
#include "convert/document/kind_name.hpp"
#include "convert/flat/hash_of.hpp"
#include "convert/json/number.hpp"

namespace fastser::convert {
namespace {

using flat::BaseType;
using schema::TypeCode;

// The archive's type of the same values; bool is none of them.
TypeCode code_of(BaseType base) {
  switch (base) {
    case BaseType::Byte: return TypeCode::kI8;
    case BaseType::Short: return TypeCode::kI16;
    case BaseType::UShort: return TypeCode::kU16;
    case BaseType::Int: return TypeCode::kI32;
    case BaseType::UInt: return TypeCode::kU32;
    case BaseType::Long: return TypeCode::kI64;
    case BaseType::ULong: return TypeCode::kU64;
    case BaseType::Float: return TypeCode::kF32;
    case BaseType::Double: return TypeCode::kF64;
    default: return TypeCode::kU8;
  }
}
bool is_real(BaseType base) { return base == BaseType::Float || base == BaseType::Double; }

std::uint64_t masked(std::uint64_t bits, BaseType base) {
  const unsigned width = 8 * flat::inline_size(base);
  return width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
}
std::uint64_t real_bits(double value, BaseType base) {
  return base == BaseType::Double ? std::bit_cast<std::uint64_t>(value)
                                  : std::bit_cast<std::uint32_t>(narrowed(value));
}

std::string does_not_fit(BaseType base) {
  return "a number that " + scalar_name(base) + " cannot hold";
}

// A float without a fraction as an integer.
std::optional<Node> as_integer(const Node& node) {
  constexpr double kMost = 18446744073709551616.0;   // 2^64
  constexpr double kLeast = -9223372036854775808.0;  // -2^63
  const double value = number_of(node);
  if (!(value >= kLeast && value < kMost) || std::trunc(value) != value) return std::nullopt;
  Node out = node;
  out.kind = value < 0 ? NodeKind::kNegative : NodeKind::kUnsigned;
  out.bits = value < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                       : static_cast<std::uint64_t>(value);
  return out;
}

// What a text says as a number, if it is one.
std::optional<Node> number_in(std::string_view text) {
  JsonNumber number;
  const char* wrong = nullptr;
  const char* const end = text.data() + text.size();
  if (text.empty() || parse_number(text.data(), end, number, wrong) != end) return std::nullopt;
  Node out;
  switch (number.kind) {
    case JsonNumber::Kind::kInteger:
      out.kind = number.negative ? NodeKind::kNegative : NodeKind::kUnsigned;
      out.bits = number.bits;
      return out;
    case JsonNumber::Kind::kReal:
    case JsonNumber::Kind::kWide:
      out.kind = NodeKind::kReal;
      out.bits = std::bit_cast<std::uint64_t>(number.real);
      return out;
    default: return std::nullopt;
  }
}

std::optional<double> not_finite(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (text == "inf" || text == "infinity") return negative ? -kInfinity : kInfinity;
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

// Whether an enum is called so, with all of its namespace, a part of it or none.
bool is_name_of(std::string_view type, std::string_view name) {
  if (!type.ends_with(name)) return false;
  return type.size() == name.size() || type[type.size() - name.size() - 1] == '.';
}

}  // namespace

float narrowed(double value) {
  constexpr double kMost = 3.4028234663852886e38;
  if (value > kMost || value < -kMost) value = value < 0 ? -HUGE_VAL : HUGE_VAL;
  return static_cast<float>(value);
}

std::uint64_t default_bits(const flat::FieldDeclaration& field) {
  const BaseType base = field.type.base;
  if (is_real(base)) return real_bits(field.default_real, base);
  if (base == BaseType::Bool) return field.default_integer != 0 ? 1 : 0;
  return masked(static_cast<std::uint64_t>(field.default_integer), base);
}

std::uint64_t order_of(std::uint64_t bits, BaseType base) {
  const unsigned unused = 64 - 8 * flat::inline_size(base);
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  bits <<= unused;
  switch (base) {
    case BaseType::Byte:
    case BaseType::Short:
    case BaseType::Int:
    case BaseType::Long: return bits ^ kSign;
    case BaseType::Float:
    case BaseType::Double: return (bits & kSign) != 0 ? ~bits : bits | kSign;
    default: return bits;
  }
}

std::string SchemaScalars::bits_of(const Node& node, BaseType base, const TextMeaning& text,
                                   std::uint64_t& bits) {
  switch (node.kind) {
    case NodeKind::kString: {
      const std::string_view word = document_.text(node.bits);
      if (text.hash.empty()) return bits_of_text(word, base, text.names, bits);
      if (hash_of(word, text.hash, base, bits)) return {};
      std::string said = "the schema's hash ";
      return said.append(text.hash).append(" makes no ").append(scalar_name(base));
    }
    case NodeKind::kNegative:
    case NodeKind::kUnsigned:
    case NodeKind::kReal:
    case NodeKind::kF32:
    case NodeKind::kF64: return bits_of_number(node, base, bits);
    case NodeKind::kBool:
      bits = is_real(base) ? real_bits(node.bits != 0 ? 1 : 0, base) : node.bits;
      return {};
    case NodeKind::kNull:
      bits = 0;
      if (rounds_) return {};
      return "null, where " + scalar_name(base) + " is needed";
    default:
      return std::string(kind_name(node.kind))
          .append(", where ")
          .append(scalar_name(base))
          .append(" is needed");
  }
}

std::string SchemaScalars::bits_of_number(const Node& node, BaseType base,
                                          std::uint64_t& bits) const {
  if (is_real(base)) {
    const double value = number_of(node);
    bits =
        node.kind == NodeKind::kF32 && base == BaseType::Float ? node.bits : real_bits(value, base);
    const bool is_lost = base == BaseType::Float && std::isfinite(value) &&
                         !std::isfinite(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    const bool may_round = node.kind == NodeKind::kReal || rounds_;
    if (!is_lost && (may_round || holds_real(code_of(base), node))) return {};
    return does_not_fit(base);
  }
  if (!is_integer(node)) {
    const std::optional<Node> integer = as_integer(node);
    return integer ? bits_of_number(*integer, base, bits) : does_not_fit(base);
  }
  bits = masked(node.bits, base);
  if (base == BaseType::Bool) return node.bits <= 1 ? std::string() : does_not_fit(base);
  return holds(code_of(base), node) ? std::string() : does_not_fit(base);
}

std::string SchemaScalars::bits_of_text(std::string_view text, BaseType base,
                                        const flat::ValueNames* names, std::uint64_t& bits) {
  if (const std::optional<Node> number = number_in(text))
    return bits_of_number(*number, base, bits);
  if (is_real(base)) {
    const std::optional<double> value = not_finite(text);
    if (value) bits = real_bits(*value, base);
    return value ? std::string() : "text, where " + scalar_name(base) + " is needed";
  }
  if (base == BaseType::Bool && (text == "true" || text == "false")) {
    bits = text == "true" ? 1 : 0;
    return {};
  }
  if (names == nullptr) return "text, where " + scalar_name(base) + " is needed";
  if (find_names(text, *names, bits)) {
    bits = masked(bits, base);
    return {};
  }
  return "a name that the enum or union does not have";
}

// "Red", "Color.Red", "Red Blue".
bool SchemaScalars::find_names(std::string_view text, const flat::ValueNames& names,
                               std::uint64_t& bits) {
  const TextHash hash{wire::HashSeed::from(document_.seed)};
  Values& values = values_.try_emplace(&names, 16, hash).first->second;
  if (values.empty()) {
    for (const auto& [value, name] : names.values) values.emplace(name, value);
  }
  bits = 0;
  bool is_any = false;
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    std::string_view name = text.substr(0, blank);
    text.remove_prefix(std::min(blank + 1, text.size()));
    if (name.empty()) continue;
    auto found = values.find(name);
    const std::size_t dot = name.rfind('.');
    if (found == values.end() && dot != std::string_view::npos) {
      if (!is_name_of(names.type, name.substr(0, dot))) return false;
      found = values.find(name.substr(dot + 1));
    }
    if (found == values.end()) return false;
    bits |= static_cast<std::uint64_t>(found->second);
    is_any = true;
  }
  return is_any;
}

std::string scalar_name(BaseType base) {
  return flat::Declarations().to_string(flat::TypeRef::scalar(base));
}

}  // namespace fastser::convert
