// SPDX-License-Identifier: MIT
//
// The limits of the command, which its options raise and its errors name.
#include <string>

#include "unit/command/command_fixture.hpp"

namespace {

using fastser::tests::Command;
using fastser::tests::Outcome;

class CommandLimits : public Command {
 protected:
  // Equal lists are written once, so that few bytes of an archive are many values.
  static std::string repeated() {
    std::string one = "[1000";
    for (int i = 1001; i < 1200; ++i) one.append(",").append(std::to_string(i));
    one += ",\"text\"]";
    std::string json = "[" + one;
    for (int i = 1; i < 5000; ++i) json.append(",").append(one);
    return json + "]";
  }
};

TEST_F(CommandLimits, AreRaisedByTheOptionsThatErrorsName) {
  const std::string in = "'" + write("in.json", repeated()) + "'";
  const std::string archive = "'" + path("a.fsr") + "'";
  ASSERT_EQ(run("convert " + in + " " + archive).exit, 0);
  const std::string out = " '" + path("out.msgpack") + "'";
  const Outcome refused = run("convert --max-memory 5M " + archive + out);
  EXPECT_EQ(refused.exit, 1) << refused.text;
  EXPECT_NE(refused.text.find("--max-memory and --max-text allow more"), std::string::npos)
      << refused.text;
  EXPECT_EQ(run("convert --max-memory 1G " + archive + out).exit, 0);
  EXPECT_EQ(run("convert --max-memory x " + archive + out).exit, 2);
  const Outcome text = run("convert --max-text 1000 " + archive + " -");
  EXPECT_NE(text.text.find("allowed; --max-text allows more"), std::string::npos) << text.text;
}

TEST_F(CommandLimits, LetEverythingComeBackThatTheCommandMade) {
  const std::string in = "'" + write("in.json", repeated()) + "'";
  for (const std::string name : {"a.fsr", "a.msgpack", "a.flx", "a.fb"}) {
    const std::string made = "'" + path(name) + "'";
    ASSERT_EQ(run("convert " + in + " " + made).exit, 0) << name;
    const Outcome back = run("convert " + made + " '" + path("back.json") + "'");
    EXPECT_EQ(back.exit, 0) << name << back.text;
    EXPECT_EQ(read("back.json"), read("in.json") + "\n") << name;
  }
}

TEST_F(CommandLimits, AreAmpleForAFileThatIsBenched) {
  const std::string in = "'" + write("in.json", repeated()) + "'";
  ASSERT_EQ(run("convert " + in + " '" + path("a.fsr") + "'").exit, 0);
  for (const std::string& file : {in, "'" + path("a.fsr") + "'"}) {
    const Outcome outcome = run("bench --seconds 0 " + file);
    EXPECT_EQ(outcome.exit, 0) << outcome.text;
    EXPECT_EQ(outcome.text.find("over budget"), std::string::npos) << outcome.text;
    EXPECT_EQ(outcome.text.find("no JSON"), std::string::npos) << outcome.text;
    EXPECT_NE(outcome.text.find("\nFlatBuffers  "), std::string::npos) << outcome.text;
  }
}

TEST_F(CommandLimits, AreTheSameForAFileThatIsAValue) {
  const std::string in = "'" + write("in.json", repeated()) + "'";
  const std::string archive = "'" + path("a.fsr") + "'";
  ASSERT_EQ(run("convert " + in + " " + archive).exit, 0);
  const std::string file = "'" + write("b.json", R"({"a":1})") + "'";
  const Outcome refused = run("set --max-memory 5M --file " + file + " a " + archive);
  EXPECT_EQ(refused.exit, 1) << refused.text;
  EXPECT_EQ(read("b.json"), R"({"a":1})");
  const Outcome taken = run("set --file " + file + " a " + archive);
  EXPECT_EQ(taken.exit, 0) << taken.text;
  EXPECT_EQ(read("b.json"), R"({"a":)" + read("in.json") + "}");
}

TEST_F(CommandLimits, OfVerifyAndInspectAreThoseOfConvert) {
  // Values of any type in each other, 200 levels.
  std::string deep = std::string("FSR\x01\0\0\0\0\0\x02\0\x2C", 12);
  for (int i = 0; i < 200; ++i) deep += "\x21\x2C\x01";
  deep += '\0';
  const std::string archive = "'" + write("deep.fsr", deep) + "'";
  const std::string in = "'" + write("in.json", repeated()) + "'";
  const std::string message = "'" + path("a.flx") + "'";
  ASSERT_EQ(run("convert " + in + " " + message).exit, 0);
  for (const std::string& file : {archive, message}) {
    for (const std::string& command :
         {"convert " + file + " - --to json", "verify " + file, "inspect " + file + " --limit 1"}) {
      const Outcome outcome = run(command);
      EXPECT_EQ(outcome.exit, 0) << command << outcome.text.substr(0, 300);
    }
  }
}

}  // namespace
