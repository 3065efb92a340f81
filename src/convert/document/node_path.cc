// SPDX-License-Identifier: MIT
//
// From the outside in: among the children of a node, the one that ends behind the wanted node.
#include "convert/document/node_path.hpp"

#include "base/path_text.hpp"

namespace fastser::convert {
namespace {

void append_piece(std::string& path, const Document& document, const Node& parent,
                  const Node& child, std::uint32_t index) {
  if (parent.kind == NodeKind::kMap) {
    path += "[pair ";
    path += std::to_string(index / 2);
    path += ']';
  } else if (parent.kind == NodeKind::kList || document.text(child.key).size() > kMaxKeyText) {
    append_index(path, index);
  } else {
    append_key(path, document.text(child.key));
  }
}

}  // namespace

std::string path_between(const Document& document, std::uint32_t from, std::uint32_t to) {
  std::string path;
  for (std::uint32_t at = from; at != to;) {
    const Node& parent = document.nodes[at];
    std::uint32_t index = 0;
    for (++at; document.nodes[at].end <= to; at = document.nodes[at].end) ++index;
    append_piece(path, document, parent, document.nodes[at], index);
  }
  if (path.size() > kMaxPath) path.erase(0, path.find_first_of(".[", path.size() - kMaxPath));
  return path;
}

}  // namespace fastser::convert
