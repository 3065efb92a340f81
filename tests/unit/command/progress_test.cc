// SPDX-License-Identifier: MIT
//
// What the terminal says while the command works.
#include "command/progress.hpp"

#include <gtest/gtest.h>

#include <string>

#include "fastser/internal/wire/utf8.hpp"
#include "unit/command/command_fixture.hpp"

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

// A line that goes on in the next one cannot be overwritten.
TEST(ProgressLine, FitsIntoTheTerminal) {
  const std::string text = "converting a-file-with-a-long-name.json";
  EXPECT_EQ(progress_line(text, 0.43, 2.0, 1000000000, 80), text + ": 43 %, 215 MB/s, 3 s left");
  EXPECT_EQ(progress_line(text, 0.43, 2.0, 1000000000, 50),
            "converting...g-name.json: 43 %, 215 MB/s, 3 s left");
  EXPECT_EQ(progress_line(text, 0.43, 2.0, 1000000000, 30), "43 %, 215 MB/s, 3 s left");
  EXPECT_EQ(progress_line(text, 0.43, 2.0, 1000000000, 10), "43 %, 215 ");
  EXPECT_EQ(progress_line(text, 0.0, 2.0, 1000, 20), "converti...name.json");
  for (std::size_t columns = 0; columns < 70; ++columns) {
    EXPECT_LE(progress_line(text, 0.43, 2.0, 1000000000, columns).size(), columns);
    // Characters of several bytes stay whole.
    const std::string wide = progress_line(
        "\xC3\xB6\xC3\xB6\xC3\xB6\xC3\xB6\xC3\xB6\xC3\xB6\xC3\xB6\xC3\xB6"
        "\xC3\xB6\xC3\xB6\xC3\xB6\xC3\xB6\xC3\xB6\xC3\xB6\xC3\xB6\xC3\xB6"
        "\xC3\xB6\xC3\xB6\xC3\xB6\xC3\xB6",
        0.0, 2.0, 1000, columns);
    EXPECT_TRUE(fastser::wire::is_utf8(wide)) << wide;
  }
}

class CommandReading : public fastser::tests::Command {};

// A file is read in pieces of some megabytes, so that there is something to tell.
TEST_F(CommandReading, TakesAllPiecesOfALargeFile) {
  std::string json = "[";
  while (json.size() < (std::size_t{20} << 20)) {
    json += "\"" + std::to_string(json.size()) + std::string(1000, 'x') + "\",";
  }
  json += "0]\n";
  const std::string file = write("a.json", json);
  EXPECT_EQ(run("convert '" + file + "' '" + path("b.msgpack") + "'").exit, 0);
  EXPECT_EQ(run("verify '" + path("b.msgpack") + "'").exit, 0);
  EXPECT_EQ(run("diff '" + file + "' '" + path("b.msgpack") + "'").exit, 0);
  EXPECT_EQ(run("convert '" + path("b.msgpack") + "' '" + path("c.json") + "'").exit, 0);
  EXPECT_EQ(read("c.json"), json);
}

}  // namespace
