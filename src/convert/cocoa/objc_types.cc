// SPDX-License-Identifier: MIT
#include "convert/cocoa/objc_types.hpp"

namespace fastser::convert::cocoa {

using schema::TypeCode;

std::optional<Scalar> scalar_of(char type) noexcept {
  switch (type) {
    case 'c': return Scalar{TypeCode::kI8, 1, true};
    case 'C': return Scalar{TypeCode::kU8, 1, false};
    case 's': return Scalar{TypeCode::kI16, 2, true};
    case 'S': return Scalar{TypeCode::kU16, 2, false};
    case 'i': return Scalar{TypeCode::kI32, 4, true};
    case 'I': return Scalar{TypeCode::kU32, 4, false};
    case 'l': return Scalar{TypeCode::kI32, 4, true};
    case 'L': return Scalar{TypeCode::kU32, 4, false};
    case 'q': return Scalar{TypeCode::kI64, 8, true};
    case 'Q': return Scalar{TypeCode::kU64, 8, false};
    case 'B': return Scalar{TypeCode::kBool, 1, false};
    default: return std::nullopt;
  }
}

std::string_view without_qualifiers(std::string_view type) noexcept {
  constexpr std::string_view kQualifiers = "rnNoORV";
  while (type.size() > 1 && kQualifiers.find(type[0]) != std::string_view::npos) {
    type.remove_prefix(1);
  }
  return type;
}

std::size_t first_type(std::string_view types) noexcept {
  constexpr std::string_view kTypes = "cCsSiIlLqQBfd*%:+#@!";
  constexpr std::size_t kDeepest = 64;
  const std::string_view plain = without_qualifiers(types);
  const std::size_t skipped = types.size() - plain.size();
  if (plain.empty()) return 0;
  if (plain[0] != '{' && plain[0] != '[') {
    return kTypes.find(plain[0]) == std::string_view::npos ? 0 : skipped + 1;
  }
  std::size_t depth = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (plain[i] == '{' || plain[i] == '[' || plain[i] == '(') {
      if (++depth > kDeepest) return 0;
    } else if (plain[i] == '}' || plain[i] == ']' || plain[i] == ')') {
      if (--depth == 0) return skipped + i + 1;
    }
  }
  return 0;
}

std::optional<ArrayType> array_type(std::string_view type) noexcept {
  constexpr std::size_t kMostDigits = 10;
  if (type.size() < 4 || type.front() != '[' || type.back() != ']') return std::nullopt;
  ArrayType out;
  std::size_t at = 1;
  for (; at < type.size() && type[at] >= '0' && type[at] <= '9'; ++at) {
    if (at > kMostDigits) return std::nullopt;
    out.count = out.count * 10 + static_cast<std::uint64_t>(type[at] - '0');
  }
  out.element = type.substr(at, type.size() - 1 - at);
  if (at == 1 || first_type(out.element) != out.element.size()) return std::nullopt;
  return out;
}

std::string_view struct_members(std::string_view type) noexcept {
  const std::string_view inner = type.substr(1, type.size() - 2);
  const std::size_t equals = inner.find_first_of("={[(");
  if (equals == std::string_view::npos || inner[equals] != '=') return {};
  return inner.substr(equals + 1);
}

}  // namespace fastser::convert::cocoa
