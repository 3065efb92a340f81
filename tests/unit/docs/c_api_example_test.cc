// SPDX-License-Identifier: MIT
//
// The program of docs/c-api.md is the one that the tests compile and run.
#include <gtest/gtest.h>

#include <string>

#include "unit/docs/pages.hpp"

namespace fastser::testing {
namespace {

TEST(CApiExample, IsTheProgramOfThePage) {
  const std::string page = read("docs/c-api.md");
  const std::size_t start = page.find("```c\n");
  ASSERT_NE(start, std::string::npos);
  const std::size_t end = page.find("```\n", start + 5);
  ASSERT_NE(end, std::string::npos);
  const std::string program = page.substr(start + 5, end - start - 5);
  const std::string compiled = read("tests/examples/c_api.c");
  ASSERT_GT(program.size(), 1000U);
  EXPECT_TRUE(compiled.ends_with(program)) << "docs/c-api.md and tests/examples/c_api.c differ";
}

}  // namespace
}  // namespace fastser::testing
