// SPDX-License-Identifier: MIT
//
// What the command says: errors of one line, with the exit code that help promises.
#include <algorithm>
#include <string>

#include "unit/command/command_fixture.hpp"

namespace {

using fastser::tests::Command;
using fastser::tests::Outcome;

class CommandMessages : public Command {};

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST_F(CommandMessages, AreOneLineWhateverKeysAreCalled) {
  const std::string in = "'" + write("in.json", R"({"a\nfastser: b\u001b\t":[1,1e400]})") + "'";
  const Outcome outcome = run("convert " + in + " '" + path("m.msgpack") + "'");
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_NE(outcome.text.find(R"(["a\nfastser: b\u001b\t"][1])"), std::string::npos)
      << outcome.text;
  EXPECT_EQ(lines(outcome.text), 1U) << outcome.text;
  const Outcome absent = run("verify '" + path("no\nname") + "'");
  EXPECT_EQ(absent.exit, 3);
  EXPECT_EQ(lines(absent.text), 1U) << absent.text;
}

TEST_F(CommandMessages, ShowNamesThatAreNoIdentifiersInQuotes) {
  const std::string in = "'" + write("in.json", R"([{"a\nb":1,"c d: ":2,"e_1":3,"0":4}])") + "'";
  const std::string file = "'" + path("a.fsr") + "'";
  ASSERT_EQ(run("convert " + in + " " + file).exit, 0);
  for (const std::string command : {"inspect ", "inspect --stats --tree "}) {
    const std::string text = run(command + file).text;
    for (const char* part : {R"("a\nb": 1)", R"("c d: ": 2)", "e_1: 3", R"("0": 4)",
                             R"(    "a\nb": u8)", "    e_1: u8"}) {
      EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    }
  }
  EXPECT_NE(run("inspect --stats " + file).text.find(R"(  "a\nb")"), std::string::npos);
}

TEST_F(CommandMessages, EndWithTwoWhenTheUsageIsWrong) {
  const std::string in = "'" + write("in.json", "[1]") + "'";
  const Outcome outcome = run("inspect '" + write("a.fb", "x") + "' --limit x");
  EXPECT_EQ(outcome.exit, 2) << outcome.text;
  EXPECT_EQ(run("convert --from flatbuffers - - --to json < " + in).exit, 2);
}

// Lists in each other a hundred deep, and a thousand numbers there: not two hundred blanks for
// each.
TEST_F(CommandMessages, IndentOnlySoFar) {
  std::string message(100, '\x91');
  message += std::string("\xDC\x03\xE8", 3) + std::string(1000, '\x01');
  const Outcome done = run("inspect --limit 0 " + write("deep.msgpack", message));
  ASSERT_EQ(done.exit, 0) << done.text.substr(0, 500);
  EXPECT_LT(done.text.size(), 130U * 1100U);
}

}  // namespace
