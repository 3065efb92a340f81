// SPDX-License-Identifier: MIT
//
// Texts and bytes; FlexBuffers and FlatBuffers that are bytes of this one.
#include "convert/flat/schema_walk.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/as_text.hpp"
#include "convert/json/text.hpp"

namespace fastser::convert {
namespace {

using flat::Declaration;
using flat::Offset;

}  // namespace

Offset SchemaWriter::text(std::uint32_t node) {
  if (node_at(node).kind != NodeKind::kString) return fail_kind(node, "text");
  return put_text(node, document_.text(node_at(node).bits));
}

Offset SchemaWriter::put_text(std::uint32_t node, std::string_view what) {
  return may_write(node, what.size()) ? builder_.put_text(what.data(), what.size()) : 0;
}

Offset SchemaWriter::bytes(std::uint32_t node, std::string_view what, std::size_t alignment) {
  if (!may_write(node, what.size())) return 0;
  std::byte* const to = builder_.put_list(what.size(), 1, alignment);
  if (to == nullptr) return 0;
  flat::copy_exactly(to, what.data(), what.size());
  return builder_.here();
}

Offset SchemaWriter::bytes_of_text(std::uint32_t node, const FlatField& field) {
  const bool is_base64 = field.is_data || field.declared->attribute("base64") != nullptr ||
                         field.declared->attribute("base64url") != nullptr;
  if (!is_base64) return fail_kind(node, "a list");
  std::vector<std::uint8_t> raw;
  if (!parse_base64(document_.text(node_at(node).bits), raw)) {
    return fail(node, "text that is not base64");
  }
  return bytes(node, as_text(raw), field.alignment);
}

Offset SchemaWriter::flex(std::uint32_t node, const FlatField& field) {
  Status status = shared_.flex.write(node, shared_.flex_bytes);
  if (!status.ok()) return fail_with(status.code(), node, std::string(status.message()));
  return bytes(node, as_text(shared_.flex_bytes), field.alignment);
}

struct SchemaWriter::Nested {
  explicit Nested(SchemaContext& shared) : writer(shared, bytes) {}
  Buffer bytes;
  SchemaWriter writer;
  Status status;
};

Offset SchemaWriter::nested(std::uint32_t node, const FlatField& field) {
  if (field.nested < 0) return fail_kind(node, "a list");
  const auto inner = std::make_unique<Nested>(shared_);  // too large for a frame
  const std::size_t outer = shared_.nested;
  shared_.nested += builder_.size();
  inner->status = inner->writer.run(node, field.nested, {});
  shared_.nested = outer;
  return put_nested(node, field, *inner);
}

Offset SchemaWriter::put_nested(std::uint32_t node, const FlatField& field, const Nested& inner) {
  if (!inner.status.ok()) {
    return fail_with(inner.status.code(), node, std::string(inner.status.message()));
  }
  constexpr std::size_t kLargest = 8;  // of what lies in most FlatBuffers
  const std::size_t alignment = std::max(kLargest, inner.writer.builder_.alignment());
  return bytes(node, as_text(inner.bytes), std::max<std::size_t>(alignment, field.alignment));
}

}  // namespace fastser::convert
