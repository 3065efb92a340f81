// SPDX-License-Identifier: MIT
//
// Paths: what they may be, and that every value of a document is found at its own.
#include "convert/path/path.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <span>
#include <string>

#include "base/path_text.hpp"
#include "convert/document/builder.hpp"
#include "convert/document/replay.hpp"
#include "convert/json/reader.hpp"
#include "convert/json/writer.hpp"
#include "convert/read.hpp"
#include "fastser/convert.hpp"
#include "unit/convert/convert_support.hpp"
#include "unit/convert/json_documents.hpp"

namespace fastser::convert {
namespace {

std::string shown(const Path& path) {
  std::string out;
  for (const PathStep& step : path) {
    out += step.may_be_key ? '<' + step.key + '>' : std::string();
    out += step.may_be_index ? '#' + std::to_string(step.index) : std::string();
  }
  return out;
}

std::string parsed(std::string_view text) {
  const Result<Path> path = parse_path(text);
  return path.ok() ? shown(*path) : "at " + std::to_string(path.status().offset());
}

TEST(Paths, AreNamesIndicesAndTextsInQuotes) {
  EXPECT_EQ(parsed(""), "");
  EXPECT_EQ(parsed("."), "");
  EXPECT_EQ(parsed("a.b[3].c"), "<a><b>#3<c>");
  EXPECT_EQ(parsed(".a"), "<a>");
  EXPECT_EQ(parsed(R"(["a.\"\u00e9"][0])"), "<a.\"\xC3\xA9>#0");
  EXPECT_EQ(parsed("a.7"), "<a><7>#7");
  EXPECT_EQ(parsed("/a~1b/~0/3/"), "<a/b><~><3>#3<>");
  EXPECT_EQ(parsed("[18446744073709551615]"), "#18446744073709551615");
}

std::string asked(std::string_view text) {
  const Result<Path> query = parse_query(text);
  if (!query.ok()) return "at " + std::to_string(query.status().offset());
  std::string out;
  for (const PathStep& step : *query) {
    switch (step.takes) {
      case PathStep::Takes::kOne: out += shown({step}); break;
      case PathStep::Takes::kFromEnd: out += "-" + std::to_string(step.index); break;
      case PathStep::Takes::kRange:
        out += step.takes_all()
                   ? std::string("*")
                   : std::to_string(step.first) + ':' +
                         (step.behind == PathStep::kNoEnd ? std::string()
                                                          : std::to_string(step.behind));
    }
    if (!step.is_forward()) out += '!';
  }
  return out;
}

TEST(Paths, OfQueriesLeadToSeveralValues) {
  EXPECT_EQ(asked("a[].b"), "<a>*<b>");
  EXPECT_EQ(asked(".[]"), "*");
  EXPECT_EQ(asked("[:]"), "*");
  EXPECT_EQ(asked("a[-1]"), "<a>-1!");
  EXPECT_EQ(asked("a[2:5][:3][4:]"), "<a>2:50:34:");
  EXPECT_EQ(asked("a[-2:]"), "<a>-2:!");
  EXPECT_EQ(asked("a[:-2]"), "<a>0:-2!");
  EXPECT_EQ(asked("a[0]"), "<a>#0");
  EXPECT_EQ(asked("a[-0]"), "at 2");
  EXPECT_EQ(asked("a[-x]"), "at 2");
  EXPECT_EQ(asked("a[1:2:3]"), "at 2");
  EXPECT_EQ(asked("a[9223372036854775808:]"), "at 2");
  for (const char* text : {"a[]", "a[-1]", "a[1:2]"}) EXPECT_EQ(parsed(text), "at 2") << text;
}

TEST(Paths, SayWhereTheyAreWrong) {
  EXPECT_EQ(parsed("a..b"), "at 2");
  EXPECT_EQ(parsed("a."), "at 2");
  EXPECT_EQ(parsed("a[1"), "at 1");
  EXPECT_EQ(parsed("a[x]"), "at 2");
  EXPECT_EQ(parsed("a[1]b"), "at 4");
  EXPECT_EQ(parsed("[\"a]"), "at 0");
  EXPECT_EQ(parsed("[18446744073709551616]"), "at 1");
  EXPECT_EQ(parsed("/a~2"), "at 2");
}

std::string json_at(const Document& document, std::uint32_t node) {
  JsonWriter writer({.replace = true, .max_bytes = 1U << 20});
  EXPECT_TRUE(replay(document, node, writer));
  return *writer.take();
}

// Each node of the document with its path.
void for_each(const Document& document, std::uint32_t node, const std::string& path,
              const std::function<void(std::uint32_t, const std::string&)>& work) {
  work(node, path);
  std::uint64_t index = 0;
  for (std::uint32_t at = node + 1; at < document.nodes[node].end; at = document.nodes[at].end) {
    std::string inner = path;
    if (document.nodes[node].kind == NodeKind::kList) {
      append_index(inner, index++);
    } else {
      append_key(inner, document.text(document.nodes[at].key));
    }
    for_each(document, at, inner, work);
  }
}

TEST(Paths, LeadToEveryValueInEveryFormat) {
  for (const char* json : kJsonDocuments) {
    const BytesView text = std::as_bytes(std::span(std::string_view(json)));
    for (const Format format :
         {Format::json, Format::msgpack, Format::archive, Format::flexbuffers}) {
      const Result<Buffer> made = convert(text, Format::json, format);
      if (!made.ok()) continue;  // what FlexBuffers cannot say
      Document whole;
      ASSERT_TRUE(read_document(*made, format, Format::msgpack, {}, whole).ok());
      for_each(whole, 0, {}, [&](std::uint32_t node, const std::string& path_text) {
        const Result<Path> path = parse_path(path_text);
        ASSERT_TRUE(path.ok()) << path_text;
        Document part;
        DocumentBuilder builder(part, kMaxDepth);
        const Status status = tell_at(*made, format, *path, {}, builder);
        ASSERT_TRUE(status.ok()) << json << path_text << status.to_string();
        EXPECT_EQ(json_at(part, 0), json_at(whole, node)) << json << path_text;
      });
    }
  }
}

// What is asked for, with so much that may be done on the way there.
Status found_at(BytesView archive, std::string_view text, std::string& out, std::size_t most) {
  const Result<Path> query = parse_query(text);
  JsonWriter writer({.max_bytes = most});
  const Status status = tell_at(archive, Format::archive, *query, {}, writer);
  if (status.ok()) out = writer.take().value();
  return status;
}

// map<u32, ref to a list of nulls>: {0: list, 1: the same, ...}, of which one value is asked for.
TEST(Paths, PassReferencesInMapsByWithoutFollowingThem) {
  Bytes archive = archive_of({0, 0x24, 7, 0x29, 0x21, 0}, {100, 0, 0, 0, 0, 1, 3});
  for (int i = 1; i < 100; ++i) testing::put(archive, {i, 0, 0, 0, i < 99 ? 6 : 1});
  testing::put(archive, {1});
  std::string out;
  ASSERT_TRUE(found_at(archive, "[99]", out, 200).ok());
  EXPECT_EQ(out, "[null]");
  ASSERT_TRUE(found_at(archive, "[50]", out, 200).ok());
  EXPECT_EQ(out, "[null,null,null]");
}

// list<ref to S {l: list of nulls}>: each of the references leads to a list that has nothing.
TEST(Paths, BelowARangeCostWhatTheyPassBy) {
  constexpr int kCount = 100;
  Bytes archive =
      archive_of({1, 1, 'S', 0, 0, 1, 3, 1, 'l', 0x21, 0, 0x21, 0x29, 0x28, 0}, {kCount, 1, 100});
  archive.insert(archive.end(), kCount - 1, std::byte{6});
  std::string out;
  EXPECT_EQ(found_at(archive, "[].l.x", out, 5000).code(), Code::kOverBudget);
  EXPECT_EQ(found_at(archive, "[].l.x", out, 50000).code(), Code::kUsage);
  EXPECT_TRUE(found_at(archive, "[7].l[99]", out, 2000).ok());
}

}  // namespace
}  // namespace fastser::convert
