// SPDX-License-Identifier: MIT
//
// R4: the k-th allocation of every entry point fails, for k = 1, 2, ... until a run comes through:
// once, and from there on. The result is kNoMemory, nothing leaks, nothing aborts.
#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <new>
#include <string>

#include "fastser/archive/verify.hpp"
#include "hostile/models.hpp"
#include "hostile/values.hpp"
#include "support/alloc_counter.hpp"

namespace fastser::testing {
namespace {

using archive::DecodeOptions;
using archive::EncodeOptions;
using archive::Sharing;

// The code of one run; cycles it made are taken apart by itself.
using Entry = std::function<Code()>;

std::size_t fail_until_clean(const Entry& entry, bool sticky) {
  EXPECT_EQ(entry(), Code::kOk);  // and whatever is made once in a program is made now
  for (std::size_t k = 1; k < 100000; ++k) {
    const AllocScope scope;
    const std::size_t alive = Live::count();
    bool fired = false;
    Code code = Code::kOk;
    {
      const AllocFault fault(k, sticky);
      code = entry();
      fired = fault.fired();
    }
    EXPECT_EQ(scope.live(), 0) << "leaked with failure " << k;
    EXPECT_EQ(Live::count(), alive) << k;
    if (!fired) {
      EXPECT_EQ(code, Code::kOk);
      return k - 1;
    }
    // A table that only makes output smaller may go without: then the call succeeds.
    EXPECT_TRUE(code == Code::kNoMemory || code == Code::kOk) << k << ' ' << code_name(code);
    if (::testing::Test::HasFailure()) return k;
  }
  ADD_FAILURE() << "never comes through";
  return 0;
}

void sweep(const char* name, const Entry& entry) {
  SCOPED_TRACE(name);
  const std::size_t once = fail_until_clean(entry, false);
  const std::size_t sticky = fail_until_clean(entry, true);
  std::printf("%-32s k = 1..%zu once, 1..%zu sticky\n", name, once, sticky);
}

template <typename T>
void sweep_encode(const char* name, const T& value, EncodeOptions options) {
  sweep((std::string(name) + " encode").c_str(),
        [&] { return archive::encode(value, options).status().code(); });
  sweep((std::string(name) + " encode_into").c_str(), [&] {
    Buffer out;
    return archive::encode_into(out, value, options).code();
  });
  sweep((std::string(name) + " encoded_size").c_str(),
        [&] { return archive::encoded_size(value, options).status().code(); });
}

template <typename Old, typename New>
void sweep_decode(const char* name, BytesView bytes, const Registry* old_registry = nullptr,
                  const Registry* new_registry = nullptr) {
  sweep((std::string(name) + " decode").c_str(),
        [&] { return archive::decode<Old>(bytes, {.registry = old_registry}).status().code(); });
  sweep((std::string(name) + " decode_into").c_str(), [&] {
    try {
      Old value;  // may allocate itself, as a std::deque does
      return archive::decode_into(bytes, value, {.registry = old_registry}).code();
    } catch (const std::bad_alloc&) {
      return Code::kNoMemory;
    }
  });
  sweep((std::string(name) + " adopt").c_str(),
        [&] { return archive::decode<New>(bytes, {.registry = new_registry}).status().code(); });
  sweep((std::string(name) + " verify").c_str(), [&] { return archive::verify(bytes).code(); });
}

TEST(AllocFault, InTextsAndBoxesIsNoMemory) {
  const v1::Texts texts = make_texts();
  sweep_encode("texts", texts, {});
  sweep_encode("texts, shared", texts, {.sharing = Sharing::on});
  sweep_encode("texts, adaptive", texts, {.sharing = Sharing::adaptive});
  sweep_decode<v1::Texts, v2::Texts>("texts", *archive::encode(texts));
  sweep_decode<v1::Texts, v2::Texts>("texts, shared",
                                     *archive::encode(texts, {.sharing = Sharing::on}));
  const v1::Boxes boxes = make_boxes();
  sweep_encode("boxes", boxes, {.canonical = true});
  sweep_decode<v1::Boxes, v2::Boxes>("boxes", *archive::encode(boxes));
  const v1::Shared shared = make_shared_texts();
  sweep_encode("shared", shared, {});
  sweep_decode<v1::Shared, v2::Shared>("shared", *archive::encode(shared));
}

// Two owners and a weak reference between them: objects, and no cycle of owners.
struct Leaf {
  std::string text;
  std::weak_ptr<Leaf> back;
  std::shared_ptr<Leaf> next;
};
struct LaterLeaf {
  std::weak_ptr<LaterLeaf> back;
  std::shared_ptr<LaterLeaf> next;
};
struct Tree {
  std::shared_ptr<Leaf> gone;
  std::vector<std::shared_ptr<Leaf>> leaves;
};
struct LaterTree {
  std::vector<std::shared_ptr<LaterLeaf>> leaves;
};

TEST(AllocFault, AmongObjectsIsNoMemory) {
  Tree tree;
  for (int i = 0; i < 40; ++i) {
    auto leaf = std::make_shared<Leaf>();
    leaf->text = "the text of a leaf, longer than a short one";
    if (!tree.leaves.empty()) {
      leaf->back = tree.leaves.back();
      tree.leaves.back()->next = leaf;
    }
    tree.leaves.push_back(leaf);
  }
  tree.gone = tree.leaves[3];
  sweep_encode("objects", tree, {});
  sweep_decode<Tree, LaterTree>("objects", *archive::encode(tree));
}

TEST(AllocFault, AmongFiguresIsNoMemory) {
  v1::Drawing drawing;
  auto circle = std::make_shared<v1::Circle>();
  circle->label = "a circle with a label that does not fit in place";
  drawing.focus = circle;
  drawing.figures = {std::make_shared<v1::Square>(), circle};
  drawing.circle = circle;
  drawing.frame = std::make_unique<v1::Square>();
  sweep_encode("figures", drawing, {.registry = &v1::registry()});
  sweep_decode<v1::Drawing, v2::Drawing>("figures",
                                         *archive::encode(drawing, {.registry = &v1::registry()}),
                                         &v1::registry(), &v2::registry());
}

}  // namespace
}  // namespace fastser::testing
