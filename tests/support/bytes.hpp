// SPDX-License-Identifier: MIT
//
// Bytes that a test puts together by hand, and archives around them.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <vector>

namespace fastser::testing {

using Bytes = std::vector<std::byte>;

inline void put(Bytes& out, std::initializer_list<int> values) {
  for (const int value : values) out.push_back(static_cast<std::byte>(value));
}
inline void put_varint(Bytes& out, std::size_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::byte>(value | 0x80));
  out.push_back(static_cast<std::byte>(value));
}
inline Bytes bytes(std::initializer_list<int> values) {
  Bytes out;
  put(out, values);
  return out;
}

/// Table and payload as a whole archive, without a checksum.
inline Bytes archive_of(const Bytes& table, const Bytes& payload) {
  Bytes out = bytes({'F', 'S', 'R', 1, 0, 0, 0, 0, 0});
  put_varint(out, table.size());
  out.insert(out.end(), table.begin(), table.end());
  out.insert(out.end(), payload.begin(), payload.end());
  return out;
}
inline Bytes archive_of(std::initializer_list<int> table, const Bytes& payload) {
  return archive_of(bytes(table), payload);
}
inline Bytes archive_of(std::initializer_list<int> table, std::initializer_list<int> payload) {
  return archive_of(bytes(table), bytes(payload));
}

}  // namespace fastser::testing
