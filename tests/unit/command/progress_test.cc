// SPDX-License-Identifier: MIT
//
// What the terminal says while the command works.
#include "command/progress.hpp"

#include <gtest/gtest.h>

namespace {

using fastser::command::progress_line;

TEST(ProgressLine, SaysPercentageRateAndTimeLeft) {
  EXPECT_EQ(progress_line("converting a.json", 0.43, 2.0, 1000000000),
            "converting a.json: 43 %, 215 MB/s, 3 s left");
  EXPECT_EQ(progress_line("reading", 0.5, 10.0, 100000), "reading: 50 %, 5 kB/s, 10 s left");
  EXPECT_EQ(progress_line("reading", 0.01, 10.0, 2000000000), "reading: 1 %, 2 MB/s, 17 min left");
  EXPECT_EQ(progress_line("reading", 1.0, 4.0, 0), "reading: 100 %, 0 s left");
}

TEST(ProgressLine, LeavesOutWhatIsNotKnownYet) {
  EXPECT_EQ(progress_line("reading", 0.0, 2.0, 1000), "reading");
  EXPECT_EQ(progress_line("reading", 0.5, 0.0, 1000), "reading");
  EXPECT_EQ(progress_line("reading", 0.999, 2.0, 10), "reading: 99 %, 1 s left");
}

}  // namespace
