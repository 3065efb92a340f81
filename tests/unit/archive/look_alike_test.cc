// SPDX-License-Identifier: MIT
//
// Who gives something else to a decode is told what it looks like, and what reads that.
#include <gtest/gtest.h>

#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/flat.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/msgpack.hpp"
#include "fastser/registry.hpp"

namespace fastser {
namespace {

using namespace std::string_literals;

struct Point {
  int x = 0;
  int y = 0;
  std::string name;
};

struct Shape {
  virtual ~Shape() = default;
  int x = 0;
};
struct Drawing {
  std::vector<std::unique_ptr<Shape>> shapes;
};
struct SharedDrawing {
  std::shared_ptr<const Shape> shape;
};

Status decoded(const std::string& bytes) { return archive::decode<Point>(bytes).status(); }
std::string text_of(const Buffer& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void expect(const std::string& bytes, std::string_view looks_like, std::string_view next) {
  const Status status = decoded(bytes);
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.offset(), 0U);
  EXPECT_NE(status.message().find(looks_like), std::string_view::npos) << status;
  EXPECT_NE(status.message().find(next), std::string_view::npos) << status;
}

TEST(NoArchive, SaysWhatItLooksLikeAndWhatReadsIt) {
  expect(R"({"x":1})", "JSON", "convert::convert");
  expect("\xEF\xBB\xBF\n [1]", "JSON", "fastser convert");
  expect("bplist00xxxx", "a property list", "convert::convert");
  expect("<?xml version=\"1.0\"?><plist/>", "a property list", "convert::convert");
  expect("\x1F\x8B\x08\0"s, "compressed", "decompress");
  const Point point{1, 2, "a point"};
  expect(text_of(msgpack::encode(point).value()), "MessagePack", "msgpack::decode");
  expect(text_of(flat::encode(point).value()), "a FlatBuffer", "flat::decode");
  expect(text_of(flexbuffers::encode(point).value()), "a FlexBuffer", "flexbuffers::decode");
  for (const std::string& other :
       {"x"s, "plain text"s, "\xFF\xFE{\0}\0"s, "\0\0\0\0\0\0\0\0\0\0\0\0"s, "\x80"s,
        "\x08\0\0\0\0\0\0\0\xFF\xFF\xFF\x7F\0\0"s}) {
    EXPECT_EQ(decoded(other).message(), "not an archive: it does not start with FSR");
  }
}

TEST(NoArchive, IsEmptyInputWhichSaysSo) {
  EXPECT_EQ(decoded({}).code(), Code::kTruncated);
  EXPECT_EQ(decoded({}).message(), "the input is empty");
  EXPECT_EQ(decoded("FSR").message(), "the archive ends inside its envelope");
}

const std::string kArchive = text_of(archive::encode(Point{1, 2, "a point"}).value());
const std::string kOthers[] = {kArchive, R"({"x":1,"y":2,"name":"a point"})", "\n [1, 2]",
                               "bplist00xxxx", "\x1F\x8B\x08\0\0\0\0\0"s};

void expect_other(const Status& status, std::string_view said) {
  EXPECT_EQ(status.code(), Code::kMalformed) << status;
  EXPECT_EQ(status.offset(), 0U);
  EXPECT_TRUE(status.path().empty());
  EXPECT_NE(status.message().find(said), std::string_view::npos) << status;
}

TEST(OtherFormats, SayWhenTheyAreGivenAnArchiveOrText) {
  const std::string_view said[] = {"archive::decode", "JSON text", "JSON text", "a property list",
                                   "compressed"};
  for (std::size_t i = 0; i < std::size(said); ++i) {
    expect_other(msgpack::decode<Point>(kOthers[i]).status(), said[i]);
    expect_other(flat::decode<Point>(kOthers[i]).status(), said[i]);
    expect_other(flexbuffers::decode<Point>(kOthers[i]).status(), said[i]);
    expect_other(flexbuffers::verify(kOthers[i]), said[i]);
    expect_other(flat::verify<Point>(kOthers[i]), said[i]);
  }
  const Point point{1, 2, "a point"};
  const std::string message = text_of(msgpack::encode(point).value());
  expect_other(flat::decode<Point>(message).status(), "msgpack::decode");
  expect_other(msgpack::decode<Point>(text_of(flat::encode(point).value())).status(),
               "flat::decode");
  expect_other(flat::decode<Point>(kArchive, {.identifier = "PNTS"}).status(), "archive::decode");
}

// What may be of the format that was wanted is judged by that format alone.
TEST(OtherFormats, AreNotNamedWhereTheBytesMayBeRight) {
  EXPECT_EQ(msgpack::decode<int>("\x01\x02"s).status().code(), Code::kTrailing);
  EXPECT_EQ(msgpack::decode<std::string>("{"s).status().code(), Code::kTypeMismatch);
  // A FlexBuffer that starts with the key "FSR", or with "{".
  for (const std::string key : {"FSR", "{"}) {
    const Buffer map = flexbuffers::encode(std::map<std::string, int>{{key, 1}}).value();
    ASSERT_EQ(text_of(map).substr(0, key.size()), key);
    using Texts = std::map<std::string, std::string>;
    EXPECT_EQ(flexbuffers::decode<Texts>(map).status().code(), Code::kTypeMismatch);
  }
  EXPECT_EQ(flat::decode<Point>("\x04\0\0\0\0\0\0\0"s).status().message().find("looks like"),
            std::string_view::npos);
}

TEST(NoRegistry, IsSaidWithTheClassThatNeedsOne) {
  const std::string_view said = "pointers to the polymorphic class Shape need ";
  const Status written = archive::encode(Drawing{}).status();
  EXPECT_EQ(written.code(), Code::kUsage);
  EXPECT_EQ(written.message(), std::string(said) + "EncodeOptions::registry");
  EXPECT_EQ(archive::encode(SharedDrawing{}).status().message(), written.message());
  Registry registry;
  const Buffer bytes = archive::encode(Drawing{}, {.registry = &registry}).value();
  EXPECT_EQ(archive::decode<Drawing>(bytes).status().message(),
            std::string(said) + "DecodeOptions::registry");
  EXPECT_EQ(type_of<SharedDrawing>().status().message(), std::string(said) + "a Registry");
}

// Of all beginnings of a FlatBuffer, whatever distances they have: no byte outside is read.
TEST(NoArchive, IsLookedAtWithinItsBytes) {
  const std::string whole = text_of(flat::encode(Point{1, 2, "a point"}).value());
  for (std::size_t size = 1; size < whole.size(); ++size) {
    for (const char c : {'\0', '\4', '\x7F', '\xFF'}) {
      std::string part = whole.substr(0, size);
      part[size / 2] = c;
      EXPECT_EQ(decoded(std::string(part.data(), part.size())).code(), Code::kMalformed);
    }
  }
}

}  // namespace
}  // namespace fastser
