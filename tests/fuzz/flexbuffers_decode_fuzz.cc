// SPDX-License-Identifier: MIT
//
// Bytes of anybody as FlexBuffers: what is read as a type encodes to bytes that are sound and
// decode and encode to themselves; a walk over them in place stays within them.
#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fastser/flexbuffers.hpp"
#include "fuzz/item.hpp"
#include "fuzz/target.hpp"

namespace {

namespace flexbuffers = fastser::flexbuffers;
using fastser::fuzzing::broken;
using fastser::fuzzing::Item;

struct Everything {
  std::vector<Item> items;
  std::map<std::string, std::vector<std::uint8_t>> data;
  std::unordered_map<std::int16_t, float> floats;
  std::set<std::uint64_t> numbers;
  std::vector<std::vector<std::string>> texts;
  std::shared_ptr<Item> shared;
  std::array<bool, 3> flags;
};

void attempt(fastser::BytesView bytes) {
  const auto value = flexbuffers::decode<Everything>(bytes);
  if (!value.ok()) return;
  for (const bool share : {false, true}) {
    const flexbuffers::EncodeOptions options{.share_strings = share};
    const auto once = flexbuffers::encode(*value, options);
    // A chain of owners may be as deep as it was read, but not what a key cannot say.
    if (!once.ok()) broken("read, but not written: " + once.status().to_string());
    if (!flexbuffers::verify(*once, fastser::Limits::unlimited()).ok()) {
      broken("written, but not sound");
    }
    const auto again =
        flexbuffers::decode<Everything>(*once, {.limits = fastser::Limits::unlimited()});
    if (!again.ok()) broken("written, but not read: " + again.status().to_string());
    if (*flexbuffers::encoded_size(*value, options) != once->size()) broken("another size");
    const auto twice = flexbuffers::encode(*again, options);
    if (!fastser::fuzzing::same(*once, *twice)) {
      // Only the order of a hash table may differ.
      if (value->floats.size() < 2) broken("other bytes");
    }
  }
}

// Everywhere, but in so many steps: a cycle has no end.
void walk(const flexbuffers::Reference& at, std::size_t& left, unsigned depth, std::size_t size) {
  if (left == 0 || depth == 0) return;
  --left;
  const auto text = at.as_string();
  const auto blob = at.as_blob();
  if ((text && text->size() > size) || (blob && blob->size() > size) || at.size() > size) {
    broken("more than there is");
  }
  static_cast<void>(at.as_int64());
  static_cast<void>(at.as_double());
  static_cast<void>(at.as_bool());
  walk(at.find("name"), left, depth - 1, size);
  if (const auto key = at.key(0).as_string()) walk(at.find(*key), left, depth - 1, size);
  for (const flexbuffers::Reference& one : at) walk(one, left, depth - 1, size);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fastser::BytesView bytes = fastser::fuzzing::view_of(data, size);
  fastser::fuzzing::within_heap(size, [&] {
    static_cast<void>(flexbuffers::decode<Everything>(bytes));
    static_cast<void>(flexbuffers::decode<std::vector<Item>>(bytes));
    static_cast<void>(flexbuffers::decode<std::vector<std::string_view>>(bytes));
    static_cast<void>(flexbuffers::verify(bytes));
  });
  attempt(bytes);
  if (const auto root = flexbuffers::root(bytes); root.ok()) {
    std::size_t left = 1000;
    walk(*root, left, 20, size);
  }
  return 0;
}
