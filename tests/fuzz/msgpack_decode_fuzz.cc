// SPDX-License-Identifier: MIT
//
// Bytes of anybody as MessagePack: what is read as a type is sound and encodes to bytes that decode
// and encode to themselves, in all three forms of records; what the stream gives out is sound.
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "fastser/msgpack.hpp"
#include "fuzz/item.hpp"
#include "fuzz/target.hpp"

namespace {

namespace msgpack = fastser::msgpack;
using fastser::fuzzing::broken;
using fastser::fuzzing::Item;

struct Everything {
  std::vector<Item> items;
  std::map<std::string, std::vector<std::uint8_t>> data;
  std::unordered_map<std::int16_t, float> floats;
  std::set<std::uint64_t> numbers;
  std::shared_ptr<Item> shared;
  msgpack::Timestamp when;
  msgpack::Ext ext;
  std::array<bool, 3> flags;
};

void attempt(fastser::BytesView bytes) {
  const auto value = msgpack::decode<Everything>(bytes);
  const bool sound = msgpack::verify(bytes).ok();
  if (!value.ok()) return;
  if (!sound) broken("read, but not verified");
  for (const auto keys : {msgpack::Keys::strings, msgpack::Keys::integers, msgpack::Keys::array}) {
    const auto once = msgpack::encode(*value, keys);
    if (!once.ok()) broken("read, but not written: " + once.status().to_string());
    const auto again = msgpack::decode<Everything>(*once, {.limits = fastser::Limits::unlimited()});
    if (!again.ok()) broken("written, but not read: " + again.status().to_string());
    if (*msgpack::encoded_size(*value, {.keys = keys}) != once->size()) broken("another size");
    const auto twice = msgpack::encode(*again, keys);
    if (!fastser::fuzzing::same(*once, *twice)) {
      // Only the order of a hash table may differ.
      if (once->size() != twice->size() || value->floats.size() < 2) broken("other bytes");
    }
  }
}

// In pieces whose sizes the bytes themselves choose.
void stream(fastser::BytesView bytes) {
  msgpack::Stream stream(4096);
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t wanted = 1 + (static_cast<std::size_t>(bytes[at]) & 15);
    const std::size_t size = std::min(wanted, bytes.size() - at);
    if (!stream.feed(bytes.subspan(at, size)).ok()) return;
    at += size;
    while (const auto message = stream.next()) {
      if (!msgpack::verify(*message).ok()) broken("a message of the stream is not sound");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fastser::BytesView bytes = fastser::fuzzing::view_of(data, size);
  fastser::fuzzing::within_heap(size, [&] {
    static_cast<void>(msgpack::decode<Everything>(bytes));
    static_cast<void>(msgpack::decode<std::vector<Item>>(bytes));
  });
  attempt(bytes);
  stream(bytes);
  return 0;
}
