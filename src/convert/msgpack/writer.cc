// SPDX-License-Identifier: MIT
//
// The nodes lie in the order in which MessagePack wants them, each container knows its count: one
// loop over all of them. Where the alternative of a variant is told, it is [index, value].
#include "convert/msgpack/writer.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>

#include "fastser/internal/msgpack/encoder.hpp"

namespace fastser::convert {
namespace {

using msgpack::Encoder;

std::byte* put_real(std::byte* cur, std::uint64_t bits) {
  const auto value = std::bit_cast<double>(bits);
  if (std::fabs(value) <= static_cast<double>(std::numeric_limits<float>::max())) {
    const auto narrow = static_cast<float>(value);
    if (std::bit_cast<std::uint64_t>(static_cast<double>(narrow)) == bits) {
      return msgpack::put_tagged(cur, msgpack::kF32, std::bit_cast<std::uint32_t>(narrow));
    }
  }
  return msgpack::put_tagged(cur, msgpack::kF64, bits);
}

// A text of the document: a short one is two blocks, with what lies behind it.
std::byte* put_text(Encoder& encoder, std::byte* cur, std::string_view text) {
  constexpr std::size_t kBlock = 16;
  static_assert(Texts::kMargin >= kBlock && 2 * kBlock > msgpack::kFixStrMost);
  if (text.size() > msgpack::kFixStrMost) return encoder.put_str(cur, text.data(), text.size());
  cur = encoder.ensure(cur, 1 + 2 * kBlock);
  cur = msgpack::put_tag(cur, msgpack::kFixStr | static_cast<unsigned>(text.size()));
  std::memcpy(cur, text.data(), kBlock);
  if (text.size() > kBlock) std::memcpy(cur + kBlock, text.data() + kBlock, kBlock);
  return cur + text.size();
}

std::byte* put_node(Encoder& encoder, std::byte* cur, const Document& document, const Node& node) {
  const auto text = [&] { return document.text(node.bits); };
  cur = encoder.ensure(cur, msgpack::kMostTimestamp);
  switch (node.kind) {
    case NodeKind::kNull: return msgpack::put_tag(cur, msgpack::kNil);
    case NodeKind::kBool:
      return msgpack::put_tag(cur, node.bits != 0 ? msgpack::kTrue : msgpack::kFalse);
    case NodeKind::kNegative:
      return msgpack::put_negative(cur, static_cast<std::int64_t>(node.bits));
    case NodeKind::kUnsigned: return msgpack::put_natural(cur, node.bits);
    case NodeKind::kReal: return put_real(cur, node.bits);
    case NodeKind::kF32:
      return msgpack::put_tagged(cur, msgpack::kF32, static_cast<std::uint32_t>(node.bits));
    case NodeKind::kF64: return msgpack::put_tagged(cur, msgpack::kF64, node.bits);
    case NodeKind::kString: return put_text(encoder, cur, text());
    case NodeKind::kData: return encoder.put_bin(cur, text().data(), text().size());
    case NodeKind::kMoment:
      return msgpack::put_timestamp(cur, {static_cast<std::int64_t>(node.bits), node.count});
    case NodeKind::kExt:
      return encoder.put_ext(cur, static_cast<std::int8_t>(node.count), text().data(),
                             text().size());
    case NodeKind::kList: return encoder.put_array(cur, node.count);
    case NodeKind::kObject: return encoder.put_map(cur, node.count);
    case NodeKind::kMap: return encoder.put_map(cur, node.count / 2);
  }
  return cur;
}

// The bytes that hold an integer; bit_width() is not an int with every library.
std::size_t unsigned_bytes(std::uint64_t value) {
  return (static_cast<std::size_t>(std::bit_width(value)) + 7) / 8;
}

// As many bytes as the nodes take, or a few more: there is always room for one step.
std::size_t about_size(const Document& document, std::span<const Node> nodes) {
  constexpr std::size_t kMostStep = 64;
  constexpr std::size_t kTextHead = 2;  // of texts below 256 bytes
  std::size_t size = 0;
  for (const Node& node : nodes) {
    if (node.key != kNoKey) size += kTextHead + document.text(node.key).size();
    switch (node.kind) {
      case NodeKind::kString:
      case NodeKind::kData:
      case NodeKind::kExt: size += kTextHead + document.text(node.bits).size(); break;
      case NodeKind::kUnsigned: size += 1 + unsigned_bytes(node.bits); break;
      case NodeKind::kNegative:
      case NodeKind::kReal:
      case NodeKind::kF64: size += 1 + sizeof node.bits; break;
      default: size += 3;
    }
  }
  return size + kMostStep;
}

Result<Buffer> write(const Document& document, std::span<const Node> nodes) {
  Buffer out;
  Encoder encoder(out);
  std::byte* cur = encoder.start();
  encoder.expect(cur, about_size(document, nodes));  // growing step by step touches it twice
  for (const Node& node : nodes) {
    if (node.key != kNoKey) {
      cur = put_text(encoder, cur, document.text(node.key));
    }
    if (node.choice != 0) {
      cur = encoder.put_array(encoder.ensure(cur, msgpack::kMostTimestamp), 2);
      cur = msgpack::put_natural(encoder.ensure(cur, msgpack::kMostTimestamp),
                                 node.choice - std::uint64_t{1});
    }
    cur = put_node(encoder, cur, document, node);
  }
  std::size_t written = 0;
  if (Status status = encoder.finish(cur, written); !status.ok()) return status;
  return out;
}

}  // namespace

Result<Buffer> write_msgpack(const Document& document) { return write(document, document.nodes); }

Result<Buffer> write_msgpack_stream(const Document& document) {
  const bool is_list = document.nodes[0].kind == NodeKind::kList;
  return write(document, std::span(document.nodes).subspan(is_list ? 1 : 0));
}

}  // namespace fastser::convert
