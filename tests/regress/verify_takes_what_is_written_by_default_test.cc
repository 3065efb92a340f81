// SPDX-License-Identifier: MIT
//
// The coder wrote 128 objects in each other and verify took 127, and half as many where records lay
// in lists: every reader counted depth its own way. What the default options write, the default
// options of verify take.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
#include "fastser/verify.hpp"

namespace fastser {
namespace {

// `levels` objects in each other, of a class that has a super-class; each in a list, if asked for.
Result<Buffer> coder_chain(std::size_t levels, bool in_lists) {
  const std::vector<int> identities(levels);
  CoderWriter writer;
  const ClassHandle base = writer.define_class("Base", 1);
  const ClassHandle derived = writer.define_class("Derived", 2, base);
  for (std::size_t i = 0; i < levels; ++i) {
    if (in_lists) writer.begin_list(1, schema::TypeCode::kAnyRef);
    if (!writer.begin_object(&identities[i], derived)) break;
    writer.i32("value", static_cast<std::int32_t>(i));
  }
  for (std::size_t i = 0; i < levels; ++i) {
    writer.end_object();
    if (in_lists) writer.end_list();
  }
  return writer.finish();
}

TEST(VerifyTakesWhatIsWrittenByDefault, ObjectsOfTheCoder) {
  for (const bool in_lists : {false, true}) {
    std::size_t levels = 0;
    Status status;
    Result<Buffer> written = coder_chain(++levels, in_lists);
    for (; written.ok() && levels < 1000; written = coder_chain(++levels, in_lists)) {
      status = archive::verify(*written);
      ASSERT_TRUE(status.ok()) << levels << ": " << status.to_string();
    }
    EXPECT_GT(levels, in_lists ? 64U : 128U);
  }
}

struct Tree {
  std::vector<Tree> children;
};
struct Owner {
  std::unique_ptr<Owner> next;
};

TEST(VerifyTakesWhatIsWrittenByDefault, WhatATypedDecodeTakes) {
  Tree tree;
  Owner owner;
  for (int levels = 0; levels < 300; ++levels) {
    Tree outer_tree;
    outer_tree.children.push_back(std::move(tree));
    tree = std::move(outer_tree);
    const Result<Buffer> trees = archive::encode(tree);
    if (trees.ok() && archive::decode<Tree>(*trees).ok()) {
      EXPECT_TRUE(archive::verify(*trees).ok()) << levels;
    }
    Owner outer_owner;
    outer_owner.next = std::make_unique<Owner>(std::move(owner));
    owner = std::move(outer_owner);
    const Result<Buffer> owners = archive::encode(owner);
    if (owners.ok() && archive::decode<Owner>(*owners).ok()) {
      EXPECT_TRUE(archive::verify(*owners).ok()) << levels;
    }
  }
}

}  // namespace
}  // namespace fastser
