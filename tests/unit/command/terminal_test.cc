// SPDX-License-Identifier: MIT
//
// What is different on a terminal: no bytes that are not text, colours, a pager.
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "unit/command/command_fixture.hpp"

#if !defined(_WIN32)

#include <fcntl.h>
#include <unistd.h>

namespace {

using fastser::tests::Command;
using fastser::tests::Outcome;

class CommandTerminal : public Command {
 protected:
  void SetUp() override {
    Command::SetUp();
    if (IsSkipped()) return;
    master_ = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (master_ < 0 || ::grantpt(master_) != 0 || ::unlockpt(master_) != 0) {
      GTEST_SKIP() << "there are no terminals";
    }
    const char* const name = ::ptsname(master_);
    if (name == nullptr) GTEST_SKIP() << "there are no terminals";
    terminal_ = name;
    slave_ = ::open(terminal_.c_str(), O_RDWR | O_NOCTTY);  // so that what is written stays
    ::setenv("TERM", "xterm", 1);
    ::setenv("PAGER", "cat", 1);
    ::unsetenv("NO_COLOR");
  }
  void TearDown() override {
    if (slave_ >= 0) ::close(slave_);
    if (master_ >= 0) ::close(master_);
    Command::TearDown();
  }
  // With stdout and stderr on the terminal; what it shows, its ends of lines as files have them.
  Outcome on_terminal(const std::string& arguments) {
    Outcome outcome = run(arguments + " >" + terminal_);
    ::fcntl(master_, F_SETFL, O_NONBLOCK);
    char block[4096];
    for (;;) {
      const ssize_t n = ::read(master_, block, sizeof block);
      if (n <= 0) break;
      for (ssize_t i = 0; i < n; ++i) {
        if (block[i] != '\r') outcome.text += block[i];
      }
    }
    return outcome;
  }
  // What the terminal shows, while a command still writes to it, up to the end of a line with
  // this; for ten seconds at most.
  std::string shown_until(const std::string& end) {
    ::fcntl(master_, F_SETFL, O_NONBLOCK);
    std::string text;
    char block[4096];
    for (int i = 0; i < 1000; ++i) {
      const ssize_t n = ::read(master_, block, sizeof block);
      for (ssize_t j = 0; j < n; ++j) {
        if (block[j] != '\r') text += block[j];
      }
      if (n > 0) {
        i = 0;
        continue;
      }
      if (text.ends_with('\n') && text.rfind(end) != std::string::npos) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return text;
  }
  std::string at(const std::string& name) const { return "'" + path(name) + "'"; }

  int master_ = -1;
  int slave_ = -1;
  std::string terminal_;
};

TEST_F(CommandTerminal, IsShownNoBytesThatAreNotText) {
  write("a.json", R"({"a":1})");
  for (const std::string to : {"archive", "msgpack", "flexbuffers"}) {
    const Outcome outcome = on_terminal("convert --to " + to + " " + at("a.json") + " -");
    EXPECT_EQ(outcome.exit, 2);
    EXPECT_NE(outcome.text.find("is binary and is not written to a terminal: --to json"),
              std::string::npos)
        << outcome.text;
    EXPECT_EQ(on_terminal("convert --to " + to + " " + at("a.json") + " " + terminal_).exit, 2);
  }
  const std::string convert = "convert --from json --to json " + at("a.json") + " - --color ";
  EXPECT_NE(on_terminal(convert + "never").text.find("{\"a\":1}\n"), std::string::npos);
  EXPECT_NE(on_terminal(convert + "auto").text.find("\x1b[33m1\x1b[0m}"), std::string::npos);
  EXPECT_EQ(run("convert --to msgpack " + at("a.json") + " -").exit, 0);  // a pipe
}

// A name that is mistyped would make a schema where one was to be used.
TEST_F(CommandTerminal, IsToldOfASchemaThatWasNotThere) {
  write("a.json", R"({"a":1})");
  const std::string convert =
      "convert " + at("a.json") + " " + at("a.fb") + " --schema " + at("a.bfbs");
  const std::string said = "a.bfbs: there was no such schema; it was made from the values\n";
  EXPECT_NE(on_terminal(convert).text.find(said), std::string::npos);
  EXPECT_EQ(on_terminal(convert).text.find(said), std::string::npos);  // it is there now
}

TEST_F(CommandTerminal, HasColoursUnlessSomebodyWantsNone) {
  write("a.msgpack",
        "\x81\xA1"
        "a\xA1x");
  const std::string inspect = "inspect " + at("a.msgpack");
  const std::string blue = "\x1b[34m\"a\"\x1b[0m: ";
  EXPECT_NE(on_terminal(inspect).text.find(blue), std::string::npos);
  EXPECT_EQ(on_terminal(inspect + " --color never").text.find('\x1b'), std::string::npos);
  ::setenv("NO_COLOR", "1", 1);
  EXPECT_EQ(on_terminal(inspect).text.find('\x1b'), std::string::npos);
  EXPECT_NE(on_terminal(inspect + " --color always").text.find(blue), std::string::npos);
  ::unsetenv("NO_COLOR");
  EXPECT_EQ(run(inspect).text.find('\x1b'), std::string::npos);
  EXPECT_NE(run(inspect + " --color always").text.find(blue), std::string::npos);
  EXPECT_EQ(run(inspect + " --color sometimes").exit, 2);
  write("b.msgpack",
        "\x81\xA1"
        "a\xA1y");
  EXPECT_NE(on_terminal("diff " + at("a.msgpack") + " " + at("b.msgpack"))
                .text.find("\x1b[33m~ a: \"x\" -> \"y\"\x1b[0m"),
            std::string::npos);
}

TEST_F(CommandTerminal, HasAPagerAndNothingElseHas) {
  write("a.msgpack",
        "\x81\xA1"
        "a\xA1x");
  const std::string inspect = "inspect --color never " + at("a.msgpack");
  ::setenv("PAGER", "sed s/^/paged:/", 1);
  EXPECT_NE(on_terminal(inspect).text.find("paged:values\n"), std::string::npos);
  EXPECT_EQ(on_terminal(inspect + " --no-pager").text.find("paged:"), std::string::npos);
  EXPECT_EQ(run(inspect).text.find("paged:"), std::string::npos);
  // Who leaves it early wants no more.
  ::setenv("PAGER", "true", 1);
  EXPECT_EQ(on_terminal(inspect).exit, 0);
  // Where there is nothing to see, it is not started.
  ::setenv("PAGER", "echo paged:", 1);
  EXPECT_EQ(on_terminal("diff " + at("a.msgpack") + " " + at("a.msgpack")).text.find("paged:"),
            std::string::npos);
  ::setenv("PAGER", "", 1);
  EXPECT_NE(on_terminal(inspect).text.find("values\n"), std::string::npos);
  // Ctrl-C is for the pager, which would be left alone with the terminal.
  ::setenv("PAGER", "sleep 0.2; kill -INT $PPID; sleep 0.1; sed s/^/paged:/", 1);
  const Outcome interrupted = on_terminal(inspect);
  EXPECT_EQ(interrupted.exit, 0);
  EXPECT_NE(interrupted.text.find("paged:values\n"), std::string::npos);
}

TEST_F(CommandTerminal, ShowsEverythingWhereThePagerIsMissing) {
  write("a.msgpack",
        "\x81\xA1"
        "a\xA1x");
  const std::string inspect = "inspect --color never " + at("a.msgpack");
  ::setenv("PAGER", "no-such-pager -R", 1);
  const Outcome named = on_terminal(inspect);
  EXPECT_EQ(named.exit, 0);
  EXPECT_NE(named.text.find("values\n"), std::string::npos) << named.text;
  EXPECT_NE(named.text.find("the pager in $PAGER: cannot be run"), std::string::npos) << named.text;
  // More than a pipe holds, in many pieces: nothing of it is lost.
  std::string old = "[";
  std::string now = "[";
  for (int i = 0; i < 5000; ++i) {
    old += "{\"k\":" + std::to_string(i) + "},";
    now += "{\"k\":" + std::to_string(i + 100000) + "},";
  }
  write("old.json", old + "0]");
  write("new.json", now + "0]");
  const std::string diff = "diff --color never " + at("old.json") + " " + at("new.json");
  const std::string all = run(diff).text;
  ASSERT_GT(all.size(), 70000U);
  Outcome outcome;
  std::thread waiting([&] { outcome = run(diff + " >" + terminal_); });
  const std::string shown = shown_until("[4999]");
  waiting.join();
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_TRUE(shown.find(all) != std::string::npos) << shown.substr(0, 500);
  // Nobody asked for less.
  const std::string folders = std::getenv("PATH");
  ::unsetenv("PAGER");
  ::setenv("PATH", path("").c_str(), 1);
  const Outcome bare = on_terminal(inspect);
  ::setenv("PATH", folders.c_str(), 1);
  EXPECT_EQ(bare.exit, 0);
  EXPECT_NE(bare.text.find("values\n"), std::string::npos) << bare.text;
  EXPECT_EQ(bare.text.find("not found"), std::string::npos) << bare.text;
}

}  // namespace

#endif
