// SPDX-License-Identifier: MIT
//
// The README's examples are those that the tests compile and run: the C++ programs whole, of those
// in other languages the lines that matter.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "unit/docs/pages.hpp"

namespace fastser::testing {
namespace {

/// The blocks of README.md in this language.
std::vector<std::string> blocks(const std::string& language) {
  std::vector<std::string> found;
  const std::string page = read("README.md");
  const std::string start = "```" + language + "\n";
  for (std::size_t at = page.find(start); at != std::string::npos; at = page.find(start, at)) {
    at += start.size();
    found.push_back(page.substr(at, page.find("```", at) - at));
  }
  return found;
}

std::string without_spaces_around(const std::string& line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first == std::string::npos ? ""
                                    : line.substr(first, line.find_last_not_of(' ') - first + 1);
}

/// Each line of the block is one of the program's; "..." is for those between.
void expect_lines_of(const std::string& program, const std::string& block) {
  EXPECT_FALSE(program.empty());
  std::istringstream lines(block);
  for (std::string line; std::getline(lines, line);) {
    line = without_spaces_around(line);
    if (line == "...") continue;
    EXPECT_NE(program.find(line), std::string::npos) << "not in the example: " << line;
  }
}

TEST(Readme, ItsProgramsAreThoseThatAreCompiled) {
  const std::vector<std::string> programs = blocks("cpp");
  const std::vector<std::string> names = {"person", "message", "flat"};
  ASSERT_EQ(programs.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_TRUE(read("tests/examples/" + names[i] + ".cc").ends_with(programs[i])) << names[i];
  }
}

TEST(Readme, ItsLinesOfOtherLanguagesAreThoseOfTheExamples) {
  const std::vector<std::string> objc = blocks("objc");
  ASSERT_EQ(objc.size(), 1U);
  expect_lines_of(read("bindings/objc/examples/todo.m"), objc[0]);
  for (const std::string& csharp : blocks("csharp")) {  // that page's are compiled and run
    expect_lines_of(read("bindings/dotnet/README.md"), csharp);
  }
  for (const std::string& swift : blocks("swift")) {
    expect_lines_of(read("bindings/swift/Tests/FastserTests/ReadmeTests.swift"), swift);
  }
}

}  // namespace
}  // namespace fastser::testing
