// SPDX-License-Identifier: MIT
#include "convert/flexbuffers/values.hpp"

#include "convert/flexbuffers/writer.hpp"

namespace fastser::convert {

Status FlexValues::write(std::uint32_t node, Buffer& out) {
  const std::size_t nodes = document_.nodes[node].end - node;
  if (nodes >= document_.texts.size()) return write_flexbuffer(document_, node, out);
  copy(node);
  return write_flexbuffer(*copy_, 0, out);
}

void FlexValues::copy(std::uint32_t node) {
  if (copy_ == nullptr || copy_->texts.size() > kMostTexts) {
    copy_ = std::make_unique<Document>();
  } else {
    copy_->clear();
  }
  const std::uint32_t end = document_.nodes[node].end;
  copy_->nodes.reserve(end - node);
  for (std::uint32_t at = node; at < end; ++at) {
    Node one = document_.nodes[at];
    one.end -= node;
    if (at == node) one.key = kNoKey;
    if (one.key != kNoKey) one.key = copy_->intern(document_.text(one.key));
    if (one.kind == NodeKind::kString || one.kind == NodeKind::kData) {
      one.bits = copy_->intern(document_.text(one.bits));
    }
    copy_->nodes.push_back(one);
  }
}

}  // namespace fastser::convert
