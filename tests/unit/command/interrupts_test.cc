// SPDX-License-Identifier: MIT
//
// A save of the command that is ended by a signal, before and after each call to the system, leaves
// the old file or the new one, and no temporary.
#include "command/interrupts.hpp"

#if !defined(_WIN32)

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "file/replacement.hpp"
#include "unit/file/file_fixture.hpp"

namespace {

using namespace fastser;
using Interrupts = fastser::testing::FileTest;

// Sends the program a signal before or behind its k-th call.
class Interrupted : public command::TidySystem {
 public:
  Interrupted(int signal, int k, bool nameless) : signal_(signal), k_(k), nameless_(nameless) {}

  std::error_code create_nameless(const std::string& folder, file::Access access,
                                  file::Handle& out) override {
    if (!nameless_) return std::make_error_code(std::errc::not_supported);
    return around([&] { return TidySystem::create_nameless(folder, access, out); });
  }
  std::error_code create(const std::string& name, file::Access access, file::Handle& out) override {
    return around([&] { return TidySystem::create(name, access, out); });
  }
  std::error_code link(file::Handle file, const std::string& name) override {
    return around([&] { return TidySystem::link(file, name); });
  }
  std::error_code write(file::Handle file, BytesView bytes, std::size_t& written) override {
    return around([&] { return TidySystem::write(file, bytes, written); });
  }
  std::error_code sync(file::Handle file) override {
    return around([&] { return TidySystem::sync(file); });
  }
  std::error_code close(file::Handle file) override {
    return around([&] { return TidySystem::close(file); });
  }
  std::error_code rename(const std::string& from, const std::string& to) override {
    return around([&] { return TidySystem::rename(from, to); });
  }
  std::error_code sync_folder(const std::string& folder) override {
    return around([&] { return TidySystem::sync_folder(folder); });
  }

 private:
  template <typename Call>
  std::error_code around(Call&& call) {
    if (--k_ == 0) ::raise(signal_);
    const std::error_code error = call();
    if (--k_ == 0) ::raise(signal_);
    return error;
  }

  int signal_;
  int k_;
  bool nameless_;
};

// What the program came to that saved `text` with an interruption at k: the signal, or 0.
int save_interrupted(const std::string& name, const std::string& text, int signal, int k,
                     bool nameless, void (*before)(int) = SIG_DFL) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(signal, before);  // who runs the tests in the background may have it ignored
    command::remove_temporaries_on_signals();
    Interrupted system(signal, k, nameless);
    file::Replacement replacement(system);
    const bool ok =
        replacement.prepare(name, std::as_bytes(std::span(text))).ok() && replacement.commit().ok();
    ::_exit(ok ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  if (WIFSIGNALED(status)) return WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  return 0;
}

TEST_F(Interrupts, LeaveNoTemporaryFile) {
  for (const bool nameless : {true, false}) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      int k = 1;
      for (;; ++k) {
        write("a", "old");
        const int end = save_interrupted(path("a").string(), "new", signal, k, nameless);
        EXPECT_EQ(files(), 1) << k;
        if (end == 0) break;
        EXPECT_EQ(end, signal);
        EXPECT_TRUE(read("a") == "old" || read("a") == "new") << k;
        ASSERT_FALSE(HasFailure());
      }
      EXPECT_EQ(read("a"), "new");
      EXPECT_GT(k, 10);
    }
  }
}

// Not even SIGKILL leaves half a file. A temporary may stay, but not what is being written
// where files need no names for that.
TEST_F(Interrupts, ThatCannotBeHandledLeaveTheOldFileOrTheNewOne) {
  for (const bool nameless : {true, false}) {
    for (int k = 1;; ++k) {
      write("a", "old");
      if (save_interrupted(path("a").string(), "new", SIGKILL, k, nameless) == 0) break;
      EXPECT_TRUE(read("a") == "old" || read("a") == "new") << k;
    }
  }
}

TEST_F(Interrupts, ThatAreIgnoredStayIgnored) {
  write("a", "old");
  EXPECT_EQ(save_interrupted(path("a").string(), "new", SIGHUP, 3, true, SIG_IGN), 0);
  EXPECT_EQ(read("a"), "new");
}

}  // namespace

#endif
