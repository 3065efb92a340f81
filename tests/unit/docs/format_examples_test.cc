// SPDX-License-Identifier: MIT
//
// The examples of docs/format.md, section 9: its hex blocks are read out of the page, decoded, and
// where fastser is the writer compared with what it writes. The page cannot drift from the code.
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "support/vectors.hpp"
#include "unit/archive/round_trip.hpp"

namespace fastser::testing {
namespace {

/// The blocks between ```hex and ``` in the page, as bytes.
std::vector<std::vector<std::byte>> read_examples() {
  std::vector<std::vector<std::byte>> examples;
  std::ifstream page(std::string(FASTSER_SOURCE_DIR) + "/docs/format.md");
  EXPECT_TRUE(page.is_open());
  std::string line;
  bool inside = false;
  while (std::getline(page, line)) {
    if (line.starts_with("```")) {
      inside = line == "```hex";
      if (inside) examples.emplace_back();
    } else if (inside) {
      EXPECT_TRUE(parse_hex(line, examples.back())) << line;
    }
  }
  return examples;
}

std::vector<std::byte> example(std::size_t number) {
  const auto examples = read_examples();
  EXPECT_EQ(examples.size(), 3U);
  return number < examples.size() ? examples[number] : std::vector<std::byte>{};
}

template <typename T>
T decode_example(const std::vector<std::byte>& bytes, std::uint32_t* user_version = nullptr) {
  const Status sound = archive::verify(bytes);
  EXPECT_TRUE(sound.ok()) << sound.to_string();
  T value{};
  const Status status = archive::decode_into(bytes, value, {.user_version = user_version});
  EXPECT_TRUE(status.ok()) << status.to_string();
  return value;
}

struct Address {
  std::string city;
  std::uint16_t number = 0;
};
struct Person {
  std::int32_t age = 0;
  std::string name;
  std::vector<Address> homes;
  static constexpr std::uint32_t fastser_version = 2;
};

TEST(FormatExamples, APersonIsWrittenAndReadAsThePageSays) {
  const std::vector<std::byte> bytes = example(0);
  std::uint32_t user_version = 0;
  const auto person = decode_example<Person>(bytes, &user_version);
  EXPECT_EQ(user_version, 7U);
  EXPECT_EQ(person.age, -2);
  EXPECT_EQ(person.name, "Zo\xC3\xAB");
  ASSERT_EQ(person.homes.size(), 2U);
  EXPECT_EQ(person.homes[0].city, "Oslo");
  EXPECT_EQ(person.homes[0].number, 300);
  EXPECT_EQ(person.homes[1].city, "");
  EXPECT_EQ(person.homes[1].number, 1);
  const Result<Buffer> written = archive::encode(person, {.user_version = 7, .checksum = true});
  ASSERT_TRUE(written.ok());
  EXPECT_EQ(hex_of(*written, " "), hex_of(bytes, " "));
}

struct Node {
  std::uint8_t value = 0;
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> back;
};
struct Graph {
  std::weak_ptr<Node> favourite;
  std::shared_ptr<Node> first;
};

TEST(FormatExamples, ACyclicGraphIsReadAsThePageSays) {
  const auto graph = decode_example<Graph>(example(1));
  ASSERT_NE(graph.first, nullptr);
  const std::shared_ptr<Node> second = graph.first->next;
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(graph.first->value, 0xA1);
  EXPECT_EQ(second->value, 0xB2);
  EXPECT_EQ(graph.favourite.lock(), second);
  EXPECT_TRUE(graph.first->back.expired());
  EXPECT_EQ(second->next, graph.first);
  EXPECT_EQ(second->back.lock(), graph.first);
  second->next.reset();
}

struct Item {
  std::string color;
  std::uint16_t width = 0;
  std::uint16_t height = 0;
};

TEST(FormatExamples, ATableBehindAndSharedStringsAreReadAsThePageSays) {
  const auto items = decode_example<std::vector<std::shared_ptr<Item>>>(example(2));
  ASSERT_EQ(items.size(), 5U);
  for (std::size_t i = 0; i < 3; ++i) ASSERT_NE(items[i], nullptr);
  EXPECT_EQ(items[0]->color, "red");
  EXPECT_EQ(items[0]->width, 1);
  EXPECT_EQ(items[0]->height, 2);
  EXPECT_EQ(items[1]->color, "blue");
  EXPECT_EQ(items[1]->height, 4);
  EXPECT_EQ(items[2]->color, "red");
  EXPECT_EQ(items[2]->width, 5);
  EXPECT_EQ(items[3], nullptr);
  EXPECT_EQ(items[4], items[0]);
}

}  // namespace
}  // namespace fastser::testing
