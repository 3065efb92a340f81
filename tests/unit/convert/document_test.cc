// SPDX-License-Identifier: MIT
//
// Documents of many values: what is looked up late, and a few dozen at a time, is found all the
// same.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "convert/document/builder.hpp"
#include "convert/json/reader.hpp"

namespace fastser::convert {
namespace {

constexpr std::uint32_t kDepth = 64;
constexpr std::size_t kValues = 120'000;

// A list of lists, objects and leaves, in which much comes again: in the next value, in one far
// away, inside of itself. Some texts have escapes, so that they do not lie in the input.
class ManyValues {
 public:
  explicit ManyValues(unsigned seed) : random_(seed) {}

  std::string next() {
    std::string out = "[";
    while (count_ < kValues) {
      if (out.size() != 1) out += ',';
      value(out, 0);
    }
    return out + "]";
  }

 private:
  std::size_t pick(std::size_t n) { return random_() % n; }

  void text(std::string& out) {
    const std::size_t range = pick(2) == 0 ? 30 : 1'000'000;
    out += '"';
    if (pick(8) == 0) out += "\\n";
    if (pick(4) == 0) out += "a text that is longer than sixteen bytes ";
    if (pick(50) != 0) out += std::to_string(pick(range));
    out += '"';
  }
  void value(std::string& out, std::size_t depth) {
    ++count_;
    switch (pick(depth > 6 ? 4 : 7)) {
      case 0: out += std::to_string(pick(100)); return;
      case 1: out += pick(2) == 0 ? "-0.0" : "null"; return;
      case 4: {
        out += '[';
        const bool same = pick(3) == 0;
        for (std::size_t n = pick(4), i = 0; i != n; ++i) {
          if (i != 0) out += ',';
          if (same) {
            ++count_;
            out += "[7,\"x\"]";
          } else {
            value(out, depth + 1);
          }
        }
        out += ']';
        return;
      }
      case 5:
      case 6: {
        out += '{';
        for (std::size_t n = pick(5), i = 0; i != n; ++i) {
          out += i != 0 ? ",\"" : "\"";
          out += pick(20) != 0 ? "key" : "k\\u00e9y";
          out += std::to_string(i) + (pick(30) == 0 ? "_" : "") + "\":";
          value(out, depth + 1);
        }
        out += '}';
        return;
      }
      default: text(out);
    }
  }

  std::mt19937 random_;
  std::size_t count_ = 0;
};

std::string_view text_of(const Document& document, std::uint64_t number) {
  return document.text(number);
}

// What stands for a node in the content of its container: `same` is what it is the same as.
std::string content_of(const Document& document, std::uint32_t at, std::uint32_t same) {
  const Node& node = document.nodes[at];
  std::string out = std::to_string(static_cast<int>(node.kind)) + ':';
  if (node.key != kNoKey) {
    const std::string_view key = text_of(document, node.key);
    out += std::to_string(key.size()) + '.' + std::string(key);
  }
  if (node.is_container()) return out + '#' + std::to_string(same) + ';';
  if (node.kind != NodeKind::kString) return out + std::to_string(node.bits) + ';';
  const std::string_view text = text_of(document, node.bits);
  return out + std::to_string(text.size()) + '.' + std::string(text) + ';';
}

// By looking at each container alone, from the last to the first, so that what is inside is known.
void expect_equal_ones_are_found(const Document& document) {
  const std::vector<Node>& nodes = document.nodes;
  std::vector<std::string> contents(nodes.size());
  std::vector<std::uint32_t> number(nodes.size());  // of the content
  std::map<std::string, std::uint32_t> numbers;
  std::map<std::uint32_t, std::vector<std::uint32_t>> equal;  // number -> nodes, last first
  for (auto at = static_cast<std::uint32_t>(nodes.size()); at-- > 0;) {
    const Node& node = nodes[at];
    if (!node.is_container()) continue;
    std::string content = std::to_string(static_cast<int>(node.kind));
    for (std::uint32_t child = at + 1; child < node.end; child = nodes[child].end) {
      content += content_of(document, child, number[child]);
    }
    number[at] = numbers.emplace(content, numbers.size()).first->second;
    equal[number[at]].push_back(at);
  }
  std::size_t again = 0;
  for (const auto& [unused, places] : equal) {
    // The first that *ended*: of equal ones none lies in another.
    const std::uint32_t first = places.back();
    for (const std::uint32_t at : places) {
      ASSERT_EQ(nodes[at].same(), first) << at;
      ASSERT_EQ(nodes[at].comes_again, at == first && places.size() > 1) << at;
    }
    again += places.size() - 1;
  }
  EXPECT_GT(again, kValues / 20);
  EXPECT_GT(equal.size(), kValues / 20);
}

TEST(LargeDocuments, EqualContainersAreFoundWhateverIsBetweenThem) {
  for (const unsigned seed : {1U, 2U}) {
    SCOPED_TRACE(seed);
    const std::string json = ManyValues(seed).next();
    Document document;
    ASSERT_TRUE(parse_json(json, kDepth, true, document).ok());
    ASSERT_GE(document.nodes.size(), kValues);
    expect_equal_ones_are_found(document);
  }
}

// A builder with a budget looks at each text when it is told.
TEST(LargeDocuments, TextsLookedUpLateAreThoseLookedUpAtOnce) {
  const std::string json = ManyValues(4).next();
  Document late;
  ASSERT_TRUE(parse_json(json, kDepth, true, late).ok());
  Document at_once;
  DocumentBuilder builder(at_once, kDepth, std::numeric_limits<std::size_t>::max() - 1);
  ASSERT_TRUE(tell_json(json, builder).ok());

  ASSERT_EQ(late.nodes.size(), at_once.nodes.size());
  ASSERT_EQ(late.texts.size(), at_once.texts.size());
  std::map<std::string_view, std::uint64_t> numbers;
  for (std::size_t i = 0; i < late.nodes.size(); ++i) {
    const Node& one = late.nodes[i];
    const Node& other = at_once.nodes[i];
    ASSERT_EQ(one.kind, other.kind) << i;
    ASSERT_EQ(one.end, other.end) << i;
    ASSERT_EQ(one.count, other.count) << i;
    ASSERT_EQ(one.comes_again, other.comes_again) << i;
    ASSERT_EQ(one.key == kNoKey, other.key == kNoKey) << i;
    if (one.key != kNoKey) {
      ASSERT_EQ(text_of(late, one.key), text_of(at_once, other.key)) << i;
    }
    if (one.kind != NodeKind::kString) {
      ASSERT_EQ(one.bits, other.bits) << i;
      continue;
    }
    const std::string_view text = text_of(late, one.bits);
    ASSERT_EQ(text, text_of(at_once, other.bits)) << i;
    ASSERT_EQ(numbers.emplace(text, one.bits).first->second, one.bits) << text;
  }
}

TEST(LargeDocuments, LinesAreReadAsAList) {
  std::string lines;
  for (int i = 0; i < 40'000; ++i) {
    lines += R"({"text":"line )" + std::to_string(i % 1000) + R"(","list":[1,2]})" + "\n";
  }
  Document document;
  ASSERT_TRUE(parse_json_lines(lines, kDepth, true, document).ok());
  ASSERT_EQ(document.nodes.size(), 1U + 40'000U * 5);
  for (std::uint32_t i = 0; i < 40'000; ++i) {
    const std::uint32_t at = 1 + i * 5;
    ASSERT_EQ(document.nodes[at].same(), 1 + i % 1000 * 5) << i;
    ASSERT_EQ(document.text(document.nodes[at + 1].bits), "line " + std::to_string(i % 1000));
  }
}

// Writers read Texts::kMargin bytes behind a text: where that stays in the input, so must these.
TEST(LargeDocuments, NothingBehindTheInputIsRead) {
  std::string text = "[";
  for (int i = 0; i < 80'000; ++i) text += "\"t" + std::to_string(i) + "\",";
  for (const std::size_t size : {0U, 1U, 9U, 10U, 14U, 15U, 16U, 40U}) {
    const std::string json = text + "\"last " + std::string(size, 'x') + "\"]";
    const std::vector<char> exact(json.begin(), json.end());
    Document document;
    const std::string_view input(exact.data(), exact.size());
    ASSERT_TRUE(parse_json(input, kDepth, true, document).ok());
    for (const Node& one : document.nodes) {
      if (one.kind != NodeKind::kString) continue;
      const std::string_view found = document.text(one.bits);
      const char* const end = found.data() + found.size();
      const bool is_in_input = std::less_equal<>()(input.data(), end) &&
                               std::less_equal<>()(end, input.data() + input.size());
      if (is_in_input) {
        ASSERT_GE(static_cast<std::size_t>(input.data() + input.size() - end), Texts::kMargin)
            << found;
      }
    }
  }
}

}  // namespace
}  // namespace fastser::convert
