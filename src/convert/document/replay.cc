// SPDX-License-Identifier: MIT
#include "convert/document/replay.hpp"

#include <bit>
#include <span>
#include <vector>

namespace fastser::convert {
namespace {

bool tell_moment(const Document& document, std::uint32_t at, Sink& sink) {
  if (const double* const date = document.apple_date(at)) return sink.apple_date(*date);
  const Node& node = document.nodes[at];
  return sink.moment(static_cast<std::int64_t>(node.bits), node.count);
}

bool tell(const Document& document, std::uint32_t at, Sink& sink) {
  const Node& node = document.nodes[at];
  const auto bytes = [&] { return std::as_bytes(std::span(document.text(node.bits))); };
  switch (node.kind) {
    case NodeKind::kNull: return sink.null();
    case NodeKind::kBool: return sink.boolean(node.bits != 0);
    case NodeKind::kNegative: return sink.integer(node.bits, true);
    case NodeKind::kUnsigned: return sink.integer(node.bits, false);
    case NodeKind::kReal: return sink.real(std::bit_cast<double>(node.bits));
    case NodeKind::kF64: return sink.f64(node.bits);
    case NodeKind::kF32: return sink.f32(static_cast<std::uint32_t>(node.bits));
    case NodeKind::kString: return sink.text(document.text(node.bits));
    case NodeKind::kData: return sink.data(bytes());
    case NodeKind::kMoment: return tell_moment(document, at, sink);
    case NodeKind::kExt: return sink.ext(static_cast<std::int8_t>(node.count), bytes());
    case NodeKind::kList: return sink.begin_list(node.count);
    case NodeKind::kObject: return sink.begin_object(node.count, true);
    case NodeKind::kMap: return sink.begin_map(node.count / 2);
  }
  return false;
}

bool end(const Node& node, Sink& sink) {
  if (node.kind == NodeKind::kList) return sink.end_list();
  return node.kind == NodeKind::kObject ? sink.end_object() : sink.end_map();
}

}  // namespace

bool replay(const Document& document, std::uint32_t first, Sink& sink, std::uint32_t* refused) {
  std::vector<std::uint32_t> open;
  const std::uint32_t last = document.nodes[first].end;
  const auto taken = [&](std::uint32_t at, bool go_on) {
    if (!go_on && refused != nullptr) *refused = at;
    return go_on;
  };
  for (std::uint32_t at = first; at != last;) {
    const Node& node = document.nodes[at];
    const bool has_key = at != first && node.key != kNoKey;
    if (has_key && !taken(at, sink.key(document.text(node.key)))) return false;
    if (!taken(at, tell(document, at, sink))) return false;
    if (node.is_container()) open.push_back(at);
    ++at;
    while (!open.empty() && document.nodes[open.back()].end == at) {
      if (!taken(open.back(), end(document.nodes[open.back()], sink))) return false;
      open.pop_back();
    }
  }
  return true;
}

bool replay(const Document& document, Sink& sink, std::uint32_t* refused) {
  return replay(document, 0, sink, refused);
}

}  // namespace fastser::convert
