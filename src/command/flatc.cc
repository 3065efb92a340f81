// SPDX-License-Identifier: MIT
#include "command/flatc.hpp"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "command/files.hpp"
#include "command/interrupts.hpp"

#if !defined(_WIN32)
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

extern char** environ;
#endif

namespace fastser::command {
namespace {

Status no_flatc(const std::string& file) {
  return Status(Code::kUsage)
      .with_detail(
          "a .fbs schema is read with flatc, which was not found: install it (package "
          "flatbuffers-compiler), or give the .bfbs that 'flatc -b --schema " +
          file + "' makes");
}

#if !defined(_WIN32)

// A folder of its own that is removed again with the one file in it.
class Scratch {
 public:
  explicit Scratch(const std::string& stem) {
    std::error_code error;
    std::string name = std::filesystem::temp_directory_path(error) / "fastser-XXXXXX";
    if (error || ::mkdtemp(name.data()) == nullptr) return;
    folder_ = name;
    file_ = folder_ + '/' + stem + ".bfbs";
    note_temporary(file_);  // before the folder, which must be empty to go
    note_temporary(folder_);
  }
  ~Scratch() {
    if (folder_.empty()) return;
    ::unlink(file_.c_str());
    ::rmdir(folder_.c_str());
    forget_temporary(folder_);
    forget_temporary(file_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] const std::string& file() const { return file_; }

 private:
  std::string folder_;
  std::string file_;
};

// flatc's exit code; below 0: it could not be started.
int run_flatc(std::string file, std::string folder, const std::vector<std::string>& includes) {
  if (file.starts_with('-')) file.insert(0, "./");
  std::vector<std::string> words = {"flatc",           "-b", "--schema",
                                    "--bfbs-builtins", "-o", std::move(folder)};
  for (const std::string& include : includes) {
    words.emplace_back("-I");
    words.push_back(include);
  }
  words.push_back(std::move(file));
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  if (::posix_spawn_file_actions_init(&actions) != 0) return -1;
  ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  pid_t child = -1;
  const int error = ::posix_spawnp(&child, "flatc", &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return -1;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  constexpr int kNotFound = 127;  // how some systems say that there is no such program
  if (WIFEXITED(status)) return WEXITSTATUS(status) == kNotFound ? -1 : WEXITSTATUS(status);
  return 1;
}

#endif

}  // namespace

Result<Buffer> compile_schema(const std::string& file,
                              [[maybe_unused]] const std::vector<std::string>& includes) {
  if (!is_there(file)) return Status(Code::kIo, "cannot be opened: there is no such file");
#if defined(_WIN32)
  return no_flatc(file);
#else
  const Scratch scratch(std::filesystem::path(file).stem().string());
  if (scratch.folder().empty()) return Status(Code::kIo, "a temporary folder cannot be created");
  const int exit = run_flatc(file, scratch.folder(), includes);
  if (exit < 0) return no_flatc(file);
  if (exit != 0) return Status(Code::kMalformed, "flatc refused this schema");
  return read_file(scratch.file(), kDefaultMaxFile);
#endif
}

}  // namespace fastser::command
