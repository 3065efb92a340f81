// SPDX-License-Identifier: MIT
//
// The cold half of the Encoder: long texts, data, extensions, moments.
#include "fastser/internal/msgpack/encoder.hpp"

namespace fastser::msgpack {

std::byte* Encoder::put_size(std::byte* cur, std::size_t size, unsigned tag) noexcept {
  cur = ensure(cur, kMaxHead);
  if (size <= UINT8_MAX) return put_tagged(cur, tag, static_cast<std::uint8_t>(size));
  if (size <= UINT16_MAX) return put_tagged(cur, tag + 1, static_cast<std::uint16_t>(size));
  if (size > UINT32_MAX) [[unlikely]] {
    fail(cur, Code::kUsage, "text or data larger than MessagePack allows");
  }
  return put_tagged(cur, tag + 2, static_cast<std::uint32_t>(size));
}

std::byte* Encoder::put_str(std::byte* cur, const char* from, std::size_t size) noexcept {
  if (size <= kFixStrMost) {
    cur = ensure(cur, 1);
    cur = put_tag(cur, kFixStr | static_cast<unsigned>(size));
  } else {
    cur = put_size(cur, size, kStr8);
  }
  return put_bytes(cur, from, size);
}

std::byte* Encoder::put_bin(std::byte* cur, const void* from, std::size_t size) noexcept {
  return put_bytes(put_size(cur, size, kBin8), from, size);
}

std::byte* Encoder::put_ext(std::byte* cur, std::int8_t type, const void* from,
                            std::size_t size) noexcept {
  unsigned fixed = 0;
  switch (size) {
    case 1: fixed = kFixExt1; break;
    case 2: fixed = kFixExt2; break;
    case 4: fixed = kFixExt4; break;
    case 8: fixed = kFixExt8; break;
    case 16: fixed = kFixExt16; break;
    default: break;
  }
  cur = fixed != 0 ? put_tag(ensure(cur, 2), fixed) : put_size(cur, size, kExt8);
  cur = ensure(cur, 1);
  cur = put_tag(cur, static_cast<std::uint8_t>(type));
  return put_bytes(cur, from, size);
}

std::byte* put_timestamp(std::byte* cur, const Timestamp& moment) noexcept {
  constexpr auto kType = static_cast<std::uint8_t>(kTimestampType);
  const auto seconds = static_cast<std::uint64_t>(moment.seconds);
  if (seconds >> 34 == 0) {
    const std::uint64_t both = (std::uint64_t{moment.nanoseconds} << 34) | seconds;
    if (both >> 32 == 0) {
      cur = put_tag(cur, kFixExt4);
      return put_tagged(cur, kType, static_cast<std::uint32_t>(both));
    }
    cur = put_tag(cur, kFixExt8);
    return put_tagged(cur, kType, both);
  }
  cur = put_tag(put_tag(cur, kExt8), 12);
  cur = put_tagged(cur, kType, moment.nanoseconds);
  wire::store_be(cur, moment.seconds);
  return cur + sizeof moment.seconds;
}

}  // namespace fastser::msgpack
