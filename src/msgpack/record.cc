// SPDX-License-Identifier: MIT
#include "fastser/internal/msgpack/codec/record.hpp"

namespace fastser::msgpack {

Cursor read_key(Decoder& decoder, Cursor cur, RecordKey& key) noexcept {
  Head head;
  const Cursor body = decoder.head(cur, head);
  if (body == nullptr) return nullptr;
  key.is_number = head.kind == Kind::positive;
  key.is_text = head.kind == Kind::str;
  key.number = head.value;
  if (key.is_number) return body;
  if (key.is_text) {
    key.text = {reinterpret_cast<const char*>(body), static_cast<std::size_t>(head.value)};
    return body + head.value;
  }
  return decoder.skip(cur);
}

Cursor read_record_head(Decoder& decoder, Cursor cur, std::size_t& count, bool& is_map) noexcept {
  Head head;
  const Cursor behind = decoder.head(cur, head);
  if (behind == nullptr) return nullptr;
  is_map = head.kind == Kind::map;
  if (!is_map && head.kind != Kind::array) {
    return decoder.fail_type(cur, "a map or array is expected here, for a record");
  }
  count = static_cast<std::size_t>(head.value);
  return behind;
}

}  // namespace fastser::msgpack
