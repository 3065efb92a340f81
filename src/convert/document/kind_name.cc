// SPDX-License-Identifier: MIT
#include "convert/document/kind_name.hpp"

namespace fastser::convert {

std::string_view kind_name(NodeKind kind) {
  switch (kind) {
    case NodeKind::kNull: return "null";
    case NodeKind::kBool: return "true or false";
    case NodeKind::kNegative:
    case NodeKind::kUnsigned:
    case NodeKind::kReal:
    case NodeKind::kF32:
    case NodeKind::kF64: return "a number";
    case NodeKind::kString: return "text";
    case NodeKind::kList: return "a list";
    case NodeKind::kObject: return "an object";
    case NodeKind::kData: return "data";
    case NodeKind::kMoment: return "a timestamp";
    case NodeKind::kExt: return "an extension";
    case NodeKind::kMap: return "a map";
  }
  return "a value";
}

}  // namespace fastser::convert
