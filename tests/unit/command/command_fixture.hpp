// SPDX-License-Identifier: MIT
//
// The fixture of the command's tests: the command is run as a program, in a folder of the test's
// own.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace fastser::tests {

struct Outcome {
  int exit = -1;
  std::string text;  // stdout and stderr
};

class Command : public testing::Test {
 protected:
  void SetUp() override {
#ifndef FASTSER_COMMAND
    GTEST_SKIP() << "the command is not built";
#else
    if (run("--version").exit != 0) GTEST_SKIP() << "the command does not run on this machine";
    folder_ =
        std::filesystem::temp_directory_path() /
        ("fastser_command_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
         "_" + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
#endif
  }
  void TearDown() override {
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
  }

  static Outcome run([[maybe_unused]] const std::string& arguments) {
    Outcome outcome;
#ifdef FASTSER_COMMAND
    std::FILE* pipe = popen(("'" FASTSER_COMMAND "' " + arguments + " 2>&1").c_str(), "r");
    if (pipe == nullptr) return outcome;
    char block[4096];
    while (const std::size_t n = std::fread(block, 1, sizeof block, pipe)) {
      outcome.text.append(block, n);
    }
    const int status = pclose(pipe);
    outcome.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
#endif
    return outcome;
  }

  // A file of the tree.
  static std::string source(const std::string& name) {
    return std::string(FASTSER_SOURCE_DIR) + "/" + name;
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path(name), std::ios::binary).rdbuf();
    return text.str();
  }

  std::filesystem::path folder_;
};

}  // namespace fastser::tests
