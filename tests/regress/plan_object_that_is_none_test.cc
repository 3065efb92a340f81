// SPDX-License-Identifier: MIT
//
// A layout's function that says it made an object, and made none: the object's fields were read to
// address zero. It is a wrong call, in all versions of a type. Found by reading.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "fastser/archive.hpp"
#include "fastser/plan.hpp"

namespace fastser {
namespace {

struct Node {
  std::int32_t id = 0;
  std::shared_ptr<Node> next;
};

TEST(PlanObjectThatIsNone, IsRefused) {
  Layout layout;
  ObjectAccess makes_none{.size = sizeof(Node)};
  makes_none.make = [](void*, std::shared_ptr<void>*) { return Code::kOk; };
  const ObjectId object = layout.object(makes_none, layout.plain());
  RefAccess ref{.size = sizeof(std::shared_ptr<Node>)};
  ref.get = [](void*, const void* slot, const void** to) {
    *to = static_cast<const std::shared_ptr<Node>*>(slot)->get();
    return Code::kOk;
  };
  ref.set = [](void*, void* slot, const std::shared_ptr<void>& to) {
    *static_cast<std::shared_ptr<Node>*>(slot) = std::static_pointer_cast<Node>(to);
    return Code::kOk;
  };
  const FormId form = layout.record(sizeof(Node));
  layout.field(form, "id", offsetof(Node, id));
  layout.field(form, "next", offsetof(Node, next), layout.ref(ref, object));
  layout.body(object, form);
  const Result<Plan> plan = Plan::compile(*type_of<Node>(), layout, form);
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();

  Node root;
  root.next = std::make_shared<Node>();
  const Result<Buffer> bytes = archive::encode(root);
  ASSERT_TRUE(bytes.ok());
  Node again;
  EXPECT_EQ(plan->decode(*bytes, &again).code(), Code::kUsage);
}

}  // namespace
}  // namespace fastser
