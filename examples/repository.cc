// SPDX-License-Identifier: MIT
//
// Items found by a key, in one file that is loaded and written as a whole: what an app keeps.
#include <fastser/repository.hpp>

#include <cstdio>

struct Task {
  std::string title;
  bool done = false;
  std::optional<std::string> note;
};

static fastser::Status work(const char* path) {
  fastser::Repository<std::string, Task> tasks(path, &Task::title);
  FASTSER_TRY(tasks.reload());  // a missing file is empty; a damaged one is an error, and is kept

  if (tasks.count() == 0) {
    tasks.add({"buy milk", false, std::nullopt});
    tasks.add({"write a letter", false, "to Ada"});
  } else {
    tasks.update("buy milk", [](Task& task) { task.done = true; });
  }
  for (const Task& task : tasks.all()) {
    std::printf("[%c] %s\n", task.done ? 'x' : ' ', task.title.c_str());
  }
  return tasks.flush();  // the old file or the new one, whatever happens
}

int main() {
  for (int run = 1; run <= 2; ++run) {  // the program is started twice
    std::printf("run %d\n", run);
    if (fastser::Status status = work("tasks.fsr"); !status.ok()) {
      std::fprintf(stderr, "%s\n", status.to_string().c_str());
      return 1;
    }
  }
  return 0;
}
