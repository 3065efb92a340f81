// SPDX-License-Identifier: MIT
//
// A chain (support/chain.hpp) as a typed encode writes it, and a program that reads it by the coder
// without recursion.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
#include "fastser/graph.hpp"
#include "support/chain.hpp"

namespace fastser::testing {

inline Buffer chain_bytes(std::int32_t length) {
  std::shared_ptr<Link> chain = make_chain(length);
  Result<Buffer> bytes = archive::encode(chain);
  EXPECT_TRUE(bytes.ok()) << bytes.status().to_string();
  graph::destroy(chain);
  return std::move(*bytes);
}

// What a binding makes of the nodes: by object number.
struct Made {
  std::int32_t value = -1;
  std::int64_t next = -1;
  std::int64_t back = -1;
};

class Maker {
 public:
  explicit Maker(CoderReader& reader) : reader_(reader) {}

  std::int64_t node() {
    const ObjectStart start = reader_.begin_object_or_later();
    if (start.kind == ObjectStart::kNil) return -1;
    if (start.kind == ObjectStart::kNew) {
      fields(start.number);
      reader_.end_object();
    }
    if (start.kind == ObjectStart::kLater) {
      ++later;
      EXPECT_EQ(reader_.class_name_of(reader_.object_class(start.number)), "Link");
    }
    return start.number;
  }
  void fields(std::uint32_t number) {
    if (made.size() <= number) made.resize(number + 1);
    EXPECT_EQ(made[number].value, -1) << "twice new";
    made[number].value = reader_.i32();
    const std::int64_t next = node();
    made[number].next = next;
    const std::int64_t back = node();
    made[number].back = back;
  }
  void pending() {
    std::uint32_t number = 0;
    while (reader_.begin_pending(number)) {
      fields(number);
      reader_.end_object();
    }
  }

  std::vector<Made> made;
  int later = 0;

 private:
  CoderReader& reader_;
};

inline void expect_chain(const std::vector<Made>& made, std::int64_t first, std::int32_t length) {
  std::int64_t before = -1;
  std::int64_t at = first;
  for (std::int32_t value = 0; value < length; ++value) {
    ASSERT_GE(at, 0);
    const Made& node = made[static_cast<std::size_t>(at)];
    ASSERT_EQ(node.value, value);
    ASSERT_EQ(node.back, before);
    before = at;
    at = node.next;
  }
  EXPECT_EQ(at, -1);
}

}  // namespace fastser::testing
