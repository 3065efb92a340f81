// SPDX-License-Identifier: MIT
//
// Keys that were chosen to collide were refused with the sentence for a failed accessor function
// where a plan read an archive of another version.
#include <string>
#include <unordered_map>

#include "fastser/internal/archive/plan/form_of.hpp"
#include "fastser/plan.hpp"
#include "gtest/gtest.h"

namespace fastser::archive {
namespace {

struct Colliding {
  std::size_t operator()(std::int32_t) const { return 0; }
};
namespace old {
struct Thing {
  std::unordered_map<std::int32_t, std::int8_t> map;
};
}  // namespace old
namespace same {
struct Thing {
  std::unordered_map<std::int32_t, std::int8_t, Colliding> map;
};
}  // namespace same
namespace now {
struct Thing {
  std::unordered_map<std::int32_t, std::int64_t, Colliding> map;
};
}  // namespace now

template <typename T>
std::string told_of(BytesView bytes) {
  const Result<Plan> plan = plan_of<T>();
  T thing;
  const Status status = plan->decode(bytes, &thing);
  EXPECT_EQ(status.code(), Code::kOverBudget);
  return status.to_string();
}

TEST(PlanCollidingKeys, AreNamedWhateverTheVersion) {
  old::Thing thing;
  for (std::int32_t i = 0; i < 5000; ++i) thing.map[i] = 1;
  const Result<Buffer> bytes = encode(thing);
  ASSERT_TRUE(bytes.ok());
  EXPECT_NE(told_of<same::Thing>(*bytes).find("with the same hash"), std::string::npos);
  EXPECT_NE(told_of<now::Thing>(*bytes).find("with the same hash"), std::string::npos);
}

}  // namespace
}  // namespace fastser::archive
