// SPDX-License-Identifier: MIT
//
// The k-th allocation of every entry point of the archive fails; see verbs.hpp.
#include <gtest/gtest.h>

#include <string>

#include "fastser/verify.hpp"
#include "faults/verbs.hpp"
#include "hostile/models.hpp"
#include "hostile/values.hpp"

namespace fastser::testing {
namespace {

using archive::Sharing;

struct Verbs : CodecVerbs<archive::EncodeOptions, archive::DecodeOptions> {
  static Code verify(BytesView bytes) { return archive::verify(bytes).code(); }
};

TEST(AllocFault, InTextsAndBoxesIsNoMemory) {
  const v1::Texts texts = make_texts();
  sweep_encode<Verbs>("texts", texts);
  sweep_encode<Verbs>("texts, shared", texts, {.sharing = Sharing::on});
  sweep_encode<Verbs>("texts, adaptive", texts, {.sharing = Sharing::adaptive});
  sweep_decode<Verbs, v1::Texts, v2::Texts>("texts", *archive::encode(texts));
  sweep_decode<Verbs, v1::Texts, v2::Texts>("texts, shared",
                                            *archive::encode(texts, {.sharing = Sharing::on}));
  const v1::Boxes boxes = make_boxes();
  sweep_encode<Verbs>("boxes", boxes, {.canonical = true});
  sweep_decode<Verbs, v1::Boxes, v2::Boxes>("boxes", *archive::encode(boxes));
  const v1::Shared shared = make_shared_texts();
  sweep_encode<Verbs>("shared", shared);
  sweep_decode<Verbs, v1::Shared, v2::Shared>("shared", *archive::encode(shared));
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
  sweep_encode<Verbs>("objects", tree);
  sweep_decode<Verbs, Tree, LaterTree>("objects", *archive::encode(tree));
}

TEST(AllocFault, AmongFiguresIsNoMemory) {
  v1::Drawing drawing;
  auto circle = std::make_shared<v1::Circle>();
  circle->label = "a circle with a label that does not fit in place";
  drawing.focus = circle;
  drawing.figures = {std::make_shared<v1::Square>(), circle};
  drawing.circle = circle;
  drawing.frame = std::make_unique<v1::Square>();
  sweep_encode<Verbs>("figures", drawing, {.registry = &v1::registry()});
  sweep_decode<Verbs, v1::Drawing, v2::Drawing>(
      "figures", *archive::encode(drawing, {.registry = &v1::registry()}),
      {.registry = &v1::registry()}, {.registry = &v2::registry()});
}

}  // namespace
}  // namespace fastser::testing
