// SPDX-License-Identifier: MIT
//
// Who gives something else to archive::decode is told what it looks like, and what reads that.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/flat.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/msgpack.hpp"

namespace fastser {
namespace {

using namespace std::string_literals;

struct Point {
  int x = 0;
  int y = 0;
  std::string name;
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
