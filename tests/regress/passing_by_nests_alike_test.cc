// SPDX-License-Identifier: MIT
//
// What a class no longer has was passed by with a count of depth of its own: an `any` in a list, an
// optional, every super-class and the type of an object counted beside what lay in them. Files that
// verify takes were refused. Passing by counts as docs/format.md says, on a small stack.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
#include "fastser/verify.hpp"
#include "support/small_stack.hpp"

namespace fastser {
namespace {

using schema::TypeCode;

struct Read {
  std::int32_t before = 0;
  std::int32_t behind = 0;
};

enum class Way { kAnyLists, kRecordsInLists, kDerivedObjects };

// Levels in each other, in a field between two others.
Buffer nested(Way way, std::size_t levels) {
  const std::vector<int> identities(levels);
  CoderWriter writer({.limits = Limits::unlimited()});
  ClassHandle of;
  for (const char* const name : {"A", "B", "C", "D", "E"}) of = writer.define_class(name, 0, of);
  writer.begin_record("root", writer.define_class("Read"));
  writer.i32("before", 1);
  for (std::size_t i = 0; i < levels; ++i) {
    switch (way) {
      case Way::kAnyLists:
        if (i == 0) writer.begin_list("gone", 1, TypeCode::kAny);
        if (i != 0) writer.begin_list(1, TypeCode::kAny);
        break;
      case Way::kRecordsInLists:
        writer.begin_list("gone", 1, TypeCode::kAnyRecord);
        writer.begin_record(of);
        break;
      case Way::kDerivedObjects: EXPECT_TRUE(writer.begin_object("gone", &identities[i], of));
    }
  }
  if (way == Way::kAnyLists) writer.i32(5);
  for (std::size_t i = 0; i < levels; ++i) {
    if (way == Way::kRecordsInLists) writer.end_record();
    way == Way::kDerivedObjects ? writer.end_object() : writer.end_list();
  }
  writer.i32("behind", 2);
  writer.end_record();
  Result<Buffer> bytes = writer.finish();
  EXPECT_TRUE(bytes.ok()) << bytes.status().to_string();
  return std::move(*bytes);
}

Code pass_by(const Buffer& bytes) {
  struct Root {
    Read root;
  };
  const Result<Root> read = archive::decode<Root>(bytes);
  if (!read.ok()) return read.status().code();
  EXPECT_EQ(read->root.before, 1);
  EXPECT_EQ(read->root.behind, 2);
  return Code::kOk;
}

// The record "root" takes the first level.
TEST(PassingBy, TakesWhatVerifyTakes) {
  for (const Way way : {Way::kAnyLists, Way::kRecordsInLists, Way::kDerivedObjects}) {
    const Buffer most = nested(way, Limits{}.depth - 1);
    EXPECT_TRUE(archive::verify(most).ok()) << archive::verify(most).to_string();
    testing::on_stack(128 * 1024, [&] { EXPECT_EQ(pass_by(most), Code::kOk); });
    // Records of the reader's own classes, like the one around, are no recursion to it.
    EXPECT_EQ(pass_by(nested(way, Limits{}.depth + 1)), Code::kTooDeep);
  }
}

}  // namespace
}  // namespace fastser
