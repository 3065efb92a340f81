// SPDX-License-Identifier: MIT
//
// The bytes of an archive depend on the value only: not on what memory held before (B14), and
// not on addresses or seeds.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "hostile/models.hpp"
#include "hostile/values.hpp"
#include "support/alloc_counter.hpp"

namespace fastser::testing {
namespace {

// What this struct pads is never set: constructed in poisoned memory, it keeps the poison.
struct Padded {
  std::uint8_t small;
  std::int64_t large;
  std::uint16_t middle;
  Padded() : small(1), large(2), middle(3) {}
  FASTSER_FIELDS(Padded, small, large, middle);
};

std::string encoded(unsigned char poison, const archive::EncodeOptions& given) {
  const AllocPoison fill(poison);
  std::string all;
  const auto add = [&](const auto& value, const Registry* registry = nullptr) {
    archive::EncodeOptions options = given;
    options.registry = registry;
    const Result<Buffer> bytes = archive::encode(value, options);
    ASSERT_TRUE(bytes.ok());
    all.append(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  };
  add(*std::make_unique<Padded>());
  add(std::vector<Padded>(5));
  add(*std::make_unique<v1::Plain>(make_plain()));
  add(std::vector<v1::Plain>(3));
  add(*std::make_unique<v1::Texts>(make_texts()));
  add(*std::make_unique<v1::Boxes>(make_boxes()));
  add(*std::make_unique<v1::Shared>(make_shared_texts()));
  add(*std::make_unique<v1::Graph>(make_graph(40)));
  add(*std::make_unique<v1::Drawing>(make_drawing()), &v1::registry());
  Live::cut_all();
  return all;
}

TEST(Determinism, WhateverMemoryHeldBefore) {
  using archive::Header;
  using archive::Sharing;
  for (const archive::EncodeOptions& options :
       {archive::EncodeOptions{.canonical = true},
        archive::EncodeOptions{.header = Header::bare, .sharing = Sharing::on},
        archive::EncodeOptions{.sharing = Sharing::adaptive, .checksum = true}}) {
    const std::string wanted = encoded(0x00, options);
    EXPECT_GT(wanted.size(), 500U);
    for (const int poison : {0x5A, 0xA5, 0xFF, 0x5A}) {
      EXPECT_TRUE(encoded(static_cast<unsigned char>(poison), options) == wanted) << poison;
    }
  }
}

}  // namespace
}  // namespace fastser::testing
