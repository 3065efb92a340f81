// SPDX-License-Identifier: MIT
//
// The root; verify: a walk over all that can be reached.
//
// A key is sound when there is a zero somewhere behind it: where the last zero of the input lies is
// found once, so that no key is read, however many offsets lead to it.
#include "fastser/flexbuffers.hpp"

namespace fastser::flexbuffers {
namespace {

class Walk {
 public:
  Walk(BytesView bytes, const Limits& limits) noexcept
      : decoder_(bytes, limits), zeros_(bytes.size()) {
    while (zeros_ != 0 && bytes[zeros_ - 1] != std::byte{0}) --zeros_;
  }

  [[nodiscard]] bool is_sound() {
    Raw root;
    return detail::find_root(decoder_, root) && visit(root);
  }
  [[nodiscard]] Status run() { return is_sound() ? Status() : decoder_.status(); }

 private:
  [[nodiscard]] bool damaged(const Raw& raw, std::string_view message) noexcept {
    return decoder_.refuse(raw, Code::kMalformed, message);
  }
  [[nodiscard]] bool visit(const Raw& raw);
  [[nodiscard]] bool visit_key(const Raw& raw) noexcept;
  [[nodiscard]] bool visit_vector(const Raw& raw);
  [[nodiscard]] bool visit_map(const Raw& raw);
  [[nodiscard]] bool visit_values(const Elements& elements);

  Decoder decoder_;
  std::size_t zeros_;  // bytes up to and with the last zero
};

bool Walk::visit(const Raw& raw) {
  std::string_view bytes;
  Number number;
  switch (raw.type) {
    case kNull:
    case kBool: return true;
    case kInt:
    case kUint:
    case kFloat:
    case kIndirectInt:
    case kIndirectUint:
    case kIndirectFloat: return decoder_.number(raw, number);
    case kKey: return visit_key(raw);
    case kString: return decoder_.text(raw, bytes);
    case kBlob: return decoder_.blob(raw, bytes);
    case kMap: return visit_map(raw);
    default: break;
  }
  if (raw.type == kVector || is_typed(raw.type) || is_fixed(raw.type)) return visit_vector(raw);
  return damaged(raw, "a type that FlexBuffers do not have");
}

bool Walk::visit_key(const Raw& raw) noexcept {
  Cursor to = nullptr;
  if (!decoder_.source.target(raw, to))
    return damaged(raw, "an offset that leads out of the buffer");
  return decoder_.source.offset_of(to) < zeros_ || damaged(raw, "a key without an end");
}

bool Walk::visit_vector(const Raw& raw) {
  Elements elements;
  if (!decoder_.elements(raw, elements)) return false;
  if (elements.types == nullptr && elements.type != kKey) {
    return elements.type != kFloat || elements.count == 0 || elements.step >= 2 ||
           damaged(raw, "floats of an undefined width");
  }
  if (!decoder_.pay_work(raw, elements.count) || !decoder_.enter(raw)) return false;
  if (!visit_values(elements)) return false;
  decoder_.leave();
  return true;
}

bool Walk::visit_values(const Elements& elements) {
  for (std::size_t i = 0; i < elements.count; ++i) {
    if (!visit(elements[i])) return decoder_.at_index(i);
  }
  return true;
}

bool Walk::visit_map(const Raw& raw) {
  Elements keys;
  Elements values;
  if (!decoder_.map(raw, keys, values)) return false;
  if (!decoder_.pay_work(raw, 2 * values.count) || !decoder_.enter(raw)) return false;
  for (std::size_t i = 0; i < keys.count; ++i) {
    if (!visit_key(keys[i])) return false;
  }
  for (std::size_t i = 0; i < values.count; ++i) {
    if (visit(values[i])) continue;
    std::string_view name;
    return decoder_.source.text(keys[i], name) == Found::ok && decoder_.at_name(name);
  }
  decoder_.leave();
  return true;
}

}  // namespace

bool detail::find_root(Decoder& decoder, Raw& root) noexcept {
  if (decoder.source.root(root)) return true;
  const std::size_t size = decoder.source.bytes().size();
  root.at = decoder.source.bytes().data();
  if (size < 3) return decoder.refuse(root, Code::kTruncated, "too short for a root");
  root.at += size - 1;
  return decoder.refuse(root, Code::kMalformed, "the width of the root at the end is missing");
}

bool detail::is_sound(BytesView bytes) { return Walk(bytes, Limits{}).is_sound(); }

Status verify(InputBytes bytes, const Limits& limits) {
  return guarded([&] { return Walk(bytes, limits).run(); });
}

Result<Reference> root(InputBytes bytes) {
  Decoder decoder(bytes, Limits{});
  Raw raw;
  if (!detail::find_root(decoder, raw)) return decoder.bare_status();
  const Reference reference(decoder.source, raw);
  if (raw.type != kNull && reference.is_null()) {
    decoder.refuse(raw, Code::kMalformed, "a type that FlexBuffers do not have");
    return decoder.bare_status();
  }
  return reference;
}

}  // namespace fastser::flexbuffers
