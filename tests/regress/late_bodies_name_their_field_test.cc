// SPDX-License-Identifier: MIT
//
// The body of an object that is no record may be read when its pointer's record is done with: it
// was deferred, or passed by and asked for later. If it did not fit, the message named no class and
// no field.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "fastser/archive.hpp"

namespace fastser {
namespace {

template <typename T>
using Shared = std::shared_ptr<std::vector<T>>;

template <typename To, typename From>
Status read_as(const From& from) {
  const Result<Buffer> bytes = archive::encode(from);
  EXPECT_TRUE(bytes.ok()) << bytes.status().to_string();
  return archive::decode<To>(*bytes).status();
}

void expect_named(const Status& status, const std::string& where) {
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_EQ(status.message(), "class " + where + ": the archive has string, the reader wants i32");
}

template <typename T>
struct Link {
  std::unique_ptr<int> before;
  std::shared_ptr<Link> next;
  Shared<T> list;
  static constexpr std::string_view fastser_name = "Link";
};

TEST(LateBodies, ThatWereDeferredNameTheirField) {
  Link<std::string> root;
  for (int i = 0; i < 30; ++i) {  // the first seventeen stand in each other
    auto outer = std::make_shared<Link<std::string>>();
    outer->next = std::move(root.next);
    root.next = std::move(outer);
  }
  std::shared_ptr<Link<std::string>> deep = root.next;
  for (int i = 0; i < 15; ++i) deep = deep->next;
  deep->list = std::make_shared<std::vector<std::string>>(1, "text");
  expect_named(read_as<Link<int>>(root), "Link, field list");
}

struct Old {
  std::weak_ptr<std::vector<std::string>> promised;
  Shared<std::string> gone;
  struct Inner {
    Shared<std::string> kept;
    int behind = 0;
    static constexpr std::string_view fastser_name = "Inner";
  } inner;
  int last = 0;
};

TEST(LateBodies, ThatWerePassedByNameTheFieldThatAsksForThem) {
  struct Inner {
    Shared<int> kept;
    int behind = 0;
  };
  struct Read {
    Inner inner;
    int last = 0;
  };
  Old old;
  old.gone = old.inner.kept = std::make_shared<std::vector<std::string>>(1, "text");
  expect_named(read_as<Read>(old), "Inner, field kept");
}

TEST(LateBodies, ThatWereOnlyPromisedNameTheFieldThatOwnedThem) {
  struct Read {
    Shared<int> promised;
    int last = 0;
  };
  Old old;
  old.promised = old.gone = std::make_shared<std::vector<std::string>>(1, "text");
  expect_named(read_as<Read>(old), "Read, field promised");
}

}  // namespace
}  // namespace fastser
