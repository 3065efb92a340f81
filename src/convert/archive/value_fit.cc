// SPDX-License-Identifier: MIT
#include "convert/archive/value_fit.hpp"

#include <bit>
#include <cmath>

namespace fastser::convert {

using schema::TypeCode;

namespace {

// The bits of an integer type; 0 for others.
unsigned width_of(TypeCode code) {
  switch (code) {
    case TypeCode::kI8:
    case TypeCode::kU8: return 8;
    case TypeCode::kI16:
    case TypeCode::kU16:
    case TypeCode::kVarI16:
    case TypeCode::kVarU16: return 16;
    case TypeCode::kI32:
    case TypeCode::kU32:
    case TypeCode::kVarI32:
    case TypeCode::kVarU32: return 32;
    case TypeCode::kI64:
    case TypeCode::kU64:
    case TypeCode::kVarI64:
    case TypeCode::kVarU64:
    case TypeCode::kDuration: return 64;
    default: return 0;
  }
}
bool is_signed(TypeCode code) {
  switch (code) {
    case TypeCode::kI8:
    case TypeCode::kI16:
    case TypeCode::kI32:
    case TypeCode::kI64:
    case TypeCode::kVarI16:
    case TypeCode::kVarI32:
    case TypeCode::kVarI64:
    case TypeCode::kDuration: return true;
    default: return false;
  }
}

}  // namespace

bool is_integer(const Node& node) {
  return node.kind == NodeKind::kNegative || node.kind == NodeKind::kUnsigned;
}

bool holds(TypeCode code, const Node& node) {
  const unsigned width = width_of(code);
  if (width == 0 || !is_integer(node)) return false;
  const std::uint64_t most = ~std::uint64_t{0} >> (64 - width + (is_signed(code) ? 1U : 0U));
  if (node.kind == NodeKind::kUnsigned) return node.bits <= most;
  return is_signed(code) && ~node.bits <= most;  // -1 - n
}

double number_of(const Node& node) {
  switch (node.kind) {
    case NodeKind::kNegative: return static_cast<double>(static_cast<std::int64_t>(node.bits));
    case NodeKind::kUnsigned: return static_cast<double>(node.bits);
    case NodeKind::kF32:
      return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(node.bits)));
    default: return std::bit_cast<double>(node.bits);
  }
}
// Whether f32 or f64 holds the number to the last bit.
bool holds_real(TypeCode code, const Node& node) {
  const double number = number_of(node);
  if (is_integer(node)) {
    constexpr double kBeyond = 18446744073709551616.0;  // 2^64
    const bool same =
        node.kind == NodeKind::kUnsigned
            ? number < kBeyond && static_cast<std::uint64_t>(number) == node.bits
            : static_cast<std::uint64_t>(static_cast<std::int64_t>(number)) == node.bits;
    if (!same) return false;
  } else if (node.kind != NodeKind::kReal && node.kind != NodeKind::kF32 &&
             node.kind != NodeKind::kF64) {
    return false;
  }
  return code == TypeCode::kF64 || node.kind == NodeKind::kF32 || std::isnan(number) ||
         static_cast<double>(static_cast<float>(number)) == number;
}

}  // namespace fastser::convert
