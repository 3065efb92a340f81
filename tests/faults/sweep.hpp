// SPDX-License-Identifier: MIT
//
// The k-th allocation of an entry point fails, for k = 1, 2, ... until a run comes through:
// once, and from there on. The result is kNoMemory, nothing leaks, nothing aborts.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <functional>

#include "fastser/status.hpp"
#include "hostile/models.hpp"
#include "support/alloc_counter.hpp"

namespace fastser::testing {

// The code of one run; cycles it made are taken apart by itself.
using Entry = std::function<Code()>;

inline std::size_t fail_until_clean(const Entry& entry, bool sticky) {
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

inline void sweep(const char* name, const Entry& entry) {
  SCOPED_TRACE(name);
  const std::size_t once = fail_until_clean(entry, false);
  const std::size_t sticky = fail_until_clean(entry, true);
  std::printf("%-32s k = 1..%zu once, 1..%zu sticky\n", name, once, sticky);
}

}  // namespace fastser::testing
