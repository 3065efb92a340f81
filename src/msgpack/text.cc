// SPDX-License-Identifier: MIT
#include "fastser/internal/msgpack/codec/text.hpp"

namespace fastser::msgpack {

Cursor read_bytes(Decoder& decoder, Cursor cur, bool is_data, std::string_view& bytes) noexcept {
  Head head;
  const Cursor body = decoder.head(cur, head);
  if (body == nullptr) return nullptr;
  if (head.kind != Kind::str && !(is_data && head.kind == Kind::bin)) {
    return decoder.fail_type(cur,
                             is_data ? "binary data is expected here" : "text is expected here");
  }
  bytes = {reinterpret_cast<const char*>(body), static_cast<std::size_t>(head.value)};
  return body + head.value;
}

Cursor read_ext(Decoder& decoder, Cursor cur, std::int8_t& type, std::string_view& bytes) noexcept {
  Head head;
  const Cursor body = decoder.head(cur, head);
  if (body == nullptr) return nullptr;
  if (head.kind != Kind::ext) return decoder.fail_type(cur, "an extension is expected here");
  type = head.ext_type;
  bytes = {reinterpret_cast<const char*>(body), static_cast<std::size_t>(head.value)};
  return body + head.value;
}

}  // namespace fastser::msgpack
