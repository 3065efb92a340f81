// SPDX-License-Identifier: MIT
//
// The cold half of Builder, and what is not worth inlining.
#include "fastser/internal/flat/builder.hpp"

#include <algorithm>

namespace fastser::flat {

void Builder::fail(Code code, std::string_view message) noexcept {
  if (failed()) return;
  code_ = code;
  message_ = message;
  begin_ = head_;  // no more room: push() comes here from now on
}

bool Builder::grow(std::size_t n) noexcept {
  if (failed()) return false;
  const std::size_t used = size();
  if (n > kMostBytes - used) {
    fail(Code::kUsage, "a FlatBuffer of more than 2 GiB");
    return false;
  }
  // In front of a long vector come at least its table and that one's offset.
  constexpr std::size_t kMore = 256;
  const std::size_t wanted = std::max(used + n + kMore, 2 * out_.capacity());
  Buffer larger;
  if (!larger.reserve(wanted + 15)) {  // its end is not a multiple of 16 perhaps
    fail(Code::kNoMemory, "no memory for the output");
    return false;
  }
  std::byte* const end = larger.data() + aligned_room(larger);
  if (used != 0) std::memcpy(end - used, head_, used);
  out_ = std::move(larger);
  begin_ = out_.data();
  end_ = end;
  head_ = end - used;
  return true;
}

Offset Builder::put_text(const char* from, std::size_t n) noexcept {
  if (n > kMostBytes) {
    fail(Code::kUsage, "a FlatBuffer of more than 2 GiB");
    return 0;
  }
  const std::size_t pad = padding(n + 1, 4) + 1;
  std::byte* const to = push(4 + n + pad);
  if (to == nullptr) return 0;
  wire::store_le(to + n + pad, std::uint32_t{0});
  wire::store_le(to, static_cast<std::uint32_t>(n));
  copy_exactly(to + 4, from, n);
  return here();
}

std::byte* Builder::put_list(std::size_t count, std::size_t size, std::size_t alignment) noexcept {
  if (count > kMostBytes / size) {
    fail(Code::kUsage, "a FlatBuffer of more than 2 GiB");
    return nullptr;
  }
  needs(alignment);
  const std::size_t bytes = count * size;
  // Both the elements and the count in front of them start where they should.
  const std::size_t pad = padding(bytes, std::max(alignment, std::size_t{4}));
  std::byte* const to = push(4 + bytes + pad);
  if (to == nullptr) return nullptr;
  std::memset(to + 4 + bytes, 0, pad);
  wire::store_le(to, static_cast<std::uint32_t>(count));
  return to + 4;
}

Offset Builder::put_vtable(std::span<const std::uint16_t> vtable, std::uint32_t hash) noexcept {
  const std::size_t bytes = 2 * vtable.size();
  Offset& known = layouts_[hash % kKnownLayouts];
  if (known != 0 && wire::load_le<std::uint16_t>(at(known)) == bytes) {
    bool same = true;
    for (std::size_t i = 1; i < vtable.size(); ++i) {
      same = same && wire::load_le<std::uint16_t>(at(known) + 2 * i) == vtable[i];
    }
    if (same) return known;
  }
  std::byte* const to = push(bytes + padding(bytes, 2));
  if (to == nullptr) return 0;
  for (std::size_t i = 0; i < vtable.size(); ++i) wire::store_le(to + 2 * i, vtable[i]);
  return known = here();
}

Status Builder::finish(Offset root, std::string_view identifier, bool size_prefixed) noexcept {
  if (!failed()) {
    const Offset prefix = size_prefixed ? 4 : 0;
    const std::size_t head = prefix + (identifier.empty() ? 4U : 8U);
    const std::size_t pad = padding(head, alignment_);
    if (std::byte* const to = push(head + pad); to != nullptr) {
      std::memset(to, 0, head + pad);
      put_offset(to + prefix, here() - prefix, root);
      if (!identifier.empty()) std::memcpy(to + prefix + 4, identifier.data(), 4);
      if (size_prefixed) wire::store_le(to, static_cast<std::uint32_t>(size() - prefix));
    }
  }
  if (failed()) return Status(code_, message_);
  const std::size_t bytes = size();
  out_.skip_front(static_cast<std::size_t>(head_ - out_.data()));
  out_.set_size(bytes);
  return {};
}

}  // namespace fastser::flat
