// SPDX-License-Identifier: MIT
//
// An allocation that failed while an archive was read over a used map came out as "a key twice", or
// left an element that did not come; one that failed while msgpack::verify put its error together
// was thrown. Found when the sweeps of tests/faults came to read over used objects.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/msgpack.hpp"
#include "support/alloc_counter.hpp"

namespace fastser {
namespace {

using testing::AllocFault;
using Map = std::map<int, bool>;

TEST(NoMemory, IsNeverAKeyTwiceNorAnElementThatDidNotCome) {
  Map sent;
  for (int i = 0; i < 10; ++i) sent[i] = true;
  const Result<Buffer> bytes = archive::encode(sent);
  ASSERT_TRUE(bytes.ok());
  for (std::size_t k = 1;; ++k) {
    Map used = sent;
    for (int i = 100; i < 200; ++i) used[i] = false;  // more than came, so that they go
    Code code = Code::kOk;
    bool fired = false;
    {
      const AllocFault fault(k, false);
      code = archive::decode_into(*bytes, used).code();
      fired = fault.fired();
    }
    if (code == Code::kOk) {
      EXPECT_EQ(used, sent) << k;
    } else {
      EXPECT_EQ(code, Code::kNoMemory) << k;
    }
    if (!fired) break;
  }
}

TEST(NoMemory, IsAnAnswerOfVerifyToo) {
  const std::vector<std::byte> cut = {std::byte{0x92}, std::byte{0x01}};
  const AllocFault fault(1, true);
  const Code code = msgpack::verify(cut).code();
  EXPECT_TRUE(fault.fired());
  EXPECT_EQ(code, Code::kNoMemory);
}

}  // namespace
}  // namespace fastser
