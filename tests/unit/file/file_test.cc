// SPDX-License-Identifier: MIT
//
// Saving and loading on the system that the tests run on. What goes wrong on purpose is in
// tests/faults/file_*.
#include "fastser/file.hpp"

#include <csignal>

#include "file/replacement.hpp"
#include "unit/file/file_fixture.hpp"

#if !defined(_WIN32)
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace {

using namespace fastser;
using File = fastser::testing::FileTest;

std::string text_of(const Result<Buffer>& bytes) {
  if (!bytes.ok()) return bytes.status().to_string();
  return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
}

TEST_F(File, IsLoadedAsItWasSaved) {
  for (const std::size_t size : {0U, 1U, 4095U, 4096U, 4097U, 1000000U}) {
    const std::string text(size, 'x');
    ASSERT_TRUE(file::save(path("a"), bytes_of(text)).ok());
    EXPECT_EQ(text_of(file::load(path("a"))), text);
    EXPECT_EQ(files(), 1);
  }
}

TEST_F(File, IsNamedByPathsAndByUtf8) {
  const std::filesystem::path name = path("n\u00e4me");
  const std::u8string u8 = name.u8string();
  const std::string utf8(u8.begin(), u8.end());
  ASSERT_TRUE(file::save(name, bytes_of("new")).ok());
  EXPECT_EQ(text_of(file::load(utf8)), "new");
  EXPECT_EQ(text_of(file::load(utf8.c_str())), "new");
  EXPECT_EQ(text_of(file::load(std::string_view(utf8))), "new");
}

TEST_F(File, NamesWithAZeroByteAreRefused) {
  write("a", "old");
  const std::string name = path("a").string() + std::string("\0b", 2);
  EXPECT_EQ(file::save(name, bytes_of("new")).code(), Code::kUsage);
  EXPECT_EQ(file::load(name).status().code(), Code::kUsage);
  EXPECT_EQ(read("a"), "old");
}

TEST_F(File, ThatIsNotThereOrInNoFolderIsAnError) {
  EXPECT_EQ(file::load(path("a")).status().code(), Code::kIo);
  EXPECT_EQ(file::save(path("no/a"), bytes_of("new")).code(), Code::kIo);
  EXPECT_EQ(file::save("", bytes_of("new")).code(), Code::kIo);
  const Status status = file::load(path("a")).status();
  EXPECT_TRUE(status.message().starts_with(path("a").string() + ": cannot be opened: "))
      << status.to_string();
  const Status unsaved = file::save(path("no/a"), bytes_of("new"));
  EXPECT_TRUE(unsaved.message().starts_with(path("no/a").string() + ": ")) << unsaved.to_string();
}

TEST_F(File, FoldersAreNeitherLoadedNorReplaced) {
  std::filesystem::create_directory(path("folder"));
  EXPECT_EQ(file::load(path("folder")).status().code(), Code::kIo);
  EXPECT_EQ(file::save(path("folder"), bytes_of("new")).code(), Code::kIo);
  EXPECT_TRUE(std::filesystem::is_directory(path("folder")));
  EXPECT_EQ(files(), 1);
}

TEST_F(File, LargerThanAllowedIsRefused) {
  write("a", "12345678");
  EXPECT_EQ(text_of(file::load(path("a"), {.max_bytes = 8})), "12345678");
  const Status too_large = file::load(path("a"), {.max_bytes = 7}).status();
  EXPECT_EQ(too_large.code(), Code::kOverBudget);
  // Shown by all bindings: it names no option of C++.
  EXPECT_NE(too_large.message().find("larger than 7 bytes"), std::string_view::npos);
  EXPECT_EQ(too_large.message().find("::"), std::string_view::npos);
}

TEST_F(File, LoadsUseTheCapacityAgain) {
  write("a", std::string(10000, 'x'));
  Buffer buffer;
  ASSERT_TRUE(file::load_into(path("a"), buffer).ok());
  const std::byte* data = buffer.data();
  ASSERT_TRUE(file::load_into(path("a"), buffer).ok());
  EXPECT_EQ(buffer.data(), data);
  EXPECT_EQ(buffer.size(), 10000U);
}

TEST_F(File, MayHaveTheLongestOfNames) {
  const std::string name(255, 'n');
  ASSERT_TRUE(file::save(path(name), bytes_of("new")).ok());
  EXPECT_EQ(read(name), "new");
}

#if !defined(_WIN32)

TEST_F(File, IsFoundInTheCurrentFolder) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  EXPECT_TRUE(file::save("a", bytes_of("new")).ok());
  EXPECT_EQ(text_of(file::load("a")), "new");
  std::filesystem::current_path(before);
  EXPECT_EQ(read("a"), "new");
}

TEST_F(File, LinksAreFollowedToWhatIsReplaced) {
  std::filesystem::create_directory(path("folder"));
  write("folder/real", "old");
  std::filesystem::create_symlink("second", path("first"));
  std::filesystem::create_symlink("folder/real", path("second"));
  std::filesystem::create_symlink(path("folder/new"), path("third"));
  ASSERT_TRUE(file::save(path("first"), bytes_of("new")).ok());
  EXPECT_TRUE(std::filesystem::is_symlink(path("first")));
  EXPECT_TRUE(std::filesystem::is_symlink(path("second")));
  EXPECT_EQ(read("folder/real"), "new");
  // What a link leads to may be made as well.
  ASSERT_TRUE(file::save(path("third"), bytes_of("made")).ok());
  EXPECT_TRUE(std::filesystem::is_symlink(path("third")));
  EXPECT_EQ(read("folder/new"), "made");
  EXPECT_EQ(files(), 4);
}

TEST_F(File, LinksInALoopAreAnError) {
  std::filesystem::create_symlink("b", path("a"));
  std::filesystem::create_symlink("a", path("b"));
  EXPECT_EQ(file::save(path("a"), bytes_of("new")).code(), Code::kIo);
  EXPECT_TRUE(std::filesystem::is_symlink(path("a")));
}

mode_t mode_of(const std::filesystem::path& path) {
  struct stat info {};
  EXPECT_EQ(::stat(path.c_str(), &info), 0);
  return info.st_mode & 07777;
}

TEST_F(File, KeepsItsModeAndGetsTheUsualOneWhenNew) {
  const mode_t mask = ::umask(027);
  ASSERT_TRUE(file::save(path("new"), bytes_of("new")).ok());
  ::umask(mask);
  EXPECT_EQ(mode_of(path("new")), 0640U);
  for (const mode_t mode : {0600U, 0644U, 0755U, 0666U, 0400U}) {
    ASSERT_EQ(::chmod(path("new").c_str(), mode), 0);
    ASSERT_TRUE(file::save(path("new"), bytes_of("newer")).ok());
    EXPECT_EQ(mode_of(path("new")), mode);
  }
}

TEST_F(File, KeepsItsOwnerWhereThatIsAllowed) {
  write("a", "old");
  if (::chown(path("a").c_str(), 12, 34) != 0) GTEST_SKIP() << "files cannot be given away here";
  ASSERT_TRUE(file::save(path("a"), bytes_of("new")).ok());
  struct stat info {};
  ASSERT_EQ(::stat(path("a").c_str(), &info), 0);
  EXPECT_EQ(info.st_uid, 12U);
  EXPECT_EQ(info.st_gid, 34U);
}

TEST_F(File, PipesAreNeitherWaitedForNorReplaced) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(file::load(path("pipe")).status().code(), Code::kIo);
  EXPECT_EQ(file::save(path("pipe"), bytes_of("new")).code(), Code::kIo);
  EXPECT_TRUE(std::filesystem::is_fifo(path("pipe")));
}

// Only the first step: a failure of this test does not take the machine's device away.
TEST_F(File, DevicesAreNotReplaced) {
  file::NativeSystem system;
  file::Replacement replacement(system);
  EXPECT_EQ(replacement.prepare("/dev/null", bytes_of("new")).code(), Code::kIo);
}

TEST_F(File, WhoseSizeTheSystemDoesNotKnowIsReadToItsEnd) {
  if (!std::filesystem::exists("/proc/self/status")) GTEST_SKIP() << "no such file here";
  const Result<Buffer> bytes = file::load("/proc/self/status");
  ASSERT_TRUE(bytes.ok());
  EXPECT_GT(bytes->size(), 100U);
}

// A disk that is full in the middle of a write, the nearest to it that a test can have: the rest of
// the write is refused.
TEST_F(File, StaysWhenTheNewOneIsRefusedInTheMiddle) {
  write("a", "old");
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{5000, 5000};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(2);
    const Status status = file::save(path("a"), bytes_of(std::string(20000, 'n')));
    ::_exit(status.code() == Code::kIo ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_EQ(read("a"), "old");
  EXPECT_EQ(files(), 1);
}

#endif

}  // namespace
