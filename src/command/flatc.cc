// SPDX-License-Identifier: MIT
#include "command/flatc.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
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

// All that can be read until nobody writes.
std::string read_all(int from) {
  std::string all;
  char block[4096];
  for (;;) {
    const ssize_t n = ::read(from, block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return all;
    all.append(block, static_cast<std::size_t>(n));
  }
}

// flatc's exit code, and what it says; below 0: it could not be started.
int run_flatc(std::string file, std::string folder, const std::vector<std::string>& includes,
              std::string& said) {
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
  int ends[2];
  posix_spawn_file_actions_t actions;
  if (::pipe(ends) != 0) return -1;
  if (::posix_spawn_file_actions_init(&actions) != 0) return -1;
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  for (const int end : ends) ::posix_spawn_file_actions_addclose(&actions, end);
  pid_t child = -1;
  const int error = ::posix_spawnp(&child, "flatc", &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (error == 0) said = read_all(ends[0]);
  ::close(ends[0]);
  if (error != 0) return -1;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  constexpr int kNotFound = 127;  // how some systems say that there is no such program
  if (WIFEXITED(status)) return WEXITSTATUS(status) == kNotFound ? -1 : WEXITSTATUS(status);
  return 1;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r");
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(" \t\r") - start + 1);
}

// "/home/me/a.fbs:3: 0" as "a.fbs:3" where that is the working folder.
std::string place_of(std::string_view place) {
  if (const std::size_t column = place.rfind(": "); column != std::string_view::npos) {
    place = place.substr(0, column);
  }
  std::error_code error;
  const std::string here = std::filesystem::current_path(error).string() + '/';
  if (!error && place.starts_with(here)) place.remove_prefix(here.size());
  return std::string(place);
}

// The first error in what flatc says: "a.fbs:3: type referenced but not defined".
std::string first_error(std::string_view said) {
  constexpr std::string_view kMark = ": error: ";
  std::string first;
  while (!said.empty()) {
    const std::size_t end = std::min(said.find('\n'), said.size());
    const std::string_view line = trimmed(said.substr(0, end));
    said.remove_prefix(std::min(end + 1, said.size()));
    if (const std::size_t mark = line.find(kMark); mark != std::string_view::npos) {
      const std::string_view why = line.substr(mark + kMark.size());
      return place_of(line.substr(0, mark)) + ": " + std::string(why);
    }
    if (first.empty() && !line.empty() && line != "error:") first = line;
  }
  return first;
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
  std::string said;
  const int exit = run_flatc(file, scratch.folder(), includes, said);
  if (exit < 0) return no_flatc(file);
  if (exit != 0) {
    return Status(Code::kMalformed).with_detail("flatc refuses this schema: " + first_error(said));
  }
  return read_file(scratch.file(), kDefaultMaxFile);
#endif
}

}  // namespace fastser::command
