// SPDX-License-Identifier: MIT
//
// The man page and what shells complete say what the help says, and shells can read it.
#include <filesystem>
#include <set>
#include <sstream>
#include <string>

#include "unit/command/command_fixture.hpp"

namespace {

using fastser::tests::Command;
using fastser::tests::Outcome;

class CommandManual : public Command {
 protected:
  static bool has(const std::string& program) {
    return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
  }
  // The options that the help of a subcommand has an entry for.
  static std::set<std::string> options_of(const std::string& subcommand) {
    std::set<std::string> out;
    std::istringstream help(run("help " + subcommand).text);
    bool entries = false;
    for (std::string line; std::getline(help, line);) {
      if (!line.starts_with(' ')) entries = line == "OPTIONS";
      if (entries && line.starts_with("    --")) out.insert(line.substr(4, line.find(' ', 4) - 4));
    }
    return out;
  }
  static constexpr const char* kSubcommands[] = {"inspect",  "get",       "set",    "remove",
                                                 "annotate", "diff",      "verify", "convert",
                                                 "bench",    "completion"};
};

TEST_F(CommandManual, HasEveryOptionInHelpInTheManPageAndInShells) {
  const std::string man = run("completion man").text;
  const std::string bash = run("completion bash").text;
  const std::string zsh = run("completion zsh").text;
  const std::string fish = run("completion fish").text;
  for (const std::string subcommand : kSubcommands) {
    const std::set<std::string> options = options_of(subcommand);
    ASSERT_GE(options.size(), 1U) << subcommand;
    const std::size_t at = bash.find("\n    " + subcommand + ")");
    ASSERT_NE(at, std::string::npos) << subcommand;
    const std::string of_bash = bash.substr(at, bash.find(";;\n    ", at) - at);
    const std::size_t zsh_at = zsh.find("\n    " + subcommand + ")");
    ASSERT_NE(zsh_at, std::string::npos) << subcommand;
    const std::string of_zsh = zsh.substr(zsh_at, zsh.find("      ;;", zsh_at) - zsh_at);
    for (const std::string& option : options) {
      std::string in_man;
      for (const char c : option) in_man += c == '-' ? "\\-" : std::string(1, c);
      EXPECT_NE(man.find(".B " + in_man), std::string::npos) << option;
      EXPECT_NE(of_bash.find(option), std::string::npos) << subcommand << option;
      EXPECT_TRUE(of_zsh.find(option + '[') != std::string::npos ||
                  of_zsh.find(option + "=[") != std::string::npos)
          << subcommand << option;
      EXPECT_NE(fish.find("_is " + subcommand + "' -l " + option.substr(2)), std::string::npos)
          << subcommand << option;
    }
  }
}

TEST_F(CommandManual, HasOptionsThatTheCommandTakes) {
  for (const std::string subcommand : kSubcommands) {
    for (const std::string& option : options_of(subcommand)) {
      const std::string text = run(subcommand + " " + option + "=1 x").text;
      EXPECT_EQ(text.find("unknown option"), std::string::npos) << subcommand << option << text;
    }
  }
}

TEST_F(CommandManual, CompletesInBash) {
  if (!has("bash")) GTEST_SKIP() << "no bash";
  write("script", run("completion bash").text + R"(
complete_it() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fastser; echo "${COMPREPLY[*]}"; }
complete_it fastser co
complete_it fastser convert --pre
complete_it fastser convert --to j
complete_it fastser inspect --color ""
complete_it fastser completion f
complete_it fastser convert --to = j
complete_it fastser convert --to =
complete_it fastser inspect --limit ""
complete_it fastser inspect with
)");
  std::FILE* pipe = popen(("bash '" + path("script") + "' 2>&1").c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::string text;
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  pclose(pipe);
  EXPECT_EQ(text,
            "convert completion\n--pretty\njson jsonl json-schema\nauto always never\nfish\n"
            "json jsonl json-schema\n"
            "json jsonl msgpack msgpack-stream flexbuffers flatbuffers archive xml-plist "
            "binary-plist json-schema\n\n\n");
}

// What is typed, Tab, and the line that there is then. An interactive bash needs a terminal, which
// script(1) gives it.
TEST_F(CommandManual, CompletesNamesOfFilesWithBlanksInBash) {
  if (!has("bash") || !has("script")) GTEST_SKIP() << "no bash, or no terminal for it";
  write("with blank.json", "{}");
  write("completion", run("completion bash").text);
  write("rc", "PS1='$ '\n. ./completion\nfastser() { printf '<%s>' \"$@\"; echo; }\n");
  const std::string typed = "fastser verify wi\\t\\nfastser convert --to=xm\\t\\nexit\\n";
  const std::string command = "cd '" + folder_.string() + "' && { sleep 1; printf '" + typed +
                              "'; sleep 1; } | script -qc 'bash --noprofile --rcfile rc -i' " +
                              "/dev/null >shown 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const std::string shown = read("shown");
  if (shown.find("$ ") == std::string::npos) GTEST_SKIP() << "script is another program here";
  EXPECT_NE(shown.find("<verify><with blank.json>"), std::string::npos) << shown;
  EXPECT_NE(shown.find("<convert><--to=xml-plist>"), std::string::npos) << shown;
}

TEST_F(CommandManual, CompletesInFish) {
  if (!has("fish")) GTEST_SKIP() << "no fish";
  write("convert", "a file that is called like a subcommand");
  write("script.fish", run("completion fish").text + R"(
function complete_it; complete -C $argv[1] | string replace -r '\t.*' '' | string join ' '; true; end
complete_it 'fastser insp'
complete_it 'fastser convert --to=m'
complete_it 'fastser help conv'
complete_it 'fastser inspect convert --pr'
complete_it 'fastser verify conv'
)");
  const std::string command =
      "cd '" + folder_.string() + "' && HOME=. fish --no-config script.fish >shown 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0) << read("shown");
  EXPECT_EQ(read("shown"), "inspect\n--to=msgpack --to=msgpack-stream\nconvert\nconvert\n");
}

TEST_F(CommandManual, IsReadByTheShellsThatAreThere) {
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    if (!has(shell)) continue;
    const std::string file = "'" + write(shell, run("completion " + shell).text) + "'";
    EXPECT_EQ(std::system((shell + " -n " + file).c_str()), 0) << shell;
  }
}

TEST_F(CommandManual, IsAManPageWithoutAWarning) {
  if (!has("groff")) GTEST_SKIP() << "no groff";
  const std::string file = "'" + write("fastser.1", run("completion man").text) + "'";
  const std::string warnings = "'" + path("warnings") + "'";
  EXPECT_EQ(
      std::system(
          ("groff -man -ww -Tascii " + file + " >'" + path("out") + "' 2>" + warnings).c_str()),
      0);
  EXPECT_EQ(read("warnings"), "");
  EXPECT_NE(read("out").find("--pretty"), std::string::npos);
}

}  // namespace
