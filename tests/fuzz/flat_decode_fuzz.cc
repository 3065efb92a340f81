// SPDX-License-Identifier: MIT
//
// Bytes of anybody as a FlatBuffer: what is verified can be read, in place and out; what is read is
// written as bytes that are verified, read and written the same.
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "fastser/flat.hpp"
#include "fuzz/target.hpp"

namespace {

namespace flat = fastser::flat;
using fastser::fuzzing::broken;

struct Place {
  std::int16_t x = 0;
  double y = 0;
};
struct Item {
  std::string name;
  std::vector<std::int32_t> counts;
  std::optional<float> price;
  std::variant<std::monostate, bool, Place, std::string> value;
  std::vector<Item> parts;
};
struct Everything {
  std::vector<Item> items;
  std::map<std::string, std::vector<std::uint8_t>> data;
  std::unordered_map<std::int16_t, std::string> texts;
  std::vector<Place> places;
  std::unique_ptr<Item> own;
  std::shared_ptr<Item> first;
  std::shared_ptr<Item> second;
  std::vector<std::vector<std::string>> lists;
};

// Touches what a view leads to.
void look(const fastser::BytesView bytes) {
  const auto view = flat::view<Everything>(bytes);
  if (!view.ok()) return;
  std::size_t seen = 0;
  for (const auto item : view->get<"items">()) {
    for (const char c : item.get<"name">()) seen += static_cast<unsigned char>(c);
    for (const std::int32_t count : item.get<"counts">()) seen += static_cast<std::size_t>(count);
    if (item.get<"value">().index() == 3) seen += item.get<"value">().get<3>().size();
  }
  if (const auto found = view->get<"data">().find("k")) seen += found->size();
  if (const auto name = view->get<"own.name">()) seen += name->size();
  for (const auto place : view->get<"places">()) seen += place.value().x == 0 ? 1U : 0U;
  for (const auto list : view->get<"lists">()) {
    for (const auto text : list) seen += text.size();
  }
  asm volatile("" : : "r"(seen));  // the looks must not be left out
}

void attempt(fastser::BytesView bytes) {
  const bool sound = flat::verify<Everything>(bytes).ok();
  const auto value = flat::decode<Everything>(bytes);
  look(bytes);
  if (!value.ok()) {
    // Verified is no promise that a copy is within its budget, or that keys differ.
    const fastser::Code code = value.status().code();
    if (sound && code != fastser::Code::kOverBudget && code != fastser::Code::kMalformed) {
      broken("verified, but not read: " + value.status().to_string());
    }
    return;
  }
  const auto once = flat::encode(*value);
  if (!once.ok()) broken("read, but not written: " + once.status().to_string());
  const flat::DecodeOptions free{.limits = fastser::Limits::unlimited()};
  const auto verified = flat::verify<Everything>(*once, free);
  if (!verified.ok()) broken("written, but not verified: " + verified.to_string());
  const auto again = flat::decode<Everything>(*once, free);
  if (!again.ok()) broken("written, but not read: " + again.status().to_string());
  const auto twice = flat::encode(*again);
  if (once->size() != twice->size()) broken("another size");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A copy that starts where a FlatBuffer may.
  std::unique_ptr<std::byte[]> copy(new std::byte[size]);
  if (size != 0) std::memcpy(copy.get(), data, size);
  const fastser::BytesView bytes(copy.get(), size);
  fastser::fuzzing::within_heap(size, [&] {
    static_cast<void>(flat::decode<Everything>(bytes));
    static_cast<void>(flat::decode<std::vector<Item>>(bytes));
  });
  attempt(bytes);
  return 0;
}
